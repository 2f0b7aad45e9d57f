import { describe, expect, it } from 'vitest';
import { cut, showInvisible } from '../../../src/common/text.ts';
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
