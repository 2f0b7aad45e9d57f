import type { Browser, BrowserContext } from 'playwright-core';
import type { Attempt } from '../contract/attempt.ts';
import { caseChain, type ExchangeTestCase } from '../contract/exchange/test-case.ts';
import { Recorder } from './evidence/recorder.ts';
import { type LoginState, readLoginState, reusableLength } from './login-states.ts';
import { changePages } from './page-changes.ts';
import { playCase } from './play-case.ts';
import { isPermanentFailure, type PlayFailure } from './play-failure.ts';
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
  const last = chain[shared - 1];
  const turn = last === undefined ? undefined : await run.logins.turn(last.id);
  const state = turn?.kind === 'reuse' ? turn.state : undefined;
  const { library } = run.plan;
  let isPermanent = false;
  const play: Play = async (player, variables, recorder) => {
    const onPlayed = async (index: number) => {
      if (index === chain.length - 1) recorder.chainPassed();
      if (turn?.kind !== 'play' || index !== shared - 1) return;
      turn.done(await readLoginState(player.tabs.shown, variables.dynamic));
    };
    const onFailure = (failure: PlayFailure) => {
      isPermanent = isPermanentFailure(failure, chain);
      return recorder.failed(player.tabs.shown, failure, player.scopes.soughtElement(failure));
    };
    const skipped = state === undefined ? 0 : shared;
    const clipboard = { browser, context: player.tabs.current.context(), chain, library };
    return withClipboard(clipboard, () => playCase({ chain, skipped, library, onPlayed, onFailure }, player));
  };
  try {
    const result = await whileConnected(
      browser,
      inContext(browser, run, { ...settings, testCase, state }, play),
    );
    // If the browser has ended, the test has neither failed nor passed: failures of steps may have been ignored.
    if (!browser.isConnected()) throw new Error('its process has ended.');
    const reused = last === undefined || state === undefined ? undefined : { loginId: last.id, state };
    return { ...result, reused, isPermanent };
  } finally {
    // If the login has failed, the cases that wait for it continue.
    if (turn?.kind === 'play') turn.done(undefined);
  }
}

type Play = (player: StepPlayer, variables: Variables, recorder: Recorder) => Promise<Attempt>;

interface ContextSettings extends AttemptSettings {
  readonly testCase: ExchangeTestCase;
  readonly state: LoginState | undefined;
}

async function inContext(
  browser: Browser,
  run: RunScope,
  { state, testCase, ...settings }: ContextSettings,
  play: Play,
): Promise<{ attempt: Attempt; browserIsStuck: boolean }> {
  const { plan, signal, contexts } = run;
  const { context, page } = await contexts.open(browser, state?.storage);
  const abort = () => void context.close().catch(() => {});
  signal.addEventListener('abort', abort, { once: true });
  try {
    signal.throwIfAborted();
    if (settings.hasMoreCases) contexts.prepare(browser);
    limitPages(context);
    const endChanges = plan.changePages && (await changePages(context, plan.changePages(testCase.id)));
    await using recorder = await Recorder.start(context, {
      ...settings,
      testCaseId: testCase.id,
      folder: run.evidenceFolder,
      budget: run.evidenceBudget,
      redact: run.redact,
    });
    const variables = new Variables(run.variables, state?.dynamic);
    const player = new StepPlayer({
      ...{ page, first: testCase, run, variables },
      observer: recorder,
      setIdle: settings.setIdle,
    });
    const attempt = await recorder.finish(
      await failOnCrash(context, () => play(player, variables, recorder)),
    );
    await endChanges?.();
    return { attempt, browserIsStuck: !(await closeContext(context)) };
  } catch (error) {
    await closeContext(context);
    throw error;
  } finally {
    signal.removeEventListener('abort', abort);
  }
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
