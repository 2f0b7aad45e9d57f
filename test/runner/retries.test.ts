import { describe, expect, it, vi } from 'vitest';
import type { ExchangeElement, ExchangeTestCase } from '../../src/contract/exchange/test-case.ts';
import type { RunnerOptions } from '../../src/runner/open-runner.ts';
import type { CaseOutcome } from '../../src/runner/runner.ts';
import { aCase, goTo } from '../support/cases.ts';
import { startHttpServer } from '../support/http-server.ts';
import { aPlan, openTestRunner } from '../support/play.ts';
import { by, clicks, containsText, css, entersText, pattern, sees } from '../support/steps.ts';

// Most of the time here is spent waiting for what does not come.
vi.setConfig({ maxConcurrency: 12 });

interface PlayedRun {
  /** The paths in the order of their requests. */
  readonly paths: readonly string[];
  readonly outcomes: readonly CaseOutcome[];
}

/** An app whose pages say `Fine`, apart from `/broken…`, and `/flaky…`, which does so from the second visit on. */
async function playOn(cases: readonly ExchangeTestCase[], options: RunnerOptions = {}): Promise<PlayedRun> {
  const paths: string[] = [];
  await using app = await startHttpServer(({ url }, response) => {
    paths.push(url);
    const isSecond = paths.filter((path) => path === url).length > 1;
    const isFine = !url.startsWith('/broken') && (isSecond || !url.startsWith('/flaky'));
    response.writeHead(200, { 'content-type': 'text/html' });
    response.end(`<link rel="icon" href="data:,"><p>${isFine ? 'Fine' : 'Broken'}</p>`);
  });
  await using runner = await openTestRunner({ workers: 1, retries: 1, expectTimeoutMs: 2000, ...options });
  const outcomes: CaseOutcome[] = [];
  const events = { onStart: () => {}, onOutcome: (outcome: CaseOutcome) => void outcomes.push(outcome) };
  await runner.run(aPlan(app.url, cases), events, new AbortController().signal);
  return { paths, outcomes };
}

const visit = (path: string) => aCase({ elements: [goTo(path), containsText('Fine', css('p'))] });
const many = (kind: string, count: number) =>
  Array.from({ length: count }, (_, index) => visit(`/${kind}-${index}`));
const statuses = (outcomes: readonly CaseOutcome[]) => outcomes.map(({ status }) => status);

describe.concurrent('retries', () => {
  it('come after the first attempts of all cases, and each case has one outcome', async () => {
    const cases = [visit('/broken'), visit('/a'), visit('/flaky'), visit('/b')];
    const { paths, outcomes } = await playOn(cases);
    expect(paths).toEqual(['/broken', '/a', '/flaky', '/b', '/broken', '/flaky']);
    expect(outcomes.map(({ testCaseId }) => testCaseId)).toEqual(
      [1, 3, 0, 2].map((index) => cases[index]?.id),
    );
    expect(statuses(outcomes)).toEqual(['PASSED', 'PASSED', 'FAILED', 'PASSED']);
    expect(outcomes.map(({ earlierAttempts }) => earlierAttempts?.length)).toEqual([
      undefined,
      undefined,
      1,
      1,
    ]);
  });

  it('are left out if many cases failed and a sample fails again', async () => {
    const { paths, outcomes } = await playOn([visit('/fine'), ...many('broken', 10)], { workers: 2 });
    expect(paths).toHaveLength(11 + 3);
    expect(outcomes.filter(({ retryLeftOut }) => retryLeftOut)).toHaveLength(7);
    expect(outcomes.filter(({ earlierAttempts }) => earlierAttempts)).toHaveLength(3);
    expect(statuses(outcomes)).toEqual(['PASSED', ...Array.from({ length: 10 }, () => 'FAILED')]);
  });

  it('are all played if one of the sample passes', async () => {
    const { paths, outcomes } = await playOn([visit('/flaky'), ...many('broken', 9)], { workers: 2 });
    expect(paths).toHaveLength(20);
    expect(outcomes.filter(({ earlierAttempts }) => earlierAttempts)).toHaveLength(10);
  });

  it('are all played if fewer cases failed', async () => {
    const { paths } = await playOn(many('broken', 9), { workers: 2 });
    expect(paths).toHaveLength(18);
  });
});

describe.concurrent('a failure that is the same each time is not retried', () => {
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
    const { paths, outcomes } = await playOn([aCase({ elements: [goTo('/fine'), element] })]);
    expect(outcomes).toMatchObject([{ status: 'FAILED', failedStep: { elementIndex: 1 } }]);
    expect(outcomes[0]?.earlierAttempts).toBeUndefined();
    expect(paths).toEqual(['/fine']);
  });

  it('but a variable that a step may set is', async () => {
    const sets: ExchangeElement = {
      selectors: [],
      interaction: {
        action: 'JAVASCRIPT',
        calledWith: { code: 'if (false) $$late = 1', execType: 'sandbox' },
      },
    };
    const { paths } = await playOn([
      aCase({ elements: [goTo('/fine'), sets, entersText('$$late', css('p'))] }),
    ]);
    expect(paths).toEqual(['/fine', '/fine']);
  });
});

describe.concurrent('with `max-failures`', () => {
  const notRun = (failures: string) => ({
    status: 'ERROR',
    errorMessage: `Not run: ${failures} failed before (input \`max-failures\`).`,
  });

  it('cases that have not started are not run', async () => {
    const cases = [visit('/a'), ...many('broken', 2), visit('/b'), visit('/c')];
    const { paths, outcomes } = await playOn(cases, { maxFailures: 2, retries: 0 });
    expect(paths).toEqual(['/a', '/broken-0', '/broken-1']);
    expect(statuses(outcomes)).toEqual(['PASSED', 'FAILED', 'FAILED', 'ERROR', 'ERROR']);
    expect(outcomes.slice(3)).toMatchObject([notRun('2 test cases'), notRun('2 test cases')]);
  });

  it('a case that passes on its retry has not failed', async () => {
    const cases = [visit('/flaky'), visit('/a'), visit('/broken'), visit('/b')];
    const { paths, outcomes } = await playOn(cases, { maxFailures: 1 });
    expect(paths).toEqual(['/flaky', '/flaky', '/a', '/broken', '/broken']);
    expect(statuses(outcomes)).toEqual(['PASSED', 'PASSED', 'FAILED', 'ERROR']);
    expect(outcomes[3]).toMatchObject(notRun('1 test case'));
  });
});
