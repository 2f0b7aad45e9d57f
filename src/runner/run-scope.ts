import type { Redact } from '../common/text.ts';
import type { Attempt } from '../contract/attempt.ts';
import type { ExchangeTestCase } from '../contract/exchange/exchange-test-case.ts';
import type { Contexts } from './browser/contexts.ts';
import type { SilenceRecord } from './documents/open-requests.ts';
import { findsSomething } from './documents/proving-steps.ts';
import type { StepRef } from './documents/step-ref.ts';
import type { EvidenceBudget } from './evidence/evidence-files.ts';
import type { LoginStates } from './login-states.ts';
import type { Mailbox } from './mail/mailbox.ts';
import type { RunPlan, RunStep } from './runner.ts';
import type { RunVariables } from './variables/variables.ts';

export interface RunScope {
  readonly plan: RunPlan;
  /** How long an assertion waits, in ms; the limit of the step applies as well. */
  readonly expectTimeoutMs: number;
  readonly variables: RunVariables;
  readonly logins: LoginStates;
  readonly contexts: Contexts;
  readonly mailbox: () => Promise<Mailbox>;
  readonly runStep: RunStep | undefined;
  /** The folder of the files that UPLOAD may read; undefined if it may read none. */
  readonly uploadFolder: string | undefined;
  /** The folder for traces and screenshots; undefined if none are written. */
  readonly evidenceFolder: string | undefined;
  readonly evidenceBudget: EvidenceBudget;
  readonly redact: Redact;
  readonly tally: Tally;
  readonly signal: AbortSignal;
}

/** Says what a case does. While it is idle, it only waits for something on its page: another case can run meanwhile. */
export type SetState = (state: 'idle' | 'running') => void;

export interface AttemptSettings {
  /** 1 for the first one. */
  readonly number: number;
  /** The step at which the previous attempt failed. Undefined for the first attempt. */
  readonly failedBefore: Attempt['failedStep'];
  /** What is traced: nothing, steps and console, or pages and requests as well. */
  readonly trace: 'none' | 'light' | 'full';
  /** Whether the trace of an attempt that passes is kept. */
  readonly keepTrace: boolean;
  readonly setState: SetState;
  /** Called before each step. */
  readonly onStep: (step: StepRef) => void;
  /** Whether other cases are waiting. */
  readonly hasMoreCases: boolean;
}

/** So many failed attempts, and none that has found anything, show that the app is broken. */
const minFailures = 5;
/** So many pages in a row that did not load show that the app hangs. */
const minHanging = 3;

/** How the attempts of a run have ended so far. */
export class Tally {
  readonly silent: SilenceRecord;
  #passed = 0;
  #failed = 0;
  #hanging = 0;
  #slowestPageMs = 0;
  #answeredAt = performance.now();

  constructor(timeoutPerStepMs: number) {
    this.silent = { hosts: new Set(), requests: new Set(), timeoutPerStepMs };
  }

  /** What only expects that something is missing passes on a broken app, too. */
  add({ status }: Attempt, { elements }: ExchangeTestCase): void {
    if (status !== 'PASSED') this.#failed += 1;
    else if (elements.some(findsSomething)) this.#passed += 1;
  }

  /** @param tookMs how long it took to load, or was waited for: one is enough if no request was answered in this time. */
  addPage(state: 'loaded' | 'hanging', tookMs = 0): void {
    const weight = tookMs > 0 && this.silentMs >= tookMs ? minHanging : 1;
    this.#hanging = state === 'loaded' ? 0 : this.#hanging + weight;
    if (state === 'loaded') this.#slowestPageMs = Math.max(this.#slowestPageMs, tookMs);
  }

  /** A request of any page was answered. */
  addAnswer(): void {
    this.#answeredAt = performance.now();
  }

  /** For how long no request was answered, in ms. */
  get silentMs(): number {
    return performance.now() - this.#answeredAt;
  }

  /** The longest time that a page took to load, in ms; 0 if none has loaded. */
  get slowestPageMs(): number {
    return this.#slowestPageMs;
  }

  /** Whether it is of no use to wait long for a page. */
  get showsHangingApp(): boolean {
    return this.#hanging >= minHanging;
  }

  /** Whether it is of no use to wait long for something to appear. */
  get showsBrokenApp(): boolean {
    return this.#passed === 0 && this.#failed >= minFailures;
  }
}
