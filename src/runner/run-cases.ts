import { formatCount } from '../common/text.ts';
import type { Attempt } from '../contract/attempt.ts';
import type { ExchangeTestCase } from '../contract/exchange/exchange-test-case.ts';
import type { BrowserPool } from './browser/browser-pool.ts';
import type { StepRef } from './documents/step-ref.ts';
import { type FinishedAttempt, makeAttempt } from './make-attempt.ts';
import type { AttemptSettings, RunScope, SetState } from './run-scope.ts';
import { type CaseOutcome, type RunEvents, redactTexts } from './runner.ts';

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

interface AttemptedCase {
  readonly testCase: ExchangeTestCase;
  readonly earlierAttempts: readonly Attempt[];
  readonly last: FinishedAttempt;
  /** How long all attempts took, in ms. */
  readonly durationMs: number;
}

/** Runs all cases: first each of them once, then retries those that failed. */
export class CaseRun {
  readonly #pool: BrowserPool;
  readonly #run: RunScope;
  readonly #settings: RunSettings;
  readonly #events: RunEvents;
  readonly #waiting: ExchangeTestCase[];
  #failed: AttemptedCase[] = [];
  /** The number of cases that have ended without passing. */
  #failures = 0;

  constructor(pool: BrowserPool, run: RunScope, settings: RunSettings, events: RunEvents) {
    this.#pool = pool;
    this.#run = run;
    this.#settings = settings;
    this.#events = events;
    this.#waiting = [...run.plan.cases];
  }

  async run(): Promise<void> {
    // A failed case that passes on its retry makes room for others that `maxFailures` has held back.
    while (this.#waiting.length > 0 && !this.#hasEnoughFailures && !this.#run.signal.aborted) {
      await this.#runFirstAttempts();
      await this.#retryFailed();
    }
    const errorMessage = `Not run: ${formatCount(this.#failures, 'test case')} failed before (\`max-failures\`).`;
    for (const { id } of this.#waiting)
      this.#report({ testCaseId: id, status: 'ERROR', notRun: true, errorMessage });
  }

  get #hasEnoughFailures(): boolean {
    const { maxFailures } = this.#settings;
    return maxFailures > 0 && this.#failures + this.#failed.length >= maxFailures;
  }

  async #runFirstAttempts(): Promise<void> {
    const next = () => (this.#hasEnoughFailures ? undefined : this.#takeWaiting());
    await this.#inParallel(this.#settings.workers, next, async (testCase, setState) => {
      const attempted = await this.#attempt(testCase, setState);
      this.#run.logins.caseEnded(testCase);
      if (!this.#canRetry(attempted)) return this.#end(attempted);
      this.#failed.push(attempted);
      this.#events.onFailedAttempt?.(testCase.id, redactTexts(attempted.last.attempt, this.#run.redact));
    });
  }

  /**
   * Takes the first case that does not have to wait for a login that is run for the first time, or else the first one.
   * @returns undefined if none is left.
   */
  #takeWaiting(): ExchangeTestCase | undefined {
    const { logins } = this.#run;
    const free = this.#waiting.findIndex((each) => !logins.isPending(each));
    const [next] = this.#waiting.splice(Math.max(free, 0), 1);
    if (next !== undefined) logins.caseStarted(next);
    return next;
  }

  /** Retries the cases that failed. If there are many, a sample decides whether the others are retried as well. */
  async #retryFailed(): Promise<void> {
    const { workers } = this.#settings;
    // If cases failed with the login of another one, the sample has to show whether that is the cause.
    const failed = this.#failed.toSorted((a, b) => Number(hasReused(b)) - Number(hasReused(a)));
    this.#failed = [];
    const isMany = this.#failures + failed.length >= manyFailures;
    const passedOfSample = await this.#retry(isMany ? failed.splice(0, sampleSize) : [], workers);
    if (!isMany || passedOfSample > 0)
      return void (await this.#retry(failed, failed.length > fewFailures * workers ? workers : 1));
    for (const each of failed) this.#end(each, { retryLeftOut: true });
  }

  /** Retries cases until they pass or have no retries left. @returns how many have passed. */
  async #retry(failed: readonly AttemptedCase[], workers: number): Promise<number> {
    const waiting = [...failed];
    let passed = 0;
    await this.#inParallel(
      workers,
      () => waiting.shift(),
      async (each, setState) => {
        let attempted = each;
        while (this.#canRetry(attempted)) attempted = await this.#attempt(each.testCase, setState, attempted);
        if (attempted.last.attempt.status === 'PASSED') passed += 1;
        this.#end(attempted);
      },
    );
    return passed;
  }

  async #inParallel<T>(
    workers: number,
    next: () => T | undefined,
    work: (item: T, setState: SetState) => Promise<void>,
  ): Promise<void> {
    const { signal } = this.#run;
    const open = workers > 1 && this.#pool.isShared ? openPerWorker * workers : workers;
    await workInParallel({ running: workers, open }, () => (signal.aborted ? undefined : next()), work);
  }

  /** @param before the attempts so far. */
  async #attempt(
    testCase: ExchangeTestCase,
    setState: SetState,
    before?: AttemptedCase,
  ): Promise<AttemptedCase> {
    const earlierAttempts =
      before === undefined ? [] : [...before.earlierAttempts, earlierAttempt(before.last)];
    this.#events.onStart(testCase.id);
    const startedAt = performance.now();
    const settings = {
      ...this.#attemptSettings(earlierAttempts.length + 1),
      failedBefore: before?.last.attempt.failedStep,
      setState,
      onStep: ({ testCase: { id }, elementIndex }: StepRef) => {
        if (elementIndex === undefined || this.#run.signal.aborted) return;
        this.#events.onStep?.(testCase.id, { testCaseId: id, elementIndex });
      },
    };
    const last = await makeAttempt(this.#pool, testCase, this.#run, settings);
    this.#run.tally.add(last.attempt, testCase);
    // No other case reuses the login that may have been the cause.
    if (last.reused !== undefined && last.attempt.status === 'FAILED' && !last.isPermanent) {
      await this.#run.logins.discard(testCase, last.reused);
    }
    const durationMs = (before?.durationMs ?? 0) + performance.now() - startedAt;
    return { testCase, earlierAttempts, last, durationMs };
  }

  /** Pages are traced in the last attempt at the latest, and in every retry. */
  #attemptSettings(number: number): Pick<AttemptSettings, 'number' | 'trace' | 'keepTrace' | 'hasMoreCases'> {
    const { trace, retries } = this.#settings;
    const full = trace === 'always' || number > retries || number > 1;
    return {
      number,
      trace: trace === 'never' ? 'none' : full ? 'full' : 'light',
      keepTrace: trace === 'always',
      hasMoreCases: this.#waiting.length > 0,
    };
  }

  /** What failed with the login of another case is retried with its own, even without retries. */
  #canRetry({ last, earlierAttempts }: AttemptedCase): boolean {
    const { status } = last.attempt;
    const retries = Math.max(this.#settings.retries, last.reused === undefined ? 0 : 1);
    const isAborted = this.#run.signal.aborted;
    return status === 'FAILED' && !last.isPermanent && earlierAttempts.length < retries && !isAborted;
  }

  #end(
    { testCase, earlierAttempts, last, durationMs }: AttemptedCase,
    how: Pick<CaseOutcome, 'retryLeftOut'> = {},
  ): void {
    if (last.attempt.status !== 'PASSED') this.#failures += 1;
    const attempts = earlierAttempts.length === 0 ? {} : { earlierAttempts };
    this.#report({ testCaseId: testCase.id, ...last.attempt, ...attempts, durationMs, ...how });
  }

  #report(outcome: CaseOutcome): void {
    if (!this.#run.signal.aborted) this.#events.onOutcome(redactTexts(outcome, this.#run.redact));
  }
}

function hasReused({ last }: AttemptedCase): boolean {
  return last.reused !== undefined;
}

function earlierAttempt({ attempt, reused }: FinishedAttempt): Attempt {
  if (reused === undefined) return attempt;
  const errorMessage = `With the login of another test case (input \`reuse-login\`): ${attempt.errorMessage}`;
  return { ...attempt, errorMessage };
}

interface WorkerLimits {
  readonly running: number;
  /** How many cases are open at the same time, including idle ones. */
  readonly open: number;
}

/**
 * Works on items, as many at the same time as the limits allow. An item that is not idle any more goes on at once.
 * @param next takes the next item; undefined if none is left.
 * @throws what `work` throws.
 */
export async function workInParallel<T>(
  limits: WorkerLimits,
  next: () => T | undefined,
  work: (item: T, setState: SetState) => Promise<void>,
): Promise<void> {
  const open = new Set<Promise<void>>();
  let running = 0;
  let changed = Promise.withResolvers<void>();
  const start = async (item: T) => {
    let [isRunning, hasEnded] = [false, false];
    const setState: SetState = (state) => {
      if (isRunning === (state === 'running') || hasEnded) return;
      isRunning = state === 'running';
      running += isRunning ? 1 : -1;
      changed.resolve();
      changed = Promise.withResolvers();
    };
    setState('running');
    await work(item, setState).finally(() => {
      setState('idle');
      // An attempt that was left behind may still report.
      hasEnded = true;
    });
  };
  for (;;) {
    const item = running < limits.running && open.size < limits.open ? next() : undefined;
    if (item !== undefined) {
      const started = start(item);
      open.add(started);
      started.catch(() => {}).finally(() => open.delete(started));
    } else if (open.size > 0) {
      await Promise.race([changed.promise, ...open]);
    } else {
      return;
    }
  }
}
