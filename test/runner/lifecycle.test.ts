import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { BrowserNotStarted } from '../../src/runner/browser/launch.ts';
import { openRunner } from '../../src/runner/open-runner.ts';
import type { CaseOutcome, RunEvents, Runner, RunPlan } from '../../src/runner/runner.ts';
import { aCase, goTo, seesCss } from '../support/cases.ts';
import { startHttpServer } from '../support/http-server.ts';
import { type Pages, startPages } from '../support/pages.ts';
import { pollOptions } from '../support/poll-options.ts';
import { clicks, containsText, css } from '../support/steps.ts';
import { aPlan, chromiumPath, passed, runPlan, testMachine } from '../support/test-runner.ts';

interface WatchedRunner extends AsyncDisposable {
  readonly runner: Runner;
  /** Process id of its browser. */
  readonly pid: number;
}

/** Opens a runner whose browser's process is known: a script writes it down and becomes the browser. */
async function openWatched(workers = 2): Promise<WatchedRunner> {
  const folder = await mkdtemp(join(tmpdir(), 'browser-'));
  const start = join(folder, 'start');
  await writeFile(start, `#!/bin/sh\necho $$ > '${folder}/pid'\nexec '${await chromiumPath()}' "$@"\n`, {
    mode: 0o755,
  });
  const surroundings = { ...(await testMachine()), env: { ...process.env, CHROME_BIN: start } };
  const runner = openRunner(surroundings, { workers, retries: 0 });
  await runner.prepare('CHROMIUM');
  return {
    runner,
    pid: Number(await readFile(join(folder, 'pid'), 'utf8')),
    async [Symbol.asyncDispose]() {
      await runner[Symbol.asyncDispose]();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

/** Starts a run; its outcomes come into a list. */
function begin(runner: Runner, plan: RunPlan, signal: AbortSignal = new AbortController().signal) {
  const started: string[] = [];
  const steps: { testCaseId: string; elementIndex: number }[] = [];
  const outcomes: CaseOutcome[] = [];
  const events: RunEvents = {
    onStart: (id) => void started.push(id),
    onStep: (_, step) => void steps.push(step),
    onOutcome: (outcome) => void outcomes.push(outcome),
  };
  return { started, steps, outcomes, end: runner.run(plan, events, signal) };
}

/** Far less than a step has here, and more than a busy machine needs. */
const soonMs = 100_000;

async function msUntil(end: Promise<unknown>): Promise<number> {
  const from = performance.now();
  await end;
  return performance.now() - from;
}

/** Resolves when the app has received a request for a path. */
async function untilRequested(pages: Pages, path: string): Promise<void> {
  await vi.waitFor(() => expect(pages.requests.map(({ url }) => url)).toContain(path), pollOptions);
}

const icon = '<link rel="icon" href="data:,">';
/** A page that says when it is there, and never has what a step waits for. */
const waits = `${icon}<p>Hi</p><script>fetch('/ready')</script>`;
/** A page whose own code never lets go. */
const hangs = `${icon}<p>Hi</p><button onclick="fetch('/ready').then(() => { for (;;); })">Hang</button>`;
const neverThere = seesCss('#never');

describe.concurrent('stopping a run', () => {
  it.each([
    ['waits for an element', waits, [neverThere]],
    ['looks for a text', waits, [containsText('Bye', css('p'))]],
    ['is about to ignore a failure', waits, [{ ...neverThere, ignoreFailure: true }]],
    ['hangs on a page that never lets go', hangs, [clicks(css('button')), clicks(css('button')), neverThere]],
  ])('ends it soon while a step %s, without an outcome', async (_, html, steps) => {
    await using pages = await startPages();
    await using watched = await openWatched();
    pages.add(html, '/');
    const teardown = aCase({ elements: [neverThere] });
    const cases = [1, 2, 3].map(() => aCase({ elements: [goTo('/'), ...steps], teardownId: teardown.id }));
    const stop = new AbortController();
    const plan = aPlan(pages.url, cases, { others: [teardown], timeoutPerStepMs: 240_000 });
    const { started, steps: executed, outcomes, end } = begin(watched.runner, plan, stop.signal);
    await untilRequested(pages, '/ready');
    stop.abort();
    expect(executed[0]?.elementIndex).toBe(0);
    expect(cases.map(({ id }) => id)).toContain(executed[0]?.testCaseId);
    expect(executed.map(({ testCaseId }) => testCaseId)).not.toContain(teardown.id);
    expect(await msUntil(end)).toBeLessThan(soonMs);
    expect(started.length).toBeLessThan(3);
    // Any case that still run would report its outcome before the browser has closed.
    await watched.runner[Symbol.asyncDispose]();
    expect(outcomes).toEqual([]);
  });

  it('ends it soon while a page is being loaded, and lets go of the page', async () => {
    const requested = Promise.withResolvers<void>();
    const left = Promise.withResolvers<void>();
    await using endless = await startHttpServer((_, response) => {
      response.on('close', () => left.resolve());
      requested.resolve();
    });
    await using watched = await openWatched();
    const stop = new AbortController();
    const plan = aPlan(endless.url, [aCase({ elements: [neverThere] })], { timeoutPerStepMs: 240_000 });
    const { outcomes, end } = begin(watched.runner, plan, stop.signal);
    await requested.promise;
    stop.abort();
    expect(await msUntil(end)).toBeLessThan(soonMs);
    expect(await msUntil(left.promise)).toBeLessThan(soonMs);
    expect(outcomes).toEqual([]);
  });

  it('at the moment a case starts stops that case', async () => {
    await using pages = await startPages();
    await using watched = await openWatched();
    const [stopped, next] = [pages.add(waits), pages.add(waits)];
    const stop = new AbortController();
    const { outcomes, end } = begin(
      watched.runner,
      aPlan(pages.url, [aCase({ elements: [goTo(stopped)] })]),
      stop.signal,
    );
    stop.abort();
    expect(await msUntil(end)).toBeLessThan(soonMs);
    // The next run takes the time in which the stopped case would have opened its page.
    await runPlan(watched.runner, aPlan(pages.url, [aCase({ elements: [goTo(next), seesCss('p')] })]));
    expect(outcomes).toEqual([]);
    expect(pages.requests.map(({ url }) => url)).not.toContain(stopped);
  });

  it('starts nothing if it was aborted before', async () => {
    await using watched = await openWatched();
    const plan = aPlan('http://127.0.0.1:9', [aCase()]);
    const { started, outcomes, end } = begin(watched.runner, plan, AbortSignal.abort());
    await end;
    expect([started, outcomes]).toEqual([[], []]);
  });

  it('leaves the runner fit for another run', async () => {
    await using pages = await startPages();
    await using watched = await openWatched();
    pages.add(waits, '/');
    const stop = new AbortController();
    const { end } = begin(watched.runner, aPlan(pages.url, [aCase({ elements: [neverThere] })]), stop.signal);
    await untilRequested(pages, '/ready');
    stop.abort();
    await end;
    const testCase = aCase({ elements: [seesCss('p')] });
    expect(await runPlan(watched.runner, aPlan(pages.url, [testCase]))).toEqual([passed(testCase.id)]);
  });
});

describe.concurrent('the browser', () => {
  it('has ended after the runner was disposed of', async () => {
    await using watched = await openWatched();
    expect(isRunning(watched.pid)).toBe(true);
    await watched.runner[Symbol.asyncDispose]();
    expect(isRunning(watched.pid)).toBe(false);
  });

  it('that does not start is an error that names it and the way out', async () => {
    const surroundings = await testMachine();
    await using runner = openRunner({ ...surroundings, env: { CHROME_BIN: '/bin/false' } });
    const preparing = runner.prepare('CHROMIUM');
    await expect(preparing).rejects.toThrow(BrowserNotStarted);
    await expect(preparing).rejects.toThrow(/^The browser \/bin\/false did not start: [\s\S]+CHROME_BIN/);
  });

  it('that does not start is reported with its output, without its command line', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'browser-'));
    try {
      const start = join(folder, 'start');
      await writeFile(start, '#!/bin/sh\necho libsomething.so is missing >&2\n', { mode: 0o755 });
      const surroundings = await testMachine();
      await using runner = openRunner({ ...surroundings, env: { CHROME_BIN: start } });
      const message = await runner.prepare('CHROMIUM').then(String, String);
      expect(message).toContain('\nlibsomething.so is missing\n');
      expect(message).not.toMatch(/--headless|launch(ing|ed)>|Browser logs/);
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  });
});
