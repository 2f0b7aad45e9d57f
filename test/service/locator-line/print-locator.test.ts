import { expect, it } from 'vitest';
import { printLocator } from '../../../src/service/locator-line/print-locator.ts';
import { by, css, pattern } from '../../support/steps.ts';

it('a chain is printed as Playwright calls, from left to right', () => {
  const chain = [
    by('FRAME', '#f'),
    by('ROLE', 'button', { name: 'Pay', exact: true }),
    by('FILTER', '', { hasText: pattern('x') }),
    by('FIRST'),
  ];
  expect(printLocator(chain)).toBe(
    "page.frameLocator('#f').getByRole('button', { name: 'Pay', exact: true }).filter({ hasText: /x/ }).first()",
  );
});

it.each([
  [css('a > b'), "page.locator('a > b')"],
  [by('TEXT', "It's here"), `page.getByText("It's here")`],
  [by('TEXT', `It's "here"`), `page.getByText('It\\'s "here"')`],
  [by('TEXT', 'a\\b\n\u2028\u202e\ud800'), "page.getByText('a\\\\b\\n\\u2028\\u202e\\ud800')"],
  [by('ALT_TEXT', 'A', { exact: false }), "page.getByAltText('A', { exact: false })"],
  [by('LABEL', 'A', { exact: true }), "page.getByLabel('A', { exact: true })"],
  [by('PLACEHOLDER', 'A', {}), "page.getByPlaceholder('A')"],
  [by('TITLE', 'A'), "page.getByTitle('A')"],
  [by('TEST_ID', pattern('^a')), 'page.getByTestId(/^a/)'],
  [by('ROLE', 'heading', { level: 2 }), "page.getByRole('heading', { level: 2 })"],
  [by('LAST'), 'page.last()'],
  [by('NTH', '-1'), 'page.nth(-1)'],
  [by('NTH', '007'), 'page.nth(7)'],
  [by('FILTER'), 'page.filter()'],
  [by('FILTER', '', { hasNotText: 'sold' }), "page.filter({ hasNotText: 'sold' })"],
  [by('TEXT', 'A', { name: 'not of a text', hasText: 'nor this' }), "page.getByText('A')"],
])('%j is printed as %s', (selector, line) => {
  expect(printLocator([selector])).toBe(line);
});

it.each([
  ['\\d+/\\d+', "new RegExp('\\\\d+/\\\\d+')"],
  ['a\\/b[/]', '/a\\/b[/]/'],
  ['', "new RegExp('')"],
  ['*x', "new RegExp('*x')"],
  ['a\nb', "new RegExp('a\\nb')"],
  ['a\u202eb', "new RegExp('a\\u202eb')"],
  ['(', "new RegExp('(')"],
  // Node 22 has no flags within a pattern.
  ['(?i:pay)', '/pay/i'],
  ['(?im:a/b)', "new RegExp('a/b', 'im')"],
  ['(?i:a)(?:b)', '/(?i:a)(?:b)/'],
])('the pattern %j is a literal only where one says just this', (source, printed) => {
  expect(printLocator([by('TEXT', pattern(source))])).toBe(`page.getByText(${printed})`);
});
