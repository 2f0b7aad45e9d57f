import { expect, it } from 'vitest';
import { comparedValues } from '../../../src/report/html/attempt-details.ts';

it.each([
  ['Total: 10', 'Total: 9', 'Total: <mark>10</mark>', 'Total: <mark>9</mark>'],
  ['9 euros', '10 euros', '<mark>9</mark> euros', '<mark>10</mark> euros'],
  ['aa', 'aaa', 'aa<mark></mark>', 'aa<mark>a</mark>'],
  ['', 'x', '<mark></mark>', '<mark>x</mark>'],
  ['<b>', '<i>', '&lt;<mark>b</mark>&gt;', '&lt;<mark>i</mark>&gt;'],
  ['👩', '👨', '<mark>👩</mark>', '<mark>👨</mark>'],
])('%j and %j differ where they are marked', (expected, received, markedExpected, markedReceived) => {
  const values = comparedValues(expected, received);
  expect(values.expected.text).toBe(`<code>${markedExpected}</code>`);
  expect(values.received?.text).toBe(`<code>${markedReceived}</code>`);
});
