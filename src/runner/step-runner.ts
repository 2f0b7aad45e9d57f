import type { Page } from 'playwright-core';
import {
  checksSomething,
  type ExchangeElement,
  type ExchangeTestCase,
  expectsAbsence,
  startsAtEntryPoint,
} from '../contract/exchange/exchange-test-case.ts';
import { Dialogs } from './dialogs.ts';
import { CaseEnd } from './documents/case-end.ts';
import type { OpenRequests } from './documents/open-requests.ts';
import { type WatchedPages, watchPages } from './documents/page-guard.ts';
import { mayShow } from './documents/proving-steps.ts';
import type { StepRef } from './documents/step-ref.ts';
import { failureOf, StepFailures } from './failure/step-failures.ts';
import { Hydration } from './hydration/hydration.ts';
import { PageActivity } from './page-activity.ts';
import type { RunScope, SetState } from './run-scope.ts';
import { SingleStep, type StepObserver } from './single-step.ts';
import { withinStep } from './step-time.ts';
import { AttemptScope } from './steps/step-scope.ts';
import { Tabs } from './tabs.ts';
import { allowClipboard, mentionsClipboard } from './variables/clipboard.ts';
import type { Variables } from './variables/variables.ts';

const noTrigger =
  'No step follows that opens the dialog. Put this step directly before the one that opens it.';

export interface StepsOutcome {
  /** How many steps succeeded that check something. */
  readonly checks: number;
  /** How many steps failed, and their failures were ignored. */
  readonly ignored: number;
}

interface StepRunnerOptions {
  readonly run: Pick<
    RunScope,
    'plan' | 'expectTimeoutMs' | 'mailbox' | 'runStep' | 'uploadFolder' | 'tally' | 'redact'
  >;
  readonly page: Page;
  readonly requests: OpenRequests;
  readonly first: ExchangeTestCase;
  readonly variables: Variables;
  readonly observer: StepObserver;
  readonly setState: SetState;
  /** The step at which the previous attempt failed. */
  readonly failedBefore?: ExchangeElement | undefined;
  /** Whether more cases follow on the same page, so that none of them ends on it. Default: false. */
  readonly isContinued?: boolean;
}

/** Runs the steps of cases, one after the other, on one page and the pages that they open. */
export class StepRunner {
  readonly tabs: Tabs;
  readonly scope: AttemptScope;
  readonly activity: PageActivity;
  readonly #options: StepRunnerOptions;
  readonly #watched: WatchedPages;
  readonly #dialogs: Dialogs;
  readonly #step: SingleStep;
  readonly #failures: StepFailures;
  readonly #end: CaseEnd;

  constructor(options: StepRunnerOptions) {
    const { page, first, run, requests, variables, observer, setState, failedBefore } = options;
    const context = page.context();
    const entry = { testCase: first, elementIndex: undefined };
    const tabs = new Tabs(page);
    const dialogs = new Dialogs(context, entry);
    const watched = watchPages(context, entry, requests);
    const warn = (message: string) => watched.findings.warn(message);
    const scope = new AttemptScope({ run, tabs, dialogs, variables, warn, setState, watched });
    context.on('response', () => run.tally.addAnswer());
    const activity = new PageActivity(context, requests);
    const hydration = new Hydration(context, activity);
    const end = new CaseEnd(watched, options.isContinued);
    const tools = {
      ...{ run, tabs, dialogs, scope, watched, activity, hydration, end, observer, setState },
      failedBefore,
    };
    this.#options = options;
    this.tabs = tabs;
    this.scope = scope;
    this.activity = activity;
    this.#watched = watched;
    this.#dialogs = dialogs;
    this.#step = new SingleStep(tools);
    this.#failures = new StepFailures(tools);
    this.#end = end;
  }

  /** What did not fail a case so far. */
  get warnings() {
    return this.#failures.warnings;
  }

  /**
   * Runs a case. Unless it begins with GO_TO, its entry point is opened first, a path below the execution URL.
   * @throws StepFailed
   */
  async runFromEntry(testCase: ExchangeTestCase): Promise<StepsOutcome> {
    this.#beginCase();
    if (startsAtEntryPoint(testCase)) {
      const entry = { testCase, elementIndex: undefined };
      await this.#options.observer.stepStarted(entry);
      this.#begin(entry);
      await this.#end.watchTimers(testCase.elements, 0, this.tabs.current);
      await this.#failures.run(entry, () => this.#openEntry(testCase));
      this.#options.observer.stepEnded();
    }
    return this.runSteps(testCase);
  }

  async #openEntry({ entryPointUrlPath = '' }: ExchangeTestCase): Promise<void> {
    await withinStep(this.#options.run.plan.timeoutPerStepMs, async (time) => {
      await this.scope.readClipboardFor(entryPointUrlPath, time);
      await this.scope.open(this.scope.url(entryPointUrlPath), time);
    });
  }

  /** Before a teardown: what is wrong with the pages belongs to the case, which has ended. */
  forgetPages(): void {
    this.#watched.findings.takeProblems();
    this.#watched.documents.takeUnproven();
    this.#beginCase();
  }

  #beginCase(): void {
    this.tabs.beginCase();
    this.#end.beginCase();
  }

  /** Marks the current page as not blank. A live page calls this after it has read elements of the page. */
  noteContent(): void {
    const document = this.#watched.documents.shownOn(this.tabs.shown);
    if (document !== undefined) document.isObserved = true;
  }

  /** What pages do from now on is attributed to this step. */
  #begin(step: StepRef): void {
    this.#watched.findings.begin(step);
    this.#watched.requests.begin(step);
    this.#dialogs.begin(step);
  }

  /** @throws StepFailed */
  async runSteps(testCase: ExchangeTestCase): Promise<StepsOutcome> {
    if (mentionsClipboard(testCase)) await allowClipboard(this.tabs.current.context());
    let checks = 0;
    const failed = new Set<number>();
    for (const [elementIndex, element] of testCase.elements.entries()) {
      const hasPassed = await this.#runNext(testCase, elementIndex, element);
      if (!hasPassed) failed.add(elementIndex);
      else if (checksSomething(element)) checks += 1;
    }
    const { unmet } = this.#dialogs;
    if (unmet !== undefined) this.#failures.failOrIgnore(unmet, new Error(noTrigger));
    await this.#finish(testCase, failed);
    return { checks, ignored: failed.size };
  }

  /** @returns false if the step failed, and its failure is ignored. @throws StepFailed */
  async #runNext(
    testCase: ExchangeTestCase,
    elementIndex: number,
    element: ExchangeElement,
  ): Promise<boolean> {
    const { observer, run } = this.#options;
    const step = { testCase, elementIndex };
    await this.#end.watchTimers(testCase.elements, elementIndex, this.tabs.current);
    await observer.stepStarted(step);
    this.#begin(step);
    const runOne = (each: ExchangeElement) => this.#step.run(each);
    const describeFailure = (error: unknown, each: ExchangeElement) =>
      this.#failures.messageOf(error, step, each);
    const hasPassed = await this.#failures.run(
      step,
      () => run.runStep?.({ ...step, describeFailure }, runOne) ?? runOne(element),
    );
    observer.stepEnded();
    return hasPassed;
  }

  /**
   * Waits for what the last step has started, and makes sure that the case does not end on a broken page. That cannot be
   * ignored, even if the step that led there is optional.
   */
  async #finish(testCase: ExchangeTestCase, failed: ReadonlySet<number>): Promise<void> {
    if (testCase.elements.length === 0) return;
    const step = { testCase, elementIndex: testCase.elements.length - 1 };
    const { timeoutPerStepMs } = this.#options.run.plan;
    const finished = withinStep(
      timeoutPerStepMs,
      (time) => {
        const finished = this.#end.finish(testCase.elements, () => this.tabs.shown, time.remainingMs);
        return this.scope.whileResponding(finished, time, true);
      },
      `All steps have ended, but the page ${this.tabs.shown.url()} did not respond within ${timeoutPerStepMs} ms after them. Check it for a script that runs for long.`,
    );
    const failure = await failureOf(finished);
    // An error status says more than a blank page.
    for (const problem of this.#watched.documents.takeUnproven()) {
      this.#failures.fail(problem.step, await this.#failures.errorOf(problem));
    }
    await this.#failures.run(step, async () => {});
    if (failure !== undefined)
      this.#failures.fail(step, failure.error, await this.#failures.messageOf(failure.error, step));
    await this.#recheckAssertions(testCase, failed);
  }

  /**
   * Repeats assertions such as NOT_VISIBLE at the end: what steps before them started may have shown the element meanwhile.
   * @param failed the indexes of steps whose failures were ignored: they have done nothing.
   */
  async #recheckAssertions(testCase: ExchangeTestCase, failed: ReadonlySet<number>): Promise<void> {
    const { elements } = testCase;
    const last = elements.findLastIndex((each, index) => !failed.has(index) && mayShow(each));
    for (const [elementIndex, element] of elements.entries()) {
      if (elementIndex <= last || element.ignoreFailure === true || !expectsAbsence(element)) continue;
      if (this.tabs.current.isClosed()) return;
      const step = { testCase, elementIndex };
      this.#begin(step);
      await this.#failures.run(step, () => this.#step.run(element));
    }
  }
}
