import type { Locator } from 'playwright-core';
import type { ExchangeElement } from '../../contract/exchange/exchange-test-case.ts';
import { type ExchangeSelector, needsVisibleFilter } from '../../contract/exchange/selector.ts';
import type { Dialogs } from '../dialogs.ts';
import { describeSilent } from '../documents/open-requests.ts';
import type { WatchedPages } from '../documents/page-guard.ts';
import { isMainNavigation } from '../documents/request-facts.ts';
import { elementOf, type StepRef } from '../documents/step-ref.ts';
import type { SoughtElement } from '../evidence/failed-page.ts';
import { UnexpectedResult } from '../failure/reason.ts';
import { buildLocator, frameOwner } from '../locator.ts';
import { AttemptMail } from '../mail/mailbox.ts';
import { giveUpHanging, openPage } from '../open-page.ts';
import { joinUrl } from '../requests.ts';
import type { RunScope, SetState } from '../run-scope.ts';
import { shownControls, statefulControls } from '../shown-control.ts';
import { errorText } from '../step-failed.ts';
import type { StepTime } from '../step-time.ts';
import type { Tabs } from '../tabs.ts';
import { mentionsClipboard, readClipboard } from '../variables/clipboard.ts';
import { fillIn } from '../variables/variable-text.ts';
import type { Variables } from '../variables/variables.ts';
import { isTimeout } from '../wait.ts';

/** What an action or an assertion works with. */
export type StepScope = ReturnType<AttemptScope['forStep']>;

export interface DriverLimits {
  /** In ms. */
  readonly timeout: number;
  /** Aborted if the step is given up before that. */
  readonly signal: AbortSignal;
}

interface AttemptScopeOptions {
  readonly tabs: Tabs;
  readonly dialogs: Dialogs;
  /** Adds a warning to the current step. */
  readonly warn: (message: string) => void;
  readonly run: Pick<RunScope, 'plan' | 'mailbox' | 'uploadFolder' | 'expectTimeoutMs' | 'tally'>;
  readonly variables: Variables;
  readonly setState: SetState;
  readonly watched: Pick<WatchedPages, 'documents' | 'loads'>;
}

/** What the steps of an attempt share: its pages, variables and mail, and how their selectors become locators. */
export class AttemptScope {
  readonly #options: AttemptScopeOptions;
  readonly #mail: AttemptMail;
  /** Whether the mouse rests where a HOVER has moved it. */
  #hovers = false;

  constructor(options: AttemptScopeOptions) {
    this.#options = options;
    this.#mail = new AttemptMail(options.run.mailbox);
  }

  readonly fill = (text: string): string => fillIn(text, this.#options.variables);

  /** The URL of a path below the execution URL. An absolute URL is returned unchanged. */
  readonly url = (path: string): string => joinUrl(this.#options.run.plan.executionUrl, this.fill(path));

  /** Opens a URL in the current page, and waits until it is loaded. */
  async open(url: string, { remainingMs }: Pick<StepTime, 'remainingMs'>): Promise<void> {
    const { tabs, watched } = this.#options;
    const before = watched.documents.shownOn(tabs.current);
    const untilUsable = (signal: AbortSignal) => watched.loads.usable(tabs.current, signal, before);
    await openPage(tabs.current, url, { ...this.#watchOptions(remainingMs), untilUsable });
  }

  #watchOptions(remainingMs: () => number) {
    const { run, setState, watched } = this.#options;
    const { tally, expectTimeoutMs: hangingLimitMs } = run;
    return { remainingMs, hangingLimitMs, tally, setState, requests: watched.loads.requests };
  }

  /**
   * Waits for work that may navigate, as long as its page may still respond.
   * @param inAllPages whether the work waits for other pages and windows as well.
   * @throws UnexpectedResult or Error with the URL of what did not respond; what the work throws.
   */
  async whileResponding(work: Promise<void>, time: StepTime, inAllPages: boolean): Promise<void> {
    const { tabs, watched } = this.#options;
    const loading = () => watched.loads.awaitedOn(tabs.current);
    const awaited = () => [
      ...watched.documents.navigationsOf(inAllPages ? undefined : tabs.current),
      ...loading(),
    ];
    const options = this.#watchOptions(time.remainingMs);
    let last: Parameters<SetState>[0] = 'running';
    // The step may be idle for another reason.
    const setState: SetState = (state) => {
      if (state !== last) options.setState(state);
      last = state;
    };
    try {
      await Promise.race([work, giveUpHanging(tabs.current, { ...options, setState }, awaited, time.ended)]);
    } catch (error) {
      if (!isTimeout(error) && !time.givenUp.aborted) throw error;
      if (loading().length > 0) throw watched.loads.lateLoad(tabs.current);
      const silent = awaited().find((request) => options.requests.waitedMs(request) > 0);
      if (silent === undefined) throw error;
      const what = isMainNavigation(silent) ? 'the page that it leads to' : 'a frame of the page';
      const reason = { clause: `${what} did not load in time`, advice: describeSilent(silent) };
      throw new UnexpectedResult(() => reason, [errorText(error)]);
    } finally {
      setState('running');
    }
  }

  /** How selectors of this attempt become locators. */
  get locatorOptions() {
    return { fill: this.fill, testIdAttribute: this.#options.run.plan.testIdAttribute };
  }

  readonly locate = (selectors: readonly ExchangeSelector[], { includeHidden = false } = {}): Locator =>
    buildLocator(this.#options.tabs.current, selectors, { ...this.locatorOptions, includeHidden });

  #control(selectors: readonly ExchangeSelector[], shown: typeof shownControls): Locator {
    const locator = this.locate(selectors);
    if (!needsVisibleFilter(selectors) || !mayFindControl(selectors)) return locator;
    return shown(this.locate(selectors, { includeHidden: true })).describe(`${locator}`);
  }

  /** The iframe that selectors look into, whether it is visible or not; undefined if they have no FRAME. */
  frameOwner(selectors: readonly ExchangeSelector[]): Locator | undefined {
    return frameOwner(this.#options.tabs.current, selectors, this.locatorOptions);
  }

  forStep({ selectors, interaction }: ExchangeElement, time: StepTime) {
    const { tabs, dialogs, run, variables, warn } = this.#options;
    const isAfterHover = this.#hovers;
    if (interaction != null) this.#hovers = interaction.action === 'HOVER';
    return {
      get page() {
        return tabs.current;
      },
      tabs,
      dialogs,
      /** The URL that paths are joined with, and what requests to its origin are sent with. */
      app: run.plan,
      /** Empty if the step has none. */
      selectors,
      /**
       * The element that the step's selectors find. With `includeHidden`, the last selector also finds hidden elements,
       * and FIRST, LAST and NTH count them.
       */
      locator: (options?: { readonly includeHidden?: boolean }) => this.locate(selectors, options),
      /** The same as `locator()`, or what shows the checkbox, radio button or combobox that it finds. */
      control: () => this.#control(selectors, shownControls),
      /** The same as `locator()`, or the checkbox or radio button that is hidden behind what shows it. */
      statefulControl: () => this.#control(selectors, statefulControls),
      isAfterHover,
      locate: this.locate,
      frameOwner: () => this.frameOwner(selectors),
      fill: this.fill,
      url: this.url,
      open: (url: string) => this.open(url, time),
      variables,
      setVariable: this.#setter(time),
      /** The folder of the files that UPLOAD may read; undefined if it may read none. */
      uploadFolder: run.uploadFolder,
      mail: this.#mail,
      /** Reports what does not fail the step. */
      warn,
      /** The remaining time of the step, in ms; at least 1. */
      remainingMs: () => (time.givenUp.aborted ? 1 : time.remainingMs()),
      /** Options of the driver's calls that wait for something on the page. */
      limits: (): DriverLimits => ({ timeout: time.remainingMs(), signal: time.givenUp }),
    };
  }

  /** Variables are replaced synchronously, so the clipboard must be read before. */
  async readClipboardFor(part: unknown, time: StepTime): Promise<void> {
    if (!mentionsClipboard(part)) return;
    await readClipboard(this.#options.tabs.current.context(), this.#setter(time));
  }

  /** What a failed step looked for; undefined if it has no valid selector. */
  soughtElement(step: StepRef): SoughtElement | undefined {
    const { selectors = [] } = elementOf(step) ?? {};
    const locator = this.locatorOf(selectors);
    if (locator === undefined) return undefined;
    return { ...this.locatorOptions, selectors, locator, frame: this.frameOwner(selectors) };
  }

  /** The selectors as a Playwright expression; undefined without valid selectors. */
  expression(selectors: readonly ExchangeSelector[]): string | undefined {
    return this.locatorOf(selectors)?.toString();
  }

  /** What selectors find; undefined without valid selectors. */
  locatorOf(selectors: readonly ExchangeSelector[]): Locator | undefined {
    if (selectors.length === 0) return undefined;
    try {
      return this.locate(selectors);
    } catch {
      return undefined;
    }
  }

  /** A step that timed out may still be running: it must not set variables that later steps read. */
  #setter({ ended }: StepTime): (name: string, value: string) => void {
    return (name, value) => {
      if (!ended.aborted) this.#options.variables.set(name, value);
    };
  }
}

/** Whether the last selector may find a field that something else shows. */
function mayFindControl(selectors: readonly ExchangeSelector[]): boolean {
  const last = selectors.at(-1);
  if (last?.selectorType !== 'ROLE') return last?.selectorType !== 'TEXT';
  return /^(?:checkbox|combobox|radio|switch)$/.test(last.selector);
}
