import fc from 'fast-check';
import { expect, test } from 'vitest';
import { matchesNoText } from '../../src/contract/exchange/pattern.ts';

test.each([
  ...['(?!)', '$a', 'a^', '[]', '[^\\s\\S]', 'x(?!)', '(?!.*)', '(?:a$)b', '(?!)|[]', '(?<!)', '(?=[])'],
  ...['a{2}$b+', '(?!x?)', '(?<n>a$)c', 'b(?:^a|^b)', '(?!(?:))', '[^\\d\\D]', 'Thank you$!', '.+^Error'],
])('no text matches %s', (source) => {
  expect(matchesNoText(new RegExp(source))).toBe(true);
});

/** All texts of up to three of these characters. */
const texts = ['a', 'b', '\n'].reduce<readonly string[]>(
  (all) => ['', ...all.flatMap((each) => ['a', 'b', '\n'].map((character) => each + character))],
  [''],
);

const { pattern } = fc.letrec<{ pattern: string; sequence: string; part: string }>((tie) => ({
  pattern: fc.array(tie('sequence'), { minLength: 1, maxLength: 2 }).map((parts) => parts.join('|')),
  sequence: fc.array(tie('part'), { maxLength: 3 }).map((parts) => parts.join('')),
  part: fc.oneof(
    { maxDepth: 2, depthIdentifier: 'pattern' },
    fc.constantFrom(
      'a',
      'b',
      '.',
      '^',
      '$',
      '\\b',
      '[]',
      '[^]',
      '[ab]',
      '\\n',
      'a?',
      'b*',
      '.+',
      'a{0}',
      'b{2}',
    ),
    fc
      .tuple(fc.constantFrom('(', '(?:', '(?=', '(?!', '(?<=', '(?<!'), tie('pattern'))
      .map(([open, inside]) => `${open}${inside})`),
    fc
      .tuple(tie('pattern'), fc.constantFrom('?', '*', '+', '{0,1}', '{1}', '??'))
      .map(([inside, times]) => `(${inside})${times}`),
  ),
}));

test('nothing is said of a pattern that any text matches', () => {
  fc.assert(
    fc.property(pattern, (source) => {
      const regExp = new RegExp(source);
      if (matchesNoText(regExp)) expect(texts.filter((text) => regExp.test(text))).toEqual([]);
    }),
    { numRuns: 300 },
  );
});
