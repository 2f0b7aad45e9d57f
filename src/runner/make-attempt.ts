import type { Browser, BrowserContext } from 'playwright-core';
import { messageOf } from '../common/errors.ts';
import type { Attempt } from '../contract/attempt.ts';
import { caseChain, type ExchangeTestCase } from '../contract/exchange/exchange-test-case.ts';
import type { BrowserPool } from './browser/browser-pool.ts';
import type { OpenContext } from './browser/contexts.ts';
import { OpenRequests } from './documents/open-requests.ts';
import { Recorder } from './evidence/recorder.ts';
import { type LoginState, type LoginTurn, readLoginState, unsharedLogin } from './login-states.ts';
import { changePages } from './page-changes.ts';
import { type CasePlan, errorAttempt, runCase } from './run-case.ts';
import type { AttemptSettings, RunScope } from './run-scope.ts';
import { isPermanentFailure } from './step-failed.ts';
import { StepRunner } from './step-runner.ts';
import { failOnCrash, limitPages } from './tabs.ts';
import { withClipboard } from './variables/clipboard.ts';
import { Variables } from './variables/variables.ts';
import { whileConnected, withTimeout } from './wait.ts';

export interface FinishedAttempt {
  readonly attempt: Attempt;
  /** The state of another case's login that it started from. */
  readonly reused?: LoginState | undefined;
  /** It failed, and would fail in the same way if it was made again. */
  readonly isPermanent: boolean;
}

/** In how many browsers an attempt is made: if each of them ends unexpectedly, the case is the reason. */
const browsersPerAttempt = 2;

/**
 * Makes one attempt at a case. If the browser ends unexpectedly, the attempt is made again in a browser of its own. One that
 * cannot be made has the status ERROR.
 */
export async function makeAttempt(
  pool: BrowserPool,
  testCase: ExchangeTestCase,
  run: RunScope,
  settings: AttemptSettings,
): Promise<FinishedAttempt> {
  try {
    for (let deaths = 0; ; deaths += 1) {
      await using lease = await pool.lease({ dedicated: deaths > 0 });
      try {
        const { browserIsStuck, ...finished } = await attemptIn(lease.browser, testCase, run, settings);
        if (browserIsStuck) await lease.discard();
        return finished;
      } catch (error) {
        if (run.signal.aborted || lease.browser.isConnected()) throw error;
        if (deaths + 1 < browsersPerAttempt) continue;
        const reason = messageOf(error);
        throw new Error(`The browser ended unexpectedly, ${browsersPerAttempt} times: ${reason}`);
      }
    }
  } catch (error) {
    return { attempt: errorAttempt(error), isPermanent: true };
  }
}

/** Timeout for closing a context, in ms. */
const closeMs = 5000;

const noSteps =
  'The test case has no steps, so there is nothing to check. Add a step, or set `runStatus` to OFF.';

/**
 * Makes an attempt in a browser.
 * @throws Error if the case has no steps; BrokenDependency; the driver's error if the browser has ended.
 */
async function attemptIn(
  browser: Browser,
  testCase: ExchangeTestCase,
  run: RunScope,
  settings: AttemptSettings,
): Promise<ContextAttempt> {
  const chain = caseChain(testCase, run.plan.library);
  if (testCase.elements.length === 0) throw new Error(noSteps);
  // A retry shows whether the case fails with its own login as well.
  const turn = settings.number === 1 ? await run.logins.turn(testCase) : unsharedLogin;
  try {
    const attempt = runInContext(browser, { testCase, chain, turn, run, settings });
    const result = await whileConnected(browser, attempt);
    // If the browser has ended, the test has neither failed nor passed: failures of steps may have been ignored.
    if (!browser.isConnected()) throw new Error('its process has ended.');
    return { ...result, reused: turn.state };
  } finally {
    // If the login has failed, the cases that wait for it continue.
    turn.done(undefined);
  }
}

/** An attempt that is being made. */
interface StartedAttempt {
  readonly testCase: ExchangeTestCase;
  /** The dependencies, outermost first, and the case itself last. */
  readonly chain: readonly ExchangeTestCase[];
  readonly turn: LoginTurn;
  readonly run: RunScope;
  readonly settings: AttemptSettings;
}

interface ContextAttempt extends FinishedAttempt {
  /** The context could not be closed: the browser does not respond any more. */
  readonly browserIsStuck: boolean;
}

/** Runs in a context of its own, which is closed afterwards, or when the run is aborted. */
async function runInContext(browser: Browser, started: StartedAttempt): Promise<ContextAttempt> {
  const { signal, contexts } = started.run;
  const opened = await contexts.open(browser, started.turn.state?.storage);
  const { context } = opened;
  const abort = () => void context.close().catch(() => {});
  signal.addEventListener('abort', abort, { once: true });
  try {
    signal.throwIfAborted();
    if (started.settings.hasMoreCases) contexts.prepare(browser);
    return { ...(await runChain(opened, started)), browserIsStuck: !(await closeContext(context)) };
  } catch (error) {
    await closeContext(context);
    throw error;
  } finally {
    signal.removeEventListener('abort', abort);
  }
}

/** Runs the chain and records it. The state after its login is shared with other cases. */
async function runChain(
  { context, page }: OpenContext,
  { testCase, chain, turn, run, settings }: StartedAttempt,
): Promise<FinishedAttempt> {
  const { plan } = run;
  limitPages(context);
  const endChanges = plan.changePages && (await changePages(context, plan.changePages(testCase.id)));
  const requests = new OpenRequests(context, run.tally.silent);
  await using recorder = await Recorder.start(context, {
    ...settings,
    requests,
    testCaseId: testCase.id,
    folder: run.evidenceFolder,
    budget: run.evidenceBudget,
    redact: run.redact,
  });
  const variables = new Variables(run.variables, turn.state?.dynamic);
  const { setState } = settings;
  const stepRunner = new StepRunner({
    ...{ page, first: testCase, run, requests, variables, observer: recorder, setState },
    failedBefore: elementIn(chain, settings.failedBefore),
  });
  let isPermanent = false;
  const casePlan: CasePlan = {
    chain,
    library: plan.library,
    skipped: turn.state === undefined ? 0 : turn.length,
    onCasePassed: async (index) => {
      if (index === chain.length - 1) recorder.chainPassed();
      if (index === turn.length - 1)
        turn.done(await readLoginState(stepRunner.tabs.shown, variables.dynamic));
    },
    onFailure: (failure) => {
      isPermanent = isPermanentFailure(failure, chain);
      return recorder.failed(stepRunner.tabs.shown, failure, stepRunner.scope.soughtElement(failure.step));
    },
  };
  const runToEnd = () => withClipboard(context, casePlan, () => runCase(casePlan, stepRunner));
  const attempt = await recorder.finish(await failOnCrash(context, runToEnd));
  await endChanges?.();
  return { attempt, isPermanent };
}

function elementIn(chain: readonly ExchangeTestCase[], step: Attempt['failedStep']) {
  const testCase = chain.find(({ id }) => id === step?.testCaseId);
  return testCase?.elements[step?.elementIndex ?? -1];
}

/** @returns false if the browser does not respond. */
async function closeContext(context: BrowserContext): Promise<boolean> {
  try {
    await withTimeout(context.close(), closeMs, 'The context did not close.');
    return true;
  } catch {
    return context.browser()?.isConnected() === false;
  }
}
