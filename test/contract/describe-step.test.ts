import { describe, expect, it } from 'vitest';
import { type Assertion, expectations } from '../../src/contract/exchange/assertion.ts';
import { describeStep } from '../../src/contract/exchange/describe-step.ts';
import { actions, type Interaction } from '../../src/contract/exchange/interaction.ts';
import type { ExchangeSelector } from '../../src/contract/exchange/selector.ts';

const pay: ExchangeSelector[] = [{ selectorType: 'ROLE', selector: 'button', options: { name: 'Pay' } }];
const size: ExchangeSelector[] = [{ selectorType: 'LABEL', selector: 'Size' }];

const interactions: [words: string, interaction: Interaction, selectors?: ExchangeSelector[]][] = [
  ['click button “Pay”', { action: 'CLICK' }, pay],
  ['double-click button “Pay”', { action: 'CLICK', calledWith: { double: true } }, pay],
  ['right-click button “Pay”', { action: 'CLICK', calledWith: { button: 'right' } }, pay],
  ['click the page', { action: 'CLICK' }],
  ['enter “XL” into label “Size”', { action: 'ENTER_TEXT', calledWith: 'XL' }, size],
  ['go to /cart', { action: 'GO_TO', calledWith: '/cart' }],
  ['press Enter', { action: 'KEY_PRESS', calledWith: 'Enter' }],
  ['press Control+A in label “Size”', { action: 'KEY_PRESS', calledWith: 'Control+A' }, size],
  ['upload “a.pdf” to label “Size”', { action: 'UPLOAD', calledWith: 'a.pdf' }, size],
  ['type “XL” into label “Size”', { action: 'TYPE_TEXT', calledWith: { text: 'XL', delay: 5 } }, size],
  ['type “XL”', { action: 'TYPE_TEXT', calledWith: { text: 'XL' } }],
  ['select “XL” in label “Size”', { action: 'SELECT_OPTION', calledWith: 'XL' }, size],
  ['select “L”, “XL” in label “Size”', { action: 'SELECT_OPTION', calledWith: ['L', 'XL'] }, size],
  [
    'select “Large” in label “Size”',
    { action: 'SELECT_OPTION', calledWith: { label: 'Large', value: 'l' } },
    size,
  ],
  ['select “l”, option 3', { action: 'SELECT_OPTION', calledWith: [{ value: 'l' }, { index: 2 }] }],
  ['select nothing in label “Size”', { action: 'SELECT_OPTION' }, size],
  ['hover over button “Pay”', { action: 'HOVER' }, pay],
  ['download “bill.pdf” with button “Pay”', { action: 'DOWNLOAD', calledWith: 'bill.pdf' }, pay],
  ['drag label “Size” to button “Pay”', { action: 'DRAG_AND_DROP', calledWith: { selectors: pay } }, size],
  [
    'extract the text of label “Size” as size',
    { action: 'EXTRACT', calledWith: { type: 'TEXT', variableName: 'size' } },
    size,
  ],
  [
    'extract the attribute href of button “Pay” as link',
    { action: 'EXTRACT', calledWith: { type: 'ATTRIBUTE', variableName: 'link', attributeName: 'href' } },
    pay,
  ],
  ['run JavaScript', { action: 'JAVASCRIPT', calledWith: { code: 'alert(1)' } }],
  ['open the email', { action: 'OPEN_EMAIL' }],
  [
    'open the email with “Welcome” in its subject',
    { action: 'OPEN_EMAIL', calledWith: { subjectContaining: 'Welcome' } },
  ],
  ['close the page', { action: 'CLOSE_PAGE' }],
  ['wait for the page', { action: 'WAIT_FOR' }],
  ['wait for networkIdle', { action: 'WAIT_FOR', calledWith: { type: 'networkIdle' } }],
  ['wait for 500 ms', { action: 'WAIT_FOR', calledWith: { type: 'fixedTime', timeMilliseconds: 500 } }],
  ['wait for a condition in JavaScript', { action: 'WAIT_FOR', calledWith: { type: 'code', code: 'true' } }],
  ['scroll the page by 0, 300', { action: 'SCROLL', calledWith: { y: 300 } }],
  ['scroll label “Size”', { action: 'SCROLL' }, size],
];

const assertions: [words: string, assertion: Assertion, selectors?: ExchangeSelector[]][] = [
  ['expect button “Pay” to be visible', { expectation: 'VISIBLE' }, pay],
  ['expect button “Pay” not to be visible', { expectation: 'NOT_VISIBLE' }, pay],
  ['expect button “Pay” to be disabled', { expectation: 'DISABLED' }, pay],
  ['expect label “Size” to be checked', { expectation: 'TO_BE_CHECKED' }, size],
  ['expect label “Size” not to be checked', { expectation: 'NOT_TO_BE_CHECKED' }, size],
  ['expect label “Size” to have the value “XL”', { expectation: 'TO_HAVE_VALUE', calledWith: 'XL' }, size],
  ['expect button “Pay” to contain “now”', { expectation: 'TO_CONTAIN_TEXT', calledWith: 'now' }, pay],
  [
    'expect button “Pay” to contain /^Order \\d+$/',
    { expectation: 'TO_CONTAIN_TEXT', calledWith: 'OCTOREGEX^Order \\d+$OCTOREGEX' },
    pay,
  ],
  ['expect the page to contain “now”', { expectation: 'TO_CONTAIN_TEXT', calledWith: 'now' }],
  [
    'expect button “Pay” to have the style color: red',
    { expectation: 'TO_HAVE_STYLE', calledWith: ['color', 'red'] },
    pay,
  ],
  ['expect the response of /api to be OK', { expectation: 'RESPONSE_OK', calledWith: '/api' }],
];

const targets: [words: string, selectors: ExchangeSelector[]][] = [
  ['click button', [{ selectorType: 'ROLE', selector: 'button' }]],
  ['click “Pay”', [{ selectorType: 'TEXT', selector: 'Pay' }]],
  ['click #pay > a', [{ selectorType: 'CSS', selector: '#pay > a' }]],
  ['click test id “pay”', [{ selectorType: 'TEST_ID', selector: 'pay' }]],
  ['click alt text “Pay”', [{ selectorType: 'ALT_TEXT', selector: 'Pay' }]],
  [
    'click frame “#bank”, “Pay”',
    [
      { selectorType: 'FRAME', selector: '#bank' },
      { selectorType: 'TEXT', selector: 'Pay' },
    ],
  ],
  ['click button “Pay”, the first one', [...pay, { selectorType: 'FIRST', selector: '' }]],
  ['click button “Pay”, the last one', [...pay, { selectorType: 'LAST', selector: '' }]],
  ['click button “Pay”, number 1', [...pay, { selectorType: 'NTH', selector: '0' }]],
  ['click button “Pay”, the last one', [...pay, { selectorType: 'NTH', selector: '-1' }]],
  ['click button “Pay”, number 2 from the end', [...pay, { selectorType: 'NTH', selector: '-2' }]],
  [
    'click listitem, with “tea” and without “sold out”',
    [
      { selectorType: 'ROLE', selector: 'listitem' },
      { selectorType: 'FILTER', selector: '', options: { hasText: 'tea', hasNotText: 'sold out' } },
    ],
  ],
  ['click button “Pay”', [...pay, { selectorType: 'FILTER', selector: '' }]],
  ['click “OCTOREGEX(OCTOREGEX”', [{ selectorType: 'TEXT', selector: 'OCTOREGEX(OCTOREGEX' }]],
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
