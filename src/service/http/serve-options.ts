import { resolve } from 'node:path';
import { parseArgs } from 'node:util';

export const serveUsage = `Usage: npm run serve -- [--port N] [--api-key KEY] [--host H] [--data FILE]
  --port N       port to listen on; 0 picks a free one (default: 8080)
  --api-key KEY  key that requests must carry in X-API-Key (default: a random one, which is printed)
  --host H       address to listen on (default: 127.0.0.1, which only this machine reaches)
  --data FILE    database file, made where it is missing (default: in memory, gone at the end)`;

/** What the served service was asked for. */
export interface ServeOptions {
  readonly port: number;
  readonly host: string;
  readonly apiKey?: string;
  readonly file?: string;
}

/** The arguments are wrong. The message says which, in one line, and never repeats a key. */
export class WrongArguments extends Error {}

/**
 * Reads the arguments of `npm run serve`.
 * @returns undefined where help was asked for.
 * @throws WrongArguments
 */
export function parseServeOptions(args: readonly string[]): ServeOptions | undefined {
  const { help, port = '8080', host = '127.0.0.1', 'api-key': apiKey, data } = parse(args);
  if (help === true) return undefined;
  if (!/^\d{1,5}$/.test(port) || Number(port) > 65_535) {
    throw new WrongArguments(`--port must be a number from 0 to 65535, not "${port}"`);
  }
  if (host === '') throw new WrongArguments('--host must not be empty');
  if (data === '') throw new WrongArguments('--data must not be empty');
  // A header could not hold other characters, and a comma is how two headers are joined.
  if (apiKey !== undefined && !/^[!-+\--~]+$/.test(apiKey)) {
    throw new WrongArguments('--api-key must consist of visible ASCII characters without spaces and commas');
  }
  return {
    port: Number(port),
    // An IPv6 address may come in brackets, as it stands in URLs.
    host: host.replace(/^\[(.*)\]$/, '$1'),
    ...(apiKey === undefined ? {} : { apiKey }),
    // A full path is no name with a meaning of its own to SQLite, such as :memory:.
    ...(data === undefined ? {} : { file: resolve(data) }),
  };
}

function parse(args: readonly string[]) {
  const text = { type: 'string' } as const;
  try {
    const options = {
      port: text,
      host: text,
      'api-key': text,
      data: text,
      help: { type: 'boolean' },
    } as const;
    return parseArgs({ args: [...args], options }).values;
  } catch (error) {
    throw new WrongArguments(
      error instanceof Error ? (error.message.split(/[.\n]/)[0] ?? '') : String(error),
    );
  }
}
