import type { BrowserContext, Frame, Page } from 'playwright-core';
import type { ExchangeElement } from '../../contract/exchange/exchange-test-case.ts';
import { unseenText } from '../expect/visibility.ts';
import { pollUntil, unlessLate } from '../wait.ts';
import { inspectTimeoutMs, staysBlank } from './blank-page.ts';
import { checkXmlSyntax, describeCrash, refuseErrorScreen, showsNoError } from './error-screen.ts';
import { failureNotice } from './failure-notice.ts';
import type { Problem } from './findings.ts';
import { fieldOptions, refusedField, untakenText, watchFields } from './form-fields.ts';
import { untilAnswered, type WatchedPages } from './page-guard.ts';
import { timerOptions, timersFired, watchTimers } from './pending-timers.ts';
import { firstStepAfterProof, provesAnyPage, provesPage } from './proving-steps.ts';
import { changeOptions, vanishedMessage, watchChanges } from './shown-changes.ts';
import { missingContent } from './shown-content.ts';
import { nameOfStep } from './step-ref.ts';

/** How long the requests of the last step's scripts are waited for, in ms: a page may wait for news for ever. */
const maxFetchMs = 10_000;
/** A test case that ends without proof of its page is watched for so long after that, in ms of the page's own timers. */
const watchMs = 100;
/** How long a text may take to fade in before it counts as one that nobody can see, in ms. */
const maxFadeMs = 1000;
/** How many documents in a row may replace each other at the end of a test case. */
const maxReplacements = 10;

/** Makes sure that a test case does not end on a broken page. */
export class CaseEnd {
  readonly #watched: WatchedPages;
  readonly #isContinued: boolean;
  /** Whether the current case watches its pages, because no step from the current one on proves them. */
  #isWatching = false;
  /** Whether new documents are watched from their start. */
  #isInstalled = false;
  /** The last click that could do nothing. What the page itself shows says more. */
  #deadClick: Problem | undefined;

  /** @param isContinued whether other cases go on with the page, so that it may be in any state. */
  constructor(watched: WatchedPages, isContinued = false) {
    this.#watched = watched;
    this.#isContinued = isContinued;
  }

  /** Whether no step from the current one on proves its page. */
  get isUnproven(): boolean {
    return this.#isWatching && !this.#isContinued;
  }

  /** Before a case: what a case before it has noted is not about this one. */
  beginCase(): void {
    this.#isWatching = false;
    this.#deadClick = undefined;
  }

  /** Notes that the current step clicks an element that no script listens to. */
  noteDeadClick(element: string): void {
    const message = `No script of the page listens to clicks on ${element}, so the click could only focus it. If the app starts to listen later, wait for that with WAIT_FOR.`;
    this.#deadClick = { step: this.#watched.findings.action, message };
  }

  /** Notes the timers and changes of pages at the end of a test case, in the steps that no assertion follows: `finish` waits for them. */
  async watchTimers(elements: readonly ExchangeElement[], index: number, page: Page): Promise<void> {
    if (this.#isWatching || index !== firstStepAfterProof(elements)) return;
    this.#isWatching = true;
    const context = page.context();
    const frames = context.pages().flatMap((each) => each.frames());
    const watching = Promise.all([
      this.#install(context),
      ...frames.map((frame) => frame.evaluate(watchTimers, timerOptions).catch(() => {})),
      page.evaluate(watchChanges, changeOptions).catch(() => {}),
      page.evaluate(watchFields, fieldOptions).catch(() => {}),
    ]);
    // A page that is being replaced does not answer.
    await unlessLate(watching, inspectTimeoutMs);
  }

  async #install(context: BrowserContext): Promise<void> {
    if (this.#isInstalled) return;
    this.#isInstalled = true;
    await context.addInitScript(watchTimers, timerOptions);
    await context.addInitScript(watchChanges, changeOptions);
    await context.addInitScript(watchFields, fieldOptions);
  }

  /**
   * Ends a test case: waits for what its last step has started, and looks once more at its page.
   * @param shown returns the page that a person sees.
   * @throws Error if a page does not respond, shows the browser's error page, or is blank.
   */
  async finish(
    elements: readonly ExchangeElement[],
    shown: () => Page,
    remainingMs: () => number,
  ): Promise<void> {
    let page: Page;
    let isHealthy: boolean;
    // A window that has closed itself meanwhile leads back to the page before it.
    do {
      page = shown();
      isHealthy = await this.#waitUntilIdle(elements, page, remainingMs);
    } while (shown() !== page);
    if (this.#isContinued) return;
    const isProven = isProvenBy(elements);
    this.#watched.documents.warnOfUnproven();
    await this.#watched.requests.warnOfOtherCode(page);
    const isVague = isProven && elements.some(provesPage) && provesAnyPage(elements);
    if (isVague) this.#watched.hidden.forget(isVague);
    if (!isProven || isVague) await this.#watched.hidden.warn(page, elements);
    const unexpected = page.isClosed() || isHealthy ? undefined : await refuseErrorScreen(page, elements);
    if (isVague && unexpected !== undefined) this.#watched.findings.warn(unexpected);
    if (!isProven && !page.isClosed()) {
      const refused = await refusedField(page);
      if (refused !== undefined) this.#watched.findings.warn(refused);
      const notice =
        unexpected ??
        (await failureNotice(page, elements)) ??
        (await vanishedMessage(page, elements)) ??
        (await untakenText(page));
      if (notice !== undefined) this.#watched.findings.warn(notice);
      if (elements.at(-1)?.assertion?.expectation !== 'TO_HAVE_STYLE') {
        await this.#refuseBlankPage(page, remainingMs());
        await this.#warnOfMissingContent(page);
      }
      await this.#warnOfUnseenText(page);
      if (this.#deadClick !== undefined) this.#watched.findings.addWarning(this.#deadClick);
    }
    await checkXmlSyntax(page, this.#watched);
    await this.#watched.requests.downloaded(remainingMs());
    await this.#watched.frames.finish(page);
    for (const other of page.context().pages()) if (other !== page) await this.#checkWindow(other, elements);
  }

  /**
   * Waits for what the last step has started.
   * @returns whether a page that is proven was found to show no error meanwhile.
   * @throws Error if a page does not respond, or shows an error page.
   */
  async #waitUntilIdle(
    elements: readonly ExchangeElement[],
    page: Page,
    remainingMs: () => number,
  ): Promise<boolean> {
    const isProven = isProvenBy(elements);
    let isHealthy = false;
    const fetchesEnd = performance.now() + Math.min(maxFetchMs, remainingMs());
    let replacements = 0;
    const onDocument = () => {
      replacements += 1;
    };
    page.on('domcontentloaded', onDocument);
    while (!page.isClosed()) {
      if (replacements > maxReplacements) throw keepsReloading(page);
      const { navigationCount } = this.#watched.documents;
      const activity = this.#activity;
      if (!isProven) await this.#requestsAndTimers(page, fetchesEnd, remainingMs);
      if (isProven) isHealthy = (await unlessLate(showsNoError(page), remainingMs())) === true;
      else await untilAnswered(page, remainingMs());
      await this.#watched.documents.navigated(undefined, remainingMs());
      this.#watched.documents.refuseErrorPage(page);
      if (this.#watched.documents.navigationCount > navigationCount) continue;
      if (isProven) break;
      await this.#watched.loads.loaded(page, remainingMs());
      if (this.#activity === activity || performance.now() >= fetchesEnd) break;
    }
    page.off('domcontentloaded', onDocument);
    return isHealthy;
  }

  /** Waits for the requests and timers that the last steps have started. */
  async #requestsAndTimers(page: Page, fetchesEnd: number, remainingMs: () => number): Promise<void> {
    const { requests, documents } = this.#watched;
    await requests.ended(Math.max(0, fetchesEnd - performance.now()));
    const options = { ...timerOptions, refresh: documents.shownOn(page)?.refresh };
    const pages = page.context().pages();
    const frames = pages.flatMap((each) => each.frames()).filter((frame) => !documents.isNavigating(frame));
    const fired = frames.map((frame) => frame.evaluate(timersFired, options).catch(() => {}));
    await unlessLate(Promise.all(fired), remainingMs());
    await Promise.all(pages.map((each) => untilAnswered(each, inspectTimeoutMs, watchMs)));
  }

  /** Requests and documents so far. A frame that was just added shows an empty document first, which has no timers. */
  get #activity(): number {
    return this.#watched.requests.count + this.#watched.documents.documentCount;
  }

  /** @throws Error if a page shows nothing. */
  async #refuseBlankPage(page: Page, limitMs: number): Promise<void> {
    const isBroken = (frame: Frame) => this.#watched.documents.isBroken(frame);
    if (!(await staysBlank(page, limitMs, isBroken))) return;
    throw new Error(
      `The test case ends on a blank page: ${page.url()} shows no text, image or control. Check the console errors of the page. If it is meant to be blank, end with an assertion about it, for example TO_HAVE_STYLE of \`body\`.`,
    );
  }

  async #warnOfUnseenText(page: Page): Promise<void> {
    const look = `(${unseenText})(document.body ?? document.documentElement)`;
    const unseen = await this.#stays(page, look);
    if (unseen !== undefined)
      this.#watched.findings.warn(`The test case ends on a page that shows only invisible text: ${unseen}.`);
  }

  async #warnOfMissingContent(page: Page): Promise<void> {
    const shown = await this.#stays(page, missingContent);
    if (shown !== undefined)
      this.#watched.findings.warn(
        `The test case ends on ${page.url()}, which shows ${shown} instead of its content. Check the requests and the console errors of the page. If that is expected, assert an element of the page.`,
      );
  }

  /** What an expression finds for as long as a content may take to fade in; undefined as soon as it finds nothing. */
  async #stays(page: Page, expression: string): Promise<string | undefined> {
    let found: string | undefined;
    const end = performance.now() + maxFadeMs;
    await pollUntil(
      async () => {
        found = await unlessLate(page.evaluate<string | undefined>(expression), inspectTimeoutMs);
        return found === undefined;
      },
      () => end - performance.now(),
    );
    return found;
  }

  /** A window in which no step has found anything: it is broken if it shows a crash, and may be if it stays blank. */
  async #checkWindow(page: Page, elements: readonly ExchangeElement[]): Promise<void> {
    const shown = this.#watched.documents.shownOn(page);
    if (shown?.isObserved !== false || page.isClosed() || page.url() === 'about:blank') return;
    shown.isObserved = true;
    const crash = await describeCrash(page, elements);
    if (crash !== undefined) {
      const message = `The step opened a window with ${page.url()}, which ${crash}. Check the console errors of the page and the log of the app.`;
      this.#watched.findings.addProblem({ step: shown.step, message });
      return;
    }
    if (!(await staysBlank(page, inspectTimeoutMs)) || page.isClosed()) return;
    const message = `${nameOfStep(shown.step)} opened a window with ${page.url()}, which shows no text, image or control. Check the console errors of the page. To test the window, continue in it with SWITCH_PAGE.`;
    this.#watched.findings.addWarning({ step: shown.step, message });
  }
}

function isProvenBy(elements: readonly ExchangeElement[]): boolean {
  return firstStepAfterProof(elements) === elements.length;
}

function keepsReloading(page: Page): Error {
  return new Error(
    `The test case ends on a page that is replaced repeatedly: ${page.url()} was opened after ${maxReplacements} others. Check the page for a reload or a redirect in a loop.`,
  );
}
