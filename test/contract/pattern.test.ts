import { expect, test } from 'vitest';
import { textOrPattern } from '../../src/contract/exchange/pattern.ts';

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
