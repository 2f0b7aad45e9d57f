import fc from 'fast-check';
import { expect, it } from 'vitest';
import { exchangeSelector } from '../../../src/contract/exchange/selector.ts';
import { LocatorLineError } from '../../../src/service/locator-line/call-chain.ts';
import { parseLocator } from '../../../src/service/locator-line/parse-locator.ts';
import { printLocator } from '../../../src/service/locator-line/print-locator.ts';
import { runs } from '../../fuzz/runs.ts';
import { cpuMs } from '../../support/cpu-time.ts';
import { by, css, pattern } from '../../support/steps.ts';
import { selectorChain } from './selector-chains.ts';

it('what is printed is read back as it was', () => {
  fc.assert(
    fc.property(selectorChain, (chain) => {
      expect(parseLocator(printLocator(chain))).toEqual(chain);
    }),
    runs(3000),
  );
});

it.each([
  "page.getByText('Pay')",
  "getByText('Pay')",
  "await page.getByText('Pay');",
  '\n  page\n    . getByText ( "Pay" , )\n  ;\n',
  'page.getByText(`Pay`)',
  "page.getByText('P\\x61\\u0079\\\n')",
  "page.getByText('\\u{50}ay', {})",
  "page.getByText('Pay').filter({ visible: true })",
])('%j finds the text Pay', (line) => {
  expect(parseLocator(line)).toEqual([by('TEXT', 'Pay')]);
});

it.each([
  [
    "page.locator('#f').contentFrame().getByLabel('Card', { 'exact': true, })",
    [by('FRAME', '#f'), by('LABEL', 'Card', { exact: true })],
  ],
  [
    "frameLocator('#f').locator('li', { hasText: /lamp/ }).nth(-1)",
    [by('FRAME', '#f'), css('li'), by('FILTER', '', { hasText: pattern('lamp') }), by('NTH', '-1')],
  ],
  ['getByText(/pay \\/ now/i)', [by('TEXT', pattern('(?i:pay \\/ now)'))]],
  ["getByText(new RegExp('^a/b', 's'))", [by('TEXT', pattern('(?s:^a/b)'))]],
  ["getByText('{')", [by('TEXT', '{')]],
  ["getByText('new')", [by('TEXT', 'new')]],
  ["getByText('Hello, $NAME')", [by('TEXT', 'Hello, $NAME')]],
  ["getByText('')", undefined],
])('%j is understood', (line, selectors) => {
  if (selectors === undefined) expect(() => parseLocator(line)).toThrow('not empty');
  else expect(parseLocator(line)).toEqual(selectors);
});

it.each([
  ['', 1, "unexpected end: a locator is a chain of calls such as getByText('Pay').first()"],
  ['page', 5, 'unexpected end'],
  ['page.getByText', 15, 'unexpected end'],
  ['page.page.getByText()', 10, 'unexpected "."'],
  ["(page.getByText('a'))", 1, 'unexpected "("'],
  ["page.getByText('a'), page.getByText('b')", 20, 'unexpected ","'],
  ["page.getByText('a' 'b')", 20, `unexpected "'"`],
  ["getByText('a', () => 1)", 19, 'unexpected "="'],
  ['getByText(- - 1)', 13, 'unexpected "-"'],
  ['getByText({ a: { b: { c: 1 } } })', 21, 'unexpected "{"'],
  [
    "page.getByText('Pay').click()",
    23,
    'click is not supported. Use one of frameLocator, locator, getByText',
  ],
  ["page.getByText('a' + 'b')", 16, 'getByText takes a text in quotes or a regular expression'],
  ["page.getByText('a' * 'b')", 20, 'unexpected "*"'],
  [`page.getByText(\`a\${b}\`)`, 18, 'a substitution in a template literal is not allowed'],
  ['page.getByText(a)', 16, 'getByText takes a text in quotes or a regular expression'],
  ["page.getByText('a", 16, 'Unterminated string constant'],
  ["page.getByText('a\nb')", 16, 'Unterminated string constant'],
  ['page.getByText(/a)', 17, 'Unterminated regular expression'],
  ['page.getByText(/(/)', 17, 'Invalid regular expression'],
  ['page.getByText(/a/g)', 16, 'the flags "g" are not allowed'],
  ["page.getByText('a', { exact: 1 })", 30, 'exact takes true or false'],
  ["page.getByText('a', { exact: true, exact: true })", 36, 'exact is given twice'],
  ["page.getByText('a', { toString: 1 })", 23, 'toString is not an option of getByText. Use one of exact'],
  ["page.getByText('a', { has: { a: 1 } })", 23, 'has is not an option'],
  ["page.getByText('a', {}, 1)", 25, 'getByText takes 2 values'],
  ["page.getByRole('buton')", 16, '"buton" is not an ARIA role'],
  ['page.getByRole(/b/)', 16, 'getByRole takes a text in quotes'],
  ["page.locator('a').nth(1.5)", 23, 'nth takes a whole number'],
  ['page.first()', 6, 'first narrows the elements of another call'],
  ["page.frameLocator('#f').first()", 25, 'first narrows the elements of another call'],
  ["page.frameLocator('#f')", 24, 'the locator ends with a frame'],
  ["page.getByTitle('f').contentFrame()", 22, 'contentFrame is only allowed after locator'],
  ["page.locator('a').filter({ visible: false })", 19, 'visible: false is not allowed'],
  ["page.locator('a') // here", 19, 'a comment is not allowed'],
  ["page.locator('a'); page", 20, 'unexpected "page"'],
  ["page['locator']('a')", 5, 'unexpected "["'],
  ["page.locator('\\8')", 16, 'Invalid escape sequence'],
])('%j is refused at the character in question', (line, character, message) => {
  const parse = () => parseLocator(line);
  expect(parse).toThrow(LocatorLineError);
  expect(parse).toThrow(message);
  expect(parse).toThrow(new RegExp(`^character ${character}: `));
});

it('is refused when it is too long, or has too many calls', () => {
  expect(() => parseLocator(`page.getByText('${'a'.repeat(10_000)}')`)).toThrow('at most 10000 characters');
  expect(() => parseLocator(`page.locator('a')${'.first()'.repeat(100)}`)).toThrow('more than 100 calls');
});

it.each([
  ['groups', `page.getByText(/${'('.repeat(4900)}a${')'.repeat(4899)}/)`],
  ['labels', `page.getByText({ a() { ${'a:'.repeat(4900)} } })`],
  ['objects', `page.getByText(${'{a:'.repeat(3000)}`],
])('deeply nested %s are refused', (_, line) => {
  expect(() => parseLocator(line)).toThrow(LocatorLineError);
});

/** Pieces of locator lines in any order come further than arbitrary characters do. */
const almostLine = fc
  .array(
    fc.oneof(
      fc.constantFrom(
        ...['page', '.', '(', ')', '{', '}', ',', ':', ';', 'await ', 'new ', 'RegExp', 'true', '-1', '1e9'],
        ...["'", '"', '`', '/', '\\', '${', '[', ']', '\n', 'name', 'exact', 'hasText', 'visible'],
        ...['getByText', 'getByRole', 'locator', 'contentFrame', 'first()', 'filter(', "'x'", '/x/', 'nth('],
      ),
      fc.string({ unit: 'binary', maxLength: 5 }),
    ),
    { maxLength: 40 },
  )
  .map((parts) => parts.join(''));

it('any text is read or refused with a position, and what is read is valid', () => {
  fc.assert(
    fc.property(fc.oneof(almostLine, fc.string({ unit: 'binary' })), (line) => {
      try {
        for (const selector of parseLocator(line)) exchangeSelector.parse(selector);
      } catch (error) {
        expect(error).toBeInstanceOf(LocatorLineError);
      }
    }),
    runs(5000),
  );
});

it.each([
  '(',
  '{',
  '[',
  "'",
  '\\',
  '/',
  '.',
  ' ',
  'a',
  '-',
  '9',
  '(?:',
  '(a+)+',
  "'\\u{0",
  'a(',
  'a({a:',
  '\\u{',
])('10,000 characters of %j take no time', async (piece) => {
  const ms = await cpuMs(() => {
    for (const start of ['', 'page.getByText(', 'page.getByText(/', "page.getByText('", 'page.getByText(`']) {
      const line = (start + piece.repeat(10_000)).slice(0, 10_000);
      expect(() => parseLocator(line)).toThrow(LocatorLineError);
    }
  });
  expect(ms).toBeLessThan(1000);
});
