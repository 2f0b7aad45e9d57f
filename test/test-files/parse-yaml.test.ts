import { describe, expect, it } from 'vitest';
import { type ParsedText, parseText } from '../../src/test-files/parse-text.ts';
import type { Path } from '../../src/test-files/problem.ts';

/** `line:column: message` of everything that is wrong with a text. */
function problemsOf(text: string): string[] {
  const parsed = parseText(text, 'yaml');
  if ('positionOf' in parsed) return [];
  return parsed.map(({ line, column, message }) => `${line}:${column}: ${message}`);
}

function parse(text: string): ParsedText {
  const parsed = parseText(text, 'yaml');
  if (!('positionOf' in parsed)) throw new Error(`it was refused: ${JSON.stringify(parsed)}`);
  return parsed;
}

describe('reading YAML', () => {
  it('takes 1.2 values: yes and dates are texts', () => {
    expect(parse('a: yes\nb: 2001-01-01\nc: true\nd: 3').value).toEqual({
      a: 'yes',
      b: '2001-01-01',
      c: true,
      d: 3,
    });
  });

  it('repeats what an alias names', () => {
    expect(parse('a: &x [1]\nb: *x').value).toEqual({ a: [1], b: [1] });
  });

  it('takes a document with its end marked', () => {
    expect(parse('---\na: 1\n...\n').value).toEqual({ a: 1 });
  });

  it.each([
    ['an empty text', '', ['1:1: the file is empty']],
    ['a text of comments', '# nothing\n\n', ['1:1: the file is empty']],
    [
      'a second document',
      'a: 1\n---\nb: 2\n',
      ['2:1: a second document: a file contains one test case or one list of them'],
    ],
    [
      'a custom tag',
      'a:\n  b: !ruby/object 1',
      ['2:6: invalid YAML: Unresolved tag: !ruby/object. Put the text in quotes'],
    ],
    [
      'keys that stand twice, all of them',
      'a: 1\nb: {c: 1, c: 2}\na: 2\n',
      ['3:1: duplicate key "a"', '2:11: duplicate key "c"'],
    ],
    ['keys that are the same in the value', '1: a\n"1": b', ['2:1: duplicate key "1"']],
    ['a key that is no text', 'a: 1\n? [b]\n: c', ['2:3: a key must be a plain text']],
    [
      'an alias of nothing',
      'a: 1\nb: *x',
      ['2:4: *x has no anchor &x before it. Put a text that starts with * in quotes'],
    ],
    ['an alias in what it repeats', 'a: &x\n  b: [*x]', ['2:7: *x is inside its own anchor &x']],
    [
      'a tab as indentation, behind Windows line ends',
      'a:\r\n\t- b',
      ['2:1: invalid YAML: Tabs are not allowed as indentation. Use spaces'],
    ],
    [
      'a backslash in double quotes',
      'a: "US\\$PRICE"',
      [
        '1:7: invalid YAML: Invalid escape sequence \\$. Put the text in single quotes, or write \\\\ for a backslash',
      ],
    ],
    [
      'a line that is not indented like the others',
      'a:\n  - b: 1\n   c: 2\n',
      [
        '3:1: invalid YAML: Sequence item without - indicator. Give the line as many spaces as the keys that it belongs to',
      ],
    ],
    [
      'a key without a space after its colon',
      'a:b\nc: 1\n',
      [
        '1:1: invalid YAML: Implicit keys need to be on a single line. Write a space after the colon of a key',
      ],
    ],
    [
      'a quote in quotes of its kind',
      "a: 'It's'\n",
      [
        `1:8: invalid YAML: Unexpected scalar at node end. Put the whole text in quotes. If it has a quote of the same kind, write '' in '…' and \\" in "…"`,
      ],
    ],
    [
      'braces within a text, without what follows from them',
      `a: { b: \${C} d }\ne: f\n`,
      ['1:10: invalid YAML: Unexpected flow-map-start at node end. Put a text with { or [ in quotes'],
    ],
    [
      'an unclosed quote, at its beginning',
      "a: 1\nb: 'c\nd: e\n",
      ['2:4: invalid YAML: the closing quote of this text is missing'],
    ],
    [
      'an unclosed quote, without what follows from it',
      'a:\n\t- b\nc: { d: "e }\nf: g\n',
      [
        '2:1: invalid YAML: Tabs are not allowed as indentation. Use spaces',
        '3:9: invalid YAML: the closing quote of this text is missing',
      ],
    ],
  ])('refuses %s and tells where', (_, text, problems) => {
    expect(problemsOf(text)).toEqual(problems);
  });

  it('reports the first 20 problems of an invalid file, and the number of the others', () => {
    const problems = problemsOf(`a: "${'\\q'.repeat(50)}"`);
    expect(problems).toHaveLength(21);
    expect(problems.at(-1)).toBe('1:45: and 30 more problems from here on');
  });
});

describe('the position of a value', () => {
  const parsed = parse('# case\na: 1\nlist:\n  - {x: 1}\n  - &two\n    y: 2\nagain: *two\nnothing:\n');
  it.each<[string, Path, { line: number; column: number }]>([
    ['the document', [], { line: 2, column: 1 }],
    ['a value', ['a'], { line: 2, column: 4 }],
    ['an item', ['list', 0], { line: 4, column: 5 }],
    ['a value in an item', ['list', 0, 'x'], { line: 4, column: 9 }],
    ['a value behind an alias: where it is written', ['again', 'y'], { line: 6, column: 8 }],
    ['a missing key: the map that lacks it', ['list', 0, 'z'], { line: 4, column: 5 }],
    ['a path that leads nowhere: the nearest value', ['list', 7, 'z', 'q'], { line: 4, column: 3 }],
  ])('is known for %s', (_, path, position) => {
    expect(parsed.positionOf(path)).toEqual(position);
  });

  it('is reported for a key', () => {
    expect(parsed.positionOf(['list', 0, 'x'], 'key')).toEqual({ line: 4, column: 6 });
    expect(parsed.positionOf(['nothing'], 'key')).toEqual({ line: 8, column: 1 });
  });
});
