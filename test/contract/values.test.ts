import { expect, test } from 'vitest';
import { timestamp, uuid } from '../../src/contract/values.ts';

test.each([
  ['2026-03-01T12:00:00Z', true],
  ['2026-03-01T12:00:00.123Z', true],
  ['2026-03-01T12:00:00.123456Z', true],
  ['2026-03-01T12:00:00+01:00', true],
  ['2026-03-01T12:00:00.123456+00:00', true],
  ['2026-03-01T12:00:00 +01:00', false],
  ['2026-03-01T12:00:00', false],
  ['2026-03-01', false],
  ['1772366400', false],
])('the time %s: valid is %s', (text, valid) => {
  expect(timestamp.safeParse(text).success).toBe(valid);
});

test.each([
  ['0192f0c1-2b3c-7def-8123-456789abcdef', true],
  ['0192F0C1-2B3C-7DEF-8123-456789ABCDEF', true],
  ['00000000-0000-0000-0000-000000000000', true],
  ['ffffffff-ffff-ffff-ffff-ffffffffffff', true],
  ['FFFFFFFF-FFFF-FFFF-FFFF-FFFFFFFFFFFF', true],
  ['0192f0c1-2b3c-9def-8123-456789abcdef', false],
  ['0192f0c1-2b3c-7def-c123-456789abcdef', false],
  ['0192f0c12b3c7def8123456789abcdef', false],
  ['{0192f0c1-2b3c-7def-8123-456789abcdef}', false],
])('the UUID %s: valid is %s', (text, valid) => {
  expect(uuid.safeParse(text).success).toBe(valid);
});
