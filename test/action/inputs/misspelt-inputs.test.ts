import { expect, test } from 'vitest';
import { misspeltInputs } from '../../../src/action/inputs/misspelt-inputs.ts';
import { inputDefaults } from '../../../src/action/inputs/raw-inputs.ts';

test.each([
  ['SERVICE_URL', 'service_url', 'service-url'],
  ['APIKEY', 'apikey', 'api-key'],
  ['WORKER', 'worker', 'workers'],
  ['TEST-TARGET', 'test-target', 'test-target-id'],
])('%s is told as misspelt, with what it is like', (variable, given, meant) => {
  const [message, ...others] = misspeltInputs({ [`INPUT_${variable}`]: 'hunter2', INPUT_URL: 'x' });
  expect(message).toContain(
    `"${given}" is no input of this action, and is not read. Did you mean \`${meant}\``,
  );
  expect(message).not.toContain('hunter2');
  expect(others).toEqual([]);
});

test('inputs of this action, unlike ones and other variables are left alone', () => {
  const all = Object.keys(inputDefaults).map((name) => [`INPUT_${name.toUpperCase()}`, '']);
  expect(misspeltInputs({ ...Object.fromEntries(all), INPUT_XYZ: '1', API_KEY: '1', INPUT_: '1' })).toEqual(
    [],
  );
});
