import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, test, vi } from 'vitest';
import { InstalledBrowsers } from '../../src/runner/browser/browser-pool.ts';
import { BrowserNotStarted, launchBrowser } from '../../src/runner/browser/launch.ts';
import { openRunner } from '../../src/runner/open-runner.ts';
import { aCase, goTo, seesCss } from '../support/cases.ts';
import { startPages } from '../support/pages.ts';
import { pollOptions } from '../support/poll-options.ts';
import { aPlan, chromiumPath, passed, runPlan, testMachine } from '../support/test-runner.ts';

/**
 * A machine with a folder for temporary files that nothing else writes to, and a Chromium that writes down the process
 * ids of those that were started. `wait` is a line of shell that runs before each.
 */
async function aMachine(wait = '') {
  const chromium = await chromiumPath();
  const folder = await mkdtemp(join(tmpdir(), 'machine-'));
  const temporary = await mkdtemp(join(tmpdir(), 'temporary-'));
  const start = join(folder, 'start');
  const script = `#!/bin/sh\necho $$ >> '${folder}/pids'\n${wait.replaceAll('FOLDER', folder)}\nexec '${chromium}' "$@"\n`;
  await writeFile(start, script, { mode: 0o755 });
  vi.stubEnv('TMPDIR', temporary);
  return {
    folder,
    surroundings: { ...(await testMachine()), env: { CHROME_BIN: start } },
    /** Process ids of the browsers that were started, oldest first. */
    async pids() {
      return (await readFile(join(folder, 'pids'), 'utf8')).trim().split('\n').map(Number);
    },
    files: () => readdir(temporary),
    /** Resolves when no files are left: the driver removes its files after it has reported the end of a browser. */
    clean: () =>
      vi.waitFor(async () => expect(await readdir(temporary)).toEqual([]), { ...pollOptions, interval: 10 }),
    async [Symbol.asyncDispose]() {
      await rm(folder, { recursive: true, force: true });
      await rm(temporary, { recursive: true, force: true });
    },
  };
}

afterEach(() => {
  vi.unstubAllEnvs();
});

function isRunning(pid: number | undefined): boolean {
  try {
    return pid !== undefined && process.kill(pid, 0);
  } catch {
    return false;
  }
}

test('a browser is started by a run, and has ended with all its files removed when the run has ended', async () => {
  await using pages = await startPages();
  await using machine = await aMachine();
  await using runner = openRunner(machine.surroundings);
  const testCase = aCase({ elements: [goTo(pages.add('<p>Hi</p>')), seesCss('p')] });
  for (const runs of [1, 2]) {
    expect(await runPlan(runner, aPlan(pages.url, [testCase]))).toEqual([passed(testCase.id)]);
    const pids = await machine.pids();
    expect(pids).toHaveLength(runs);
    expect(pids.filter(isRunning)).toEqual([]);
    await machine.clean();
  }
});

test('a prepared one serves several runs and closes with the runner', async () => {
  await using pages = await startPages();
  await using machine = await aMachine();
  const runner = openRunner(machine.surroundings);
  await runner.prepare('CHROMIUM');
  const testCase = aCase({ elements: [goTo(pages.add('<p>Hi</p>')), seesCss('p')] });
  for (const _ of [1, 2]) await runPlan(runner, aPlan(pages.url, [testCase]));
  const pids = await machine.pids();
  expect(pids.map(isRunning)).toEqual([true]);
  await runner[Symbol.asyncDispose]();
  expect(pids.map(isRunning)).toEqual([false]);
  await machine.clean();
});

test('a killed one leaves no files', async () => {
  await using machine = await aMachine();
  await using runner = openRunner(machine.surroundings);
  await runner.prepare('CHROMIUM');
  expect(await machine.files()).not.toEqual([]);
  process.kill((await machine.pids())[0] ?? 0, 'SIGKILL');
  await machine.clean();
});

test('one that does not start leaves no files and is reported once for all cases', async () => {
  await using machine = await aMachine('exit 3');
  await using runner = openRunner(machine.surroundings);
  const running = runPlan(runner, aPlan('http://127.0.0.1:9', [aCase(), aCase(), aCase()]));
  await expect(running).rejects.toThrow(BrowserNotStarted);
  expect(await machine.pids()).toHaveLength(1);
  await machine.clean();
});

test('one that does not answer is killed when it is discarded, and replaced', async () => {
  await using machine = await aMachine();
  await using pool = new InstalledBrowsers(() => launchBrowser('CHROMIUM', machine.surroundings));
  const lease = await pool.lease({ dedicated: false });
  const [pid = 0] = await machine.pids();
  process.kill(pid, 'SIGSTOP');
  await lease.discard();
  expect(isRunning(pid)).toBe(false);
  const next = await pool.lease({ dedicated: false });
  expect([lease, next].map(({ browser }) => browser.isConnected())).toEqual([false, true]);
});

test('one that does not answer is killed when the runner is disposed of', async () => {
  await using machine = await aMachine();
  const runner = openRunner(machine.surroundings);
  await runner.prepare('CHROMIUM');
  const [pid = 0] = await machine.pids();
  process.kill(pid, 'SIGSTOP');
  await runner[Symbol.asyncDispose]();
  expect(isRunning(pid)).toBe(false);
  await machine.clean();
});

test('a dedicated browser is not the shared one, and closes with its lease', async () => {
  await using machine = await aMachine();
  await using pool = new InstalledBrowsers(() => launchBrowser('CHROMIUM', machine.surroundings));
  const shared = await pool.lease({ dedicated: false });
  const own = await pool.lease({ dedicated: true });
  expect(own.browser).not.toBe(shared.browser);
  await own[Symbol.asyncDispose]();
  expect((await machine.pids()).map(isRunning)).toEqual([true, false]);
});

test('an aborted run does not wait for one that is still starting, which closes with the runner', async () => {
  await using machine = await aMachine('while [ ! -e FOLDER/go ]; do sleep 0.05; done');
  const runner = openRunner(machine.surroundings);
  const stop = new AbortController();
  const events = { onStart: () => {}, onOutcome: () => {} };
  const run = runner.run(aPlan('http://127.0.0.1:9', [aCase()]), events, stop.signal);
  await vi.waitFor(async () => expect(await machine.pids()).toHaveLength(1), pollOptions);
  stop.abort();
  await run;
  await writeFile(join(machine.folder, 'go'), '');
  await runner[Symbol.asyncDispose]();
  expect((await machine.pids()).map(isRunning)).toEqual([false]);
  await machine.clean();
});

test('a run that was stopped before it began starts nothing', async () => {
  await using machine = await aMachine();
  await using runner = openRunner(machine.surroundings);
  const events = { onStart: () => {}, onOutcome: () => {} };
  await runner.run(aPlan('http://127.0.0.1:9', [aCase()]), events, AbortSignal.abort());
  await expect(machine.pids()).rejects.toThrow('ENOENT');
});

test('browsers that are shared in turn are leased to one case at a time, as long as they live', async () => {
  await using machine = await aMachine();
  await using pool = new InstalledBrowsers(() => launchBrowser('CHROMIUM', machine.surroundings), {
    exclusive: true,
  });
  const [first, second] = await Promise.all([
    pool.lease({ dedicated: false }),
    pool.lease({ dedicated: false }),
  ]);
  expect(first.browser).not.toBe(second.browser);
  await first[Symbol.asyncDispose]();
  const again = await pool.lease({ dedicated: false });
  expect(again.browser).toBe(first.browser);
  await again.discard();
  await again[Symbol.asyncDispose]();
  const fresh = await pool.lease({ dedicated: false });
  expect(fresh.browser.isConnected()).toBe(true);
  expect(await machine.pids()).toHaveLength(3);
});
