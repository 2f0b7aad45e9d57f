import { expect, it } from 'vitest';
import { formatDuration } from '../../src/report/describe.ts';

it.each([
  [0, '0 ms'],
  [420.4, '420 ms'],
  [999.4, '999 ms'],
  [999.6, '1.0 s'],
  [3210, '3.2 s'],
  [59_949, '59.9 s'],
  [59_951, '1 min 0 s'],
  [119_999, '2 min 0 s'],
  [250_000, '4 min 10 s'],
])('%d ms read as %s', (ms, words) => {
  expect(formatDuration(ms)).toBe(words);
});
