import type { ExchangeSelector } from '../../../src/contract/exchange/selector.ts';
import { by, clicks, containsText, css, pattern, sees } from '../../support/steps.ts';
import { type Row, reporting, reports } from './row.ts';

type Type = ExchangeSelector['selectorType'];
type Options = ExchangeSelector['options'];
type Chain = readonly ExchangeSelector[];

/** Finds the one element that says "right" among decoys, and on the same page nothing. */
function chain(of: Type, name: string, html: string, finds: Chain, misses: Chain, waitedFor: string): Row {
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
  chain(
    'CSS',
    'inside CSS',
    '<p>wrong</p><div><p>right</p></div><b>none</b>',
    [css('div'), css('p')],
    [css('b'), css('p')],
    "locator('b').locator('p')",
  ),
  chain(
    'CSS',
    'only what is visible',
    '<p hidden>wrong</p><p style="visibility:hidden">wrong</p><p>right</p><i hidden>wrong</i>',
    [css('p')],
    [css('i')],
    "locator('i')",
  ),
  chain(
    'FRAME',
    'by its CSS',
    '<p>wrong</p><iframe class="a" srcdoc="<p>right</p>"></iframe><iframe class="b" srcdoc="<p>wrong</p>"></iframe>',
    [by('FRAME', '.a'), css('p')],
    [by('FRAME', '.c'), css('p')],
    "locator('.c')",
  ),
  chain(
    'FRAME',
    'inside a FRAME',
    `<iframe srcdoc="<p>wrong</p><iframe srcdoc='<p>right</p>'></iframe>"></iframe>`,
    [by('FRAME', 'iframe'), by('FRAME', 'iframe'), css('p')],
    [by('FRAME', 'iframe'), by('FRAME', 'iframe'), css('b')],
    "contentFrame().locator('b')",
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
  chain(
    'FILTER',
    'hasText',
    '<li>right</li><li>wrong</li>',
    [css('li'), by('FILTER', '', { hasText: 'RIGHT' })],
    [css('li'), by('FILTER', '', { hasText: 'left' })],
    "filter({ hasText: 'left' })",
  ),
  chain(
    'FILTER',
    'hasText, a pattern',
    '<li>right 1</li><li>right x</li>',
    [css('li'), by('FILTER', '', { hasText: pattern('^right \\d$') })],
    [css('li'), by('FILTER', '', { hasText: pattern('^Right') })],
    'filter({ hasText: /^Right/ })',
  ),
  chain(
    'FILTER',
    'hasNotText',
    '<li>right</li><li>wrong</li>',
    [css('li'), by('FILTER', '', { hasNotText: 'wrong' })],
    [css('li:last-of-type'), by('FILTER', '', { hasNotText: 'wrong' })],
    "filter({ hasNotText: 'wrong' })",
  ),
  chain(
    'FILTER',
    'hasNotText, a pattern',
    '<li>right</li><li>wrong</li>',
    [css('li'), by('FILTER', '', { hasNotText: pattern('^w') })],
    [css('li'), by('FILTER', '', { hasNotText: pattern('.') })],
    'filter({ hasNotText: /./ })',
  ),
  chain(
    'FIRST',
    'of the visible ones',
    '<li hidden>wrong</li><li>right</li><li>wrong</li>',
    [css('li'), by('FIRST')],
    [css('b'), by('FIRST')],
    "locator('b').filter({ visible: true }).first()",
  ),
  chain(
    'LAST',
    'of the visible ones',
    '<li>wrong</li><li>right</li><li hidden>wrong</li>',
    [css('li'), by('LAST')],
    [css('b'), by('LAST')],
    "locator('b').filter({ visible: true }).last()",
  ),
  chain(
    'NTH',
    'from the beginning',
    '<li>wrong</li><li hidden>wrong</li><li>right</li>',
    [css('li'), by('NTH', '1')],
    [css('li'), by('NTH', '2')],
    '.nth(2)',
  ),
  chain(
    'NTH',
    'from the end',
    '<li>wrong</li><li>right</li><li>wrong</li>',
    [css('li'), by('NTH', '-2')],
    [css('li'), by('NTH', '-4')],
    '.nth(-4)',
  ),
];

/** An element that is found by a text, and has an attribute more. */
type Element = (text: string, more: string) => string;

const right = 'onclick="report(`right`)"';
const wrong = 'onclick="report(`wrong`)"';

/** Clicks the one element that is right, and on the same page none. */
function picked(of: Type, name: string, html: string, finds: Chain, misses: Chain, waitedFor: string): Row {
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
    picked(type, 'by a part, whatever its case', partly, find('red'), find('green'), `${method}('green')`),
    picked(
      type,
      'not exactly',
      partly,
      find('RED', { exact: false }),
      find('green', { exact: false }),
      `${method}('green'`,
    ),
    picked(
      type,
      'exactly',
      element('Red', right) + element('Red wine', wrong),
      find('Red', { exact: true }),
      find('red', { exact: true }),
      `${method}('red', { exact: true })`,
    ),
    picked(
      type,
      'by a pattern',
      element('Red 12', right) + element('Red x', wrong),
      find(pattern('^Red \\d+')),
      find(pattern('^red')),
      `${method}(/^red/)`,
    ),
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
    [by('TEST_ID', 'pay')],
    [by('TEST_ID', 'Pay')],
    "getByTestId('Pay')",
  ),
  picked(
    'TEST_ID',
    'by a pattern',
    `<p data-testid="pay-x" ${wrong}>Pay</p><p data-testid="pay-2" ${right}>Pay</p>`,
    [by('TEST_ID', pattern('^pay-\\d$'))],
    [by('TEST_ID', pattern('^Pay'))],
    'getByTestId(/^Pay/)',
  ),
];

function role(name: string, html: string, finds: ExchangeSelector, misses: ExchangeSelector): Row {
  const method = `getByRole('${misses.selector}'`;
  return picked('ROLE', name, html, [finds], [misses], method);
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
      [by('ROLE', 'button', { disabled })],
      [by('ROLE', 'button', { disabled, name: 'wrong' })],
      "getByRole('button', { name: 'wrong'",
    ),
  ),
];

export const selectorRows: readonly Row[] = [...structure, ...texts, ...roles];
