import { mapTexts } from '../common/object-fields.ts';
import type { Redact } from '../common/text.ts';
import type { Attempt } from '../contract/attempt.ts';
import type { ExchangeElement, ExchangeTestCase } from '../contract/exchange/exchange-test-case.ts';
import type { RunEnvironment } from '../contract/test-target.ts';
import type { Breakpoint, Browser } from '../contract/values.ts';
import type { PageChanges } from './page-changes.ts';

export interface RunPlan {
  /** The cases that get a result, in order. */
  readonly cases: readonly ExchangeTestCase[];
  /** Every case that may be run, including dependencies and teardowns, by id. */
  readonly library: ReadonlyMap<string, ExchangeTestCase>;
  readonly executionUrl: string;
  readonly browser: Browser;
  readonly breakpoint: Breakpoint;
  /** The given variables. If one has several values, the run picks one of them. */
  readonly variables: Readonly<Record<string, readonly string[]>>;
  readonly timeoutPerStepMs: number;
  /** How long an assertion waits, in ms. Default: as the options of the runner say. */
  readonly expectTimeoutMs?: number;
  /** The attribute of TEST_ID selectors; null means Playwright's default, `data-testid`. */
  readonly testIdAttribute: string | null;
  readonly environment: RunEnvironment;
  /** What is changed in the pages of each attempt at a case. Default: nothing. */
  readonly changePages?: (testCaseId: string) => PageChanges;
}

/** The outcome of a case: that of its last attempt. */
export interface CaseOutcome extends Attempt {
  readonly testCaseId: string;
  /** The failed attempts before the last one. A case that passes after one of them is flaky. */
  readonly earlierAttempts?: readonly Attempt[];
  /** How long all attempts took, in ms, without the wait for a retry. Absent if there was none. */
  readonly durationMs?: number;
  /** The case failed and was not retried, because many cases failed and none of those that were retried passed. */
  readonly retryLeftOut?: true;
  /** The case was not run, because enough others failed. */
  readonly notRun?: true;
}

export interface Runner extends AsyncDisposable {
  /** The supported browsers. If one is not available, `prepare` and `run` throw. */
  readonly browsers: readonly Browser[];
  /**
   * Starts a browser, which stays open until the runner is disposed of.
   * @throws BrowserNotFound, BrowserNotStarted, EndpointUnreachable
   */
  prepare(browser: Browser): Promise<void>;
  /**
   * Runs the cases of a plan. Resolves when every case has its outcome, or soon after `signal` is aborted.
   * @throws BrowserNotFound, BrowserNotStarted, EndpointUnreachable
   */
  run(plan: RunPlan, events: RunEvents, signal: AbortSignal): Promise<void>;
}

export interface RunEvents {
  /** An attempt at a case starts. */
  onStart(testCaseId: string): void;
  onFailedAttempt?(testCaseId: string, attempt: Attempt): void;
  /** A case is at a step: one of its own, of a dependency, or of a teardown. */
  onStep?(testCaseId: string, step: { readonly testCaseId: string; readonly elementIndex: number }): void;
  onOutcome(outcome: CaseOutcome): void;
}

/**
 * Runs a step by calling `run`, once or several times, with its element or another one.
 * @throws what `run` throws, if the step is to fail.
 */
export type RunStep = (
  step: {
    readonly testCase: ExchangeTestCase;
    readonly elementIndex: number;
    /** The message of a failure of the step, run with an element. */
    readonly describeFailure: (error: unknown, element: ExchangeElement) => Promise<string>;
  },
  run: (element: ExchangeElement) => Promise<void>,
) => Promise<void>;

/** Fields with ids, and with URLs of files that are named by ids: redacted ones would refer to nothing. */
const unchangedFields: ReadonlySet<string> = new Set([
  'testCaseId',
  'status',
  'screenshotUrl',
  'pictureUrl',
  'traceUrl',
]);

/**
 * Redacts every string of a value, at any depth: messages of the driver contain the texts that it typed and searched.
 * Fields with an id, a status or the URL of a file stay unchanged.
 */
export function redactTexts<T>(value: T, redact: Redact): T {
  return mapTexts(value, redact, unchangedFields);
}

/** The secrets of a run's environment: passwords, the one-time-password key and header values. */
export function planSecrets({ environment }: Pick<RunPlan, 'environment'>): string[] {
  const { testAccount, basicAuth, headers } = environment;
  const { password = '', otpInitializerKey = '' } = testAccount ?? {};
  const basic =
    basicAuth === undefined ? [] : [basicAuth.password, `${basicAuth.username}:${basicAuth.password}`];
  return [password, otpInitializerKey, ...basic, ...Object.values(headers)].filter((secret) => secret !== '');
}
