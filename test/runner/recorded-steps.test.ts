import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { ExchangeTestCase } from '../../src/contract/exchange/exchange-test-case.ts';
import type { Runner } from '../../src/runner/runner.ts';
import { aCase, goTo, seesCss } from '../support/cases.ts';
import { startHttpServer } from '../support/http-server.ts';
import { type Pages, startPages } from '../support/pages.ts';
import { clicks, css } from '../support/steps.ts';
import {
  aPlan,
  openTestRunner,
  runFirst,
  runPlan,
  runToFail,
  sharedTestRunner,
} from '../support/test-runner.ts';

// Most of the time here is spent waiting for what does not come.
vi.setConfig({ maxConcurrency: 12 });

let runner: Runner;
let pages: Pages;
beforeAll(async () => {
  [runner, pages] = await Promise.all([sharedTestRunner(), startPages()]);
});
afterAll(() => pages?.[Symbol.asyncDispose]());

const ms = expect.any(Number);
const passedStep = { status: 'PASSED', durationMs: ms };

function onPage(html: string, overrides: Partial<ExchangeTestCase>) {
  return aCase({ entryPointUrlPath: pages.add(html), ...overrides });
}

describe.concurrent('the steps of an attempt', () => {
  it('are its entry point and its elements', async () => {
    const testCase = onPage('<h1>Cart</h1>', { elements: [seesCss('h1'), seesCss('body')] });
    const { steps } = await runFirst(runner, aPlan(pages.url, [testCase]));
    expect(steps).toEqual([
      passedStep,
      { ...passedStep, elementIndex: 0 },
      { ...passedStep, elementIndex: 1 },
    ]);
  });

  it('do not have an entry point if the case begins with GO_TO', async () => {
    const testCase = aCase({ elements: [goTo(pages.add('<h1>Cart</h1>')), seesCss('h1')] });
    const { steps } = await runFirst(runner, aPlan(pages.url, [testCase]));
    expect(steps?.map(({ elementIndex }) => elementIndex)).toEqual([0, 1]);
  });

  it('begin with those of dependencies, and leave out teardowns', async () => {
    const teardown = aCase({ elements: [seesCss('body')] });
    const dependency = onPage('<h1>Sign in</h1>', { elements: [seesCss('h1')], teardownId: teardown.id });
    const testCase = onPage('<h1>Cart</h1>', { elements: [seesCss('h1')], dependencyId: dependency.id });
    const plan = aPlan(pages.url, [testCase], { others: [dependency, teardown] });
    const ofDependency = { ...passedStep, testCaseId: dependency.id };
    expect((await runFirst(runner, plan)).steps).toEqual([
      ofDependency,
      { ...ofDependency, elementIndex: 0 },
      passedStep,
      { ...passedStep, elementIndex: 0 },
    ]);
  });

  it('end with the one that failed, whose duration includes its wait', async () => {
    const teardown = aCase({ elements: [seesCss('body')] });
    const testCase = onPage('<h1>Cart</h1>', {
      elements: [seesCss('h1'), seesCss('#not-there'), seesCss('h1')],
      teardownId: teardown.id,
    });
    const plan = aPlan(pages.url, [testCase], { others: [teardown], timeoutPerStepMs: 6000 });
    const { steps } = await runFirst(runner, plan);
    expect(steps).toEqual([
      passedStep,
      { ...passedStep, elementIndex: 0 },
      { elementIndex: 1, status: 'FAILED', durationMs: ms },
    ]);
    expect(steps?.at(-1)?.durationMs).toBeGreaterThan(4000);
  });

  it('name those whose failure was ignored', async () => {
    const testCase = onPage('<h1>Cart</h1>', {
      elements: [{ ...seesCss('#not-there'), ignoreFailure: true }, seesCss('h1')],
    });
    const { steps } = await runFirst(runner, aPlan(pages.url, [testCase], { timeoutPerStepMs: 6000 }));
    expect(steps?.map(({ status }) => status)).toEqual(['PASSED', 'IGNORED', 'PASSED']);
  });

  it('have no failed one if all failures were ignored and nothing is checked', async () => {
    const testCase = onPage('<h1>Cart</h1>', {
      elements: [{ ...seesCss('#not-there'), ignoreFailure: true }],
    });
    const outcome = await runToFail(runner, aPlan(pages.url, [testCase]), /no other step checks anything/);
    expect(outcome.status).toBe('FAILED');
    expect(outcome.steps?.map(({ status }) => status)).toEqual(['PASSED', 'IGNORED']);
  });

  it('have one that failed if the entry point did not open', async () => {
    await using server = await startHttpServer((_, response) => void response.destroy());
    const testCase = aCase({ elements: [seesCss('h1')] });
    const { steps } = await runFirst(runner, aPlan(server.url, [testCase]));
    expect(steps).toEqual([{ status: 'FAILED', durationMs: ms }]);
  });

  it('name the step that led to an error page, even if the next one has begun', async () => {
    await using server = await startHttpServer(({ url }, response) => {
      response.writeHead(url === '/' ? 200 : 500, { 'content-type': 'text/html' });
      response.end('<a href="/broken">Pay</a>');
    });
    const testCase = aCase({ elements: [seesCss('a'), clicks(css('a')), goTo('/')] });
    const outcome = await runFirst(runner, aPlan(server.url, [testCase]));
    expect(outcome).toMatchObject({ status: 'FAILED', failedStep: { elementIndex: 1 } });
    const failed = outcome.steps?.filter(({ status }) => status !== 'PASSED');
    expect(failed).toEqual([{ elementIndex: 1, status: 'FAILED', durationMs: ms }]);
  });

  it('belong to each attempt', async () => {
    await using retrying = await openTestRunner({ retries: 1 });
    const testCase = onPage('<h1>Cart</h1>', { elements: [seesCss('#not-there')] });
    const [outcome] = await runPlan(retrying, aPlan(pages.url, [testCase], { timeoutPerStepMs: 2500 }));
    for (const attempt of [outcome, outcome?.earlierAttempts?.[0]]) {
      expect(attempt?.steps?.at(-1)).toMatchObject({ elementIndex: 0, status: 'FAILED' });
    }
  });
});
