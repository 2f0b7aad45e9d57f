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
  met: ExchangeSelector[],
  unmet: ExchangeSelector[],
  message: RegExp,
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
  ...plain(
    'VISIBLE',
    'what comes later',
    `<p hidden>Hi</p>${later('document.body.append("Done")')}`,
    [by('TEXT', 'Done')],
    [css('p')],
    /^expect\(locator\)\.toBeVisible\(\) failed[\s\S]*Expected: visible[\s\S]*element\(s\) not found/m,
  ),
  ...plain(
    'NOT_VISIBLE',
    'what goes away',
    `<p>Hi</p><p hidden>Hi</p><b>Stay</b>${later('document.querySelector("p").remove()')}`,
    [css('p')],
    [css('b')],
    /^expect\(locator\)\.toHaveCount\(expected\) failed[\s\S]*Expected: 0\nReceived: 1/m,
  ),
  ...plain(
    'DISABLED',
    'a control',
    '<button disabled>Go</button><fieldset disabled><input></fieldset><b role="button">Go</b>',
    [css('input')],
    [css('b')],
    /^expect\(locator\)\.toBeDisabled\(\) failed[\s\S]*Received: enabled/m,
  ),
  ...plain(
    'TO_BE_CHECKED',
    'a checkbox',
    '<input type="checkbox" checked><i role="switch" aria-checked="false">Dark</i>',
    [css('input')],
    [css('i')],
    /^expect\(locator\)\.toBeChecked\(\) failed[\s\S]*Received: unchecked/m,
  ),
  ...plain(
    'NOT_TO_BE_CHECKED',
    'a radio button',
    '<input type="radio"><i role="radio" aria-checked="true">Tea</i>',
    [css('input')],
    [css('i')],
    /^expect\(locator\)(?:\.not)?\.toBeChecked\(\) failed[\s\S]*Expected: not checked\nReceived: checked/m,
  ),
];

function text(
  of: Extract<Expectation, 'TO_HAVE_VALUE' | 'TO_CONTAIN_TEXT'>,
  name: string,
  html: string,
  [met, unmet]: readonly [string, string],
  message: RegExp,
): Row {
  const expected = (calledWith: string) => expects({ expectation: of, calledWith }, css('.is'));
  return { of, name, html, pass: [expected(met)], fail: [expected(unmet)], message };
}

const field = '<input class="is" value="Order  12">';
const paragraph = '<p class="is">Total:\n\t <b>12</b>&nbsp;EUR</p>';

const texts: readonly Row[] = [
  text(
    'TO_HAVE_VALUE',
    'a text',
    field,
    ['Order  12', 'Order 12'],
    /Expected: "Order 12"\nReceived: "Order {2}12"/,
  ),
  text(
    'TO_HAVE_VALUE',
    'a pattern',
    field,
    [pattern('^Order\\s+\\d+$'), pattern('^order')],
    /Expected pattern: \/\^order\/\nReceived string: {2}"Order {2}12"/,
  ),
  text(
    'TO_CONTAIN_TEXT',
    'a text',
    paragraph,
    ['Total: 12 EUR', 'total'],
    /Expected substring: "total"\nReceived string: {4}"Total:\\n/,
  ),
  text(
    'TO_CONTAIN_TEXT',
    'a pattern',
    paragraph,
    [pattern('^Total:\\s+\\d+'), pattern('^\\d')],
    /Expected pattern: \/\^\\d\/\nReceived string:/,
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

export const expectationRows: readonly Row[] = [...states, ...texts, ...styles, ...responses];
