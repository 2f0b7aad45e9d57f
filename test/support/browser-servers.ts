import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { chromium } from 'playwright-core';
import { chromiumOptions, chromiumPath } from './test-runner.ts';

/** A browser elsewhere, for a test. */
export interface BrowserServer extends AsyncDisposable {
  readonly url: string;
  /** Ends it as a machine that is switched off would. */
  kill(): Promise<void>;
}

/** A Playwright server with the tests' Chromium. */
export async function startPlaywrightServer(): Promise<BrowserServer> {
  const server = await chromium.launchServer(await chromiumOptions());
  return {
    url: server.wsEndpoint(),
    kill: () => server.kill(),
    [Symbol.asyncDispose]: () => server.kill(),
  };
}

/** The tests' Chromium with its DevTools protocol on a port. `url` is that of its WebSocket. */
export async function startDebuggedChromium(): Promise<BrowserServer> {
  const profile = await mkdtemp(join(tmpdir(), 'profile-'));
  const args = ['--headless', '--no-sandbox', '--remote-debugging-port=0', `--user-data-dir=${profile}`];
  const child = spawn(await chromiumPath(), args, { stdio: ['ignore', 'ignore', 'pipe'] });
  const exit = once(child, 'exit');
  const kill = async () => {
    child.kill('SIGKILL');
    await exit;
  };
  for await (const line of createInterface(child.stderr)) {
    const url = /listening on (ws:\S+)/.exec(line)?.[1];
    if (url === undefined) continue;
    child.stderr.resume();
    return {
      url,
      kill,
      async [Symbol.asyncDispose]() {
        await kill();
        await rm(profile, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
      },
    };
  }
  throw new Error('Chromium ended before its port was open');
}
