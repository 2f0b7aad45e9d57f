import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cut, showInvisible } from '../../../src/common/text.ts';
import { Budget, writeFairly } from '../../../src/report/markdown/fitting.ts';
import { code, codeBlock, link, plain } from '../../../src/report/markdown/markdown.ts';

describe('a character that can’t be seen', () => {
  it.each([
    ['NUL', '\u0000', '\\u0000'],
    ['escape', '\u001B[31m', '\\u001b[31m'],
    ['delete', '\u007F', '\\u007f'],
    ['next line', '\u0085', '\\u0085'],
    ['right-to-left override', '\u202E', '\\u202e'],
    ['right-to-left isolate', '\u2067', '\\u2067'],
    ['Arabic letter mark', '\u061C', '\\u061c'],
    ['right-to-left mark', '\u200F', '\\u200f'],
    ['line separator', '\u2028', '\\u2028'],
    ['word joiner', '\u2060', '\\u2060'],
    ['byte order mark', '\uFEFF', '\\ufeff'],
    ['tag, as it hides instructions', '\u{E0041}', '\\u{e0041}'],
    ['half of a pair', 'a\uD83Cb', 'a\\ud83cb'],
    ['other half of a pair', 'a\uDF75b', 'a\\udf75b'],
  ])('is shown: %s', (_, text, shown) => {
    expect(showInvisible(text)).toBe(shown);
  });

  it.each(['tab\tand\nline', '🍵', '👩‍💻', 'שלום', 'é', '“x”', '日本'])('is not found in %j', (text) => {
    expect(showInvisible(text)).toBe(text);
  });
});

describe('plain text', () => {
  it.each([
    ['@octocat', '@\u200Boctocat'],
    ['a@b.c', 'a@\u200Bb\\.c'],
    ['acme/shop#12', 'acme/shop\\#\u200B12'],
    ['GH-1', 'GH\u200B\\-1'],
    ['http://a', 'http\\:\u200B//a'],
    ['WWW.a', 'WWW\u200B\\.a'],
    ['<b>&amp;', '&lt;b&gt;&amp;amp;'],
    ['  two\n lines\u00A0', 'two lines'],
    ['[x](y)', '\\[x\\]\\(y\\)'],
    ['00000001234567', '000000\u200B012345\u200B67'],
  ])('of %j can do nothing', (text, markdown) => {
    expect(plain(text)).toBe(markdown);
  });
});

describe('code', () => {
  it('has a longer fence than any in the text', () => {
    expect(code('a ``b`` c')).toBe('```a ``b`` c```');
    expect(codeBlock('````\nx')).toBe('`````text\n````\nx\n`````');
  });

  it('keeps its distance from backticks at its ends', () => {
    expect(code('`a')).toBe('`` `a ``');
    expect(code('a`')).toBe('`` a` ``');
  });

  it('shows a bar as it is', () => {
    expect(code('a|b')).toBe('`a|b`');
  });
});

describe('a link', () => {
  it('keeps what could be read as an entity', () => {
    expect(link('Trace', 'https://a.example/?a=1&lt;=2')).toBe('[Trace](<https://a.example/?a=1&amp;lt;=2>)');
  });

  it('can’t be ended by its address', () => {
    expect(link('Trace', 'https://a.example/#>)[x](y\\')).toBe('[Trace](<https://a.example/#%3E)[x](y%5C>)');
  });

  it.each(['javascript:alert(1)', 'data:text/html,x', 'mailto:a@b.c', '/path', ''])(
    'is not made to %j',
    (url) => {
      expect(link('Trace', url)).toBe(undefined);
    },
  );
});

describe('a cut', () => {
  it.each([
    ['abc', 3, 'abc'],
    ['abcd', 3, 'abc…'],
    ['ab🍵', 3, 'ab…'],
    ['a🍵b', 3, 'a🍵…'],
  ])('of %s after %i characters is %s', (text, length, expected) => {
    expect(cut(text, length)).toBe(expected);
  });
});

describe('a budget', () => {
  it('takes items up to the first that does not fit, and counts the others', () => {
    const budget = new Budget(10);
    expect(budget.take(['aaa', 'bbb', 'ccccc', 'd'], (text) => text, ' ')).toEqual({
      texts: ['aaa', 'bbb'],
      left: 2,
    });
    expect(budget.take(['e'], (text) => text, ' ')).toEqual({ texts: [], left: 1 });
  });

  it('picks the texts that fit', () => {
    const budget = new Budget(10);
    expect(budget.pick('', 'aaaa', '漢字漢', 'bb')).toEqual(['aaaa', 'bb']);
    expect(budget.left).toBe(0);
  });
});

/** Writes as many bytes as an item wants, and no more than it may. */
const fill = (want: number, maxSize: number) => 'x'.repeat(Math.max(0, Math.min(want, maxSize)));

it('a fair share is no more than wanted, and the rest is divided equally', () => {
  const sizes = (wanted: number[], size: number) =>
    writeFairly(wanted, size, fill, 1).texts.map(({ length }) => length);
  expect(sizes([10, 100, 300], 406)).toEqual([10, 100, 290]);
  expect(sizes([300, 10, 100], 206)).toEqual([95, 10, 95]);
  expect(sizes([5, 5], 100)).toEqual([5, 5]);
  expect(writeFairly([50, 50], -10, fill)).toEqual({ texts: [], left: [50, 50] });
});

it('what is written fairly fits, and each text is complete, long enough, or left out and counted', () => {
  const sizes = fc.array(fc.integer({ min: 1, max: 200 }), { minLength: 1, maxLength: 8 });
  fc.assert(
    fc.property(sizes, fc.nat({ max: 500 }), (wanted, size) => {
      const items = wanted.map((want, index) => ({ want, letter: 'abcdefgh'.charAt(index) }));
      const write = (item: (typeof items)[number], maxSize: number) =>
        fill(item.want, maxSize).replaceAll('x', item.letter);
      const { texts, left } = writeFairly(items, size, write, 20);
      expect(texts.join('\n\n').length).toBeLessThanOrEqual(size);
      expect(texts.length + left.length).toBe(items.length);
      // The first ones stay, in their order.
      for (const [index, text] of texts.entries()) {
        const { want = 0, letter } = items[index] ?? {};
        expect(text.charAt(0)).toBe(letter);
        expect(text.length).toBeGreaterThanOrEqual(Math.min(want, 18));
      }
    }),
    { numRuns: 300, seed: 3 },
  );
});
