import { messageOf } from '../common/errors.ts';
import type { Attempt } from '../contract/attempt.ts';
import type { ExchangeTestCase } from '../contract/exchange/test-case.ts';
import type { BrowserPool } from './browser/browser-pool.ts';
import { redactTexts } from './evidence/secrets.ts';
import { loginOf } from './login-states.ts';
import { type AttemptResult, type AttemptSettings, makeAttempt, type RunScope } from './make-attempt.ts';
import { errorAttempt } from './play-case.ts';
import type { CaseOutcome, RunEvents } from './runner.ts';

export interface RunSettings {
  readonly workers: number;
  readonly retries: number;
  /** How long an assertion waits, in ms; the limit of the step applies as well. */
  readonly expectTimeoutMs: number;
  readonly trace: 'always' | 'on-failure' | 'never';
  /** Whether cases reuse the login of another case where that is safe. */
  readonly reuseLogin: boolean;
}

/** In how many browsers an attempt is made: if each of them ends unexpectedly, the case is the reason. */
const browsersPerAttempt = 2;

/** Plays the cases of a run with their retries, as many in parallel as there are workers. */
export async function runCases(
  pool: BrowserPool,
  run: RunScope,
  settings: RunSettings,
  events: RunEvents,
): Promise<void> {
  const queue = new CaseQueue(run.plan.cases);
  const logins = settings.reuseLogin ? loginIds(run) : new Map<string, string>();
  // While a login is played for the first time, cases that do not need it come first.
  const mustWait = ({ id }: ExchangeTestCase) => run.logins.isPending(logins.get(id) ?? '');
  const work = async () => {
    for (let testCase = queue.next(mustWait); testCase !== undefined; testCase = queue.next(mustWait)) {
      if (run.signal.aborted) return;
      const loginId = logins.get(testCase.id);
      if (loginId !== undefined) run.logins.caseStarted(loginId);
      events.onStart(testCase.id);
      const hasMoreCases = () => queue.size > 0;
      const outcome = await playWithRetries(pool, testCase, run, { ...settings, hasMoreCases });
      if (loginId !== undefined) run.logins.caseEnded(loginId);
      if (!run.signal.aborted) events.onOutcome(redactTexts(outcome, run.redact));
    }
  };
  await Promise.all(Array.from({ length: Math.min(settings.workers, run.plan.cases.length) }, work));
}

interface CaseSettings extends RunSettings {
  readonly hasMoreCases: () => boolean;
}

/** Plays one case until it passes or has no retries left. */
async function playWithRetries(
  pool: BrowserPool,
  testCase: ExchangeTestCase,
  run: RunScope,
  settings: CaseSettings,
): Promise<CaseOutcome> {
  const earlierAttempts: Attempt[] = [];
  const outcome = (attempt: Attempt): CaseOutcome => ({
    testCaseId: testCase.id,
    ...attempt,
    ...(earlierAttempts.length === 0 ? {} : { earlierAttempts }),
  });
  try {
    let result = await attemptInBrowser(pool, testCase, run, attemptSettings(1, settings));
    // A reused login state may be the cause of the failure: the case is retried with its own login, even without retries.
    const allowed = 1 + Math.max(settings.retries, result.reused === undefined ? 0 : 1);
    for (let number = 2; number <= allowed && !run.signal.aborted; number += 1) {
      if (result.attempt.status !== 'FAILED') break;
      earlierAttempts.push(await retriedAttempt(result, run));
      result = await attemptInBrowser(pool, testCase, run, {
        ...attemptSettings(number, settings),
        reuseLogin: false,
      });
    }
    return outcome(result.attempt);
  } catch (error) {
    return outcome(errorAttempt(error));
  }
}

/** Pages are traced in the last attempt at the latest, and in every retry. */
function attemptSettings(
  number: number,
  { trace, retries, reuseLogin, hasMoreCases }: CaseSettings,
): AttemptSettings {
  const full = trace === 'always' || number > retries || number > 1;
  return {
    number,
    reuseLogin,
    trace: trace === 'never' ? 'none' : full ? 'full' : 'light',
    keepTrace: trace === 'always',
    hasMoreCases: hasMoreCases(),
  };
}

/** An attempt that is followed by another one. A login state that it reused is discarded. */
async function retriedAttempt({ attempt, reused }: AttemptResult, { logins }: RunScope): Promise<Attempt> {
  if (reused === undefined) return attempt;
  await logins.discard(reused.loginId, reused.state);
  return {
    ...attempt,
    errorMessage: `With the login of another test case (input \`reuse-login\`): ${attempt.errorMessage}`,
  };
}

/** The id of the login that each case can reuse, by the id of the case. */
function loginIds({ plan }: RunScope): Map<string, string> {
  const ids = new Map<string, string>();
  for (const testCase of plan.cases) {
    try {
      const login = loginOf(testCase, plan.library);
      if (login !== undefined) ids.set(testCase.id, login.id);
    } catch {
      // Broken dependencies are reported when the case is played.
    }
  }
  return ids;
}

/** If the browser ends unexpectedly, the attempt is made again in a browser of its own. */
async function attemptInBrowser(
  pool: BrowserPool,
  testCase: ExchangeTestCase,
  run: RunScope,
  settings: AttemptSettings,
): Promise<AttemptResult> {
  for (let deaths = 0; ; deaths += 1) {
    await using lease = await pool.lease({ dedicated: deaths > 0 });
    try {
      const result = await makeAttempt(lease.browser, testCase, run, settings);
      if (result.browserIsStuck) await lease.discard();
      return result;
    } catch (error) {
      if (run.signal.aborted || lease.browser.isConnected()) throw error;
      if (deaths + 1 < browsersPerAttempt) continue;
      const reason = messageOf(error);
      throw new Error(`The browser ended unexpectedly, ${browsersPerAttempt} times: ${reason}`);
    }
  }
}

class CaseQueue {
  readonly #waiting: ExchangeTestCase[];

  constructor(cases: readonly ExchangeTestCase[]) {
    this.#waiting = [...cases];
  }

  get size(): number {
    return this.#waiting.length;
  }

  /**
   * Takes the first case that does not have to wait, or else the first one.
   * @returns undefined if none is left.
   */
  next(mustWait: (testCase: ExchangeTestCase) => boolean): ExchangeTestCase | undefined {
    const free = this.#waiting.findIndex((each) => !mustWait(each));
    const [next] = this.#waiting.splice(Math.max(free, 0), 1);
    return next;
  }
}
