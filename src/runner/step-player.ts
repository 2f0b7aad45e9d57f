import type { Locator, Page } from 'playwright-core';
import type { ExchangeSelector } from '../contract/exchange/selector.ts';
import type { ExchangeElement, ExchangeTestCase } from '../contract/exchange/test-case.ts';
import { joinUrl } from './join-url.ts';
import { buildLocator } from './locator.ts';
import { AttemptMail } from './mail/attempt-mail.ts';
import type { Mailbox } from './mail/mailbox.ts';
import { waitForLoad } from './page-load.ts';
import { PlayFailure } from './play-failure.ts';
import type { RunPlan } from './runner.ts';
import { fixedWaitMs } from './steps/fixed-wait.ts';
import { perform } from './steps/perform.ts';
import type { StepScope } from './steps/step-scope.ts';
import { Tabs } from './tabs.ts';
import { allowClipboard, mentionsClipboard, readClipboard } from './variables/clipboard.ts';
import { fillIn } from './variables/fill-in.ts';
import type { Variables } from './variables/variables.ts';
import { within } from './within.ts';

/** What is left open of a step that has run over its time, in ms: the driver ends most of them by itself, and says why. */
const graceMs = 2000;

/** Plays the steps of cases, on one page and those that it opens. */
export class StepPlayer {
  readonly tabs: Tabs;
  readonly #plan: RunPlan;
  readonly #variables: Variables;
  readonly #mail: AttemptMail;
  readonly #announce: (step: string) => Promise<void>;

  /** @param announce told each step before it is played, in a few words. */
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
   * Plays a case. One that does not begin with GO_TO starts at the execution URL, joined with its entry point.
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
    await inTime(this.#plan.timeoutPerStepMs, async (time) => {
      await this.#readClipboardFor(entryPointUrlPath, time);
      const url = joinUrl(this.#plan.executionUrl, this.#fill(entryPointUrlPath));
      await this.tabs.current.goto(url, { timeout: time.remainingMs() });
    });
  }

  /** @throws PlayFailure */
  async playSteps(testCase: ExchangeTestCase): Promise<void> {
    if (mentionsClipboard(testCase)) await allowClipboard(this.tabs.current.context());
    for (const [elementIndex, element] of testCase.elements.entries()) {
      await this.#announce(stepName(testCase, elementIndex));
      try {
        await this.#playStep(element);
      } catch (error) {
        if (element.ignoreFailure === true && this.#browserIsThere()) continue;
        throw new PlayFailure(testCase, { elementIndex, ...this.#locatorOf(element) }, error);
      }
    }
  }

  /** Only what the test itself did wrong may be ignored. */
  #browserIsThere(): boolean {
    return this.tabs.current.context().browser()?.isConnected() !== false;
  }

  /** The step's selector in Playwright's words, where it has one that can be read. */
  #locatorOf({ selectors }: ExchangeElement): { locator?: string } {
    if (selectors.length === 0) return {};
    try {
      return { locator: String(this.#locate(selectors)) };
    } catch {
      return {};
    }
  }

  /** One step, and the page's load after it, within the time of one step; a fixed wait comes on top. */
  async #playStep(element: ExchangeElement): Promise<void> {
    await inTime(this.#plan.timeoutPerStepMs + fixedWaitMs(element), async (time) => {
      await this.#readClipboardFor(element, time);
      await perform(element, this.#scope(element, time));
      await waitForLoad(this.tabs.current, time.remainingMs());
    });
  }

  /** Texts are filled in at once: what the clipboard holds must be known before. */
  async #readClipboardFor(part: unknown, time: StepTime): Promise<void> {
    if (mentionsClipboard(part)) await readClipboard(this.tabs.current.context(), this.#setter(time));
  }

  /** Work that was given up goes on where it can't be stopped: it may not set what later steps read. */
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

  #locate(selectors: readonly ExchangeSelector[], { hiddenToo = false } = {}): Locator {
    const { testIdAttribute } = this.#plan;
    return buildLocator(this.tabs.current, selectors, { fill: this.#fill, testIdAttribute, hiddenToo });
  }

  readonly #fill = (text: string): string => fillIn(text, this.#variables);
}

/** The time of one step. */
interface StepTime {
  /** What is left of it, in ms; at least 1. */
  readonly remainingMs: () => number;
  /** Whether the step has ended, or was given up. */
  readonly isOver: () => boolean;
}

/** A page that is busy for ever answers nothing: some calls of the driver have no limit of their own. */
async function inTime(limitMs: number, work: (time: StepTime) => Promise<void>): Promise<void> {
  const end = performance.now() + limitMs;
  const remainingMs = () => Math.max(1, Math.round(end - performance.now()));
  let over = false;
  const time = { remainingMs, isOver: () => over };
  try {
    await within(limitMs + graceMs, `The step did not end within ${limitMs} ms.`, () => work(time));
  } finally {
    over = true;
  }
}

/** Such as `Sign in, step 2: CLICK`. */
function stepName({ description, elements }: ExchangeTestCase, index: number): string {
  const { interaction, assertion } = elements[index] ?? {};
  return `${description}, step ${index + 1}: ${interaction?.action ?? assertion?.expectation ?? 'nothing'}`;
}
