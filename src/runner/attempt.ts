import type { Browser, BrowserContext } from 'playwright-core';
import { caseChain } from '../contract/exchange/case-chain.ts';
import type { ExchangeTestCase } from '../contract/exchange/test-case.ts';
import type { Contexts } from './browser/contexts.ts';
import { untilGone } from './browser/until-gone.ts';
import { limitPages, untilCrashed } from './crash-watch.ts';
import { type Recorder, startRecorder } from './evidence/recorder.ts';
import { keptState, type LoginState, type LoginStates } from './login-states.ts';
import type { Mailbox } from './mail/mailbox.ts';
import { playCase } from './play-case.ts';
import { reusableLength } from './reusable-login.ts';
import type { Attempt, RunPlan } from './runner.ts';
import { StepPlayer } from './step-player.ts';
import { withClipboard } from './variables/clipboard.ts';
import { type RunVariables, Variables } from './variables/variables.ts';
import { within } from './within.ts';

/** What all attempts of one run share. */
export interface RunScope {
  readonly plan: RunPlan;
  readonly variables: RunVariables;
  readonly logins: LoginStates;
  readonly contexts: Contexts;
  readonly mailbox: () => Promise<Mailbox>;
  /** Where traces and screenshots go; undefined: nowhere. */
  readonly evidenceFolder: string | undefined;
  /** Takes the secrets of the run out of a text. */
  readonly redact: (text: string) => string;
  readonly signal: AbortSignal;
}

/** How one attempt is made. */
export interface AttemptSettings {
  /** 1 for the first one. */
  readonly number: number;
  /** Whether the state of an earlier login may stand for playing it. */
  readonly reuseLogin: boolean;
  /** How much is traced: nothing, steps and console, or pages and requests as well. */
  readonly trace: 'none' | 'light' | 'full';
  /** Whether the trace of an attempt that passes is kept too. */
  readonly keepTrace: boolean;
  /** Whether other cases wait to be played. */
  readonly moreToCome: boolean;
}

/** An attempt that was made. */
export interface MadeAttempt {
  readonly attempt: Attempt;
  /** The state of another case's login that it went on from. */
  readonly reused: { readonly loginId: string; readonly state: LoginState } | undefined;
  /** The browser did not let go of its pages: it does not answer any more. */
  readonly stuck: boolean;
}

/** What the closing of a context may take, in ms. */
const closeMs = 5000;

/**
 * Makes one attempt at a case, in a context of its own.
 * @throws BrokenDependency; what the driver throws when the browser is gone.
 */
export async function makeAttempt(
  browser: Browser,
  testCase: ExchangeTestCase,
  run: RunScope,
  settings: AttemptSettings,
): Promise<MadeAttempt> {
  const chain = caseChain(testCase, run.plan.library);
  const shared = settings.reuseLogin ? reusableLength(chain) : 0;
  const last = chain[shared - 1];
  const turn = last === undefined ? undefined : await run.logins.turn(last.id);
  const state = turn?.kind === 'reuse' ? turn.state : undefined;
  const { library } = run.plan;
  const play: Play = (player, variables, recorder) =>
    withClipboard({ browser, context: player.tabs.current.context(), chain, library }, () =>
      playCase(
        {
          chain,
          skipped: state === undefined ? 0 : shared,
          library,
          onPlayed: async (place) => {
            if (turn?.kind !== 'play' || place !== shared - 1) return;
            turn.done(await keptState(player.tabs.current, variables.dynamic));
          },
          onFailure: (message) => recorder.failed(player.tabs.current, message),
        },
        player,
      ),
    );
  try {
    const made = await untilGone(browser, () =>
      inContext(browser, run, { ...settings, testCaseId: testCase.id, state }, play),
    );
    // What a browser takes along when it goes is no failure of the test, nor a pass: steps may have been ignored.
    if (!browser.isConnected()) throw new Error('its process is gone.');
    const reused = last === undefined || state === undefined ? undefined : { loginId: last.id, state };
    return { ...made, reused };
  } finally {
    // Nobody waits for a login that has failed.
    if (turn?.kind === 'play') turn.done(undefined);
  }
}

type Play = (player: StepPlayer, variables: Variables, recorder: Recorder) => Promise<Attempt>;

interface ContextSettings extends AttemptSettings {
  readonly testCaseId: string;
  readonly state: LoginState | undefined;
}

async function inContext(
  browser: Browser,
  { plan, signal, variables, mailbox, evidenceFolder, redact, contexts }: RunScope,
  { state, ...settings }: ContextSettings,
  play: Play,
): Promise<{ attempt: Attempt; stuck: boolean }> {
  const { context, page } = await contexts.open(browser, state?.storage);
  const abort = () => void context.close().catch(() => {});
  signal.addEventListener('abort', abort, { once: true });
  try {
    signal.throwIfAborted();
    if (settings.moreToCome) contexts.prepare(browser);
    limitPages(context);
    await using recorder = await startRecorder(context, { ...settings, folder: evidenceFolder, redact });
    const ofCase = new Variables(variables, state?.dynamic);
    const player = new StepPlayer(page, plan, ofCase, mailbox, (step) => recorder.step(step));
    const attempt = await recorder.finish(await untilCrashed(context, () => play(player, ofCase, recorder)));
    return { attempt, stuck: !(await closed(context)) };
  } catch (error) {
    await closed(context);
    throw error;
  } finally {
    signal.removeEventListener('abort', abort);
  }
}

/** @returns false where the browser does not let go of the context. */
async function closed(context: BrowserContext): Promise<boolean> {
  try {
    await within(closeMs, 'The context did not close.', () => context.close());
    return true;
  } catch {
    return context.browser()?.isConnected() === false;
  }
}
