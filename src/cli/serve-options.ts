import { resolve } from 'node:path';
import type { Command } from 'commander';
import { type ModelSettings, readModelSettings } from '../common/model-settings.ts';
import { defined } from '../common/object-fields.ts';
import type { RunnerOptions } from '../runner/open-runner.ts';
import { WrongArguments } from './run/input-options.ts';

/** Adds the options of `serve`. They are read by `readServeOptions`. */
export function addServeOptions(command: Command): Command {
  return command
    .option('--port <n>', 'port to listen on; 0 picks a free one', '8080')
    .option(
      '--api-key <key>',
      'key that requests must send in X-API-Key. Default: a random one, which is printed',
    )
    .option(
      '--host <h>',
      'address to listen on. The default is reachable from this machine only',
      '127.0.0.1',
    )
    .option(
      '--data <file>',
      'database file, created if it is missing. Default: in memory, deleted at the end',
    )
    .option(
      '--workers <n>',
      'number of test cases to run at the same time, 1 to 64. Default: the number of CPUs',
    )
    .option('--retries <n>', 'number of times to retry a failed test case, 0 to 10. Default: 1')
    .option('--max-failures <n>', 'start no more test cases after n failures. Default: 0, no limit')
    .option(
      '--expect-timeout <ms>',
      'how long an assertion waits, 1000 to 30000. Default: timeoutPerStep of the test target',
    )
    .option('--trace <when>', 'when to keep traces: always, on-failure or never. Default: on-failure')
    .option('--evidence-folder <dir>', 'folder for traces and screenshots. Default: none are written')
    .option(
      '--browser-endpoint <url>',
      'URL of a remote browser: ws, wss, http or https; may be repeated',
      (url: string, urls: readonly string[] = []) => [...urls, url],
    )
    .option('--mail-port <n>', "loopback port that receives the app's mail, 1024 to 65535. Default: 2525")
    .option(
      '--model-url <url>',
      'OpenAI-compatible endpoint of a model that proposes test cases. Its key is read from MODEL_KEY',
    )
    .option('--model-name <name>', 'model of that endpoint');
}

/** The options as the parser returns them. */
export interface GivenServeOptions {
  readonly port: string;
  readonly host: string;
  readonly apiKey?: string;
  readonly data?: string;
  readonly workers?: string;
  readonly retries?: string;
  readonly maxFailures?: string;
  readonly expectTimeout?: string;
  readonly trace?: string;
  readonly evidenceFolder?: string;
  readonly browserEndpoint?: readonly string[];
  readonly mailPort?: string;
  readonly modelUrl?: string;
  readonly modelName?: string;
}

export interface ServeOptions {
  readonly port: number;
  readonly host: string;
  readonly apiKey?: string;
  readonly file?: string;
  /** How test cases are run. */
  readonly runner: RunnerOptions;
  /** Its key comes from the environment. */
  readonly model?: ModelSettings;
}

/** @throws WrongArguments. The message never contains a key. */
export function readServeOptions(
  given: GivenServeOptions,
  { MODEL_KEY: modelKey }: NodeJS.ProcessEnv = process.env,
): ServeOptions {
  const { host, apiKey, data, modelUrl, modelName } = given;
  if (host === '') throw new WrongArguments('--host must not be empty');
  if (data === '') throw new WrongArguments('--data must not be empty');
  // Other characters are not valid in a header, and two headers are joined with a comma.
  if (apiKey !== undefined && !/^[!-+\--~]+$/.test(apiKey)) {
    throw new WrongArguments('--api-key must consist of visible ASCII characters without spaces and commas');
  }
  const model = readModelOptions(modelUrl, modelName, modelKey);
  return {
    port: wholeNumber('--port', given.port, 0, 65_535),
    // An IPv6 address may be in brackets, as in URLs.
    host: host.replace(/^\[(.*)\]$/, '$1'),
    // A full path is never one of the special names of SQLite, such as :memory:.
    ...defined({ apiKey, file: data === undefined ? undefined : resolve(data), model }),
    runner: runnerOptions(given),
  };
}

/** @throws WrongArguments. The message never contains the key. */
export function readModelOptions(url = '', name = '', key = ''): ModelSettings | undefined {
  return readModelSettings(url, name, key, (setting, message) => {
    throw new WrongArguments(`${setting === 'model-key' ? 'MODEL_KEY' : `--${setting}`} ${message}.`);
  });
}

function runnerOptions(given: GivenServeOptions): RunnerOptions {
  const { trace, evidenceFolder: folder, browserEndpoint: endpoints } = given;
  if (trace !== undefined && trace !== 'always' && trace !== 'on-failure' && trace !== 'never') {
    throw new WrongArguments('--trace must be always, on-failure or never');
  }
  if (folder === '') throw new WrongArguments('--evidence-folder must not be empty');
  // The URL is not printed because it may contain a token.
  if (endpoints?.every((each) => /^(?:ws|http)s?:$/.test(URL.parse(each)?.protocol ?? '')) === false) {
    throw new WrongArguments('--browser-endpoint must be a URL that starts with ws, wss, http or https');
  }
  return defined({
    workers: optionalNumber('--workers', given.workers, 1, 64),
    retries: optionalNumber('--retries', given.retries, 0, 10),
    maxFailures: optionalNumber('--max-failures', given.maxFailures, 0, 10_000),
    expectTimeoutMs: optionalNumber('--expect-timeout', given.expectTimeout, 1000, 30_000),
    trace,
    evidenceFolder: folder === undefined ? undefined : resolve(folder),
    endpoints,
    mailPort: optionalNumber('--mail-port', given.mailPort, 1024, 65_535),
  });
}

function optionalNumber(flag: string, text: string | undefined, min: number, max: number) {
  return text === undefined ? undefined : wholeNumber(flag, text, min, max);
}

function wholeNumber(flag: string, text: string, min: number, max: number): number {
  const number = /^\d{1,9}$/.test(text) ? Number(text) : -1;
  if (number >= min && number <= max) return number;
  throw new WrongArguments(`${flag} must be a number from ${min} to ${max}, not "${text}"`);
}
