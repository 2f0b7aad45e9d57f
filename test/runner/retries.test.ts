import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ExchangeElement } from '../../src/contract/exchange/exchange-test-case.ts';
import type { Runner } from '../../src/runner/runner.ts';
import { aCase, goTo } from '../support/cases.ts';
import { by, clicks, css, entersText } from '../support/steps.ts';
import { openTestRunner } from '../support/test-runner.ts';
import { many, runOn, runWith, statuses, visit } from './retry-run.ts';

describe('retries', () => {
  it('come after the first attempts of all cases, and each case has one outcome', async () => {
    const cases = [visit('/broken'), visit('/a'), visit('/flaky'), visit('/b')];
    const { paths, outcomes } = await runWith({}, cases);
    expect(paths).toEqual(['/broken', '/a', '/flaky', '/b', '/broken', '/flaky']);
    const order = [1, 3, 0, 2].map((index) => cases[index]?.id);
    expect(outcomes.map(({ testCaseId }) => testCaseId)).toEqual(order);
    expect(statuses(outcomes)).toEqual(['PASSED', 'PASSED', 'FAILED', 'PASSED']);
    const attempts = outcomes.map(({ earlierAttempts }) => earlierAttempts?.length ?? 0);
    expect(attempts).toEqual([0, 0, 1, 1]);
  });

  it('are left out if many cases failed and a sample fails again', async () => {
    const cases = [visit('/fine'), ...many('broken', 10)];
    const { paths, outcomes } = await runWith({ workers: 2 }, cases);
    expect(paths).toHaveLength(11 + 3);
    expect(outcomes.filter(({ retryLeftOut }) => retryLeftOut)).toHaveLength(7);
    expect(outcomes.filter(({ earlierAttempts }) => earlierAttempts)).toHaveLength(3);
    expect(statuses(outcomes)).toEqual(['PASSED', ...Array.from({ length: 10 }, () => 'FAILED')]);
  });

  it('do not add the wait for them to the duration of a case', async () => {
    const { outcomes, elapsedMs } = await runWith({ workers: 1 }, [visit('/flaky'), ...many('broken', 10)]);
    const durations = outcomes.map(({ durationMs = 0 }) => durationMs);
    expect(Math.min(...durations)).toBeGreaterThan(0);
    // With one worker, one attempt is made after the other.
    expect(durations.reduce((sum, each) => sum + each, 0)).toBeLessThanOrEqual(elapsedMs);
  });
});

describe.concurrent('a failure that is the same each time is not retried', () => {
  let runner: Runner;
  beforeAll(async () => {
    runner = await openTestRunner({ retries: 1 });
  });
  afterAll(() => runner?.[Symbol.asyncDispose]());

  it.each<[string, ExchangeElement]>([
    ['an invalid CSS selector', clicks(css('p['))],
    ['an unknown role', clicks(by('ROLE', 'buton'))],
    ['an undefined variable', entersText('$NONE', css('p'))],
    ['a port that the browser refuses', goTo('http://127.0.0.1:1/')],
  ])('%s', async (_, element) => {
    const { paths, outcomes } = await runOn(runner, [aCase({ elements: [goTo('/fine'), element] })]);
    expect(outcomes).toMatchObject([{ status: 'FAILED', failedStep: { elementIndex: 1 } }]);
    expect(outcomes[0]?.earlierAttempts).toBeUndefined();
    expect(paths).toEqual(['/fine']);
  });

  it('but one with a variable that a step may set is', async () => {
    const sets: ExchangeElement = {
      selectors: [],
      interaction: {
        action: 'JAVASCRIPT',
        calledWith: { code: 'if (false) $$late = 1', execType: 'sandbox' },
      },
    };
    const testCase = aCase({ elements: [goTo('/fine'), sets, entersText('$$late', css('p'))] });
    expect((await runOn(runner, [testCase])).paths).toEqual(['/fine', '/fine']);
  });
});

describe('with `max-failures`', () => {
  const notRun = (failures: string) => ({
    status: 'ERROR',
    notRun: true,
    errorMessage: `Not run: ${failures} failed before (\`max-failures\`).`,
  });

  it('cases that have not started are not run', async () => {
    const cases = [visit('/a'), ...many('broken', 2), visit('/b'), visit('/c')];
    const { paths, outcomes } = await runWith({ maxFailures: 2, retries: 0 }, cases);
    expect(paths).toEqual(['/a', '/broken-0', '/broken-1']);
    expect(statuses(outcomes)).toEqual(['PASSED', 'FAILED', 'FAILED', 'ERROR', 'ERROR']);
    expect(outcomes.slice(3)).toMatchObject([notRun('2 test cases'), notRun('2 test cases')]);
  });

  it('a case that passes on its retry has not failed', async () => {
    const cases = [visit('/flaky'), visit('/a'), visit('/broken'), visit('/b')];
    const { paths, outcomes } = await runWith({ maxFailures: 1 }, cases);
    expect(paths).toEqual(['/flaky', '/flaky', '/a', '/broken', '/broken']);
    expect(statuses(outcomes)).toEqual(['PASSED', 'PASSED', 'FAILED', 'ERROR']);
    expect(outcomes[3]).toMatchObject(notRun('1 test case'));
  });
});
