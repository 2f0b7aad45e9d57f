import { resolve } from 'node:path';
import { Command } from 'commander';
import { expect, test } from 'vitest';
import { addServeOptions, readServeOptions } from '../../src/cli/serve-options.ts';

function parseServeOptions(args: readonly string[], env: NodeJS.ProcessEnv = {}) {
  return readServeOptions(addServeOptions(new Command()).parse(args, { from: 'user' }).opts(), env);
}

test("without arguments the service listens on loopback and uses the runner's defaults", () => {
  expect(parseServeOptions([])).toEqual({ port: 8080, host: '127.0.0.1', runner: {} });
});

test("the arguments set the runner's options", () => {
  const args = [
    ['--workers', '3'],
    ['--retries', '0'],
    ['--max-failures', '3'],
    ['--expect-timeout', '1000'],
    ['--trace', 'always'],
    ['--evidence-folder', 'evidence'],
    ['--browser-endpoint', 'ws://a.test/?token=1'],
    ['--browser-endpoint', 'https://b.test'],
    ['--mail-port', '2526'],
  ];
  expect(parseServeOptions(args.flat()).runner).toEqual({
    workers: 3,
    retries: 0,
    maxFailures: 3,
    expectTimeoutMs: 1000,
    trace: 'always',
    evidenceFolder: resolve('evidence'),
    endpoints: ['ws://a.test/?token=1', 'https://b.test'],
    mailPort: 2526,
  });
});

test('the key of a model comes from the environment, and is not sent in the clear', () => {
  const args = ['--model-url', 'https://models.example.com/v1', '--model-name', 'small'];
  const env = { MODEL_KEY: 'sk-1234' };
  expect(parseServeOptions(args, env).model).toEqual({
    url: 'https://models.example.com/v1',
    name: 'small',
    key: 'sk-1234',
  });
  expect(() =>
    parseServeOptions(['--model-url', 'http://models.example.com', ...args.slice(2)], env),
  ).toThrow(/^--model-url would send `model-key` over the network without encryption/);
  expect(() => parseServeOptions(args.slice(0, 2))).toThrow('--model-name is missing');
});
