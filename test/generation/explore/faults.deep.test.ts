import { describe, expect, it } from 'vitest';
import { explore } from '../../../src/generation/explore/explore.ts';
import { type LiveBrowser, openLiveBrowser } from '../../../src/runner/live-page.ts';
import { aPlan, openTestRunner, runPlan, testMachine } from '../../support/test-runner.ts';
import type { App } from '../apps/app.ts';
import { bakery } from '../apps/bakery.ts';
import { desk } from '../apps/desk.ts';
import { journey } from '../apps/journey.ts';
import { staff } from '../apps/staff.ts';
import { todo } from '../apps/todo.ts';

async function casesFor(app: App, browser: LiveBrowser) {
  await using server = await app.start();
  const open = () =>
    browser.open({
      executionUrl: server.url,
      breakpoint: 'DESKTOP',
      variables: {},
      timeoutPerStepMs: 120_000,
      expectTimeoutMs: 20_000,
      testIdAttribute: null,
      environment: { headers: {} },
    });
  const limits = { pages: 40, depth: 5, timeMs: 10_000_000, cases: 60 };
  return (await explore(open, { prompt: '', baseUrl: server.url }, limits, new AbortController().signal))
    .cases;
}

/** All of them take an hour. */
const apps = process.env.GENERATION_APPS === 'all' ? [bakery, todo, staff, journey, desk] : [todo];

describe.each(apps)('$name', (app) => {
  it('has cases that are green on the healthy app and notice what is broken', {
    timeout: 3_600_000,
  }, async () => {
    await using browser = await openLiveBrowser(await testMachine());
    const cases = await casesFor(app, browser);
    await using runner = await openTestRunner();
    for (let run = 1; run <= 3; run += 1) {
      await using healthy = await app.start();
      const failed = (await runPlan(runner, aPlan(healthy.url, cases))).filter(
        ({ status }) => status !== 'PASSED',
      );
      expect(failed).toEqual([]);
    }
    // A case fails on the broken app, whose steps need not wait long, or all of them do.
    const survived: string[] = [];
    for (const fault of app.faults) {
      await using broken = await app.start(fault);
      const outcomes = await runPlan(runner, aPlan(broken.url, cases, { timeoutPerStepMs: 5000 }));
      if (outcomes.every(({ status }) => status === 'PASSED')) survived.push(fault);
    }
    expect(survived.length / app.faults.length).toBeLessThanOrEqual(0.2);
  });
});
