import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { openRunner } from '../../src/runner/open-runner.ts';
import { aCase, goTo, seesCss } from '../support/cases.ts';
import { type Answer, startHttpServer } from '../support/http-server.ts';
import { aPlan, chromiumPath, passed, runPlan, testMachine } from '../support/test-runner.ts';

/** A runner whose browsers send their process id with every request: a script adds it and then becomes the browser. */
async function openKillable() {
  const folder = await mkdtemp(join(tmpdir(), 'browser-'));
  const start = join(folder, 'start');
  const script = `#!/bin/sh\nexec '${await chromiumPath()}' --user-agent=process-$$ "$@"\n`;
  await writeFile(start, script, { mode: 0o755 });
  const surroundings = { ...(await testMachine()), env: { ...process.env, CHROME_BIN: start } };
  const runner = openRunner(surroundings, { workers: 2, retries: 0 });
  return {
    runner,
    async [Symbol.asyncDispose]() {
      await runner[Symbol.asyncDispose]();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

const page = '<link rel="icon" href="data:,"><p>Hi</p>';
const seesText = seesCss('p');

/** Responds with a page. Before that it kills the browser that sent the request if `kills` returns true. */
function answers(kills: (url: string) => boolean): Answer {
  return ({ url, headers }, response) => {
    const [, pid] = /process-(\d+)/.exec(headers['user-agent'] ?? '') ?? [];
    if (kills(url)) process.kill(Number(pid), 'SIGKILL');
    response.writeHead(200, { 'content-type': 'text/html' }).end(page);
  };
}

describe.concurrent('a browser that is killed in mid-run', () => {
  it('is replaced: its cases are run again, and none fails', async () => {
    await using killable = await openKillable();
    let requests = 0;
    await using app = await startHttpServer(
      answers(() => {
        requests += 1;
        return requests === 3;
      }),
    );
    const cases = Array.from({ length: 6 }, () => aCase({ elements: [goTo('/'), seesText] }));
    const outcomes = await runPlan(killable.runner, aPlan(app.url, cases));
    const byId = new Map(outcomes.map((outcome) => [outcome.testCaseId, outcome]));
    expect(cases.map(({ id }) => byId.get(id))).toEqual(cases.map(({ id }) => passed(id)));
    expect(outcomes).toHaveLength(6);
  });

  it.each([false, true])(
    'by one case each time makes that case an error, and no other (ignoreFailure: %s)',
    async (ignoreFailure) => {
      await using killable = await openKillable();
      await using app = await startHttpServer(answers((url) => url === '/killer'));
      const killer = aCase({ elements: [{ ...goTo('/killer'), ignoreFailure }, seesText] });
      const good = [1, 2, 3, 4].map(() => aCase({ elements: [goTo('/'), seesText] }));
      const outcomes = await runPlan(killable.runner, aPlan(app.url, [killer, ...good]));
      expect(outcomes).toHaveLength(5);
      for (const { id } of good) {
        expect(outcomes.find(({ testCaseId }) => testCaseId === id)).toEqual(passed(id));
      }
      expect(outcomes.find(({ testCaseId }) => testCaseId === killer.id)).toMatchObject({
        testCaseId: killer.id,
        status: 'ERROR',
        errorMessage: expect.stringContaining('The browser ended unexpectedly, 2 times'),
      });
    },
  );

  it('during a login does not make the cases wait that need it', async () => {
    await using killable = await openKillable();
    let asked = 0;
    await using app = await startHttpServer(
      answers((url) => {
        if (url === '/login') asked += 1;
        return url === '/login' && asked === 1;
      }),
    );
    const login = aCase({ type: 'LOGIN', elements: [goTo('/login'), seesText] });
    const cases = [1, 2, 3, 4].map(() => aCase({ dependencyId: login.id, elements: [seesText] }));
    const outcomes = await runPlan(killable.runner, aPlan(app.url, cases, { others: [login] }));
    expect(outcomes.map(({ status }) => status)).toEqual(cases.map(() => 'PASSED'));
  });
});
