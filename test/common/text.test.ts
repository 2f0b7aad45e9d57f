import fc from 'fast-check';
import { expect, it } from 'vitest';
import { decodeUtf8, escapeHtml, escapeRegExp, formatCount, joinFilled } from '../../src/common/text.ts';

it('decodes UTF-8 without its byte order mark', () => {
  expect(decodeUtf8(Buffer.from('\uFEFFcafé ☕'))).toBe('café ☕');
});

it('does not decode bytes that are not UTF-8', () => {
  expect(decodeUtf8(Buffer.from('café', 'latin1'))).toBeUndefined();
});

it('escapes any text for a regular expression that matches exactly this text', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), fc.constantFrom('', 'u'), (text, flags) => {
      expect(new RegExp(`^${escapeRegExp(text)}$`, flags).test(text)).toBe(true);
    }),
  );
  expect(new RegExp(`^${escapeRegExp('a.b')}$`).test('axb')).toBe(false);
});

it('escapes what could end a text or an attribute in HTML', () => {
  expect(escapeHtml(`<a href="x" title='y'>&amp;`)).toBe(
    '&lt;a href=&quot;x&quot; title=&#39;y&#39;&gt;&amp;amp;',
  );
});

it('joins the texts that are there', () => {
  expect(joinFilled(['a', '', undefined, 'b'], ', ')).toBe('a, b');
  expect(joinFilled(['', undefined], ', ')).toBe('');
});

it('a count has a singular', () => {
  expect([0, 1, 2].map((count) => formatCount(count, 'more test case'))).toEqual([
    '0 more test cases',
    '1 more test case',
    '2 more test cases',
  ]);
});
