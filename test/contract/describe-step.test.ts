import { describe, expect, it } from 'vitest';
import { type Assertion, expectations } from '../../src/contract/exchange/assertion.ts';
import { describeStep } from '../../src/contract/exchange/describe-step.ts';
import { actions, type Interaction } from '../../src/contract/exchange/interaction.ts';
import type { ExchangeSelector } from '../../src/contract/exchange/selector.ts';

const pay: ExchangeSelector[] = [{ selectorType: 'ROLE', selector: 'button', options: { name: 'Pay' } }];
const size: ExchangeSelector[] = [{ selectorType: 'LABEL', selector: 'Size' }];

const interactions: [words: string, interaction: Interaction, selectors?: ExchangeSelector[]][] = [
  ['click the button "Pay"', { action: 'CLICK' }, pay],
  ['double-click the button "Pay"', { action: 'CLICK', calledWith: { double: true } }, pay],
  ['right-click the button "Pay"', { action: 'CLICK', calledWith: { button: 'right' } }, pay],
  ['click the page', { action: 'CLICK' }],
  ['enter "XL" into the field "Size"', { action: 'ENTER_TEXT', calledWith: 'XL' }, size],
  ['go to /cart', { action: 'GO_TO', calledWith: '/cart' }],
  ['press Enter', { action: 'KEY_PRESS', calledWith: 'Enter' }],
  ['press Control+A in the field "Size"', { action: 'KEY_PRESS', calledWith: 'Control+A' }, size],
  ['upload "a.pdf" to the field "Size"', { action: 'UPLOAD', calledWith: 'a.pdf' }, size],
  ['type "XL" into the field "Size"', { action: 'TYPE_TEXT', calledWith: { text: 'XL', delay: 5 } }, size],
  ['type "XL"', { action: 'TYPE_TEXT', calledWith: { text: 'XL' } }],
  ['select "XL" in the field "Size"', { action: 'SELECT_OPTION', calledWith: 'XL' }, size],
  ['select "L", "XL" in the field "Size"', { action: 'SELECT_OPTION', calledWith: ['L', 'XL'] }, size],
  [
    'select "Large" in the field "Size"',
    { action: 'SELECT_OPTION', calledWith: { label: 'Large', value: 'l' } },
    size,
  ],
  ['select "l", option 3', { action: 'SELECT_OPTION', calledWith: [{ value: 'l' }, { index: 2 }] }],
  ['clear the selection in the field "Size"', { action: 'SELECT_OPTION' }, size],
  ['hover over the button "Pay"', { action: 'HOVER' }, pay],
  ['download "bill.pdf" with the button "Pay"', { action: 'DOWNLOAD', calledWith: 'bill.pdf' }, pay],
  [
    'drag the field "Size" to the button "Pay"',
    { action: 'DRAG_AND_DROP', calledWith: { selectors: pay } },
    size,
  ],
  [
    'extract the text of the field "Size" as size',
    { action: 'EXTRACT', calledWith: { type: 'TEXT', variableName: 'size' } },
    size,
  ],
  [
    'extract the attribute href of the button "Pay" as link',
    { action: 'EXTRACT', calledWith: { type: 'ATTRIBUTE', variableName: 'link', attributeName: 'href' } },
    pay,
  ],
  ['run JavaScript', { action: 'JAVASCRIPT', calledWith: { code: 'alert(1)' } }],
  ['reload the page', { action: 'JAVASCRIPT', calledWith: { code: 'location.reload();' } }],
  ['open the email', { action: 'OPEN_EMAIL' }],
  [
    'open the email with "Welcome" in its subject',
    { action: 'OPEN_EMAIL', calledWith: { subjectContaining: 'Welcome' } },
  ],
  ['switch to the new page', { action: 'SWITCH_PAGE', calledWith: 'new' }],
  ['accept the next dialog', { action: 'ACCEPT_DIALOG' }],
  [
    'accept the next dialog with "Name?" in its message, entering "Ann"',
    { action: 'ACCEPT_DIALOG', calledWith: { messageContaining: 'Name?', promptText: 'Ann' } },
  ],
  ['dismiss the next dialog', { action: 'DISMISS_DIALOG' }],
  [
    'dismiss the next dialog with /^Del/ in its message',
    { action: 'DISMISS_DIALOG', calledWith: { messageContaining: 'OCTOREGEX^DelOCTOREGEX' } },
  ],
  ['upload "a.pdf", "b.pdf"', { action: 'UPLOAD', calledWith: { file: ['a.pdf', 'b.pdf'] } }],
  ['close the page', { action: 'CLOSE_PAGE' }],
  ['wait for the page to load', { action: 'WAIT_FOR' }],
  ['wait for networkIdle', { action: 'WAIT_FOR', calledWith: { type: 'networkIdle' } }],
  ['wait for 500 ms', { action: 'WAIT_FOR', calledWith: { type: 'fixedTime', timeMilliseconds: 500 } }],
  ['wait for a condition in JavaScript', { action: 'WAIT_FOR', calledWith: { type: 'code', code: 'true' } }],
  ['scroll the page to y 300', { action: 'SCROLL', calledWith: { y: 300 } }],
  ['scroll to the end of the page', { action: 'SCROLL', calledWith: {} }],
  ['scroll the field "Size" to x 5, y 0', { action: 'SCROLL', calledWith: { x: 5, y: 0 } }, size],
  ['scroll to the field "Size"', { action: 'SCROLL' }, size],
];

const assertions: [words: string, assertion: Assertion, selectors?: ExchangeSelector[]][] = [
  ['expect the button "Pay" to be visible', { expectation: 'VISIBLE' }, pay],
  ['expect the button "Pay" not to be visible', { expectation: 'NOT_VISIBLE' }, pay],
  ['expect the button "Pay" to be disabled', { expectation: 'DISABLED' }, pay],
  ['expect the field "Size" to be checked', { expectation: 'TO_BE_CHECKED' }, size],
  ['expect the field "Size" not to be checked', { expectation: 'NOT_TO_BE_CHECKED' }, size],
  [
    'expect the field "Size" to have the value "XL"',
    { expectation: 'TO_HAVE_VALUE', calledWith: 'XL' },
    size,
  ],
  ['expect the button "Pay" to contain "now"', { expectation: 'TO_CONTAIN_TEXT', calledWith: 'now' }, pay],
  [
    'expect the button "Pay" to contain /^Order \\d+$/',
    { expectation: 'TO_CONTAIN_TEXT', calledWith: 'OCTOREGEX^Order \\d+$OCTOREGEX' },
    pay,
  ],
  ['expect the page to contain "now"', { expectation: 'TO_CONTAIN_TEXT', calledWith: 'now' }],
  [
    'expect the button "Pay" to have the style color: "red"',
    { expectation: 'TO_HAVE_STYLE', calledWith: ['color', 'red'] },
    pay,
  ],
  ['expect the field "Size" to be empty', { expectation: 'TO_HAVE_VALUE', calledWith: '' }, size],
  ['expect the response of /api to be OK', { expectation: 'RESPONSE_OK', calledWith: '/api' }],
  ['expect the button "Pay" not to be found', { expectation: 'TO_HAVE_COUNT', calledWith: 0 }, pay],
  ['expect the button "Pay" to be found once', { expectation: 'TO_HAVE_COUNT', calledWith: 1 }, pay],
  ['expect the button "Pay" to be found 3 times', { expectation: 'TO_HAVE_COUNT', calledWith: 3 }, pay],
  ['expect the page to have the URL "/cart"', { expectation: 'TO_HAVE_URL', calledWith: '/cart' }],
  ['expect the page to have the title "Cart"', { expectation: 'TO_HAVE_TITLE', calledWith: 'Cart' }],
  ['expect the page to have no title', { expectation: 'TO_HAVE_TITLE', calledWith: '' }],
  ['expect the button "Pay" to have the text "Pay"', { expectation: 'TO_HAVE_TEXT', calledWith: 'Pay' }, pay],
  ['expect the button "Pay" to have no text', { expectation: 'TO_HAVE_TEXT', calledWith: '' }, pay],
  [
    'expect the button "Pay" to have the attribute form: "order"',
    { expectation: 'TO_HAVE_ATTRIBUTE', calledWith: ['form', 'order'] },
    pay,
  ],
  ['expect the button "Pay" to be enabled', { expectation: 'ENABLED' }, pay],
  ['expect the field "Size" to be focused', { expectation: 'FOCUSED' }, size],
  [
    'expect the button "Pay" not to contain "now"',
    { expectation: 'NOT_TO_CONTAIN_TEXT', calledWith: 'now' },
    pay,
  ],
];

const first: ExchangeSelector = { selectorType: 'FIRST', selector: '' };
const last: ExchangeSelector = { selectorType: 'LAST', selector: '' };
const nth = (selector: string): ExchangeSelector => ({ selectorType: 'NTH', selector });
const tea: ExchangeSelector = { selectorType: 'FILTER', selector: '', options: { hasText: 'tea' } };
const item: ExchangeSelector = { selectorType: 'ROLE', selector: 'listitem' };
const role = (selector: string, options: ExchangeSelector['options']): ExchangeSelector[] => [
  { selectorType: 'ROLE', selector, options },
];

const targets: [words: string, selectors: ExchangeSelector[]][] = [
  ['click the page', []],
  ['click the button', role('button', null)],
  ['click the heading /^Order \\d+$/', role('heading', { name: 'OCTOREGEX^Order \\d+$OCTOREGEX' })],
  ['click the level 2 heading "Tea"', role('heading', { name: 'Tea', level: 2 })],
  ['click the unchecked disabled checkbox', role('checkbox', { checked: false, disabled: true })],
  ['click the text "Pay"', [{ selectorType: 'TEXT', selector: 'Pay' }]],
  ['click the element "#pay > a"', [{ selectorType: 'CSS', selector: '#pay > a' }]],
  ['click the element with the test ID "pay"', [{ selectorType: 'TEST_ID', selector: 'pay' }]],
  ['click the image "Mug"', [{ selectorType: 'ALT_TEXT', selector: 'Mug' }]],
  ['click the element with the title "Close"', [{ selectorType: 'TITLE', selector: 'Close' }]],
  ['click the field with the placeholder "Name"', [{ selectorType: 'PLACEHOLDER', selector: 'Name' }]],
  [
    'click the text "Pay" in the frame "#bank"',
    [
      { selectorType: 'FRAME', selector: '#bank' },
      { selectorType: 'TEXT', selector: 'Pay' },
    ],
  ],
  ['click the first button "Pay"', [...pay, first]],
  ['click the last button "Pay"', [...pay, last]],
  ['click the first button "Pay"', [...pay, nth('0')]],
  ['click the 2nd button "Pay"', [...pay, nth('1')]],
  ['click the 3rd button "Pay"', [...pay, nth('2')]],
  ['click the 12th button "Pay"', [...pay, nth('11')]],
  ['click the 21st button "Pay"', [...pay, nth('20')]],
  ['click the last button "Pay"', [...pay, nth('-1')]],
  ['click the 2nd to last button "Pay"', [...pay, nth('-2')]],
  ['click the listitem with "tea"', [item, tea]],
  [
    'click the 2nd listitem with "tea" and without "sold out"',
    [
      item,
      { selectorType: 'FILTER', selector: '', options: { hasText: 'tea', hasNotText: 'sold out' } },
      nth('1'),
    ],
  ],
  ['click the last button "Pay" in the first listitem with "tea"', [item, tea, first, ...pay, last]],
  ['click the button "Pay"', [...pay, { selectorType: 'FILTER', selector: '' }]],
  ['click the text "OCTOREGEX(OCTOREGEX"', [{ selectorType: 'TEXT', selector: 'OCTOREGEX(OCTOREGEX' }]],
  ['click the text "two lines"', [{ selectorType: 'TEXT', selector: 'two\nlines' }]],
  [`click the text "${'x'.repeat(200)}…"`, [{ selectorType: 'TEXT', selector: 'x'.repeat(300) }]],
];

describe('a step in words', () => {
  it.each(interactions)('%s', (words, interaction, selectors = []) => {
    expect(describeStep({ selectors, interaction })).toBe(words);
  });

  it.each(assertions)('%s', (words, assertion, selectors = []) => {
    expect(describeStep({ selectors, assertion })).toBe(words);
  });

  it.each(targets)('%s, by its selectors', (words, selectors) => {
    expect(describeStep({ selectors, interaction: { action: 'CLICK' } })).toBe(words);
  });

  it('is checked here for every action and every expectation', () => {
    expect(new Set(interactions.map(([, { action }]) => action))).toEqual(new Set(actions));
    expect(new Set(assertions.map(([, { expectation }]) => expectation))).toEqual(new Set(expectations));
  });
});
