import type { ExchangeTestCase } from '../contract/exchange/test-case.ts';
import { type AttemptSettings, type MadeAttempt, makeAttempt, type RunScope } from './attempt.ts';
import type { BrowserPool } from './browser/browser-pool.ts';
import { CaseQueue } from './case-queue.ts';
import { redactOutcome } from './evidence/redact-outcome.ts';
import { errorAttempt } from './play-case.ts';
import { loginOf } from './reusable-login.ts';
import type { Attempt, CaseOutcome, RunEvents } from './runner.ts';

/** How the cases of a run are played. */
export interface RunSettings {
  /** How many cases play at once. */
  readonly workers: number;
  /** How often a case that failed is played again. */
  readonly retries: number;
  readonly trace: 'always' | 'on-failure' | 'never';
  /** Whether cases go on from the login of another case, where that is safe. */
  readonly reuseLogin: boolean;
}

/** So often a case may lose its browser: after that, the case is what ends browsers. */
const browsersPerAttempt = 2;

/** Plays the cases of a run: so many at a time as there are workers, each with its retries. */
export async function runCases(
  pool: BrowserPool,
  run: RunScope,
  settings: RunSettings,
  events: RunEvents,
): Promise<void> {
  const queue = new CaseQueue(run.plan.cases);
  const logins = settings.reuseLogin ? loginIds(run) : new Map<string, string>();
  // While a login is played for the first time, the cases that do not need it come first.
  const mustWait = ({ id }: ExchangeTestCase) => run.logins.isUnderWay(logins.get(id) ?? '');
  const work = async () => {
    for (let testCase = queue.next(mustWait); testCase !== undefined; testCase = queue.next(mustWait)) {
      if (run.signal.aborted) return;
      const loginId = logins.get(testCase.id);
      if (loginId !== undefined) run.logins.setOut(loginId);
      events.onStart(testCase.id);
      const moreToCome = () => queue.size > 0;
      const outcome = await settle(pool, testCase, run, { ...settings, moreToCome });
      if (loginId !== undefined) run.logins.ended(loginId);
      if (!run.signal.aborted) events.onOutcome(redactOutcome(outcome, run.redact));
    }
  };
  await Promise.all(Array.from({ length: Math.min(settings.workers, run.plan.cases.length) }, work));
}

interface CaseSettings extends RunSettings {
  /** Whether other cases wait to be played now. */
  readonly moreToCome: () => boolean;
}

/** Plays one case until it has passed, or has failed as often as it may. */
async function settle(
  pool: BrowserPool,
  testCase: ExchangeTestCase,
  run: RunScope,
  settings: CaseSettings,
): Promise<CaseOutcome> {
  const earlierAttempts: Attempt[] = [];
  const ended = (attempt: Attempt): CaseOutcome => ({
    testCaseId: testCase.id,
    ...attempt,
    ...(earlierAttempts.length === 0 ? {} : { earlierAttempts }),
  });
  try {
    let made = await attemptAt(pool, testCase, run, attemptSettings(1, settings));
    // A state kept from another case may be what fails this one: it is played again with its own login, also where
    // nothing else is.
    const allowed = 1 + Math.max(settings.retries, made.reused === undefined ? 0 : 1);
    for (let number = 2; number <= allowed && !run.signal.aborted; number += 1) {
      if (made.attempt.status !== 'FAILED') break;
      earlierAttempts.push(await failedAttempt(made, run));
      made = await attemptAt(pool, testCase, run, {
        ...attemptSettings(number, settings),
        reuseLogin: false,
      });
    }
    return ended(made.attempt);
  } catch (error) {
    return ended(errorAttempt(error));
  }
}

/** What is traced: the pages too, once no later attempt can show more. */
function attemptSettings(
  number: number,
  { trace, retries, reuseLogin, moreToCome }: CaseSettings,
): AttemptSettings {
  const full = trace === 'always' || number > retries || number > 1;
  return {
    number,
    reuseLogin,
    trace: trace === 'never' ? 'none' : full ? 'full' : 'light',
    keepTrace: trace === 'always',
    moreToCome: moreToCome(),
  };
}

/** An attempt that is followed by another one. A state that it went on from is not given to any other case. */
async function failedAttempt({ attempt, reused }: MadeAttempt, { logins }: RunScope): Promise<Attempt> {
  if (reused === undefined) return attempt;
  await logins.giveUp(reused.loginId, reused.state);
  return {
    ...attempt,
    errorMessage: `With the login kept from another test case (input \`reuse-login\`): ${attempt.errorMessage}`,
  };
}

/** The login that each case can go on from, by ids; a case whose dependencies are broken has none. */
function loginIds({ plan }: RunScope): Map<string, string> {
  const ids = new Map<string, string>();
  for (const testCase of plan.cases) {
    try {
      const login = loginOf(testCase, plan.library);
      if (login !== undefined) ids.set(testCase.id, login.id);
    } catch {
      // It is told when the case is played.
    }
  }
  return ids;
}

/** A browser that dies takes along what plays in it: that is played again, in a browser of its own. */
async function attemptAt(
  pool: BrowserPool,
  testCase: ExchangeTestCase,
  run: RunScope,
  settings: AttemptSettings,
): Promise<MadeAttempt> {
  for (let deaths = 0; ; deaths += 1) {
    await using lease = await pool.lease({ apart: deaths > 0 });
    try {
      const made = await makeAttempt(lease.browser, testCase, run, settings);
      if (made.stuck) await lease.discard();
      return made;
    } catch (error) {
      if (run.signal.aborted || lease.browser.isConnected()) throw error;
      if (deaths + 1 < browsersPerAttempt) continue;
      const reason = error instanceof Error ? error.message : String(error);
      throw new Error(`The browser ended unexpectedly, ${browsersPerAttempt} times: ${reason}`);
    }
  }
}
