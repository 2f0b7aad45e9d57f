import type { ExchangeTestCase } from '../contract/exchange/test-case.ts';
import type { Breakpoint, Browser } from '../contract/values.ts';

/** What a runner is asked to do. */
export interface RunPlan {
  /** The cases that get a result, in order. */
  readonly cases: readonly ExchangeTestCase[];
  /** Every case that may be played, dependencies and teardowns included, by id. */
  readonly library: ReadonlyMap<string, ExchangeTestCase>;
  readonly executionUrl: string;
  readonly browser: Browser;
  readonly breakpoint: Breakpoint;
  /** Given variables; where one has several values, one is picked for the run. */
  readonly variables: Readonly<Record<string, readonly string[]>>;
  readonly timeoutPerStepMs: number;
  /** The attribute of TEST_ID selectors; null means Playwright's own, `data-testid`. */
  readonly testIdAttribute: string | null;
  readonly environment: RunEnvironment;
}

/** What the environment of a run gives to its cases (section 2.2). */
export interface RunEnvironment {
  readonly testAccount?: {
    readonly username?: string | undefined;
    readonly password?: string | undefined;
    readonly otpInitializerKey?: string | undefined;
  };
  /** Answers the challenge of the app, and of nobody else. */
  readonly basicAuth?: { readonly username: string; readonly password: string };
  /** Sent with every request to the app's own origin, and to no other. */
  readonly headers: Readonly<Record<string, string>>;
}

/** A step that failed: the element's index in the case it belongs to, which may be a dependency. */
export interface FailedStep {
  readonly testCaseId: string;
  readonly elementIndex: number;
  /** The step's selector as a Playwright expression, where it has one. */
  readonly locator?: string;
}

/** What an attempt has left to look at. Files are named by ids, never by texts of the test. */
export interface Evidence {
  /** The address of the page where it failed. */
  readonly pageUrl?: string;
  /** What the pages wrote with console.error, and their uncaught errors; the first of them. */
  readonly consoleErrors: readonly string[];
  /** Path of a PNG file. */
  readonly screenshotPath?: string;
  /** Path of a Playwright trace (.zip). */
  readonly tracePath?: string;
  /** What could not be had, and why. */
  readonly missing?: readonly string[];
}

/** How one attempt at a case ended. `ERROR` says that the runner failed, not the test. */
export interface Attempt {
  readonly status: 'PASSED' | 'FAILED' | 'ERROR';
  readonly errorMessage: string | null;
  readonly failedStep?: FailedStep;
  readonly evidence?: Evidence;
  /** What failed in the teardowns, a text for each that did; the status stands all the same. */
  readonly teardownFailures?: readonly string[];
}

/** How one case ended: as its last attempt did. */
export interface CaseOutcome extends Attempt {
  readonly testCaseId: string;
  /** The attempts before the last one; they failed. A case that passed after one of them is flaky. */
  readonly earlierAttempts?: readonly Attempt[];
}

/** Executes test cases. */
export interface Runner extends AsyncDisposable {
  /** What it can play cases in, where it is there: `prepare` and `run` tell what is missing. */
  readonly browsers: readonly Browser[];
  /**
   * Gets ready for runs in a browser, which stays until the runner is disposed of: what is missing is told at once.
   * @throws BrowserNotFound, BrowserNotStarted, EndpointUnreachable
   */
  prepare(browser: Browser): Promise<void>;
  /**
   * Plays the cases of a plan. Resolves when every case has its outcome, or soon after `signal` is aborted.
   * @param onStart told when a case begins, `onOutcome` when it has ended.
   */
  run(plan: RunPlan, events: RunEvents, signal: AbortSignal): Promise<void>;
}

export interface RunEvents {
  onStart(testCaseId: string): void;
  onOutcome(outcome: CaseOutcome): void;
}
