import { describe, expect, it } from 'vitest';
import { decodeText } from '../../src/test-files/load.ts';

const bytes = (...parts: (string | number)[]) =>
  Buffer.concat(parts.map((part) => (typeof part === 'string' ? Buffer.from(part) : Buffer.from([part]))));

describe('decoding a file', () => {
  it('gives the text', () => {
    expect(decodeText(bytes('Käse €35 😀'))).toBe('Käse €35 😀');
  });

  it('drops a byte order mark', () => {
    expect(decodeText(bytes(0xef, 0xbb, 0xbf, 'a: 1'))).toBe('a: 1');
  });

  it.each([
    ['a wrong byte at the start', bytes(0xff, 'a'), { line: 1, column: 1 }],
    ['a wrong byte behind characters of several bytes', bytes('ä\nKäse', 0xff), { line: 2, column: 5 }],
    ['a character that breaks off before another', bytes('a', 0xc3, '('), { line: 1, column: 2 }],
    ['a character that breaks off at the end', bytes('a\nb', 0xe2, 0x82), { line: 2, column: 2 }],
    ['Latin-1', Buffer.from('description: Käse', 'latin1'), { line: 1, column: 15 }],
    ['UTF-16', Buffer.from('\uFEFFa: 1', 'utf16le'), { line: 1, column: 1 }],
    ['a wrong byte behind a byte order mark', bytes(0xef, 0xbb, 0xbf, 'ab', 0xff), { line: 1, column: 3 }],
  ])('finds the position of %s', (_, wrong, position) => {
    expect(decodeText(wrong)).toEqual(position);
  });

  it('finds a wrong byte at the end of a file of 1 MiB', () => {
    expect(decodeText(bytes('a\n'.repeat(500_000), 0xff))).toEqual({ line: 500_001, column: 1 });
  });
});
