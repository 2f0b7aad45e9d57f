import type { ExchangeElement } from '../contract/exchange/test-case.ts';
import type { Dialogs } from './dialogs.ts';
import { canLeaveClosedPage } from './documents/checks.ts';
import type { PageGuard } from './documents/page-guard.ts';
import type { PageActivity } from './page-activity.ts';
import type { RunScope } from './run-scope.ts';
import {
  assertionTime,
  brokenAppLimit,
  optionalLimit,
  type StepTime,
  watchStep,
  withinStep,
} from './step-time.ts';
import { perform } from './steps/perform.ts';
import type { AttemptScope } from './steps/step-scope.ts';
import { fixedWaitMs } from './steps/wait-for.ts';
import type { Tabs } from './tabs.ts';

interface SingleStepOptions {
  readonly run: Pick<RunScope, 'plan' | 'expectTimeoutMs' | 'tally'>;
  readonly tabs: Tabs;
  readonly dialogs: Dialogs;
  readonly scope: AttemptScope;
  readonly guard: PageGuard;
  readonly activity: PageActivity;
  /** Called when a step only waits for something on its page, and when it ends. */
  readonly setIdle: (isIdle: boolean) => void;
}

/**
 * Plays one step within its time: the page guard waits for what the step does to its page, dialogs are answered meanwhile,
 * and a step that waits on a quiet page may be given up early.
 */
export class SingleStep {
  readonly #options: SingleStepOptions;

  constructor(options: SingleStepOptions) {
    this.#options = options;
  }

  /**
   * Plays a step and waits for the load of its page, within the timeout of a step plus the time of a fixed wait.
   * @throws what the action or assertion throws; TimedOut; Error if the page has closed.
   */
  async play(element: ExchangeElement): Promise<void> {
    const { run, tabs } = this.#options;
    const needsPage = !canLeaveClosedPage(element);
    if (needsPage) tabs.requireOpen();
    const limitMs = run.plan.timeoutPerStepMs + fixedWaitMs(element);
    try {
      await withinStep(limitMs, (time) => this.#playInTime(element, time));
    } catch (error) {
      // That the page has closed says more than the driver's error.
      if (needsPage) tabs.requireOpen();
      throw error;
    }
  }

  async #playInTime(element: ExchangeElement, time: StepTime): Promise<void> {
    const { tabs, dialogs, scope, guard } = this.#options;
    await scope.readClipboardFor(element, time);
    this.#watch(element, time);
    await guard.play({
      element,
      page: () => tabs.current,
      frameOwner: () => scope.frameOwner(element.selectors),
      locator: () => scope.locate(element.selectors, { includeHidden: true }),
      perform: () => dialogs.during(() => this.#perform(element, time), time.remainingMs),
      remainingMs: time.remainingMs,
    });
  }

  #perform(element: ExchangeElement, time: StepTime): Promise<void> {
    const { run, scope } = this.#options;
    // An assertion that is checked again has its full time again.
    return perform(element, scope.forStep(element, assertionTime(element, time, run.expectTimeoutMs)));
  }

  #watch(element: ExchangeElement, time: StepTime): void {
    const { run, tabs, activity, setIdle } = this.#options;
    const { ignoreFailure } = element;
    void watchStep(element, {
      page: () => tabs.current,
      activity,
      setIdle,
      limit: ignoreFailure === true ? optionalLimit : brokenAppLimit(run.tally, run.expectTimeoutMs),
      giveUp: (reason) => this.#giveUp(element, time, reason),
      ended: time.ended,
    });
  }

  /** Gives up a step that waits for the page. Typing a text and fetching a file take long on a quiet page: they go on. */
  async #giveUp(element: ExchangeElement, { giveUp, ended }: StepTime, reason: string): Promise<void> {
    const { action = '' } = element.interaction ?? {};
    const mayAct = action === 'TYPE_TEXT' || action === 'UPLOAD';
    const target = () => this.#options.scope.locate(element.selectors, { includeHidden: true });
    const isActing = mayAct && (await target().count()) > 0;
    if (!isActing && !ended.aborted) giveUp(reason);
  }
}
