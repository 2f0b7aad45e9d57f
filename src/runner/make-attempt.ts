import type { Browser, BrowserContext } from 'playwright-core';
import type { Attempt } from '../contract/attempt.ts';
import { caseChain, type ExchangeTestCase } from '../contract/exchange/test-case.ts';
import type { OpenContext } from './browser/contexts.ts';
import { Recorder } from './evidence/recorder.ts';
import { type LoginState, type LoginTurn, ownLogin, readLoginState, reusableLength } from './login-states.ts';
import { changePages } from './page-changes.ts';
import { type Play, playCase } from './play-case.ts';
import { isPermanentFailure } from './play-failure.ts';
import type { AttemptSettings, RunScope } from './run-scope.ts';
import { StepPlayer } from './step-player.ts';
import { failOnCrash, limitPages } from './tabs.ts';
import { withClipboard } from './variables/clipboard.ts';
import { Variables } from './variables/variables.ts';
import { whileConnected, withTimeout } from './wait.ts';

export interface AttemptResult {
  readonly attempt: Attempt;
  /** The state of another case's login that it started from. */
  readonly reused: { readonly loginId: string; readonly state: LoginState } | undefined;
  /** It failed, and would fail in the same way if it was made again. */
  readonly isPermanent: boolean;
  /** The context could not be closed: the browser does not respond any more. */
  readonly browserIsStuck: boolean;
}

/** Timeout for closing a context, in ms. */
const closeMs = 5000;

const noSteps =
  'The test case has no steps, so there is nothing to check. Add a step, or set `runStatus` to OFF.';

/**
 * Makes one attempt at a case, in a new context.
 * @throws Error if the case has no steps; BrokenDependency; the driver's error if the browser has ended.
 */
export async function makeAttempt(
  browser: Browser,
  testCase: ExchangeTestCase,
  run: RunScope,
  settings: AttemptSettings,
): Promise<AttemptResult> {
  const chain = caseChain(testCase, run.plan.library);
  if (testCase.elements.length === 0) throw new Error(noSteps);
  const shared = settings.reuseLogin ? reusableLength(chain) : 0;
  const loginId = chain[shared - 1]?.id;
  const turn = loginId === undefined ? ownLogin : await run.logins.turn(loginId);
  const { state } = turn;
  const attempt = { testCase, chain, shared, turn, run, settings };
  try {
    const result = await whileConnected(
      browser,
      inContext(browser, attempt, (opened) => playInContext(opened, attempt)),
    );
    // If the browser has ended, the test has neither failed nor passed: failures of steps may have been ignored.
    if (!browser.isConnected()) throw new Error('its process has ended.');
    return {
      ...result,
      reused: loginId === undefined || state === undefined ? undefined : { loginId, state },
    };
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
  /** How many of the chain's first cases are the login that others can reuse. */
  readonly shared: number;
  readonly turn: LoginTurn;
  readonly run: RunScope;
  readonly settings: AttemptSettings;
}

type Played = Pick<AttemptResult, 'attempt' | 'isPermanent'>;

/** Works in a context of its own, which is closed afterwards, or when the run is aborted. */
async function inContext(
  browser: Browser,
  { turn, run: { signal, contexts }, settings }: StartedAttempt,
  work: (opened: OpenContext) => Promise<Played>,
): Promise<Played & { readonly browserIsStuck: boolean }> {
  const opened = await contexts.open(browser, turn.state?.storage);
  const { context } = opened;
  const abort = () => void context.close().catch(() => {});
  signal.addEventListener('abort', abort, { once: true });
  try {
    signal.throwIfAborted();
    if (settings.hasMoreCases) contexts.prepare(browser);
    return { ...(await work(opened)), browserIsStuck: !(await closeContext(context)) };
  } catch (error) {
    await closeContext(context);
    throw error;
  } finally {
    signal.removeEventListener('abort', abort);
  }
}

/** Plays the chain and records it. The state after its login is shared with other cases. */
async function playInContext(
  { context, page }: OpenContext,
  { testCase, chain, shared, turn, run, settings }: StartedAttempt,
): Promise<Played> {
  const { plan } = run;
  limitPages(context);
  const endChanges = plan.changePages && (await changePages(context, plan.changePages(testCase.id)));
  await using recorder = await Recorder.start(context, {
    ...settings,
    testCaseId: testCase.id,
    folder: run.evidenceFolder,
    budget: run.evidenceBudget,
    redact: run.redact,
  });
  const variables = new Variables(run.variables, turn.state?.dynamic);
  const { setIdle } = settings;
  const player = new StepPlayer({ page, first: testCase, run, variables, observer: recorder, setIdle });
  let isPermanent = false;
  const play: Play = {
    chain,
    library: plan.library,
    skipped: turn.state === undefined ? 0 : shared,
    onPlayed: async (index) => {
      if (index === chain.length - 1) recorder.chainPassed();
      if (index === shared - 1) turn.done(await readLoginState(player.tabs.shown, variables.dynamic));
    },
    onFailure: (failure) => {
      isPermanent = isPermanentFailure(failure, chain);
      return recorder.failed(player.tabs.shown, failure, player.scope.soughtElement(failure));
    },
  };
  const played = () => withClipboard(context, play, () => playCase(play, player));
  const attempt = await recorder.finish(await failOnCrash(context, played));
  await endChanges?.();
  return { attempt, isPermanent };
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
