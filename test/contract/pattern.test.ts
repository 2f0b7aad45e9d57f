import { expect, test } from 'vitest';
import { matchesAnyText, matchesAnyUrl, textOrPattern } from '../../src/contract/exchange/pattern.ts';

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

test('a pattern that is none is told', () => {
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
