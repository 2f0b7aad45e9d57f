import { expect, test } from 'vitest';
import { inputNames } from '../../../src/gate/inputs/input-table.ts';
import { inputWarnings } from '../../../src/gate/inputs/read-inputs.ts';

test.each([
  ['SERVICE_URL', 'service_url', 'service-url'],
  ['APIKEY', 'apikey', 'api-key'],
  ['WORKER', 'worker', 'workers'],
  ['TEST-TARGET', 'test-target', 'test-target-id'],
])('the misspelled input %s gets a warning that names similar inputs', (variable, given, meant) => {
  const [message, ...others] = inputWarnings({ [`INPUT_${variable}`]: 'hunter2', INPUT_URL: 'x' });
  expect(message).toContain(
    `"${given}" is not an input of this action and is ignored. Did you mean \`${meant}\``,
  );
  expect(message).not.toContain('hunter2');
  expect(others).toEqual([]);
});

test('inputs of this action, dissimilar ones and other variables get no warning', () => {
  const all = inputNames.map((name) => [`INPUT_${name.toUpperCase()}`, '']);
  expect(inputWarnings({ ...Object.fromEntries(all), INPUT_XYZ: '1', API_KEY: '1', INPUT_: '1' })).toEqual(
    [],
  );
});

test('`artifact` gets a warning with `mode: publish` only', () => {
  const artifact = { INPUT_ARTIFACT: 'browser-tests' };
  expect(inputWarnings(artifact)).toEqual([]);
  expect(inputWarnings({ INPUT_MODE: 'publish' })).toEqual([]);
  expect(inputWarnings({ ...artifact, INPUT_MODE: 'publish' })).toEqual([
    '`artifact` is not read by `mode: publish`, which finds the results of the test jobs by itself. Remove the input.',
  ]);
});
