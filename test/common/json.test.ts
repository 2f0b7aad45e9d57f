import { expect, it } from 'vitest';
import { repeatedKey } from '../../src/common/json.ts';

it.each([
  ['{"a":1,"b":2,"a" : 3}', 'a'],
  ['[{"b":[{"a":1,"\\u0061":2}]}]', 'a'],
  ['{"a\\\\":1,"a\\\\":2}', 'a\\'],
  ['{"":1,"":2}', ''],
  ['{"x":[{"y":"{\\"y\\":"}],"x":0}', 'x'],
])('finds the key that occurs twice in %s', (json, key) => {
  expect(repeatedKey(json)).toBe(key);
});

it.each([
  '{"a":{"a":1},"b":[{"a":1},{"a":2}]}',
  '{"a":"a","b":"a\\"","c":"\\\\"}',
  '["a","a",[],{}]',
  '"a"',
  'null',
])('finds none in %s', (json) => {
  expect(repeatedKey(json)).toBeUndefined();
});

it('reads a text of many quotes and backslashes', () => {
  expect(repeatedKey(JSON.stringify({ a: '"\\'.repeat(1_000_000) }))).toBeUndefined();
});
