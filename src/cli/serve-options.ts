import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { defined } from '../../common/defined.ts';
import { messageOf } from '../../common/errors.ts';
import { type ModelSettings, readModelSettings } from '../../common/model-settings.ts';
import type { RunnerOptions } from '../../runner/open-runner.ts';

/** The options of `serve`: name, what follows it, description. */
export const serveOptions = [
  ['port', 'N', 'port to listen on; 0 picks a free one (default: 8080)'],
  ['api-key', 'KEY', 'key that requests must send in X-API-Key (default: a random one, which is printed)'],
  ['host', 'H', 'address to listen on (default: 127.0.0.1, reachable from this machine only)'],
  ['data', 'FILE', 'database file, created if it is missing (default: in memory, deleted at the end)'],
  ['workers', 'N', 'test cases to run at the same time, 1 to 64 (default: the number of processors)'],
  ['retries', 'N', 'how often a failed test case is retried, 0 to 10 (default: 1)'],
  ['max-failures', 'N', 'start no other test case after N have failed; 0 for no limit (default: 0)'],
  [
    'expect-timeout',
    'MS',
    'how long an assertion waits, 1000 to 30000 (default: timeoutPerStep of the test target)',
  ],
  ['trace', 'WHEN', 'when to keep traces: always, on-failure or never (default: on-failure)'],
  ['evidence-folder', 'DIR', 'folder for traces and screenshots (default: they are not written)'],
  ['browser-endpoint', 'URL', 'URL of a remote browser: ws, wss, http or https; may be repeated'],
  ['mail-port', 'N', "loopback port that receives the app's mail, 1024 to 65535 (default: 2525)"],
  [
    'model-url',
    'URL',
    'OpenAI-compatible endpoint of a model that proposes test cases; its key is read from MODEL_KEY',
  ],
  ['model-name', 'NAME', 'model of that endpoint'],
] as const;

/** @param command what the user has called. */
export function serveUsage(command: string): string {
  const lines = serveOptions.map(([name, value, text]) => `  ${`--${name} ${value}`.padEnd(22)}  ${text}`);
  return [`Usage: ${command} [option…]`, ...lines].join('\n');
}

export interface ServeOptions {
  readonly port: number;
  readonly host: string;
  readonly apiKey?: string;
  readonly file?: string;
  /** How test cases are run. */
  readonly play: RunnerOptions;
  /** Its key comes from the environment. */
  readonly model?: ModelSettings;
}

/** Wrong arguments. The message names them in one line and never contains a key. */
export class WrongArguments extends Error {}

/**
 * Reads the arguments of `serve`.
 * @returns undefined if help was requested.
 * @throws WrongArguments
 */
export function parseServeOptions(
  args: readonly string[],
  { MODEL_KEY: modelKey = '' }: NodeJS.ProcessEnv = {},
): ServeOptions | undefined {
  const values = parse(args);
  const { help, port = '8080', host = '127.0.0.1', 'api-key': apiKey, data } = values;
  if (help === true) return undefined;
  if (host === '') throw new WrongArguments('--host must not be empty');
  if (data === '') throw new WrongArguments('--data must not be empty');
  // Other characters are not valid in a header, and two headers are joined with a comma.
  if (apiKey !== undefined && !/^[!-+\--~]+$/.test(apiKey)) {
    throw new WrongArguments('--api-key must consist of visible ASCII characters without spaces and commas');
  }
  const model = readModelSettings(
    values['model-url'] ?? '',
    values['model-name'] ?? '',
    modelKey,
    (name, message) => {
      throw new WrongArguments(`${name === 'model-key' ? 'MODEL_KEY' : `--${name}`} ${message}`);
    },
  );
  return {
    port: wholeNumber('--port', port, 0, 65_535),
    // An IPv6 address may be in brackets, as in URLs.
    host: host.replace(/^\[(.*)\]$/, '$1'),
    // A full path is never one of the special names of SQLite, such as :memory:.
    ...defined({ apiKey, file: data === undefined ? undefined : resolve(data) }),
    play: playOptions(values),
    ...(model === undefined ? {} : { model }),
  };
}

function playOptions(values: ReturnType<typeof parse>): RunnerOptions {
  const { trace, 'evidence-folder': folder, 'browser-endpoint': endpoints = [] } = values;
  const workers = optionalNumber('--workers', values.workers, 1, 64);
  const retries = optionalNumber('--retries', values.retries, 0, 10);
  const maxFailures = optionalNumber('--max-failures', values['max-failures'], 0, 10_000);
  const expectTimeoutMs = optionalNumber('--expect-timeout', values['expect-timeout'], 1000, 30_000);
  const mailPort = optionalNumber('--mail-port', values['mail-port'], 1024, 65_535);
  if (trace !== undefined && trace !== 'always' && trace !== 'on-failure' && trace !== 'never') {
    throw new WrongArguments('--trace must be always, on-failure or never');
  }
  if (folder === '') throw new WrongArguments('--evidence-folder must not be empty');
  // The URL is not printed because it may contain a token.
  if (!endpoints.every((each) => URL.canParse(each) && /^(?:ws|http)s?:$/.test(new URL(each).protocol))) {
    throw new WrongArguments('--browser-endpoint must be a URL that starts with ws, wss, http or https');
  }
  return {
    ...defined({ workers, retries, maxFailures, expectTimeoutMs, trace, mailPort }),
    ...(folder === undefined ? {} : { evidenceFolder: resolve(folder) }),
    ...(endpoints.length === 0 ? {} : { endpoints }),
  };
}

function optionalNumber(flag: string, text: string | undefined, least: number, most: number) {
  return text === undefined ? undefined : wholeNumber(flag, text, least, most);
}

function wholeNumber(flag: string, text: string, least: number, most: number): number {
  const number = /^\d{1,9}$/.test(text) ? Number(text) : -1;
  if (number >= least && number <= most) return number;
  throw new WrongArguments(`${flag} must be a number from ${least} to ${most}, not "${text}"`);
}

function parse(args: readonly string[]) {
  const text = { type: 'string' } as const;
  try {
    const options = {
      port: text,
      host: text,
      'api-key': text,
      data: text,
      workers: text,
      retries: text,
      'max-failures': text,
      'expect-timeout': text,
      trace: text,
      'evidence-folder': text,
      'browser-endpoint': { type: 'string', multiple: true },
      'mail-port': text,
      'model-url': text,
      'model-name': text,
      help: { type: 'boolean' },
    } as const;
    return parseArgs({ args: [...args], options }).values;
  } catch (error) {
    throw new WrongArguments(messageOf(error).split(/[.\n]/)[0] ?? '');
  }
}
