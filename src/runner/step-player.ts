import type { Locator, Page } from 'playwright-core';
import type { ExchangeSelector } from '../contract/exchange/selector.ts';
import type { ExchangeElement, ExchangeTestCase } from '../contract/exchange/test-case.ts';
import { joinUrl } from './join-url.ts';
import { buildLocator } from './locator.ts';
import type { Mailbox } from './mail/mailbox.ts';
import { AttemptMail } from './mail/run-mail.ts';
import { PlayFailure } from './play-failure.ts';
import type { RunPlan } from './runner.ts';
import { perform } from './steps/perform.ts';
import type { StepScope } from './steps/step-scope.ts';
import { fixedWaitMs } from './steps/wait-for.ts';
import { Tabs, waitForLoad } from './tabs.ts';
import { allowClipboard, mentionsClipboard, readClipboard } from './variables/clipboard.ts';
import { fillIn } from './variables/text.ts';
import type { Variables } from './variables/variables.ts';
import { withTimeout } from './wait.ts';

/** Grace period after a step's timeout, in ms: the driver ends most calls itself and reports why. */
const gracePeriodMs = 2000;

/** Plays the steps of cases on one page and the pages that they open. */
export class StepPlayer {
  readonly tabs: Tabs;
  readonly #plan: RunPlan;
  readonly #variables: Variables;
  readonly #mail: AttemptMail;
  readonly #announce: (step: string) => Promise<void>;

  /** @param announce receives the title of each step before it is played. */
  constructor(
    page: Page,
    plan: RunPlan,
    variables: Variables,
    mailbox: () => Promise<Mailbox>,
    announce: (step: string) => Promise<void>,
  ) {
    this.tabs = new Tabs(page);
    this.#plan = plan;
    this.#variables = variables;
    this.#mail = new AttemptMail(mailbox);
    this.#announce = announce;
  }

  /**
   * Plays a case. Unless it begins with GO_TO, its entry point is opened first, a path below the execution URL.
   * @throws PlayFailure
   */
  async playFromEntry(testCase: ExchangeTestCase): Promise<void> {
    if (testCase.elements[0]?.interaction?.action !== 'GO_TO') {
      try {
        await this.#openEntry(testCase);
      } catch (error) {
        throw new PlayFailure(testCase, undefined, error);
      }
    }
    await this.playSteps(testCase);
  }

  async #openEntry({ description, entryPointUrlPath = '' }: ExchangeTestCase): Promise<void> {
    await this.#announce(`${description}: the entry point`);
    await withinStep(this.#plan.timeoutPerStepMs, async (time) => {
      await this.#readClipboardFor(entryPointUrlPath, time);
      const url = joinUrl(this.#plan.executionUrl, this.#fill(entryPointUrlPath));
      await this.tabs.current.goto(url, { timeout: time.remainingMs() });
    });
  }

  /** @throws PlayFailure */
  async playSteps(testCase: ExchangeTestCase): Promise<void> {
    if (mentionsClipboard(testCase)) await allowClipboard(this.tabs.current.context());
    for (const [elementIndex, element] of testCase.elements.entries()) {
      await this.#announce(stepTitle(testCase, elementIndex));
      try {
        await this.#playStep(element);
      } catch (error) {
        if (element.ignoreFailure === true && this.#browserIsConnected()) continue;
        throw new PlayFailure(testCase, { elementIndex, ...this.#locatorOf(element) }, error);
      }
    }
  }

  /** Failures can be ignored only as long as the browser is running. */
  #browserIsConnected(): boolean {
    return this.tabs.current.context().browser()?.isConnected() !== false;
  }

  /** The step's selector as a Playwright expression, if it has a valid one. */
  #locatorOf({ selectors }: ExchangeElement): { locator?: string } {
    if (selectors.length === 0) return {};
    try {
      return { locator: String(this.#locate(selectors)) };
    } catch {
      return {};
    }
  }

  /** Plays one step and waits for the load of the page, within the step's timeout plus the time of a fixed wait. */
  async #playStep(element: ExchangeElement): Promise<void> {
    await withinStep(this.#plan.timeoutPerStepMs + fixedWaitMs(element), async (time) => {
      await this.#readClipboardFor(element, time);
      await perform(element, this.#scope(element, time));
      await waitForLoad(this.tabs.current, time.remainingMs());
    });
  }

  /** Variables are replaced synchronously, so the clipboard must be read before. */
  async #readClipboardFor(part: unknown, time: StepTime): Promise<void> {
    if (mentionsClipboard(part)) await readClipboard(this.tabs.current.context(), this.#setter(time));
  }

  /** A step that timed out may still be running: it must not set variables that later steps read. */
  #setter({ isOver }: StepTime): StepScope['setVariable'] {
    return (name, value) => {
      if (!isOver()) this.#variables.set(name, value);
    };
  }

  #scope({ selectors }: ExchangeElement, time: StepTime): StepScope {
    const { tabs } = this;
    return {
      get page() {
        return tabs.current;
      },
      tabs,
      executionUrl: this.#plan.executionUrl,
      headers: this.#plan.environment.headers,
      basicAuth: this.#plan.environment.basicAuth,
      selectors,
      locator: (options) => this.#locate(selectors, options),
      locate: (others) => this.#locate(others),
      fill: this.#fill,
      variables: this.#variables,
      setVariable: this.#setter(time),
      mail: this.#mail,
      remainingMs: time.remainingMs,
    };
  }

  #locate(selectors: readonly ExchangeSelector[], { includeHidden = false } = {}): Locator {
    const { testIdAttribute } = this.#plan;
    return buildLocator(this.tabs.current, selectors, { fill: this.#fill, testIdAttribute, includeHidden });
  }

  readonly #fill = (text: string): string => fillIn(text, this.#variables);
}

interface StepTime {
  /** The remaining time in ms; at least 1. */
  readonly remainingMs: () => number;
  readonly isOver: () => boolean;
}

/** Some calls of the driver have no timeout and never return if the page is busy. */
async function withinStep(limitMs: number, work: (time: StepTime) => Promise<void>): Promise<void> {
  const end = performance.now() + limitMs;
  const remainingMs = () => Math.max(1, Math.round(end - performance.now()));
  let over = false;
  const time = { remainingMs, isOver: () => over };
  try {
    await withTimeout(work(time), limitMs + gracePeriodMs, `The step did not end within ${limitMs} ms.`);
  } finally {
    over = true;
  }
}

/** Such as `Sign in, step 2: CLICK`. */
function stepTitle({ description, elements }: ExchangeTestCase, index: number): string {
  const { interaction, assertion } = elements[index] ?? {};
  return `${description}, step ${index + 1}: ${interaction?.action ?? assertion?.expectation ?? 'empty'}`;
}
