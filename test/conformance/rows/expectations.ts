import type { Assertion, Expectation } from '../../../src/contract/exchange/assertion.ts';
import type { ExchangeSelector } from '../../../src/contract/exchange/selector.ts';
import { by, css, pattern } from '../../support/steps.ts';
import { expects, later, type Row } from './row.ts';

type Plain = Extract<Assertion, { calledWith?: null | undefined }>;

/** Both ways to say nothing, each met and not met. */
function plain(
  expectation: Plain['expectation'],
  name: string,
  html: string,
  {
    met,
    unmet,
    message,
  }: { readonly met: ExchangeSelector[]; readonly unmet: ExchangeSelector[]; readonly message: RegExp },
): Row[] {
  const nothing: Plain = { expectation };
  const withNull: Plain = { expectation, calledWith: null };
  return [
    {
      of: expectation,
      name,
      html,
      pass: [expects(nothing, ...met)],
      fail: [expects(nothing, ...unmet)],
      message,
    },
    {
      of: expectation,
      name: `${name}, with null`,
      html,
      pass: [expects(withNull, ...met)],
      fail: [expects(withNull, ...unmet)],
      message,
    },
  ];
}

const states: readonly Row[] = [
  ...plain('VISIBLE', 'what comes later', `<p hidden>Hi</p>${later('document.body.append("Done")')}`, {
    met: [by('TEXT', 'Done')],
    unmet: [css('p')],
    message:
      /^expect\(locator\)\.toBeVisible\(\) failed[\s\S]*Expected: visible[\s\S]*element\(s\) not found/m,
  }),
  ...plain(
    'NOT_VISIBLE',
    'what goes away',
    `<p>Hi</p><p hidden>Hi</p><b>Stay</b>${later('document.querySelector("p").remove()')}`,
    {
      met: [css('p')],
      unmet: [css('b')],
      message: /^expect\(locator\)\.toHaveCount\(expected\) failed[\s\S]*Expected: 0\nReceived: 1/m,
    },
  ),
  ...plain(
    'DISABLED',
    'a control',
    '<button disabled>Go</button><fieldset disabled><input></fieldset><b role="button">Go</b>',
    {
      met: [css('input')],
      unmet: [css('b')],
      message: /^expect\(locator\)\.toBeDisabled\(\) failed[\s\S]*Received: enabled/m,
    },
  ),
  ...plain(
    'TO_BE_CHECKED',
    'a checkbox',
    '<input type="checkbox" checked><i role="switch" aria-checked="false">Dark</i>',
    {
      met: [css('input')],
      unmet: [css('i')],
      message: /^expect\(locator\)\.toBeChecked\(\) failed[\s\S]*Received: unchecked/m,
    },
  ),
  ...plain(
    'NOT_TO_BE_CHECKED',
    'a radio button',
    '<input type="radio"><i role="radio" aria-checked="true">Tea</i>',
    {
      met: [css('input')],
      unmet: [css('i')],
      message:
        /^expect\(locator\)(?:\.not)?\.toBeChecked\(\) failed[\s\S]*Expected: not checked\nReceived: checked/m,
    },
  ),
  ...plain(
    'ENABLED',
    'a control that becomes so',
    `<button disabled>Go</button><fieldset disabled><input></fieldset>${later('document.querySelector("button").disabled = false')}`,
    {
      met: [css('button')],
      unmet: [css('input')],
      message: /^expect\(locator\)\.toBeEnabled\(\) failed[\s\S]*Received: disabled/m,
    },
  ),
  ...plain('FOCUSED', 'a field', '<input><textarea autofocus></textarea>', {
    met: [css('textarea')],
    unmet: [css('input')],
    message: /^expect\(locator\)\.toBeFocused\(\) failed[\s\S]*Expected: focused\nReceived: inactive/m,
  }),
];

function text(
  of: Extract<Expectation, 'TO_HAVE_VALUE' | 'TO_CONTAIN_TEXT' | 'TO_HAVE_TEXT' | 'NOT_TO_CONTAIN_TEXT'>,
  name: string,
  html: string,
  {
    values: [met, unmet],
    message,
  }: { readonly values: readonly [met: string, unmet: string]; readonly message: RegExp },
): Row {
  const expected = (calledWith: string) => expects({ expectation: of, calledWith }, css('.is'));
  return { of, name, html, pass: [expected(met)], fail: [expected(unmet)], message };
}

const field = '<input class="is" value="Order  12">';
const paragraph = '<p class="is">Total:\n\t <b>12</b>&nbsp;EUR</p>';

const texts: readonly Row[] = [
  text('TO_HAVE_VALUE', 'a text', field, {
    values: ['Order  12', 'Order 12'],
    message: /Expected: "Order 12"\nReceived: "Order {2}12"/,
  }),
  text('TO_HAVE_VALUE', 'a pattern', field, {
    values: [pattern('^Order\\s+\\d+$'), pattern('^order')],
    message: /Expected pattern: \/\^order\/\nReceived string: {2}"Order {2}12"/,
  }),
  text('TO_CONTAIN_TEXT', 'a text', paragraph, {
    values: ['Total: 12 EUR', 'total'],
    message: /Expected substring: "total"\nReceived string: {4}"Total:\\n/,
  }),
  text('TO_CONTAIN_TEXT', 'a pattern', paragraph, {
    values: [pattern('^Total:\\s+\\d+'), pattern('^\\d')],
    message: /Expected pattern: \/\^\\d\/\nReceived string:/,
  }),
  text('TO_HAVE_TEXT', 'a text', paragraph, {
    values: ['Total:  12 EUR', 'Total: 12'],
    message:
      /^expect\(locator\)\.toHaveText\(expected\) failed[\s\S]*Expected: "Total: 12"\nReceived: "Total:\\n/m,
  }),
  text('TO_HAVE_TEXT', 'a pattern', paragraph, {
    values: [pattern('^Total:\\s+\\d+'), pattern('^Total:$')],
    message: /Expected pattern: \/\^Total:\$\/\nReceived string:/,
  }),
  text('NOT_TO_CONTAIN_TEXT', 'a text', paragraph, {
    values: ['Total: 13', '12 EUR'],
    message:
      /^expect\(locator\)\.not\.toContainText\(expected\) failed[\s\S]*Expected substring: not "12 EUR"\nReceived string: {4}"Total:/m,
  }),
  text('NOT_TO_CONTAIN_TEXT', 'a pattern', paragraph, {
    values: [pattern('^\\d'), pattern('\\d+')],
    message: /Expected pattern: not \/\\d\+\/\nReceived string:/,
  }),
  {
    of: 'NOT_TO_CONTAIN_TEXT',
    name: 'an element that is not there',
    html: paragraph,
    pass: [expects({ expectation: 'NOT_TO_CONTAIN_TEXT', calledWith: '13' }, css('p'))],
    fail: [expects({ expectation: 'NOT_TO_CONTAIN_TEXT', calledWith: '13' }, css('h1'))],
    message: 'element(s) not found',
  },
];

const counted = '<ul><li>Tea<li>Milk<li hidden>Salt</ul><iframe srcdoc="<li>Bread"></iframe>';

function count(name: string, selectors: ExchangeSelector[], [met, unmet]: readonly [number, number]): Row {
  const expected = (calledWith: number) =>
    expects({ expectation: 'TO_HAVE_COUNT', calledWith }, ...selectors);
  const message = new RegExp(`toHaveCount\\(expected\\) failed[\\s\\S]*Expected: ${unmet}\nReceived: ${met}`);
  return {
    of: 'TO_HAVE_COUNT',
    name,
    html: counted,
    pass: [expected(met)],
    fail: [expected(unmet)],
    message,
  };
}

const counts: readonly Row[] = [
  count('visible elements', [css('li')], [2, 3]),
  count('no element', [css('b')], [0, 1]),
  count('an element at most', [css('li')], [2, 0]),
  count('hidden elements of a ROLE', [by('ROLE', 'listitem', { includeHidden: true })], [3, 2]),
  count('elements of a frame', [by('FRAME', 'iframe'), css('li')], [1, 0]),
  {
    of: 'TO_HAVE_COUNT',
    name: 'no element of a frame',
    html: counted,
    pass: [expects({ expectation: 'TO_HAVE_COUNT', calledWith: 0 }, by('FRAME', 'iframe'), css('b'))],
    fail: [expects({ expectation: 'TO_HAVE_COUNT', calledWith: 0 }, by('FRAME', '#gone'), css('b'))],
    message: 'the frame does not exist',
  },
];

const link = '<a class="is" href="/cart?id=1" download="">Cart</a>';

function attribute(name: string, [met, unmet]: readonly (readonly [string, string])[], message: RegExp): Row {
  const expected = (calledWith: readonly [string, string] = ['', '']) =>
    expects({ expectation: 'TO_HAVE_ATTRIBUTE', calledWith: [...calledWith] }, css('.is'));
  return {
    of: 'TO_HAVE_ATTRIBUTE',
    name,
    html: link,
    pass: [expected(met)],
    fail: [expected(unmet)],
    message,
  };
}

const attributes: readonly Row[] = [
  attribute(
    'a value',
    [
      ['href', '/cart?id=1'],
      ['href', '/cart'],
    ],
    /^expect\(locator\)\.toHaveAttribute\(expected\) failed[\s\S]*Expected: "\/cart"\nReceived: "\/cart\?id=1"/m,
  ),
  attribute(
    'a pattern',
    [
      ['href', pattern('id=\\d$')],
      ['href', pattern('^id')],
    ],
    /Expected pattern: \/\^id\/\nReceived string: {2}"\/cart/,
  ),
  attribute(
    'an empty value',
    [
      ['download', ''],
      ['title', ''],
    ],
    /but it has no such attribute\.[\s\S]*Expected: ""\nReceived: null/,
  ),
];

const titled =
  '<title>Cart\n (2)</title><p>Hi</p><script>history.pushState({}, "", "/row/0/cart?id=1#top")</script>';

function ofPage(
  of: Extract<Expectation, 'TO_HAVE_URL' | 'TO_HAVE_TITLE'>,
  name: string,
  [met, unmet]: readonly [string, string],
  message: RegExp,
): Row {
  const expected = (calledWith: string) => expects({ expectation: of, calledWith });
  return { of, name, html: titled, pass: [expected(met)], fail: [expected(unmet)], message };
}

const pages: readonly Row[] = [
  ofPage(
    'TO_HAVE_URL',
    'a path',
    ['/row/0/cart?id=1#top', '/row/0/cart?id=1'],
    /^expect\(page\)\.toHaveURL\(expected\) failed\n\nExpected: "http[^"]*id=1"\nReceived: "http[^"]*#top"/m,
  ),
  ofPage(
    'TO_HAVE_URL',
    'a whole URL',
    ['$OCTO_URL/row/0/cart?id=1#top', '$OCTO_URL/'],
    /^Expected the page to have the URL "http[^"]*", but its URL is "http[^"]*#top"\.$/m,
  ),
  ofPage(
    'TO_HAVE_URL',
    'a pattern',
    [pattern('/cart\\?id=\\d#'), pattern('/cart$')],
    /Expected pattern: \/\\\/cart\$\/\nReceived string:/,
  ),
  ofPage(
    'TO_HAVE_TITLE',
    'a text',
    ['Cart  (2)', 'Cart'],
    /^expect\(page\)\.toHaveTitle\(expected\) failed\n\nExpected: "Cart"\nReceived: "Cart/m,
  ),
  ofPage(
    'TO_HAVE_TITLE',
    'a pattern',
    [pattern('^Cart\\s'), pattern('^\\d')],
    /Expected pattern: \/\^\\d\/\nReceived string: {2}"Cart/,
  ),
];

function style(
  name: string,
  property: string,
  [met, unmet]: readonly [string, string],
  message: RegExp,
): Row {
  const expected = (value: string) =>
    expects({ expectation: 'TO_HAVE_STYLE', calledWith: [property, value] }, css('p'));
  const html = '<div style="--gap: 4px"><p style="color: red; font-size: 33px">Hi</p></div>';
  return { of: 'TO_HAVE_STYLE', name, html, pass: [expected(met)], fail: [expected(unmet)], message };
}

const styles: readonly Row[] = [
  style('a value', 'color', ['rgb(255, 0, 0)', 'red'], /Expected: "red"\nReceived: "rgb\(255, 0, 0\)"/),
  style('a pattern', 'font-size', [pattern('^33(\\.0)?px$'), pattern('em')], /Expected pattern: \/em\//),
  style('a custom property', '--gap', ['4px', '5px'], /Expected: "5px"\nReceived: "4px"/),
];

function answers(name: string, ok: string, notOk: string, message: RegExp): Row {
  const expected = (calledWith: string) => expects({ expectation: 'RESPONSE_OK', calledWith });
  return { of: 'RESPONSE_OK', name, html: '', pass: [expected(ok)], fail: [expected(notOk)], message };
}

const responses: readonly Row[] = [
  answers('a path', '/hello', '/missing', /^expect\(response\)\.toBeOK\(\) failed[\s\S]*Received: 404/m),
  answers('a whole URL', '$OCTO_URL/hello', '$OCTO_URL/missing', /Request: {2}GET http[\s\S]*Received: 404/),
];

export const expectationRows: readonly Row[] = [
  ...states,
  ...texts,
  ...counts,
  ...attributes,
  ...styles,
  ...pages,
  ...responses,
];
