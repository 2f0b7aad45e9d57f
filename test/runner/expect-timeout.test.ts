import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Runner } from '../../src/runner/runner.ts';
import { aCase, goTo, seesCss } from '../support/cases.ts';
import { type Pages, startPages } from '../support/pages.ts';
import { clicks, containsText, css } from '../support/steps.ts';
import { aPlan, openTestRunner, passed, runFirst } from '../support/test-runner.ts';

let runner: Runner;
let pages: Pages;
beforeAll(async () => {
  runner = await openTestRunner({ expectTimeoutMs: 2500 });
  pages = await startPages();
});
afterAll(() => Promise.all([runner?.[Symbol.asyncDispose](), pages?.[Symbol.asyncDispose]()]));

/** How long an assertion has waited by its message, in ms. */
function timeoutIn(message: string | null | undefined): number {
  return Number(/Timeout: +(\d+)ms/.exec(message ?? '')?.[1]);
}

describe.concurrent('the time of an assertion', () => {
  it('is that of the runner, although the step has more', async () => {
    const path = pages.add('<p>Hello</p>');
    const testCase = aCase({ elements: [goTo(path), containsText('Bye', css('p'))] });
    const outcome = await runFirst(runner, aPlan(pages.url, [testCase]));
    expect(outcome).toMatchObject({ status: 'FAILED', failedStep: { elementIndex: 1 } });
    expect(timeoutIn(outcome.errorMessage)).toBeLessThanOrEqual(2500);
  });

  it('is that of the step if the step has less', async () => {
    const path = pages.add('<p>Hello</p>');
    const testCase = aCase({ elements: [goTo(path), seesCss('#none')] });
    await using ample = await openTestRunner({ expectTimeoutMs: 240_000 });
    const outcome = await runFirst(ample, aPlan(pages.url, [testCase], { timeoutPerStepMs: 2500 }));
    expect(timeoutIn(outcome.errorMessage)).toBeLessThanOrEqual(2500);
  });

  it('does not apply to interactions, which wait for the timeout of a step', async () => {
    const path = pages.add(
      `<p>Hello</p><script>setTimeout(() => document.body.append(document.createElement('button')), 4000)</script>
       <style>button { width: 20px; height: 20px }</style>`,
    );
    const testCase = aCase({ elements: [goTo(path), clicks(css('button'))] });
    expect(await runFirst(runner, aPlan(pages.url, [testCase]))).toEqual(passed(testCase.id));
  });
});
