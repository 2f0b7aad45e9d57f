import { expect, it } from 'vitest';
import { rawInputs } from '../../../src/gate/inputs/input-values.ts';
import { secretInputs } from '../../../src/gate/inputs/secret-inputs.ts';
import { readModelInput } from '../../../src/gate/inputs/service-input.ts';

function read(env: Record<string, string>) {
  const problems: string[] = [];
  const model = readModelInput(rawInputs(env), (name, message) => problems.push(`${name}: ${message}`));
  return { model, problems };
}

const url = { 'INPUT_MODEL-URL': 'https://models.example.com/v1' };
const name = { 'INPUT_MODEL-NAME': 'small' };
const key = { 'INPUT_MODEL-KEY': 'sk-1234-secret' };

it('reads a model, with or without a key', () => {
  expect(read({})).toEqual({ model: undefined, problems: [] });
  expect(read({ ...url, ...name }).model).toEqual({ url: url['INPUT_MODEL-URL'], name: 'small' });
  expect(read({ ...url, ...name, ...key })).toMatchObject({ model: { key: 'sk-1234-secret' }, problems: [] });
  expect(secretInputs(key).secrets).toContain('sk-1234-secret');
});

it.each([
  [{ ...url }, 'model-name: is missing'],
  [{ ...key }, 'model-url: is missing'],
  [{ ...name, 'INPUT_MODEL-URL': 'models.example.com' }, 'model-url: is not an http or https URL'],
  [{ ...name, 'INPUT_MODEL-URL': 'https://me:pass@models.example.com' }, 'without a user name'],
  [{ ...name, ...key, 'INPUT_MODEL-URL': 'http://models.example.com' }, 'without encryption'],
  [{ ...url, ...name, 'INPUT_MODEL-KEY': 'sk-1234-secret\nx' }, 'model-key: contains a line break'],
  [
    { ...url, ...name, 'INPUT_SERVICE-URL': 'https://tests.example.com' },
    'model-url: is set, but the service',
  ],
])('%j: %s', (env, message) => {
  const { problems } = read(env);
  expect(problems).toEqual([expect.stringContaining(message)]);
  expect(problems.join()).not.toMatch(/sk-1234|me:pass/);
});

it('sends a key without encryption only to this machine', () => {
  const local = { ...name, ...key, 'INPUT_MODEL-URL': 'http://localhost:11434/v1' };
  expect(read(local).problems).toEqual([]);
  expect(read({ ...name, 'INPUT_MODEL-URL': 'http://192.168.1.5/v1' }).problems).toEqual([]);
});
