import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ExchangeElement } from '../../src/contract/exchange/exchange-test-case.ts';
import type { CaseOutcome, Runner } from '../../src/runner/runner.ts';
import { aCase, goTo } from '../support/cases.ts';
import { startHttpServer } from '../support/http-server.ts';
import { by, clicks, containsText, css, entersText, pattern, sees } from '../support/steps.ts';
import { aPlan, openTestRunner, passed, runFirst, runPlan } from '../support/test-runner.ts';
import { many, runOn, runWith, statuses, visit } from './retry-run.ts';

/** An app that is broken for its first visits. */
async function startUnsteady(brokenVisits: number) {
  let visits = 0;
  const server = await startHttpServer((_, response) => {
    visits += 1;
    response.writeHead(200, { 'content-type': 'text/html' });
    response.end(
      `<link rel="icon" href="data:,"><p>${visits > brokenVisits ? 'Fine' : `Broken ${visits}`}</p>`,
    );
  });
  return {
    url: server.url,
    visits: () => visits,
    [Symbol.asyncDispose]: () => server[Symbol.asyncDispose](),
  };
}

const fine = aCase({ elements: [goTo('/'), containsText('Fine', css('p'))] });
/** How long an assertion waits for what does not come: short, as a test waits for all of it. Other steps have ample time. */
const shortMs = 6000;

describe.concurrent('a case that fails', () => {
  const runners: Runner[] = [];
  const withRetries = async (retries: number): Promise<Runner> => {
    const runner = await openTestRunner({ retries });
    runners.push(runner);
    return runner;
  };
  let once: Runner;
  beforeAll(async () => {
    once = await withRetries(1);
  });
  afterAll(() => Promise.all(runners.map((runner) => runner[Symbol.asyncDispose]())));

  it('is run again, and passes with the attempt that failed', async () => {
    await using app = await startUnsteady(1);
    const outcome = await runFirst(once, aPlan(app.url, [fine], { expectTimeoutMs: shortMs }));
    expect(outcome).toMatchObject({ testCaseId: fine.id, status: 'PASSED', errorMessage: null });
    expect(outcome.failedStep).toBeUndefined();
    expect(outcome.earlierAttempts).toHaveLength(1);
    expect(outcome.earlierAttempts?.[0]).toMatchObject({
      status: 'FAILED',
      errorMessage: expect.stringContaining('Broken 1'),
      failedStep: { testCaseId: fine.id, elementIndex: 1, locator: expect.stringContaining("locator('p')") },
    });
    expect(app.visits()).toBe(2);
  });

  it('fails with the message of its last attempt once it has no retries left', async () => {
    await using app = await startUnsteady(9);
    const outcome = await runFirst(once, aPlan(app.url, [fine], { expectTimeoutMs: shortMs }));
    expect(outcome.status).toBe('FAILED');
    expect(outcome.errorMessage).toContain('Broken 2');
    expect(outcome.earlierAttempts?.map(({ errorMessage }) => errorMessage)).toEqual([
      expect.stringContaining('Broken 1'),
    ]);
    expect(app.visits()).toBe(2);
  });

  it.each([
    [0, 1],
    [2, 3],
  ])('is run %i times more, not more often', async (retries, visits) => {
    await using app = await startUnsteady(9);
    const runner = await withRetries(retries);
    const outcome = await runFirst(runner, aPlan(app.url, [fine], { expectTimeoutMs: shortMs }));
    expect(outcome.earlierAttempts ?? []).toHaveLength(retries);
    expect(app.visits()).toBe(visits);
  });

  it('starts in a fresh browser context, without state of the first attempt', async () => {
    const page = `<link rel="icon" href="data:,"><p></p><script>
      const seen = document.cookie + localStorage.getItem('seen');
      document.querySelector('p').textContent = 'Seen ' + seen;
      document.cookie = 'seen=yes'; localStorage.setItem('seen', 'yes');
    </script>`;
    await using app = await startHttpServer((_, response) => {
      response.writeHead(200, { 'content-type': 'text/html' }).end(page);
    });
    const testCase = aCase({ elements: [goTo('/'), containsText('seen=yes', css('p'))] });
    const outcome = await runFirst(once, aPlan(app.url, [testCase], { expectTimeoutMs: shortMs }));
    const attempts = [...(outcome.earlierAttempts ?? []), outcome];
    for (const { errorMessage } of attempts) expect(errorMessage).toContain('"Seen null"');
    expect(attempts).toHaveLength(2);
  });

  it('is not retried if it could not be run: that is not a failure of the test', async () => {
    const testCase = aCase({ dependencyId: crypto.randomUUID() });
    const outcome = await runFirst(once, aPlan('http://127.0.0.1:9', [testCase]));
    expect(outcome).toMatchObject({
      status: 'ERROR',
      errorMessage: expect.stringContaining('does not exist'),
    });
    expect(outcome.earlierAttempts).toBeUndefined();
  });
});

it('a case that passes is run once', async () => {
  await using runner = await openTestRunner({ retries: 2 });
  await using app = await startUnsteady(0);
  expect(await runFirst(runner, aPlan(app.url, [fine]))).toEqual(passed(fine.id));
  expect(app.visits()).toBe(1);
});

it('nine cases that fail are all retried: a sample decides only for ten or more', async () => {
  await using runner = await openTestRunner({ retries: 1 });
  await using app = await startHttpServer((_, response) => void response.writeHead(500).end());
  const cases = Array.from({ length: 9 }, () => aCase({ elements: [goTo('/')] }));
  const outcomes = await runPlan(runner, aPlan(app.url, cases));
  expect(outcomes.map(({ earlierAttempts }) => earlierAttempts?.length)).toEqual(cases.map(() => 1));
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
    const { paths } = await runWith({ expectTimeoutMs: 2500, retries: 0 }, [...waits, visit('/c')]);
    expect(paths).toEqual(['/a', '/a', '/c']);
  });

  it('is given up early if five cases have failed and none has passed', async () => {
    const waits = [1, 2, 3].map(() => aCase({ elements: [goTo('/a'), clicks(css('h1'))] }));
    const cases = [...many('broken', 5), ...waits];
    const { outcomes } = await runWith({ expectTimeoutMs: 1000, retries: 0, workers: 2 }, cases);
    expect(statuses(outcomes)).toEqual(cases.map(() => 'FAILED'));
    for (const { errorMessage } of outcomes.slice(5)) {
      expect(errorMessage).toContain('because no test case has passed so far');
    }
  });
});

describe('a click that failed in the previous attempt', () => {
  /** Runs a click at an element that is there twice at first, which fails at once, and then on another page. */
  async function clickAgain(second: string) {
    let visits = 0;
    await using app = await startHttpServer(({ url }, response) => {
      if (url === '/slow') return void setTimeout(() => response.end(), 2000);
      visits += 1;
      response.writeHead(200, { 'content-type': 'text/html' });
      response.end(
        `<link rel="icon" href="data:,"><p>Hello</p>${visits === 1 ? '<b>1</b><b>2</b>' : second}`,
      );
    });
    await using runner = await openTestRunner({ retries: 1, expectTimeoutMs: 1000 });
    const testCase = aCase({ elements: [goTo('/'), clicks(css('b'))] });
    return await runFirst(runner, aPlan(app.url, [testCase]));
  }

  it('waits on a quiet page no longer than an assertion', async () => {
    const { status, errorMessage } = await clickAgain('');
    expect(status).toBe('FAILED');
    expect(errorMessage).toContain('because the previous attempt failed at this step');
  });

  it('waits longer for a response', async () => {
    const outcome = await clickAgain(
      `<script>fetch('/slow').then(() => document.body.insertAdjacentHTML('beforeend', '<b>3</b>'));</script>`,
    );
    expect(outcome).toMatchObject({ status: 'PASSED', earlierAttempts: [{ status: 'FAILED' }] });
  });

  it('waits longer on a page that never becomes quiet', async () => {
    const outcome = await clickAgain(`<script>
      setInterval(() => document.body.append(document.createElement('i')), 50);
      setTimeout(() => document.body.insertAdjacentHTML('beforeend', '<b>3</b>'), 13_000);
    </script>`);
    expect(outcome).toMatchObject({ status: 'PASSED', earlierAttempts: [{ status: 'FAILED' }] });
  });
});

it('retries are all run if one of the sample passes', async () => {
  const { paths, outcomes } = await runWith({}, [visit('/flaky'), ...many('broken', 9)]);
  expect(paths).toHaveLength(20);
  expect(outcomes.every(({ earlierAttempts }) => earlierAttempts?.length === 1)).toBe(true);
});

describe.concurrent('a failure that is the same each time is not retried', () => {
  let runner: Runner;
  beforeAll(async () => {
    runner = await openTestRunner({ retries: 1 });
  });
  afterAll(() => runner?.[Symbol.asyncDispose]());

  it.each<[string, ExchangeElement]>([
    ['a pseudo-class that does not exist', clicks(css('p:hass(b)'))],
    ['an assertion with an invalid selector', sees(css('p['))],
    ['an invalid XPath', clicks(css('//p['))],
    ['an unknown engine', clicks(css('x=p'))],
    ['an invalid pattern', sees(by('TEXT', pattern('(')))],
    ['a variable that no step sets', entersText('$$none', css('p'))],
    ['a URL of another scheme', goTo('ftp://localhost/')],
  ])('%s', async (_, element) => {
    const { paths, outcomes } = await runOn(runner, [aCase({ elements: [goTo('/fine'), element] })]);
    expect(outcomes).toMatchObject([{ status: 'FAILED', failedStep: { elementIndex: 1 } }]);
    expect(outcomes[0]?.earlierAttempts).toBeUndefined();
    expect(paths).toEqual(['/fine']);
  });
});
