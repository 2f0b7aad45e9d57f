import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ExchangeElement, ExchangeTestCase } from '../../src/contract/exchange/test-case.ts';
import type { RunnerOptions } from '../../src/runner/open-runner.ts';
import type { CaseOutcome, Runner } from '../../src/runner/runner.ts';
import { aCase, goTo } from '../support/cases.ts';
import { startHttpServer } from '../support/http-server.ts';
import { aPlan, openTestRunner } from '../support/play.ts';
import { by, clicks, css, entersText, pattern, sees } from '../support/steps.ts';

interface PlayedRun {
  /** The paths in the order of their requests. */
  readonly paths: readonly string[];
  /** In the order in which they were reported. */
  readonly outcomes: readonly CaseOutcome[];
}

/** Plays on an app whose pages fail at once if they are `/broken…`, and at their first visit if they are `/flaky…`. */
async function playOn(runner: Runner, cases: readonly ExchangeTestCase[]): Promise<PlayedRun> {
  const paths: string[] = [];
  await using app = await startHttpServer(({ url }, response) => {
    const isFirst = !paths.includes(url);
    paths.push(url);
    const fails = url.startsWith('/broken') || (isFirst && url.startsWith('/flaky'));
    response.writeHead(fails ? 500 : 200, { 'content-type': 'text/html' });
    response.end('<link rel="icon" href="data:,"><p>Hello</p>');
  });
  const outcomes: CaseOutcome[] = [];
  const onOutcome = (outcome: CaseOutcome) => void outcomes.push(outcome);
  await runner.run(aPlan(app.url, cases), { onStart: () => {}, onOutcome }, new AbortController().signal);
  return { paths, outcomes };
}

async function playWith(options: RunnerOptions, cases: readonly ExchangeTestCase[]): Promise<PlayedRun> {
  await using runner = await openTestRunner({ workers: 1, retries: 1, ...options });
  return await playOn(runner, cases);
}

const visit = (path: string) => aCase({ elements: [goTo(path)] });
const many = (kind: string, count: number) =>
  Array.from({ length: count }, (_, index) => visit(`/${kind}-${index}`));
const statuses = (outcomes: readonly CaseOutcome[]) => outcomes.map(({ status }) => status);

describe('retries', () => {
  it('come after the first attempts of all cases, and each case has one outcome', async () => {
    const cases = [visit('/broken'), visit('/a'), visit('/flaky'), visit('/b')];
    const { paths, outcomes } = await playWith({}, cases);
    expect(paths).toEqual(['/broken', '/a', '/flaky', '/b', '/broken', '/flaky']);
    const order = [1, 3, 0, 2].map((index) => cases[index]?.id);
    expect(outcomes.map(({ testCaseId }) => testCaseId)).toEqual(order);
    expect(statuses(outcomes)).toEqual(['PASSED', 'PASSED', 'FAILED', 'PASSED']);
    const attempts = outcomes.map(({ earlierAttempts }) => earlierAttempts?.length ?? 0);
    expect(attempts).toEqual([0, 0, 1, 1]);
  });

  it('are left out if many cases failed and a sample fails again', async () => {
    const { paths, outcomes } = await playWith({ workers: 2 }, [visit('/fine'), ...many('broken', 10)]);
    expect(paths).toHaveLength(11 + 3);
    expect(outcomes.filter(({ retryLeftOut }) => retryLeftOut)).toHaveLength(7);
    expect(outcomes.filter(({ earlierAttempts }) => earlierAttempts)).toHaveLength(3);
    expect(statuses(outcomes)).toEqual(['PASSED', ...Array.from({ length: 10 }, () => 'FAILED')]);
  });

  it('are all played if one of the sample passes', async () => {
    const { paths, outcomes } = await playWith({}, [visit('/flaky'), ...many('broken', 9)]);
    expect(paths).toHaveLength(20);
    expect(outcomes.every(({ earlierAttempts }) => earlierAttempts?.length === 1)).toBe(true);
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
    ['a pseudo-class that does not exist', clicks(css('p:hass(b)'))],
    ['an assertion with an invalid selector', sees(css('p['))],
    ['an invalid XPath', clicks(css('//p['))],
    ['an unknown engine', clicks(css('x=p'))],
    ['an unknown role', clicks(by('ROLE', 'buton'))],
    ['an invalid pattern', sees(by('TEXT', pattern('(')))],
    ['an undefined variable', entersText('$NONE', css('p'))],
    ['a variable that no step sets', entersText('$$none', css('p'))],
    ['a URL of another scheme', goTo('ftp://localhost/')],
    ['a port that the browser refuses', goTo('http://127.0.0.1:1/')],
  ])('%s', async (_, element) => {
    const { paths, outcomes } = await playOn(runner, [aCase({ elements: [goTo('/fine'), element] })]);
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
    expect((await playOn(runner, [testCase])).paths).toEqual(['/fine', '/fine']);
  });
});

describe('with `max-failures`', () => {
  const notRun = (failures: string) => ({
    status: 'ERROR',
    errorMessage: `Not run: ${failures} failed before (input \`max-failures\`).`,
  });

  it('cases that have not started are not run', async () => {
    const cases = [visit('/a'), ...many('broken', 2), visit('/b'), visit('/c')];
    const { paths, outcomes } = await playWith({ maxFailures: 2, retries: 0 }, cases);
    expect(paths).toEqual(['/a', '/broken-0', '/broken-1']);
    expect(statuses(outcomes)).toEqual(['PASSED', 'FAILED', 'FAILED', 'ERROR', 'ERROR']);
    expect(outcomes.slice(3)).toMatchObject([notRun('2 test cases'), notRun('2 test cases')]);
  });

  it('a case that passes on its retry has not failed', async () => {
    const cases = [visit('/flaky'), visit('/a'), visit('/broken'), visit('/b')];
    const { paths, outcomes } = await playWith({ maxFailures: 1 }, cases);
    expect(paths).toEqual(['/flaky', '/flaky', '/a', '/broken', '/broken']);
    expect(statuses(outcomes)).toEqual(['PASSED', 'PASSED', 'FAILED', 'ERROR']);
    expect(outcomes[3]).toMatchObject(notRun('1 test case'));
  });
});

describe('a case that only waits', () => {
  it('leaves its worker to others', async () => {
    // Each page shows its text once three of them are open.
    const pages: (() => void)[] = [];
    await using app = await startHttpServer(({ url }, response) => {
      if (url === '/events') {
        response.writeHead(200, { 'content-type': 'text/event-stream' });
        pages.push(() => response.write('data: 1\n\n'));
        if (pages.length >= 3) for (const show of pages) show();
        return;
      }
      response.writeHead(200, { 'content-type': 'text/html' });
      response.end(`<link rel="icon" href="data:,"><p>Hello</p><script>
        new EventSource('/events').onmessage = () => document.body.insertAdjacentHTML('beforeend', '<h1>Now</h1>');
      </script>`);
    });
    await using runner = await openTestRunner({ workers: 2 });
    const cases = [1, 2, 3].map(() => aCase({ elements: [goTo('/'), sees(css('h1'))] }));
    const outcomes: CaseOutcome[] = [];
    const onOutcome = (outcome: CaseOutcome) => void outcomes.push(outcome);
    await runner.run(aPlan(app.url, cases), { onStart: () => {}, onOutcome }, new AbortController().signal);
    expect(outcomes.map(({ errorMessage }) => errorMessage)).toEqual([null, null, null]);
  });

  it('keeps it if it is the only one', async () => {
    const waits = [1, 2].map(() => aCase({ elements: [goTo('/a'), sees(css('h1')), goTo('/b')] }));
    const { paths } = await playWith({ expectTimeoutMs: 2500, retries: 0 }, [...waits, visit('/c')]);
    expect(paths).toEqual(['/a', '/a', '/c']);
  });

  it('is given up early if five cases have failed and none has passed', async () => {
    const waits = [1, 2, 3].map(() => aCase({ elements: [goTo('/a'), clicks(css('h1'))] }));
    const cases = [...many('broken', 5), ...waits];
    const { outcomes } = await playWith({ expectTimeoutMs: 1000, retries: 0, workers: 2 }, cases);
    expect(statuses(outcomes)).toEqual(cases.map(() => 'FAILED'));
    for (const { errorMessage } of outcomes.slice(5)) {
      expect(errorMessage).toContain('because no test case has passed so far');
    }
  });
});
