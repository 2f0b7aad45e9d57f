import type { ExchangeSelector } from '../../../src/contract/exchange/selector.ts';
import { by, clicks, containsText, css, pattern, sees } from '../../support/steps.ts';
import { type Row, reporting, reports } from './row.ts';

type Type = ExchangeSelector['selectorType'];
type Options = ExchangeSelector['options'];
type Chain = readonly ExchangeSelector[];

/** The chains that find the one element and none, and how the latter is reported. */
interface Wanted {
  readonly finds: Chain;
  readonly misses: Chain;
  readonly waitedFor: string;
}

/** Finds the one element that says "right" among decoys, and on the same page nothing. */
function chain(of: Type, name: string, html: string, { finds, misses, waitedFor }: Wanted): Row {
  return {
    of,
    name,
    html,
    pass: [containsText('right', ...finds)],
    fail: [sees(...misses)],
    message: waitedFor,
  };
}

const structure: readonly Row[] = [
  chain('CSS', 'inside CSS', '<p>wrong</p><div><p>right</p></div><b>none</b>', {
    finds: [css('div'), css('p')],
    misses: [css('b'), css('p')],
    waitedFor: "locator('b').locator('p')",
  }),
  chain(
    'CSS',
    'only what is visible',
    '<p hidden>wrong</p><p style="visibility:hidden">wrong</p><p>right</p><i hidden>wrong</i>',
    { finds: [css('p')], misses: [css('i')], waitedFor: "locator('i')" },
  ),
  chain(
    'FRAME',
    'by its CSS',
    '<p>wrong</p><iframe class="a" srcdoc="<p>right</p>"></iframe><iframe class="b" srcdoc="<p>wrong</p>"></iframe>',
    {
      finds: [by('FRAME', '.a'), css('p')],
      misses: [by('FRAME', '.c'), css('p')],
      waitedFor: "locator('.c')",
    },
  ),
  chain(
    'FRAME',
    'inside a FRAME',
    `<iframe srcdoc="<p>wrong</p><iframe srcdoc='<p>right</p>'></iframe>"></iframe>`,
    {
      finds: [by('FRAME', 'iframe'), by('FRAME', 'iframe'), css('p')],
      misses: [by('FRAME', 'iframe'), by('FRAME', 'iframe'), css('b')],
      waitedFor: "contentFrame().locator('b')",
    },
  ),
  {
    of: 'FRAME',
    name: 'of another origin',
    html: '<iframe></iframe><script>document.querySelector("iframe").src = "//localhost:" + location.port + "/hello"</script>',
    pass: [
      clicks(by('FRAME', 'iframe'), by('ROLE', 'button')),
      containsText('Clicked', by('FRAME', 'iframe'), by('ROLE', 'button')),
    ],
    fail: [clicks(by('FRAME', 'iframe'), by('ROLE', 'link'))],
    message: /^TimeoutError: locator\.click: Timeout [\s\S]*getByRole\('link'\)/m,
  },
  chain('FILTER', 'hasText', '<li>right</li><li>wrong</li>', {
    finds: [css('li'), by('FILTER', '', { hasText: 'RIGHT' })],
    misses: [css('li'), by('FILTER', '', { hasText: 'left' })],
    waitedFor: "filter({ hasText: 'left' })",
  }),
  chain('FILTER', 'hasText, a pattern', '<li>right 1</li><li>right x</li>', {
    finds: [css('li'), by('FILTER', '', { hasText: pattern('^right \\d$') })],
    misses: [css('li'), by('FILTER', '', { hasText: pattern('^Right') })],
    waitedFor: 'filter({ hasText: /^Right/ })',
  }),
  chain('FILTER', 'hasNotText', '<li>right</li><li>wrong</li>', {
    finds: [css('li'), by('FILTER', '', { hasNotText: 'wrong' })],
    misses: [css('li:last-of-type'), by('FILTER', '', { hasNotText: 'wrong' })],
    waitedFor: "filter({ hasNotText: 'wrong' })",
  }),
  chain('FILTER', 'hasNotText, a pattern', '<li>right</li><li>wrong</li>', {
    finds: [css('li'), by('FILTER', '', { hasNotText: pattern('^w') })],
    misses: [css('li'), by('FILTER', '', { hasNotText: pattern('.') })],
    waitedFor: 'filter({ hasNotText: /./ })',
  }),
  chain('FIRST', 'of the visible ones', '<li hidden>wrong</li><li>right</li><li>wrong</li>', {
    finds: [css('li'), by('FIRST')],
    misses: [css('b'), by('FIRST')],
    waitedFor: "locator('b').filter({ visible: true }).first()",
  }),
  chain('LAST', 'of the visible ones', '<li>wrong</li><li>right</li><li hidden>wrong</li>', {
    finds: [css('li'), by('LAST')],
    misses: [css('b'), by('LAST')],
    waitedFor: "locator('b').filter({ visible: true }).last()",
  }),
  chain('NTH', 'from the beginning', '<li>wrong</li><li hidden>wrong</li><li>right</li>', {
    finds: [css('li'), by('NTH', '1')],
    misses: [css('li'), by('NTH', '2')],
    waitedFor: '.nth(2)',
  }),
  chain('NTH', 'from the end', '<li>wrong</li><li>right</li><li>wrong</li>', {
    finds: [css('li'), by('NTH', '-2')],
    misses: [css('li'), by('NTH', '-4')],
    waitedFor: '.nth(-4)',
  }),
];

/** An element that is found by a text, and has an attribute more. */
type Element = (text: string, more: string) => string;

const right = 'onclick="report(`right`)"';
const wrong = 'onclick="report(`wrong`)"';

/** Clicks the one element that is right, and on the same page none. */
function picked(of: Type, name: string, html: string, { finds, misses, waitedFor }: Wanted): Row {
  return {
    of,
    name,
    html: reporting + html,
    pass: [clicks(...finds), reports('right')],
    fail: [clicks(...misses)],
    message: waitedFor,
  };
}

/** What is found by a text: by a part of it, by the whole, and by a pattern. */
function textual(type: Type, method: string, element: Element): Row[] {
  const find = (text: string, options?: Options) => [by(type, text, options)];
  const partly = element('Red wine', right) + element('Beer', wrong);
  return [
    picked(type, 'by a part, whatever its case', partly, {
      finds: find('red'),
      misses: find('green'),
      waitedFor: `${method}('green')`,
    }),
    picked(type, 'not exactly', partly, {
      finds: find('RED', { exact: false }),
      misses: find('green', { exact: false }),
      waitedFor: `${method}('green'`,
    }),
    picked(type, 'exactly', element('Red', right) + element('Red wine', wrong), {
      finds: find('Red', { exact: true }),
      misses: find('red', { exact: true }),
      waitedFor: `${method}('red', { exact: true })`,
    }),
    picked(type, 'by a pattern', element('Red 12', right) + element('Red x', wrong), {
      finds: find(pattern('^Red \\d+')),
      misses: find(pattern('^red')),
      waitedFor: `${method}(/^red/)`,
    }),
  ];
}

const pixel = 'data:image/gif;base64,R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7';

const texts: readonly Row[] = [
  ...textual('TEXT', 'getByText', (text, more) => `<p ${more}>${text}</p>`),
  ...textual('TITLE', 'getByTitle', (text, more) => `<p title="${text}" ${more}>Drink</p>`),
  ...textual('PLACEHOLDER', 'getByPlaceholder', (text, more) => `<input placeholder="${text}" ${more}>`),
  ...textual(
    'ALT_TEXT',
    'getByAltText',
    (text, more) => `<img alt="${text}" src="${pixel}" width="20" height="20" ${more}>`,
  ),
  ...textual(
    'LABEL',
    'getByLabel',
    (text, more) => `<p><label for="${text.length}">${text}</label> <input id="${text.length}" ${more}></p>`,
  ),
  picked(
    'TEST_ID',
    'the whole of it',
    `<p data-testid="pay-2" ${wrong}>Pay</p><p data-testid="pay" ${right}>Pay</p>`,
    { finds: [by('TEST_ID', 'pay')], misses: [by('TEST_ID', 'Pay')], waitedFor: "getByTestId('Pay')" },
  ),
  picked(
    'TEST_ID',
    'by a pattern',
    `<p data-testid="pay-x" ${wrong}>Pay</p><p data-testid="pay-2" ${right}>Pay</p>`,
    {
      finds: [by('TEST_ID', pattern('^pay-\\d$'))],
      misses: [by('TEST_ID', pattern('^Pay'))],
      waitedFor: 'getByTestId(/^Pay/)',
    },
  ),
];

function role(name: string, html: string, finds: ExchangeSelector, misses: ExchangeSelector): Row {
  const method = `getByRole('${misses.selector}'`;
  return picked('ROLE', name, html, { finds: [finds], misses: [misses], waitedFor: method });
}

/** A state of a role: the one that has it is right, and nothing has it by this name. */
function state(key: 'checked' | 'expanded' | 'pressed' | 'selected', of: string): Row[] {
  return [true, false].map((value) =>
    role(
      `${key}: ${value}`,
      `<p role="${of}" aria-${key}="${!value}" ${wrong}>other</p><p role="${of}" aria-${key}="${value}" ${right}>this</p>`,
      by('ROLE', of, { [key]: value }),
      by('ROLE', of, { [key]: value, name: 'other' }),
    ),
  );
}

const buttons = `<button aria-label="Pay later" ${wrong}>x</button><button aria-label="Pay" ${right}>x</button>`;

const roles: readonly Row[] = [
  role(
    'alone',
    `<a href="#" ${wrong}>Go</a><button ${right}>Go</button>`,
    by('ROLE', 'button'),
    by('ROLE', 'checkbox'),
  ),
  role(
    'with a name',
    `<button ${wrong}>Cancel</button><button ${right}>Pay now</button>`,
    by('ROLE', 'button', { name: 'pay' }),
    by('ROLE', 'button', { name: 'send' }),
  ),
  role(
    'with a pattern for a name',
    buttons,
    by('ROLE', 'button', { name: pattern('^Pay$') }),
    by('ROLE', 'button', { name: pattern('^pay') }),
  ),
  role(
    'with an exact name',
    buttons,
    by('ROLE', 'button', { name: 'Pay', exact: true }),
    by('ROLE', 'button', { name: 'pay', exact: true }),
  ),
  role(
    'with a name that need not be exact',
    `<button ${wrong}>Cancel</button><button ${right}>Pay now</button>`,
    by('ROLE', 'button', { name: 'PAY', exact: false }),
    by('ROLE', 'button', { name: 'send', exact: false }),
  ),
  role(
    'level',
    `<h1 ${wrong}>A</h1><h2 ${right}>B</h2>`,
    by('ROLE', 'heading', { level: 2 }),
    by('ROLE', 'heading', { level: 3 }),
  ),
  role(
    'includeHidden',
    `<button aria-hidden="true" ${right}>A</button>`,
    by('ROLE', 'button', { includeHidden: true }),
    by('ROLE', 'link', { includeHidden: true }),
  ),
  role(
    'not includeHidden',
    `<button aria-hidden="true" ${wrong}>A</button><button ${right}>B</button>`,
    by('ROLE', 'button', { includeHidden: false }),
    by('ROLE', 'button', { includeHidden: false, name: 'A' }),
  ),
  ...state('checked', 'checkbox'),
  ...state('expanded', 'button'),
  ...state('pressed', 'button'),
  ...state('selected', 'tab'),
  // A disabled element can be checked but not clicked.
  ...[true, false].map((disabled) =>
    chain(
      'ROLE',
      `disabled: ${disabled}`,
      `<p role="button" aria-disabled="${!disabled}">wrong</p><p role="button" aria-disabled="${disabled}">right</p>`,
      {
        finds: [by('ROLE', 'button', { disabled })],
        misses: [by('ROLE', 'button', { disabled, name: 'wrong' })],
        waitedFor: "getByRole('button', { name: 'wrong'",
      },
    ),
  ),
];

export const selectorRows: readonly Row[] = [...structure, ...texts, ...roles];
