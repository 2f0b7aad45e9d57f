import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  matchesAnyText,
  matchesAnyUrl,
  matchesNoText,
  textOrPattern,
} from '../../src/contract/exchange/pattern.ts';

test('a text between the markers is a pattern, also over several lines', () => {
  expect(textOrPattern('OCTOREGEX^Order \\d+$OCTOREGEX')).toEqual(/^Order \d+$/);
  expect(textOrPattern('OCTOREGEXa\nbOCTOREGEX')).toEqual(/a\nb/);
});

test.each(['Order 12', 'OCTOREGEX', 'OCTOREGEXopen', 'closedOCTOREGEX', ' OCTOREGEXaOCTOREGEX', ''])(
  '%j is a plain text',
  (text) => {
    expect(textOrPattern(text)).toBe(text);
  },
);

test('an invalid pattern is reported', () => {
  expect(() => textOrPattern('OCTOREGEX(OCTOREGEX')).toThrow(SyntaxError);
});

test.each([/^(?!login)/, /^(?!.*(?:a|b))/, /^(?!a|b)/, /^(?!a$)(?:b|c)?/])(
  '%s says what a text is not, so not every text matches it',
  (pattern) => {
    expect([matchesAnyText(pattern), matchesAnyUrl(pattern)]).toEqual([false, false]);
  },
);

test.each([/^(?!login)|/, /^(?!login)|.*/, /^(?!login)|(?:|a)/, /^(?!a^)/, /^(?!login)?/, /(?:)/])(
  '%s matches every text',
  (pattern) => {
    expect([matchesAnyText(pattern), matchesAnyUrl(pattern)]).toEqual([true, true]);
  },
);

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

test('a pattern that matches any text is not reported', () => {
  fc.assert(
    fc.property(pattern, (source) => {
      const regExp = new RegExp(source);
      if (matchesNoText(regExp)) expect(texts.filter((text) => regExp.test(text))).toEqual([]);
    }),
    { numRuns: 300 },
  );
});
