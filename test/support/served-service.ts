import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { text } from 'node:stream/consumers';
import { type EmbeddedService, openEmbeddedService } from '../../src/service/embedded-service.ts';
import { listen } from '../../src/service/http/http-server.ts';
import { createStubRunner, type StubRunner } from './stub-runner.ts';

export const apiKey = 'a-key-of-the-tests';
const script = join(import.meta.dirname, '../../src/cli/main.ts');

/** A service to ask in one of the two ways in which it is reached. */
export interface Reachable extends AsyncDisposable {
  readonly service: EmbeddedService;
  readonly runner: StubRunner;
  /** Asks with the key, unless the headers have another one. */
  ask(method: string, path: string, init?: RequestInit): Promise<Response>;
  /** The lines that were logged. */
  readonly logged: readonly string[];
}

interface Listening extends Reachable {
  readonly url: string;
}

/** The service in this process, called as a function. */
export function openInProcess(): Reachable {
  const runner = createStubRunner();
  const logged: string[] = [];
  const service = openEmbeddedService({ runner, apiKey, log: (line) => void logged.push(line) });
  return {
    service,
    runner,
    logged,
    ask: (method, path, init = {}) =>
      service.fetch(new Request(`http://embedded.invalid${path}`, withKey(method, init))),
    [Symbol.asyncDispose]: () => service[Symbol.asyncDispose](),
  };
}

/** The service on a free port of this process. */
export async function openOnPort(host = '127.0.0.1'): Promise<Listening> {
  const inner = openInProcess();
  const server = await listen(inner.service.fetch, { host, port: 0 });
  return {
    ...inner,
    url: server.url,
    ask: (method, path, init = {}) => fetch(server.url + path, withKey(method, init)),
    async [Symbol.asyncDispose]() {
      await Promise.all([server[Symbol.asyncDispose](), inner.service.stopWork()]);
      await inner[Symbol.asyncDispose]();
    },
  };
}

/** Both ways. */
export const ways: readonly (readonly [string, () => Promise<Reachable>])[] = [
  ['in process', async () => openInProcess()],
  ['over a port', () => openOnPort()],
];

function withKey(method: string, init: RequestInit): RequestInit {
  return {
    ...init,
    method,
    headers: { 'x-api-key': apiKey, ...Object.fromEntries(new Headers(init.headers)) },
  };
}

/** Sends bytes as they are to a server, and reads until it closes the connection. */
export async function sendRaw(url: string, request: string): Promise<string> {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname);
  socket.write(request);
  return text(socket);
}

/** `npm run serve` as a process of its own. */
export interface Served extends AsyncDisposable {
  readonly process: ChildProcess;
  readonly url: string;
  /** What it has printed until it listened. */
  readonly printed: readonly string[];
}

/** A process that has ended. */
export interface Ended {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** Starts the service as a process and waits until it listens; a free port is picked. */
export async function startServe(args: readonly string[], env: NodeJS.ProcessEnv = {}): Promise<Served> {
  const child = spawn(process.execPath, [script, 'serve', '--port', '0', ...args], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, ...env },
  });
  const printed: string[] = [];
  for await (const line of createInterface(child.stdout)) {
    printed.push(line);
    const url = /^listening on (\S+)$/.exec(line)?.[1];
    if (url !== undefined) {
      return { process: child, url, printed, [Symbol.asyncDispose]: () => kill(child) };
    }
  }
  throw new Error(`the service did not start: ${printed.join('\n')}`);
}

/** Runs the service where it is to end by itself. */
export async function runServe(args: readonly string[]): Promise<Ended> {
  const child = spawn(process.execPath, [script, 'serve', ...args], {
    stdio: ['ignore', 'pipe', 'pipe'],
    timeout: 120_000,
  });
  const [stdout, stderr, [code]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'close'),
  ]);
  return { code: typeof code === 'number' ? code : null, stdout, stderr };
}

/** Ends a process at once, and waits until it is gone. */
export async function kill(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exit = once(child, 'exit');
  child.kill('SIGKILL');
  await exit;
}

/** A folder that is gone after the test. */
export async function temporaryFolder(): Promise<AsyncDisposable & { readonly path: string }> {
  const path = await mkdtemp(join(tmpdir(), 'service-'));
  return { path, [Symbol.asyncDispose]: () => rm(path, { recursive: true, force: true }) };
}
