import type { Browser, BrowserContext } from 'playwright-core';
import type { Attempt } from '../contract/attempt.ts';
import { caseChain, type ExchangeTestCase } from '../contract/exchange/test-case.ts';
import type { Contexts } from './browser/contexts.ts';
import type { StepRef } from './documents/step-ref.ts';
import type { EvidenceBudget } from './evidence/evidence-budget.ts';
import { Recorder } from './evidence/recorder.ts';
import { type LoginState, type LoginStates, readLoginState, reusableLength } from './login-states.ts';
import type { Mailbox } from './mail/mailbox.ts';
import { changePages } from './page-changes.ts';
import { playCase } from './play-case.ts';
import { isPermanentFailure } from './play-failure.ts';
import type { PlayStep, RunPlan } from './runner.ts';
import { StepPlayer } from './step-player.ts';
import { failOnCrash, limitPages } from './tabs.ts';
import type { Tally } from './tally.ts';
import { withClipboard } from './variables/clipboard.ts';
import { type RunVariables, Variables } from './variables/variables.ts';
import { whileConnected, withTimeout } from './wait.ts';

export interface RunScope {
  readonly plan: RunPlan;
  /** How long an assertion waits, in ms; the limit of the step applies as well. */
  readonly expectTimeoutMs: number;
  readonly variables: RunVariables;
  readonly logins: LoginStates;
  readonly contexts: Contexts;
  readonly mailbox: () => Promise<Mailbox>;
  readonly playStep: PlayStep | undefined;
  /** The folder of the files that UPLOAD may read; undefined if it may read none. */
  readonly uploadFolder: string | undefined;
  /** The folder for traces and screenshots; undefined if none are written. */
  readonly evidenceFolder: string | undefined;
  readonly evidenceBudget: EvidenceBudget;
  /** Replaces the secrets of the run in a text. */
  readonly redact: (text: string) => string;
  readonly tally: Tally;
  readonly signal: AbortSignal;
}

export interface AttemptSettings {
  /** 1 for the first one. */
  readonly number: number;
  /** Whether the state of an earlier login may be reused instead of playing it. */
  readonly reuseLogin: boolean;
  /** What is traced: nothing, steps and console, or pages and requests as well. */
  readonly trace: 'none' | 'light' | 'full';
  /** Whether the trace of an attempt that passes is kept. */
  readonly keepTrace: boolean;
  /** Called when the attempt only waits for something on its page, and when it goes on. */
  readonly setIdle: (isIdle: boolean) => void;
  /** Called before each step. */
  readonly onStep: (step: StepRef) => void;
  /** Whether other cases are waiting. */
  readonly hasMoreCases: boolean;
}

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
  const play: Play = (player, variables, recorder) =>
    withClipboard({ browser, context: player.tabs.current.context(), chain, library }, () =>
      playCase(
        {
          chain,
          skipped: state === undefined ? 0 : shared,
          library,
          onPlayed: async (index) => {
            if (index === chain.length - 1) recorder.chainPassed();
            if (turn?.kind !== 'play' || index !== shared - 1) return;
            turn.done(await readLoginState(player.tabs.shown, variables.dynamic));
          },
          onFailure: (failure) => {
            isPermanent = isPermanentFailure(failure, chain);
            return recorder.failed(player.tabs.shown, failure, player.scopes.soughtElement(failure));
          },
        },
        player,
      ),
    );
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
