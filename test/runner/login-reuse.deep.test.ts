import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ExchangeTestCase } from '../../src/contract/exchange/exchange-test-case.ts';
import type { RunnerOptions } from '../../src/runner/open-runner.ts';
import type { Runner } from '../../src/runner/runner.ts';
import { aCase, goTo } from '../support/cases.ts';
import { startHttpServer } from '../support/http-server.ts';
import { startMembers } from '../support/members.ts';
import { clicks, containsText, css, entersText, pattern } from '../support/steps.ts';
import { aPlan, openTestRunner, runPlan } from '../support/test-runner.ts';

const heading = css('h1');

function aLogin(overrides: Partial<ExchangeTestCase> = {}, password = 'right'): ExchangeTestCase {
  return aCase({
    type: 'LOGIN',
    description: 'Log in',
    elements: [
      goTo('/login'),
      entersText(password, css('input')),
      clicks(css('button')),
      containsText('Welcome', heading),
    ],
    ...overrides,
  });
}

/** Needs somebody to be in. */
function aMember(dependencyId: string, overrides: Partial<ExchangeTestCase> = {}): ExchangeTestCase {
  return aCase({ dependencyId, elements: [containsText('Session', heading)], ...overrides });
}

/** How long an assertion waits for what does not come: short, as a test waits for all of it. Other steps have ample time. */
const shortMs = 6000;

describe.concurrent('a login that several cases depend on', () => {
  let runner: Runner;
  beforeAll(async () => {
    runner = await openTestRunner({ workers: 2 });
  });
  afterAll(() => runner?.[Symbol.asyncDispose]());

  async function runMembers(
    cases: readonly ExchangeTestCase[],
    others: readonly ExchangeTestCase[],
    { storing, ...options }: RunnerOptions & { storing?: 'localStorage' | 'sessionStorage' } = {},
  ) {
    await using app = await startMembers(storing);
    await using own = Object.keys(options).length === 0 ? undefined : await openTestRunner(options);
    const outcomes = await runPlan(
      own ?? runner,
      aPlan(app.url, cases, { others, expectTimeoutMs: shortMs }),
    );
    return { outcomes, logins: app.logins() };
  }

  it('is run once, however many workers there are', async () => {
    const login = aLogin();
    const cases = Array.from({ length: 6 }, () => aMember(login.id));
    const { outcomes, logins } = await runMembers(cases, [login]);
    expect(outcomes.map(({ status }) => status)).toEqual(cases.map(() => 'PASSED'));
    expect(logins).toBe(1);
  });

  it('is also run once after a cookie banner', async () => {
    const banner = aCase({ type: 'COOKIE_BANNER', elements: [goTo('/')] });
    const login = aLogin({ dependencyId: banner.id });
    const cases = [1, 2, 3].map(() => aMember(login.id));
    const { outcomes, logins } = await runMembers(cases, [login, banner]);
    expect(outcomes.map(({ status }) => status)).toEqual(cases.map(() => 'PASSED'));
    expect(logins).toBe(1);
  });

  it('is kept with the storage of the browser', async () => {
    const login = aLogin();
    const cases = [1, 2, 3].map(() => aMember(login.id));
    const { outcomes, logins } = await runMembers(cases, [login], { storing: 'localStorage' });
    expect(outcomes.map(({ errorMessage }) => errorMessage)).toEqual([null, null, null]);
    expect(logins).toBe(1);
  });

  it.each([
    ['`reuseLogin` is off', {}, {}, { reuseLogin: false }],
    ['it has a teardown', { teardownId: 'x' }, {}, {}],
    ['it is not of the type LOGIN', { type: undefined }, {}, {}],
    ['it keeps its session in the tab', {}, { storing: 'sessionStorage' as const }, {}],
  ])('is run for each case if %s', async (_, overrides, app, options) => {
    const teardown = aCase({ elements: [goTo('/logout')] });
    const { type: _type, ...plain } = aLogin();
    const login = {
      ...plain,
      ...('type' in overrides ? {} : { type: 'LOGIN' as const }),
      ...('teardownId' in overrides ? { teardownId: teardown.id } : {}),
    };
    const cases = [1, 2, 3].map(() => aMember(login.id));
    const { outcomes, logins } = await runMembers(cases, [login, teardown], { ...app, ...options });
    expect(outcomes.map(({ errorMessage }) => errorMessage)).toEqual([null, null, null]);
    expect(logins).toBe(3);
  });

  it('runs a case between it and the case each time', async () => {
    const login = aLogin();
    const between = aCase({
      dependencyId: login.id,
      elements: [goTo('/'), containsText('Session', heading)],
    });
    const cases = [1, 2].map(() => aMember(between.id));
    const { outcomes, logins } = await runMembers(cases, [login, between]);
    expect(outcomes.map(({ status }) => status)).toEqual(['PASSED', 'PASSED']);
    expect(logins).toBe(1);
  });

  it('hands on the variables that it has set', async () => {
    const login = aLogin();
    login.elements.push({
      selectors: [heading],
      interaction: { action: 'EXTRACT', calledWith: { variableName: 'greeting', type: 'TEXT' } },
    });
    const cases = [1, 2].map(() =>
      aMember(login.id, { entryPointUrlPath: '/?$$greeting', elements: [goTo('/login#$$greeting')] }),
    );
    const { outcomes, logins } = await runMembers(cases, [login]);
    expect(outcomes.map(({ errorMessage }) => errorMessage)).toEqual([null, null]);
    expect(logins).toBe(1);
  });

  it('is run again if a case has ended its session, so that the next case is flaky', async () => {
    const login = aLogin();
    const logsOut = aMember(login.id, { elements: [goTo('/logout'), containsText('Good bye', heading)] });
    const cases = [aMember(login.id), logsOut, aMember(login.id), aMember(login.id)];
    const { outcomes, logins } = await runMembers(cases, [login], { workers: 1, retries: 0 });
    expect(outcomes.map(({ status }) => status)).toEqual(['PASSED', 'PASSED', 'PASSED', 'PASSED']);
    expect(outcomes.map(({ earlierAttempts }) => earlierAttempts?.length ?? 0)).toEqual([0, 0, 1, 0]);
    expect(outcomes[2]?.earlierAttempts?.[0]?.errorMessage).toMatch(
      /^With the login of another test case \(input `reuse-login`\): Expected /,
    );
    // One at first, one for the case whose session had ended, one for the case after it.
    expect(logins).toBe(3);
  });

  it('is not reused any more after two cases have failed with it', async () => {
    const login = aLogin();
    const logsOut = () =>
      aMember(login.id, { elements: [goTo('/'), containsText('Session', heading), goTo('/logout')] });
    const cases = Array.from({ length: 6 }, logsOut);
    await using app = await startMembers();
    await using single = await openTestRunner({ workers: 1 });
    const plan = aPlan(app.url, cases, { others: [login], expectTimeoutMs: shortMs });
    const outcomes = await runPlan(single, plan);
    expect(outcomes.map(({ status }) => status)).toEqual(cases.map(() => 'PASSED'));
    expect(outcomes.map(({ earlierAttempts }) => earlierAttempts?.length ?? 0)).toEqual([0, 1, 0, 1, 0, 0]);
  });

  it('that ends on a busy page does not block other cases', async () => {
    await using app = await startHttpServer(({ url }, response) => {
      response.writeHead(200, { 'content-type': 'text/html' });
      const hangs = '<script>onload = () => setTimeout(() => { for (;;); })</script>';
      response.end(`<link rel="icon" href="data:,"><h1>Session</h1>${url === '/login' ? hangs : ''}`);
    });
    const login = aCase({ type: 'LOGIN', elements: [goTo('/login')] });
    const cases = [1, 2].map(() => aMember(login.id));
    const plan = aPlan(app.url, cases, { others: [login], timeoutPerStepMs: shortMs });
    const outcomes = await runPlan(runner, plan);
    expect(outcomes.map(({ status }) => status)).toEqual(['FAILED', 'FAILED']);
  });

  it('that is reused does not hide a failure', async () => {
    const login = aLogin();
    const other = aMember(login.id, { elements: [containsText(pattern('^Session 77$'), heading)] });
    await using app = await startMembers();
    await using single = await openTestRunner({ workers: 1, retries: 0 });
    const plan = aPlan(app.url, [aMember(login.id), other], { others: [login], expectTimeoutMs: shortMs });
    const [first, second] = await runPlan(single, plan);
    expect(first?.status).toBe('PASSED');
    expect(second).toMatchObject({
      status: 'FAILED',
      errorMessage: expect.stringContaining('Session 2'),
      earlierAttempts: [{ status: 'FAILED', errorMessage: expect.stringContaining('Session 1') }],
    });
  });

  it('that fails makes every case fail, each with the step of the login', async () => {
    const login = aLogin({}, 'wrong');
    const cases = [1, 2, 3].map(() => aMember(login.id));
    await using app = await startMembers();
    const outcomes = await runPlan(
      runner,
      aPlan(app.url, cases, { others: [login], expectTimeoutMs: shortMs }),
    );
    expect(outcomes).toHaveLength(3);
    for (const outcome of outcomes) {
      expect(outcome).toMatchObject({
        status: 'FAILED',
        failedStep: { testCaseId: login.id, elementIndex: 3 },
      });
      expect(outcome.errorMessage).toMatch(
        /^Dependency "Log in": Expected the .* to contain .*\n\nexpect\(locator\)\.toContainText/,
      );
    }
  });

  it('starts the cases that do not need it first, while it runs', async () => {
    const login = aLogin();
    const members = [1, 2, 3].map(() => aMember(login.id));
    const guest = aCase({ elements: [goTo('/login')] });
    await using app = await startMembers();
    const started: string[] = [];
    await runner.run(
      aPlan(app.url, [...members, guest], { others: [login] }),
      { onStart: (id) => void started.push(id), onOutcome: () => {} },
      new AbortController().signal,
    );
    expect(started.indexOf(guest.id)).toBe(1);
  });
});
