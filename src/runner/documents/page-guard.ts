import type { Frame, Locator, Page } from 'playwright-core';
import type { ExchangeElement } from '../../contract/exchange/test-case.ts';
import { waitForLoad } from '../tabs.ts';
import { TimedOut, withTimeout } from '../wait.ts';
import { isBlankPage } from './blank-page.ts';
import { canLeaveErrorPage, mayNavigateLater, onlySendRequests, provesPage, waitsForPage } from './checks.ts';
import type { Documents } from './documents.ts';

interface GuardedStep {
  readonly element: ExchangeElement;
  /** The current page; a step may open another one. */
  readonly page: () => Page;
  /** The iframe that the step's selectors look into; undefined if they look into none. */
  readonly frameOwner: () => Locator | undefined;
  readonly perform: () => Promise<void>;
  readonly remainingMs: () => number;
}

/** How long the requests of the last step's scripts are waited for, in ms. */
const maxFetchMs = 2000;
/** A test case that ends without proof of its page is watched for so long, in ms of the page's own timers. */
const watchMs = 100;
/** The limit of looking at what should be known at once, in ms. */
const lookMs = 2000;
/** How many documents in a row may replace each other at the end of a test case. */
const maxReplacements = 10;

/** Plays steps on pages that may break: what the documents say is part of each step. */
export class PageGuard {
  readonly #documents: Documents;
  /** The iframes that steps have looked into, by page and text of their locator. */
  readonly #frameOwners = new Map<string, { readonly page: Page; readonly owner: Locator }>();

  constructor(documents: Documents) {
    this.#documents = documents;
  }

  /**
   * Plays a step, waits for the navigation that it has started and for the load of its page, and checks the frames that it
   * looks into. Problems of pages are left in the documents.
   * @throws what the step throws; Error if the page or the frame shows the browser's error page.
   */
  async play(step: GuardedStep): Promise<void> {
    const { element, remainingMs } = step;
    const page = step.page();
    if (!canLeaveErrorPage(element)) this.#refuseErrorPage(page);
    const bad = this.#documents.problemOf(page.mainFrame());
    await this.#perform(step, page);
    const current = step.page();
    if (mayNavigateLater(element)) await answer(current, remainingMs());
    await this.#arrive(current, remainingMs);
    this.#refuseErrorPage(current);
    if (provesPage(element)) await this.#prove(step, current, bad);
  }

  async #perform(step: GuardedStep, page: Page): Promise<void> {
    const { element, perform, remainingMs } = step;
    try {
      // The driver would wait for an element of a page that is gone until the time is over.
      if (waitsForPage(element)) await Promise.race([perform(), this.#documents.untilProblem()]);
      else await perform();
    } catch (error) {
      await this.#checkFrame(step, page);
      throw error;
    }
    await this.#documents.navigated(page, remainingMs());
    await this.#checkFrame(step, page);
  }

  /** @throws Error if the page shows the browser's error page. */
  #refuseErrorPage(page: Page): void {
    const message = this.#documents.errorPageOf(page);
    if (message !== undefined) throw new Error(message);
  }

  /** Waits until a page is where its navigation leads, and has loaded. */
  async #arrive(page: Page, remainingMs: () => number): Promise<void> {
    const url = await this.#documents.navigated(page, remainingMs());
    if (url !== undefined) {
      throw new TimedOut(`The step succeeded, but ${url}, which it leads to, did not respond in time.`);
    }
    if (this.#documents.errorPageOf(page) === undefined) await waitForLoad(page, remainingMs());
  }

  /** @param before what was wrong with the page before the step: an assertion proves the document that it has seen. */
  async #prove({ perform }: GuardedStep, page: Page, before: unknown): Promise<void> {
    const frame = page.mainFrame();
    const bad = this.#documents.problemOf(frame);
    if (bad === undefined) return;
    // The document has come during the assertion, which may be met by the one before.
    const isMet =
      bad === before ||
      (await perform().then(
        () => true,
        () => false,
      ));
    if (isMet) this.#documents.prove(frame);
  }

  /** @throws Error if a frame that the step looks into has a bad document that the step does not prove. */
  async #checkFrame({ element, frameOwner }: GuardedStep, page: Page): Promise<void> {
    const owner = frameOwner();
    if (owner === undefined) return;
    this.#frameOwners.set(`${owner}`, { page, owner });
    await this.#checkFrameOf(page, owner, provesPage(element));
  }

  async #checkFrameOf(page: Page, owner: Locator, proves: boolean): Promise<void> {
    if (page.isClosed() || !this.#documents.hasBadFrames(page)) return;
    let frame = await frameIn(owner);
    for (; frame != null && frame.parentFrame() !== null; frame = frame.parentFrame()) {
      if (proves) this.#documents.prove(frame);
      const bad = this.#documents.problemOf(frame);
      if (bad !== undefined) throw new Error(`The frame ${owner} is broken. ${bad.message}`);
    }
  }

  /**
   * Ends a test case: waits for what its last step has started, and looks once more at its page.
   * @throws Error if a page does not respond, shows the browser's error page, or is blank.
   */
  async finish(elements: readonly ExchangeElement[], page: Page, remainingMs: () => number): Promise<void> {
    const last = elements.at(-1);
    const isProven = last === undefined || provesPage(last) || onlySendRequests(elements);
    if (!isProven) await this.#documents.fetched(Math.min(maxFetchMs, remainingMs()));
    for (let count = 0; count < maxReplacements && !page.isClosed(); count += 1) {
      const before = this.#documents.navigationCount;
      if (!isProven) await answer(page, lookMs, watchMs);
      await answer(page, remainingMs());
      const url = await this.#documents.navigated(undefined, remainingMs());
      if (url !== undefined)
        throw new TimedOut(`The test case has ended, but ${url} did not respond in time.`);
      this.#refuseErrorPage(page);
      if (this.#documents.navigationCount > before) continue;
      if (!isProven) await refuseBlankPage(page, remainingMs());
      break;
    }
    for (const { page, owner } of this.#frameOwners.values()) await this.#checkFrameOf(page, owner, false);
  }
}

/**
 * Asks a page for an answer. Until then, it has begun the navigations of the step before.
 * @param waitMs how long timers of the page may run before it answers.
 */
async function answer(page: Page, limitMs: number, waitMs = 0): Promise<void> {
  const answered = page.evaluate(
    (ms) => (ms === 0 ? undefined : new Promise((resolve) => setTimeout(resolve, ms))),
    waitMs,
  );
  // A page that is replaced does not answer.
  await withTimeout(answered, limitMs, 'The page did not answer.').catch(() => {});
}

/** @throws Error if the page shows nothing. */
async function refuseBlankPage(page: Page, limitMs: number): Promise<void> {
  const isBlank = withTimeout(page.evaluate(isBlankPage), limitMs, 'The page did not answer.');
  if (await isBlank.catch(() => false)) {
    throw new Error(
      `The test case ends on a blank page: ${page.url()} shows no text, image or control. Check the console errors of the page.`,
    );
  }
}

async function frameIn(owner: Locator): Promise<Frame | null> {
  try {
    const element = await owner.elementHandle({ timeout: lookMs });
    return (await element?.contentFrame()) ?? null;
  } catch {
    // The frame is gone.
    return null;
  }
}
