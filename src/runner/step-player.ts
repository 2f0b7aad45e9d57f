import type { Page } from 'playwright-core';
import {
  type ExchangeElement,
  type ExchangeTestCase,
  startsAtEntryPoint,
} from '../contract/exchange/test-case.ts';
import { Dialogs } from './dialogs.ts';
import { CaseEnd } from './documents/case-end.ts';
import { canLeaveClosedPage, checksSomething, expectsAbsence, mayShow } from './documents/checks.ts';
import { PageGuard } from './documents/page-guard.ts';
import { elementOf, isSameStep, nameOfStep, opensUrl, type StepRef } from './documents/step-ref.ts';
import { type WatchedPages, watchPages } from './documents/watched-pages.ts';
import { failureMessage } from './failure/failure-message.ts';
import { joinUrl } from './join-url.ts';
import { PageActivity } from './page-activity.ts';
import { errorText, PlayFailure } from './play-failure.ts';
import type { RunScope } from './run-scope.ts';
import { StepScopes, type StepScopesOptions } from './step-scopes.ts';
import { assertionTime, type StepTime, withinStep } from './step-time.ts';
import { brokenAppLimit, optionalLimit, watchStep } from './step-watch.ts';
import { perform } from './steps/perform.ts';
import { fixedWaitMs } from './steps/wait-for.ts';
import { Tabs } from './tabs.ts';
import { allowClipboard, mentionsClipboard } from './variables/clipboard.ts';

const noTrigger =
  'No step follows that opens the dialog. Put this step directly before the one that opens it.';

export interface PlayedSteps {
  /** How many steps succeeded that check something. */
  readonly checks: number;
  /** How many steps failed, and their failures were ignored. */
  readonly ignored: number;
}

interface StepPlayerOptions extends Pick<StepScopesOptions, 'variables'> {
  readonly run: Pick<
    RunScope,
    'plan' | 'expectTimeoutMs' | 'mailbox' | 'playStep' | 'uploadFolder' | 'tally' | 'redact'
  >;
  readonly page: Page;
  /** The case that is played first. */
  readonly first: ExchangeTestCase;
  readonly observer: StepObserver;
  /** Called when a step only waits for something on its page, and when it ends. */
  readonly setIdle: (isIdle: boolean) => void;
  /** Whether more cases follow on the same page, so that none of them ends on it. Default: false. */
  readonly isContinued?: boolean;
}

/** Follows the steps of an attempt, including entry points. */
export interface StepObserver {
  stepStarted(step: StepRef): Promise<void>;
  /** The current step has ended, and the case goes on. */
  stepEnded(): void;
  /** A step failed, which may be an earlier one than the current step, and the failure is ignored. */
  stepIgnored(step: StepRef): void;
}

/** Plays the steps of cases on one page and the pages that they open. */
export class StepPlayer {
  readonly tabs: Tabs;
  readonly scopes: StepScopes;
  /** What did not fail a case so far: ignored failures, and pages with an error status. */
  readonly warnings: { readonly testCase: ExchangeTestCase; readonly message: string }[] = [];
  readonly #watched: WatchedPages;
  readonly #activity: PageActivity;
  readonly #dialogs: Dialogs;
  readonly #guard: PageGuard;
  readonly #end: CaseEnd;
  readonly #options: StepPlayerOptions;

  constructor(options: StepPlayerOptions) {
    const { page, first } = options;
    this.#options = options;
    this.tabs = new Tabs(page);
    const entry = { testCase: first, elementIndex: undefined };
    this.#watched = watchPages(page.context(), entry);
    this.#activity = new PageActivity(page.context());
    this.#dialogs = new Dialogs(page.context(), entry);
    this.#guard = new PageGuard(this.#watched);
    this.#end = new CaseEnd(this.#watched, options.isContinued);
    const warn = (message: string) => this.#watched.findings.warn(message);
    this.scopes = new StepScopes({ ...options, tabs: this.tabs, dialogs: this.#dialogs, warn });
  }

  /**
   * Plays a case. Unless it begins with GO_TO, its entry point is opened first, a path below the execution URL.
   * @throws PlayFailure
   */
  async playFromEntry(testCase: ExchangeTestCase): Promise<PlayedSteps> {
    this.tabs.beginCase();
    if (startsAtEntryPoint(testCase)) {
      const entry = { testCase, elementIndex: undefined };
      await this.#options.observer.stepStarted(entry);
      this.#begin(entry);
      await this.#end.watchTimers(testCase.elements, 0, this.tabs.current);
      await this.#playOrIgnore(entry, () => this.#openEntry(testCase));
      this.#options.observer.stepEnded();
    }
    return this.playSteps(testCase);
  }

  async #openEntry({ entryPointUrlPath = '' }: ExchangeTestCase): Promise<void> {
    await withinStep(this.#options.run.plan.timeoutPerStepMs, async (time) => {
      await this.scopes.readClipboardFor(entryPointUrlPath, time);
      const url = joinUrl(this.#options.run.plan.executionUrl, this.scopes.fill(entryPointUrlPath));
      await this.tabs.current.goto(url, { timeout: time.remainingMs() });
    });
  }

  /** Before a teardown: what is wrong with the pages belongs to the case, which has ended. */
  forgetPages(): void {
    this.#watched.findings.takeProblems();
    this.#watched.documents.takeUnproven();
    this.tabs.beginCase();
  }

  /** What pages do from now on is attributed to this step. */
  #begin(step: StepRef): void {
    this.#watched.findings.begin(step);
    this.#watched.requests.begin(step);
    this.#dialogs.begin(step);
  }

  /** @throws PlayFailure */
  async playSteps(testCase: ExchangeTestCase): Promise<PlayedSteps> {
    if (mentionsClipboard(testCase)) await allowClipboard(this.tabs.current.context());
    let checks = 0;
    const failed = new Set<number>();
    for (const [elementIndex, element] of testCase.elements.entries()) {
      const step = { testCase, elementIndex };
      await this.#end.watchTimers(testCase.elements, elementIndex, this.tabs.current);
      await this.#options.observer.stepStarted(step);
      this.#begin(step);
      const play = (played: ExchangeElement) => this.#playStep(played);
      const hasPassed = await this.#playOrIgnore(
        step,
        () => this.#options.run.playStep?.(step, play) ?? play(element),
      );
      this.#options.observer.stepEnded();
      if (!hasPassed) failed.add(elementIndex);
      else if (checksSomething(element)) checks += 1;
    }
    const { unmet } = this.#dialogs;
    if (unmet !== undefined) this.#failOrIgnore(unmet, new Error(noTrigger));
    await this.#finish(testCase, failed);
    return { checks, ignored: failed.size };
  }

  /**
   * Waits for what the last step has started, and makes sure that the case does not end on a broken page. That cannot be
   * ignored, even if the step that led there is optional.
   */
  async #finish(testCase: ExchangeTestCase, failed: ReadonlySet<number>): Promise<void> {
    if (testCase.elements.length === 0) return;
    const step = { testCase, elementIndex: testCase.elements.length - 1 };
    const finished = withinStep(this.#options.run.plan.timeoutPerStepMs, ({ remainingMs }) =>
      this.#end.finish(testCase.elements, this.tabs.shown, remainingMs),
    );
    const failure = await failureOf(finished);
    // An error status says more than a blank page.
    for (const problem of this.#watched.documents.takeUnproven()) {
      this.#fail(problem.step, new Error(problem.message));
    }
    await this.#playOrIgnore(step, async () => {});
    if (failure !== undefined) this.#fail(step, failure.error);
    await this.#checkAgain(testCase, failed);
  }

  /**
   * Repeats assertions such as NOT_VISIBLE at the end: what steps before them started may have shown the element meanwhile.
   * @param failed the indexes of steps whose failures were ignored: they have done nothing.
   */
  async #checkAgain(testCase: ExchangeTestCase, failed: ReadonlySet<number>): Promise<void> {
    const { elements } = testCase;
    const last = elements.findLastIndex((each, index) => !failed.has(index) && mayShow(each));
    for (const [elementIndex, element] of elements.entries()) {
      if (elementIndex <= last || element.ignoreFailure === true || !expectsAbsence(element)) continue;
      if (this.tabs.current.isClosed()) return;
      const step = { testCase, elementIndex };
      this.#begin(step);
      await this.#playOrIgnore(step, () => this.#playStep(element));
    }
  }

  /**
   * Plays a step, or what belongs to it. Problems of pages that it has caused fail it, too.
   * @returns false if it failed, and its failure is ignored. @throws PlayFailure
   */
  async #playOrIgnore(step: StepRef, work: () => Promise<void>): Promise<boolean> {
    const failure = await failureOf(work());
    const warnings = [...this.#watched.findings.takeWarnings(), ...this.#dialogs.takeWarnings()];
    this.warnings.push(...warnings.map(({ step, message }) => ({ testCase: step.testCase, message })));
    const problems = this.#watched.findings.takeProblems();
    // The driver's own error about a URL that could not be opened says as much.
    const causes = failure !== undefined && opensUrl(step) ? [] : problems;
    for (const { step: cause, message } of causes) this.#failOrIgnore(cause, new Error(message));
    const isCause = causes.some(({ step: cause }) => isSameStep(cause, step));
    if (failure !== undefined && !isCause) {
      this.#failOrIgnore(step, failure.error, await this.#messageOf(failure.error, step));
    }
    return failure === undefined && !isCause;
  }

  /** @throws PlayFailure unless the failure of the step is ignored. */
  #failOrIgnore(step: StepRef, error: unknown, message = errorText(error)): void {
    const { testCase } = step;
    // Failures can be ignored only as long as the browser is running.
    const isConnected = this.tabs.current.context().browser()?.isConnected() !== false;
    if (elementOf(step)?.ignoreFailure === true && isConnected) {
      const warning = `${nameOfStep(step)} failed, and the failure was ignored: ${message}`;
      this.warnings.push({ testCase, message: warning });
      this.#options.observer.stepIgnored(step);
      return;
    }
    this.#fail(step, error, message);
  }

  /** @throws PlayFailure */
  #fail(step: StepRef, error: unknown, message = errorText(error)): never {
    const { testCase, elementIndex } = step;
    const element = elementOf(step);
    if (element === undefined || elementIndex === undefined) {
      throw new PlayFailure(testCase, undefined, error, message);
    }
    const locator = this.scopes.expression(element.selectors);
    throw new PlayFailure(testCase, { elementIndex, ...(locator && { locator }) }, error, message);
  }

  #messageOf(error: unknown, step: StepRef): Promise<string> {
    const element = elementOf(step);
    const { redact } = this.#options.run;
    const where = { testCase: step.testCase, element, page: this.tabs.current };
    return failureMessage(error, { ...where, redact, ...this.scopes.locatorOptions });
  }

  /** Plays one step and waits for the load of the page, within the step's timeout plus the time of a fixed wait. */
  async #playStep(element: ExchangeElement): Promise<void> {
    const needsPage = !canLeaveClosedPage(element);
    if (needsPage) this.tabs.requireOpen();
    const played = withinStep(
      this.#options.run.plan.timeoutPerStepMs + fixedWaitMs(element),
      async (time) => {
        await this.scopes.readClipboardFor(element, time);
        this.#watch(element, time);
        await this.#guard.play({
          element,
          page: () => this.tabs.current,
          frameOwner: () => this.scopes.frameOwner(element.selectors),
          locator: () => this.scopes.locate(element.selectors, { includeHidden: true }),
          perform: () => this.#dialogs.during(() => this.#perform(element, time), time.remainingMs),
          remainingMs: time.remainingMs,
        });
      },
    );
    await played.catch((error: unknown) => {
      // That the page has closed says more than the driver's error.
      if (needsPage) this.tabs.requireOpen();
      throw error;
    });
  }

  #perform(element: ExchangeElement, time: StepTime): Promise<void> {
    // An assertion that is checked again has its full time again.
    const timeOfStep = assertionTime(element, time, this.#options.run.expectTimeoutMs);
    return perform(element, this.scopes.scope(element, timeOfStep));
  }

  #watch(element: ExchangeElement, time: StepTime): void {
    const { tally, expectTimeoutMs } = this.#options.run;
    void watchStep(element, {
      page: () => this.tabs.current,
      activity: this.#activity,
      setIdle: this.#options.setIdle,
      limit: element.ignoreFailure === true ? optionalLimit : brokenAppLimit(tally, expectTimeoutMs),
      giveUp: (reason) => this.#giveUp(element, time, reason),
      ended: time.ended,
    });
  }

  /** Gives up a step that waits for the page. Typing a text and fetching a file take long on a quiet page: they go on. */
  async #giveUp(element: ExchangeElement, { giveUp, ended }: StepTime, reason: string): Promise<void> {
    const { action = '' } = element.interaction ?? {};
    const mayAct = action === 'TYPE_TEXT' || action === 'UPLOAD';
    const isActing =
      mayAct && (await this.scopes.locate(element.selectors, { includeHidden: true }).count()) > 0;
    if (!isActing && !ended.aborted) giveUp(reason);
  }
}

async function failureOf(work: Promise<void>): Promise<{ readonly error: unknown } | undefined> {
  return work.then(
    () => undefined,
    (error: unknown) => ({ error }),
  );
}
