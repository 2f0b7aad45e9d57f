import type { Locator, Page } from 'playwright-core';
import { cut } from '../../common/text.ts';
import type { ExchangeElement } from '../../contract/exchange/test-case.ts';
import { unseenText } from '../expect/unseen-text.ts';
import { waitForLoad } from '../tabs.ts';
import { pollUntil, TimedOut, unlessLate, withTimeout } from '../wait.ts';
import type { BackgroundRequests } from './background-requests.ts';
import { lookMs, staysBlank } from './blank-page.ts';
import {
  canLeaveErrorPage,
  findsSomething,
  findsText,
  firstUnproven,
  mayNavigateLater,
  provesPage,
  succeedsOnBlankPage,
  waitsForPage,
} from './checks.ts';
import type { Documents, UnseenDocument } from './documents.ts';
import type { Findings } from './findings.ts';
import { type FramedStep, FrameGuard } from './frame-guard.ts';
import { timerOptions, timersFired, watchTimers } from './pending-timers.ts';
import { shortUrl } from './request-facts.ts';
import { nameOfStep } from './step-ref.ts';

interface GuardedStep extends FramedStep {
  /** The current page; a step may open another one. */
  readonly page: () => Page;
  /** What the step's selectors find, also if it is hidden. */
  readonly locator: () => Locator;
  readonly perform: () => Promise<void>;
  readonly remainingMs: () => number;
}

/** How long the requests of the last step's scripts are waited for, in ms: a page may wait for news for ever. */
const maxFetchMs = 10_000;
/** A test case that ends without proof of its page is watched for so long after that, in ms of the page's own timers. */
const watchMs = 100;
/** How long a text may take to fade in before it counts as one that nobody can see, in ms. */
const maxFadeMs = 1000;
const maxErrorCharacters = 300;
/** How many documents in a row may replace each other at the end of a test case. */
const maxReplacements = 10;

/** Plays steps on pages that may break: what the documents say is part of each step. */
export class PageGuard {
  readonly #findings: Findings;
  readonly #requests: BackgroundRequests;
  readonly #documents: Documents;
  readonly #frames: FrameGuard;
  #watchesTimers = false;

  constructor(findings: Findings, requests: BackgroundRequests, documents: Documents) {
    this.#findings = findings;
    this.#requests = requests;
    this.#documents = documents;
    this.#frames = new FrameGuard(findings, documents);
  }

  /**
   * Plays a step, waits for the navigation that it has started and for the load of its page, and checks the frames that it
   * looks into. Problems of pages are left in the findings.
   * @throws what the step throws; Error if the page or the frame shows the browser's error page.
   */
  async play(step: GuardedStep): Promise<void> {
    const { element, remainingMs } = step;
    const page = step.page();
    if (!canLeaveErrorPage(element)) this.#refuseErrorPage(page);
    const bad = this.#documents.problemOf(page.mainFrame());
    const unseen = this.#documents.unseenOf(page);
    if (unseen !== undefined && element.interaction?.action === 'GO_TO') await this.#leave(page, unseen);
    await this.#perform(step, page);
    if (unseen !== undefined && unseen === this.#documents.unseenOf(page)) this.#see(element, page, unseen);
    const current = step.page();
    if (mayNavigateLater(element)) await answer(current, remainingMs());
    await this.#arrive(current, remainingMs);
    this.#refuseErrorPage(current);
    await this.#checkSyntax(current);
    if (provesPage(element)) await this.#prove(step, current, bad);
  }

  async #perform(step: GuardedStep, page: Page): Promise<void> {
    const { element, perform, remainingMs } = step;
    // An action may replace the document in which it has found its element.
    const { documentCount } = this.#documents;
    try {
      // The driver would wait for an element of a page that is gone until the time is over.
      if (waitsForPage(element) || element.interaction?.action === 'DOWNLOAD')
        await Promise.race([perform(), this.#findings.untilProblem()]);
      else await perform();
    } catch (error) {
      await this.#frames.check(step, page, documentCount);
      throw error;
    }
    await this.#documents.navigated(page, remainingMs());
    const seenAt = element.assertion == null ? documentCount : this.#documents.documentCount;
    await this.#frames.check(step, page, seenAt);
    if (succeedsOnBlankPage(element)) await this.#frames.refuseBlank(step);
  }

  #see(element: ExchangeElement, page: Page, unseen: UnseenDocument): void {
    if (findsSomething(element)) this.#documents.see(page);
    else if (succeedsOnBlankPage(element)) unseen.isChecked = true;
  }

  /**
   * Before a page is replaced on which no step has found anything: a blank one is a problem if a step has checked it. Other
   * steps may have opened it only for what the app does then, such as a login.
   */
  async #leave(page: Page, { step, isChecked }: UnseenDocument): Promise<void> {
    if (this.#documents.errorPageOf(page) !== undefined) return;
    if (!(await staysBlank(page, isChecked ? lookMs : 0))) return;
    if (!isChecked && (await hasScripts(page))) return;
    const shown = `${page.url()}, which shows no text, image or control`;
    if (isChecked) {
      const message = `The step led to ${shown}, and a later step checks it. Check the console errors of the page.`;
      this.#findings.addProblem({ step, message });
    } else {
      this.#findings.addWarning({ step, message: `${nameOfStep(step)} opened ${shown}.` });
    }
  }

  /** Of a document in XML that is not well-formed, the browser shows a part and an error. */
  async #checkSyntax(page: Page): Promise<void> {
    const step = this.#documents.takeXml(page);
    if (step === undefined) return;
    const found = page.evaluate(() => document.querySelector('parsererror')?.textContent);
    const error = await unlessLate(found, lookMs);
    if (error === undefined) return;
    const message = `The step led to ${shortUrl(page.url())}, which is not well-formed XML: ${cut(error, maxErrorCharacters)}`;
    this.#findings.addProblem({ step, message });
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
    if (this.#documents.errorPageOf(page) === undefined) await loaded(page, remainingMs());
  }

  /** @param before what was wrong with the page before the step: an assertion proves the document that it has seen. */
  async #prove({ element, locator, perform }: GuardedStep, page: Page, before: unknown): Promise<void> {
    const frame = page.mainFrame();
    const bad = this.#documents.problemOf(frame);
    if (bad === undefined) return;
    if (!findsText(element) && (await isRoot(locator()))) return;
    // The document has come during the assertion, which may be met by the one before.
    const isMet =
      bad === before ||
      (await perform().then(
        () => true,
        () => false,
      ));
    if (isMet) this.#documents.prove(frame);
  }

  /**
   * Ends a test case: waits for what its last step has started, and looks once more at its page.
   * @throws Error if a page does not respond, shows the browser's error page, or is blank.
   */
  async finish(elements: readonly ExchangeElement[], page: Page, remainingMs: () => number): Promise<void> {
    const isProven = firstUnproven(elements) === elements.length;
    const fetchesEnd = performance.now() + Math.min(maxFetchMs, remainingMs());
    let replacements = 0;
    const onDocument = () => {
      replacements += 1;
    };
    page.on('domcontentloaded', onDocument);
    while (!page.isClosed()) {
      if (replacements > maxReplacements) throw keepsReloading(page);
      const { navigationCount } = this.#documents;
      const activity = this.#activity;
      if (!isProven) {
        await this.#requests.ended(Math.max(0, fetchesEnd - performance.now()));
        const options = { ...timerOptions, refresh: this.#documents.refreshOf(page) };
        const pages = page.context().pages();
        const frames = pages.flatMap((each) => each.frames());
        const fired = frames.map((frame) => frame.evaluate(timersFired, options).catch(() => {}));
        await unlessLate(Promise.all(fired), remainingMs());
        await Promise.all(pages.map((each) => answer(each, lookMs, watchMs)));
      }
      await answer(page, remainingMs());
      const url = await this.#documents.navigated(undefined, remainingMs());
      if (url !== undefined)
        throw new TimedOut(`The test case has ended, but ${url} did not respond in time.`);
      this.#refuseErrorPage(page);
      if (this.#documents.navigationCount > navigationCount) continue;
      if (isProven) break;
      await loaded(page, remainingMs());
      if (this.#activity > activity && performance.now() < fetchesEnd) continue;
      if (elements.at(-1)?.assertion?.expectation !== 'TO_HAVE_STYLE')
        await refuseBlankPage(page, remainingMs());
      await this.#warnOfUnseenText(page);
      break;
    }
    page.off('domcontentloaded', onDocument);
    await this.#checkSyntax(page);
    await this.#requests.downloaded(remainingMs());
    await this.#frames.finish(page);
    for (const other of page.context().pages()) if (other !== page) await this.#warnOfBlankWindow(other);
  }

  /** Requests and documents so far. A frame that was just added shows an empty document first, which has no timers. */
  get #activity(): number {
    return this.#requests.count + this.#documents.documentCount;
  }

  async #warnOfUnseenText(page: Page): Promise<void> {
    let unseen: string | undefined;
    const end = performance.now() + maxFadeMs;
    await pollUntil(
      async () => {
        const looked = withTimeout(
          page.evaluate<string | undefined>(`(${unseenText})(document.body ?? document.documentElement)`),
          lookMs,
          '',
        );
        unseen = await looked.catch(() => undefined);
        return unseen === undefined;
      },
      () => end - performance.now(),
    );
    if (unseen !== undefined)
      this.#findings.warn(`The test case ends on a page whose text nobody can see: ${unseen}.`);
  }

  /** A window that stays blank, and in which no step has found anything, may be broken. */
  async #warnOfBlankWindow(page: Page): Promise<void> {
    const unseen = this.#documents.unseenOf(page);
    if (unseen === undefined || page.isClosed() || page.url() === 'about:blank') return;
    this.#documents.see(page);
    if (!(await staysBlank(page, lookMs)) || page.isClosed()) return;
    const message = `${nameOfStep(unseen.step)} opened a window with ${page.url()}, which shows no text, image or control. Check the console errors of the page. To test the window, continue in it with SWITCH_PAGE.`;
    this.#findings.addWarning({ step: unseen.step, message });
  }

  /** Notes the timers of the steps at the end of a test case that no assertion follows: `finish` waits for them. */
  async watchTimers(elements: readonly ExchangeElement[], index: number, page: Page): Promise<void> {
    if (this.#watchesTimers || index !== firstUnproven(elements)) return;
    this.#watchesTimers = true;
    const context = page.context();
    const frames = context.pages().flatMap((each) => each.frames());
    const watching = Promise.all([
      context.addInitScript(watchTimers, timerOptions),
      ...frames.map((frame) => frame.evaluate(watchTimers, timerOptions).catch(() => {})),
    ]);
    // A page that is being replaced does not answer.
    await unlessLate(watching, lookMs);
  }
}

function keepsReloading(page: Page): Error {
  return new Error(
    `The test case ends on a page that is replaced again and again: ${page.url()} was opened after ${maxReplacements} others. Check the page for a reload or a redirect in a loop.`,
  );
}

/**
 * Asks a page for an answer. Until then, it has begun the navigations of the step before.
 * @param waitMs how long timers of the page may run before it answers.
 */
async function answer(page: Page, limitMs: number, waitMs = 0): Promise<void> {
  const answered =
    waitMs === 0
      ? // In the page's own world, a function would need a script of the driver that is not there yet.
        page.title()
      : page.evaluate((ms) => new Promise((resolve) => setTimeout(resolve, ms)), waitMs);
  // A page that is replaced does not answer.
  await unlessLate(answered, limitMs);
}

/** Waits for the load of a page, unless it closes: a window may close itself. */
async function loaded(page: Page, limitMs: number): Promise<void> {
  await waitForLoad(page, limitMs).catch((error: unknown) => {
    if (!page.isClosed()) throw error;
  });
}

/** Whether a page may still fill itself; true if it does not answer. */
async function hasScripts(page: Page): Promise<boolean> {
  const answered = page.evaluate(() => document.scripts.length > 0);
  return (await unlessLate(answered, lookMs)) ?? true;
}

/** Whether a locator finds the root of a page, which every page has. */
async function isRoot(locator: Locator): Promise<boolean> {
  const found = locator
    .first()
    .evaluate((element) => element === document.documentElement || element === document.body, undefined, {
      timeout: lookMs,
    });
  return found.catch(() => false);
}

/** @throws Error if the page shows nothing. */
async function refuseBlankPage(page: Page, limitMs: number): Promise<void> {
  if (await staysBlank(page, limitMs)) {
    throw new Error(
      `The test case ends on a blank page: ${page.url()} shows no text, image or control. Check the console errors of the page. If it is meant to be blank, end with an assertion about it, for example TO_HAVE_STYLE of \`body\`.`,
    );
  }
}
