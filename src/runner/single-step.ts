import { setTimeout as sleep } from 'node:timers/promises';
import type { Locator } from 'playwright-core';
import { describeElement } from '../contract/exchange/describe-step.ts';
import type { ExchangeElement } from '../contract/exchange/exchange-test-case.ts';
import type { Dialogs } from './dialogs.ts';
import { inspectTimeoutMs } from './documents/blank-page.ts';
import type { CaseEnd } from './documents/case-end.ts';
import { PageGuard, type WatchedPages } from './documents/page-guard.ts';
import { canLeaveClosedPage } from './documents/proving-steps.ts';
import type { StepRef } from './documents/step-ref.ts';
import { fileInputsOf } from './file-input.ts';
import type { Hydration } from './hydration/hydration.ts';
import { maxUnquietMs, type PageActivity } from './page-activity.ts';
import type { RunScope, SetState } from './run-scope.ts';
import { assertionTime, optionalLimit, type StepTime, uselessWaitLimit, withinStep } from './step-time.ts';
import { perform } from './steps/perform-step.ts';
import type { AttemptScope } from './steps/step-scope.ts';
import { fixedWaitMs } from './steps/wait-for.ts';
import type { Tabs } from './tabs.ts';
import { unlessLate } from './wait.ts';

/** How long a step runs before its page is watched, in ms: most steps take less. */
const watchAfterMs = 250;
/** A request that is not answered for so long says nothing about when an element appears, in ms. */
const unansweredMs = 8000;
/** How long a step waits before another case may run meanwhile, in ms: on a working app, few steps wait that long. */
const idleAfterMs = 2000;

/** Follows the steps of an attempt, including entry points. */
export interface StepObserver {
  stepStarted(step: StepRef): Promise<void>;
  stepEnded(): void;
  /** A step failed, which may be an earlier one than the current step, and the failure is ignored. */
  stepIgnored(step: StepRef): void;
}

/** What the steps of an attempt are run with. */
export interface StepTools {
  readonly run: Pick<RunScope, 'plan' | 'expectTimeoutMs' | 'tally' | 'redact'>;
  readonly tabs: Tabs;
  readonly dialogs: Dialogs;
  readonly scope: AttemptScope;
  readonly watched: WatchedPages;
  readonly activity: PageActivity;
  readonly hydration: Hydration;
  readonly end: CaseEnd;
  readonly observer: StepObserver;
  readonly setState: SetState;
  /** The step at which the previous attempt failed. */
  readonly failedBefore: ExchangeElement | undefined;
}

/**
 * Runs one step within its time: the page guard waits for what the step does to its page, dialogs are answered meanwhile,
 * and a step that waits on a quiet page may be given up early.
 */
export class SingleStep {
  readonly #tools: StepTools;
  readonly #guard: PageGuard;

  constructor(tools: StepTools) {
    this.#tools = tools;
    this.#guard = new PageGuard(tools.watched);
  }

  /**
   * Runs a step and waits for the load of its page, within the timeout of a step plus the time of a fixed wait.
   * @throws what the action or assertion throws; TimedOut; Error if the page has closed.
   */
  async run(element: ExchangeElement): Promise<void> {
    const { run, tabs, scope } = this.#tools;
    const needsPage = !canLeaveClosedPage(element);
    if (needsPage) tabs.requireOpen();
    const limitMs = run.plan.timeoutPerStepMs + fixedWaitMs(element);
    try {
      const { action } = element.interaction ?? {};
      await withinStep(limitMs, (time) => {
        const work = this.#runInTime(element, time);
        return action === 'GO_TO' ? work : scope.whileResponding(work, time, action === 'SWITCH_PAGE');
      });
    } catch (error) {
      // That the page has closed says more than the driver's error.
      if (needsPage) tabs.requireOpen();
      throw error;
    }
  }

  async #runInTime(element: ExchangeElement, time: StepTime): Promise<void> {
    const { tabs, dialogs, scope, hydration } = this.#tools;
    await scope.readClipboardFor(element, time);
    const control = usesControl(element) ? scope.locatorOf(element.selectors) : undefined;
    if (needsScripts(element)) await hydration.ready(tabs.current, control, time.ended);
    const isDead = await this.#isDead(element, control);
    void this.#watch(element, time);
    await this.#guard.run({
      element,
      page: () => tabs.current,
      frameOwner: () => scope.frameOwner(element.selectors),
      locator: () => scope.locate(element.selectors, { includeHidden: true }),
      perform: () => dialogs.during(() => this.#perform(element, time), time.remainingMs),
      remainingMs: time.remainingMs,
    });
    if (isDead) this.#tools.end.noteDeadClick(describeElement(element.selectors));
  }

  /** Whether a step is a click that does nothing, if no later step proves that it has had an effect. */
  async #isDead({ interaction }: ExchangeElement, control: Locator | undefined): Promise<boolean> {
    const { tabs, hydration, end } = this.#tools;
    if (control === undefined || interaction?.action !== 'CLICK' || !end.isUnproven) return false;
    return (await unlessLate(hydration.isDead(tabs.current, control), inspectTimeoutMs)) === true;
  }

  #perform(element: ExchangeElement, time: StepTime): Promise<void> {
    const { run, scope } = this.#tools;
    // An assertion that is checked again has its full time again.
    return perform(element, scope.forStep(element, assertionTime(element, time, run.expectTimeoutMs)));
  }

  /** Watches a step that waits for its page: on a quiet one it is idle, and may be given up before its time is over. */
  async #watch(element: ExchangeElement, time: StepTime): Promise<void> {
    if (!waitsForElement(element)) return;
    const { run, tabs, activity, failedBefore } = this.#tools;
    const isOptional = element.ignoreFailure === true;
    // The author of a WAIT_FOR knows that it may take long.
    const hasFailed = element === failedBefore && element.interaction?.action !== 'WAIT_FOR';
    let isQuiet = false;
    const whyUseless = () => {
      if (run.tally.showsBrokenApp) return 'no test case has passed so far';
      return isQuiet && hasFailed ? 'the previous attempt failed at this step' : undefined;
    };
    const limit = isOptional ? optionalLimit : uselessWaitLimit(run.expectTimeoutMs, whyUseless);
    const requestLimitMs = () =>
      Math.max(isOptional || run.tally.showsBrokenApp ? 0 : unansweredMs, activity.requestLimitMs);
    try {
      await sleep(watchAfterMs, undefined, { signal: time.ended });
      isQuiet = await activity.untilQuiet(() => tabs.current, time.ended, maxUnquietMs, requestLimitMs);
      if (isQuiet) void this.#idleUntilEnd(time).catch(() => {});
      await this.#giveUp(element, time, await limit(time.ended));
    } catch {
      // The step has ended.
    }
  }

  async #idleUntilEnd({ ended }: StepTime): Promise<void> {
    const { setState, run, activity } = this.#tools;
    // On a broken app, most steps wait in vain.
    if (!run.tally.showsBrokenApp) await sleep(idleAfterMs, undefined, { signal: ended });
    // More test cases at the same time would make an app slower that is still to answer.
    while (!run.tally.showsBrokenApp && activity.hasRequests)
      await sleep(watchAfterMs, undefined, { signal: ended });
    setState('idle');
    ended.addEventListener('abort', () => setState('running'), { once: true });
  }

  /** Gives up a step that waits for the page. Typing a text and fetching a file take long on a quiet page: they go on. */
  async #giveUp(element: ExchangeElement, { giveUp, ended }: StepTime, reason: string): Promise<void> {
    const { action = '' } = element.interaction ?? {};
    const mayAct = action === 'TYPE_TEXT' || action === 'UPLOAD';
    const isActing = mayAct && (await this.#hasEnabledField(element));
    if (!isActing && !ended.aborted) giveUp(reason);
  }

  /** Whether the element of a step is on the page, and neither it nor its file input is disabled. */
  async #hasEnabledField({ selectors }: ExchangeElement): Promise<boolean> {
    const { scope, tabs } = this.#tools;
    const target = scope.locate(selectors, { includeHidden: true });
    const disabled = fileInputsOf(target).or(target).and(tabs.current.locator(':disabled'));
    return (await target.count()) > 0 && (await disabled.count()) === 0;
  }
}

/** Whether a step waits for something on the page. */
function waitsForElement({ assertion, interaction, selectors }: ExchangeElement): boolean {
  if (interaction?.action === 'WAIT_FOR') return interaction.calledWith?.type !== 'fixedTime';
  return assertion != null ? assertion.expectation !== 'RESPONSE_OK' : selectors.length > 0;
}

/** Whether a step uses what the page has, which its scripts make work. */
function needsScripts({ interaction, selectors }: ExchangeElement): boolean {
  return interaction != null && (selectors.length > 0 || interaction.action === 'KEY_PRESS');
}

/** Whether a step uses a control in a way that a script of the page has to notice. */
function usesControl({ interaction }: ExchangeElement): boolean {
  return /^(?:CLICK|ENTER_TEXT|KEY_PRESS|SELECT_OPTION|TYPE_TEXT)$/.test(interaction?.action ?? '');
}
