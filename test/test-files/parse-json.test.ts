import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseText } from '../../src/test-files/parse-text.ts';

function problemsOf(text: string): string[] {
  const parsed = parseText(text, 'json');
  if ('positionOf' in parsed) return [];
  return parsed.map(({ line, column, message }) => `${line}:${column}: ${message}`);
}

describe('reading JSON', () => {
  it.each([
    ['an empty text', ' \n', '1:1: the file is empty'],
    ['a trailing comma in a map', '{\n  "a": 1,\n}', '2:9: invalid JSON: a comma before }'],
    ['a trailing comma in a list', '[1, ]', '1:3: invalid JSON: a comma before ]'],
    ['an unquoted word', '{\n  "a": word\n}', "2:8: invalid JSON: Unexpected token 'w'"],
    ['a word alone', 'abc', "1:1: invalid JSON: Unexpected token 'a'"],
    ['a comment', '{\n  // no\n}', "2:3: invalid JSON: Expected property name or '}'"],
    ['a missing value', '[{"a": , "b": 1}]', "1:8: invalid JSON: Unexpected token ','"],
    ['a position in the text itself', '{"at position 2": x}', "1:19: invalid JSON: Unexpected token 'x'"],
    ['a text that breaks off', '[1,\n2\n', "3:1: invalid JSON: Expected ',' or ']' after array element"],
    [
      'something behind the value',
      '{"a": 1}x',
      '1:9: invalid JSON: Unexpected non-whitespace character after JSON',
    ],
    ['a line break in a text', '{"a": "x\ny"}', '1:9: invalid JSON: Bad control character in string literal'],
    ['a key that stands twice', '{"a": 1,\n "a": 2}', '2:2: duplicate key "a"'],
  ])('refuses %s and tells where', (_, text, problem) => {
    expect(problemsOf(text)).toEqual([problem]);
  });

  it('gives the value that JSON.parse gives, however it is laid out', () => {
    const layouts = fc.constantFrom<string | number | undefined>(undefined, 2, '\t');
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 5 }), layouts, (value, layout) => {
        const text = JSON.stringify(value, null, layout);
        const parsed = parseText(text, 'json');
        expect('positionOf' in parsed ? parsed.value : parsed).toEqual(JSON.parse(text));
      }),
      { numRuns: 300 },
    );
  });
});
