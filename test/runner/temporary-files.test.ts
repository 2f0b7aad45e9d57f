import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, it, vi } from 'vitest';
import { openRunner } from '../../src/runner/open-runner.ts';
import { aCase, goTo } from '../support/cases.ts';
import { startHttpServer } from '../support/http-server.ts';
import { pollOptions } from '../support/poll-options.ts';
import { aPlan, testMachine } from '../support/test-runner.ts';

afterEach(() => vi.unstubAllEnvs());

it('are removed after a run that was aborted while tracing', async () => {
  const requested = Promise.withResolvers<void>();
  await using endless = await startHttpServer(() => requested.resolve());
  const surroundings = await testMachine();
  const [temporary, evidenceFolder] = await Promise.all(
    ['tmp-', 'evidence-'].map((prefix) => mkdtemp(join(tmpdir(), prefix))),
  );
  if (temporary === undefined || evidenceFolder === undefined) throw new Error('no folders');
  vi.stubEnv('TMPDIR', temporary);
  try {
    const stop = new AbortController();
    await using runner = openRunner(surroundings, { evidenceFolder, trace: 'always', retries: 0 });
    const plan = aPlan(endless.url, [aCase({ elements: [goTo('/')] })], { timeoutPerStepMs: 30_000 });
    const end = runner.run(plan, { onStart: () => {}, onOutcome: () => {} }, stop.signal);
    await requested.promise;
    stop.abort();
    await end;
    await runner[Symbol.asyncDispose]();
    await vi.waitFor(async () => expect(await readdir(temporary)).toEqual([]), pollOptions);
  } finally {
    await Promise.all([temporary, evidenceFolder].map((each) => rm(each, { recursive: true, force: true })));
  }
});

it('that cannot be created are an error that names the folder and what to check', async () => {
  const missing = join(tmpdir(), 'no-such-folder');
  const surroundings = await testMachine();
  vi.stubEnv('TMPDIR', missing);
  await using runner = openRunner(surroundings);
  await expect(runner.prepare('CHROMIUM')).rejects.toThrow(
    /^The browser cannot start, because no temporary folder can be created: ENOENT.+no-such-folder.+TMPDIR/,
  );
});
