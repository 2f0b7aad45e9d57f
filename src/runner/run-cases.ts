import { messageOf } from '../common/errors.ts';
import { formatCount } from '../common/text.ts';
import type { Attempt } from '../contract/attempt.ts';
import type { ExchangeTestCase } from '../contract/exchange/test-case.ts';
import type { BrowserPool } from './browser/browser-pool.ts';
import type { StepRef } from './documents/step-ref.ts';
import { redactTexts } from './evidence/secrets.ts';
import { loginOf } from './login-states.ts';
import { type AttemptResult, makeAttempt } from './make-attempt.ts';
import { errorAttempt } from './play-case.ts';
import type { AttemptSettings, RunScope } from './run-scope.ts';
import type { CaseOutcome, RunEvents } from './runner.ts';
import { type Worker, workInParallel } from './workers.ts';

export interface RunSettings {
  readonly workers: number;
  readonly retries: number;
  /** After so many failed cases, no other case starts; 0 for no limit. */
  readonly maxFailures: number;
  /** How long an assertion waits, in ms; the limit of the step applies as well. */
  readonly expectTimeoutMs: number;
  readonly trace: 'always' | 'on-failure' | 'never';
  /** Whether cases reuse the login of another case where that is safe. */
  readonly reuseLogin: boolean;
}

/** Up to this many failed cases for each worker are retried one at a time, which distinguishes flaky from broken best. */
const fewFailures = 2;
/** If so many cases failed, and so many of them failed again, the app is broken: the others are not retried. */
const [manyFailures, sampleSize] = [10, 3];
/** How many cases are open for each worker, including those that only wait for something on their page. */
const openPerWorker = 4;

/** A case and its attempts so far. */
interface PlayedCase {
  readonly testCase: ExchangeTestCase;
  readonly earlierAttempts: readonly Attempt[];
  readonly last: AttemptResult;
  /** How long all attempts took, in ms. */
  readonly playedMs: number;
}

/** Plays the cases of a run: first all of them once, then retries those that failed. */
export class CaseRun {
  readonly #pool: BrowserPool;
  readonly #run: RunScope;
  readonly #settings: RunSettings;
  readonly #events: RunEvents;
  readonly #queue: CaseQueue;
  /** The cases that failed and are retried later. */
  #failed: PlayedCase[] = [];
  /** The number of cases that have ended without passing. */
  #failures = 0;

  constructor(pool: BrowserPool, run: RunScope, settings: RunSettings, events: RunEvents) {
    this.#pool = pool;
    this.#run = run;
    this.#settings = settings;
    this.#events = events;
    this.#queue = new CaseQueue(run, settings.reuseLogin);
  }

  async play(): Promise<void> {
    // A failed case that passes on its retry makes room for others that `maxFailures` has held back.
    while (this.#queue.size > 0 && !this.#hasEnoughFailures && !this.#run.signal.aborted) {
      await this.#playFirstAttempts();
      await this.#retryFailed();
    }
    const errorMessage = `Not run: ${formatCount(this.#failures, 'test case')} failed before (input \`max-failures\`).`;
    for (const { id } of this.#queue.takeAll())
      this.#report({ testCaseId: id, status: 'ERROR', errorMessage });
  }

  get #hasEnoughFailures(): boolean {
    const { maxFailures } = this.#settings;
    return maxFailures > 0 && this.#failures + this.#failed.length >= maxFailures;
  }

  async #playFirstAttempts(): Promise<void> {
    const next = () => (this.#hasEnoughFailures ? undefined : this.#queue.take());
    await this.#inParallel(this.#settings.workers, next, async (testCase, worker) => {
      const played = await this.#attempt(testCase, worker);
      this.#queue.ended(testCase);
      if (!this.#canRetry(played)) return this.#end(played);
      this.#failed.push(played);
      this.#events.onFailedAttempt?.(testCase.id, redactTexts(played.last.attempt, this.#run.redact));
    });
  }

  /** Retries the cases that failed. If there are many, a sample decides whether the others are retried as well. */
  async #retryFailed(): Promise<void> {
    const { workers } = this.#settings;
    // If cases failed with the login of another one, the sample has to show whether that is the cause.
    const failed = this.#failed.toSorted((a, b) => Number(hasReused(b)) - Number(hasReused(a)));
    this.#failed = [];
    const isMany = this.#failures + failed.length >= manyFailures;
    const passedOfSample = await this.#retry(isMany ? failed.splice(0, sampleSize) : [], workers);
    if (isMany && passedOfSample === 0) for (const each of failed) this.#end(each, { retryLeftOut: true });
    else await this.#retry(failed, failed.length > fewFailures * workers ? workers : 1);
  }

  /** Retries cases until they pass or have no retries left. @returns how many have passed. */
  async #retry(failed: readonly PlayedCase[], workers: number): Promise<number> {
    const waiting = [...failed];
    let passed = 0;
    await this.#inParallel(
      workers,
      () => waiting.shift(),
      async (each, worker) => {
        let played = each;
        while (this.#canRetry(played)) played = await this.#attempt(each.testCase, worker, played);
        if (played.last.attempt.status === 'PASSED') passed += 1;
        this.#end(played);
      },
    );
    return passed;
  }

  async #inParallel<T>(
    workers: number,
    next: () => T | undefined,
    work: (item: T, worker: Worker) => Promise<void>,
  ): Promise<void> {
    const { signal } = this.#run;
    const open = workers > 1 && this.#pool.isShared ? openPerWorker * workers : workers;
    await workInParallel({ playing: workers, open }, () => (signal.aborted ? undefined : next()), work);
  }

  /** @param before the attempts so far. */
  async #attempt(testCase: ExchangeTestCase, worker: Worker, before?: PlayedCase): Promise<PlayedCase> {
    const earlierAttempts =
      before === undefined ? [] : [...before.earlierAttempts, earlierAttempt(before.last)];
    const playedMs = before?.playedMs ?? 0;
    this.#events.onStart(testCase.id, playedMs);
    const startedAt = performance.now();
    const settings = {
      ...this.#attemptSettings(earlierAttempts.length + 1),
      setIdle: worker.setIdle,
      onStep: ({ testCase: { id }, elementIndex }: StepRef) => {
        if (elementIndex === undefined || this.#run.signal.aborted) return;
        this.#events.onStep?.(testCase.id, { testCaseId: id, elementIndex });
      },
    };
    const last = await attemptInBrowser(this.#pool, testCase, this.#run, settings).catch(brokenAttempt);
    this.#run.tally.add(last.attempt);
    // No other case reuses the login that may have been the cause.
    if (last.reused !== undefined && last.attempt.status === 'FAILED' && !last.isPermanent) {
      await this.#run.logins.discard(last.reused.loginId, last.reused.state);
    }
    return { testCase, earlierAttempts, last, playedMs: playedMs + performance.now() - startedAt };
  }

  /** Pages are traced in the last attempt at the latest, and in every retry. */
  #attemptSettings(number: number): Omit<AttemptSettings, 'setIdle' | 'onStep'> {
    const { trace, retries, reuseLogin } = this.#settings;
    const full = trace === 'always' || number > retries || number > 1;
    return {
      number,
      reuseLogin: reuseLogin && number === 1,
      trace: trace === 'never' ? 'none' : full ? 'full' : 'light',
      keepTrace: trace === 'always',
      hasMoreCases: this.#queue.size > 0,
    };
  }

  /** What failed with the login of another case is retried with its own, even without retries. */
  #canRetry({ last, earlierAttempts }: PlayedCase): boolean {
    const { status } = last.attempt;
    const retries = Math.max(this.#settings.retries, last.reused === undefined ? 0 : 1);
    const isAborted = this.#run.signal.aborted;
    return status === 'FAILED' && !last.isPermanent && earlierAttempts.length < retries && !isAborted;
  }

  #end({ testCase, earlierAttempts, last }: PlayedCase, how: Pick<CaseOutcome, 'retryLeftOut'> = {}): void {
    if (last.attempt.status !== 'PASSED') this.#failures += 1;
    const attempts = earlierAttempts.length === 0 ? {} : { earlierAttempts };
    this.#report({ testCaseId: testCase.id, ...last.attempt, ...attempts, ...how });
  }

  #report(outcome: CaseOutcome): void {
    if (!this.#run.signal.aborted) this.#events.onOutcome(redactTexts(outcome, this.#run.redact));
  }
}

function hasReused({ last }: PlayedCase): boolean {
  return last.reused !== undefined;
}

function earlierAttempt({ attempt, reused }: AttemptResult): Attempt {
  if (reused === undefined) return attempt;
  const errorMessage = `With the login of another test case (input \`reuse-login\`): ${attempt.errorMessage}`;
  return { ...attempt, errorMessage };
}

/** The result of an attempt that could not be made. */
function brokenAttempt(error: unknown): AttemptResult {
  return { attempt: errorAttempt(error), reused: undefined, isPermanent: true, browserIsStuck: false };
}

/** In how many browsers an attempt is made: if each of them ends unexpectedly, the case is the reason. */
const browsersPerAttempt = 2;

/** Makes an attempt. If the browser ends unexpectedly, the attempt is made again in a browser of its own. */
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

/** The cases of a run that have not started. While a login is played for the first time, cases that do not need it come first. */
class CaseQueue {
  readonly #waiting: ExchangeTestCase[];
  readonly #run: RunScope;
  /** The id of the login that each case can reuse, by the id of the case. */
  readonly #logins: ReadonlyMap<string, string>;

  constructor(run: RunScope, reuseLogin: boolean) {
    this.#waiting = [...run.plan.cases];
    this.#run = run;
    this.#logins = reuseLogin ? loginIds(run) : new Map();
  }

  get size(): number {
    return this.#waiting.length;
  }

  /** Takes the first case that does not have to wait, or else the first one. @returns undefined if none is left. */
  take(): ExchangeTestCase | undefined {
    const { logins } = this.#run;
    const mustWait = ({ id }: ExchangeTestCase) => logins.isPending(this.#logins.get(id) ?? '');
    const free = this.#waiting.findIndex((each) => !mustWait(each));
    const [next] = this.#waiting.splice(Math.max(free, 0), 1);
    const login = next === undefined ? undefined : this.#logins.get(next.id);
    if (login !== undefined) logins.caseStarted(login);
    return next;
  }

  /** The first attempt at a case has ended. */
  ended({ id }: ExchangeTestCase): void {
    const login = this.#logins.get(id);
    if (login !== undefined) this.#run.logins.caseEnded(login);
  }

  /** Takes all cases that are left. */
  takeAll(): ExchangeTestCase[] {
    return this.#waiting.splice(0);
  }
}

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
