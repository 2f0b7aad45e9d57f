import type { Frame, Locator, Page } from 'playwright-core';
import type { ExchangeElement } from '../../contract/exchange/test-case.ts';
import { unseenText } from '../expect/unseen-text.ts';
import { waitForLoad } from '../tabs.ts';
import { pollUntil, TimedOut, withTimeout } from '../wait.ts';
import { isBlankPage } from './blank-page.ts';
import {
  canLeaveErrorPage,
  findsSomething,
  firstUnproven,
  mayNavigateLater,
  provesPage,
  succeedsOnBlankPage,
  waitsForPage,
} from './checks.ts';
import type { Documents, UnseenDocument } from './documents.ts';
import { timerOptions, timersFired, watchTimers } from './pending-timers.ts';
import { nameOfStep } from './step-ref.ts';

interface GuardedStep {
  readonly element: ExchangeElement;
  /** The current page; a step may open another one. */
  readonly page: () => Page;
  /** The iframe that the step's selectors look into; undefined if they look into none. */
  readonly frameOwner: () => Locator | undefined;
  readonly perform: () => Promise<void>;
  readonly remainingMs: () => number;
}

/** How long the requests of the last step's scripts are waited for, in ms: a page may wait for news for ever. */
const maxFetchMs = 10_000;
/** A test case that ends without proof of its page is watched for so long after that, in ms of the page's own timers. */
const watchMs = 100;
/** The limit of looking at what should be known at once, in ms. */
const lookMs = 2000;
/** How long a text may take to fade in before it counts as one that nobody can see, in ms. */
const maxFadeMs = 1000;
/** How many documents in a row may replace each other at the end of a test case. */
const maxReplacements = 10;

interface FrameOwner {
  readonly page: Page;
  readonly owner: Locator;
  /** How many documents there were when a step found something in the frame; undefined if none has. */
  readonly seenAt: number | undefined;
}

/** Plays steps on pages that may break: what the documents say is part of each step. */
export class PageGuard {
  readonly #documents: Documents;
  /** The iframes that steps have looked into, by the text of their locator. */
  readonly #frameOwners = new Map<string, FrameOwner>();

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
    const unseen = this.#documents.unseenOf(page);
    if (unseen !== undefined && element.interaction?.action === 'GO_TO') await this.#leave(page, unseen);
    await this.#perform(step, page);
    if (unseen !== undefined && unseen === this.#documents.unseenOf(page)) this.#see(element, page, unseen);
    const current = step.page();
    if (mayNavigateLater(element)) await answer(current, remainingMs());
    await this.#arrive(current, remainingMs);
    this.#refuseErrorPage(current);
    if (provesPage(element)) await this.#prove(step, current, bad);
  }

  async #perform(step: GuardedStep, page: Page): Promise<void> {
    const { element, perform, remainingMs } = step;
    // An action may replace the document in which it has found its element.
    const { documentCount } = this.#documents;
    try {
      // The driver would wait for an element of a page that is gone until the time is over.
      if (waitsForPage(element) || element.interaction?.action === 'DOWNLOAD')
        await Promise.race([perform(), this.#documents.untilProblem()]);
      else await perform();
    } catch (error) {
      await this.#checkFrame(step, page, documentCount);
      throw error;
    }
    await this.#documents.navigated(page, remainingMs());
    const seenAt = element.assertion == null ? documentCount : this.#documents.documentCount;
    const frame = await this.#checkFrame(step, page, seenAt);
    if (frame !== undefined && succeedsOnBlankPage(element)) await this.#refuseBlankFrame(frame);
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
      this.#documents.addProblem({ step, message });
    } else {
      this.#documents.addWarning({ step, message: `${nameOfStep(step)} opened ${shown}.` });
    }
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

  /**
   * @param documentCount how many documents there were when the step found its element.
   * @returns the iframe that the step looks into, if it does.
   * @throws Error if that has a bad document, which the step does not prove.
   */
  async #checkFrame(
    { element, frameOwner }: GuardedStep,
    page: Page,
    documentCount: number,
  ): Promise<FrameOwner | undefined> {
    const owner = frameOwner();
    if (owner === undefined) return undefined;
    const seenAt = findsSomething(element) ? documentCount : this.#frameOwners.get(`${owner}`)?.seenAt;
    const looked = { page, owner, seenAt };
    this.#frameOwners.set(`${owner}`, looked);
    await this.#checkFrameOf(page, owner, provesPage(element));
    return looked;
  }

  async #checkFrameOf(page: Page, owner: Locator, proves: boolean): Promise<void> {
    if (page.isClosed() || this.#documents.badFramesOf(page).length === 0) return;
    let frame = await frameIn(owner);
    for (; frame != null && frame.parentFrame() !== null; frame = frame.parentFrame()) {
      if (proves) this.#documents.prove(frame);
      const bad = this.#documents.problemOf(frame);
      if (bad !== undefined) throw new Error(`The frame ${owner} is broken. ${bad.message}`);
    }
  }

  /** @throws Error if a frame shows nothing, and no step has found anything in its document; one that is hidden may. */
  async #refuseBlankFrame({ owner, seenAt }: FrameOwner): Promise<void> {
    const frame = await frameIn(owner);
    if (frame === null || (seenAt !== undefined && !this.#documents.isNewer(frame, seenAt))) return;
    if (!(await staysBlank(frame, lookMs)) || !(await owner.isVisible().catch(() => false))) return;
    throw new Error(
      `The frame ${owner} is blank: ${frame.url()} shows no text, image or control. Check the console errors of the page. If it is meant to be blank, assert something about it first, for example TO_HAVE_STYLE of \`body\`.`,
    );
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
        await this.#documents.fetched(Math.max(0, fetchesEnd - performance.now()));
        const options = { ...timerOptions, refresh: this.#documents.refreshOf(page) };
        const frames = page
          .context()
          .pages()
          .flatMap((each) => each.frames());
        const fired = frames.map((frame) => frame.evaluate(timersFired, options).catch(() => {}));
        await withTimeout(Promise.all(fired), remainingMs(), '').catch(() => {});
        await answer(page, lookMs, watchMs);
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
    await this.#documents.downloaded(remainingMs());
    for (const { page, owner } of this.#frameOwners.values()) await this.#checkFrameOf(page, owner, false);
    await this.#warnOfBadFrames(page);
    for (const other of page.context().pages()) if (other !== page) await this.#warnOfBlankWindow(other);
  }

  /** Requests and documents so far. A frame that was just added shows an empty document first, which has no timers. */
  get #activity(): number {
    return this.#documents.fetchCount + this.#documents.documentCount;
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
      this.#documents.warn(`The test case ends on a page whose text nobody can see: ${unseen}.`);
  }

  /** A frame of the app itself that a person can see, and that no step looks into. Others may be ads, which are often blocked. */
  async #warnOfBadFrames(page: Page): Promise<void> {
    const origin = URL.parse(page.url())?.origin;
    for (const [frame, { step, message, url }] of this.#documents.badFramesOf(page)) {
      if (URL.parse(url ?? '')?.origin !== origin) continue;
      const owner = await withTimeout(frame.frameElement(), lookMs, '').catch(() => undefined);
      const isVisible = (await owner?.isVisible().catch(() => false)) === true;
      if (isVisible)
        this.#documents.addWarning({ step, message: `A frame of the page is broken. ${message}` });
    }
  }

  /** A window that stays blank, and in which no step has found anything, may be broken. */
  async #warnOfBlankWindow(page: Page): Promise<void> {
    const unseen = this.#documents.unseenOf(page);
    if (unseen === undefined || page.isClosed() || page.url() === 'about:blank') return;
    this.#documents.see(page);
    if (!(await staysBlank(page, lookMs)) || page.isClosed()) return;
    const message = `${nameOfStep(unseen.step)} opened a window with ${page.url()}, which shows no text, image or control. Check the console errors of the page. To test the window, continue in it with SWITCH_PAGE.`;
    this.#documents.addWarning({ step: unseen.step, message });
  }

  /** Notes the timers of the steps at the end of a test case that no assertion follows: `finish` waits for them. */
  async watchTimers(elements: readonly ExchangeElement[], index: number, page: Page): Promise<void> {
    if (index !== firstUnproven(elements)) return;
    const watching = Promise.all([
      page.context().addInitScript(watchTimers, timerOptions),
      ...page.frames().map((frame) => frame.evaluate(watchTimers, timerOptions)),
    ]);
    // A page that is being replaced does not answer.
    await withTimeout(watching, lookMs, 'The page did not answer.').catch(() => {});
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
  await withTimeout(answered, limitMs, 'The page did not answer.').catch(() => {});
}

/** Waits for the load of a page, unless it closes: a window may close itself. */
async function loaded(page: Page, limitMs: number): Promise<void> {
  await waitForLoad(page, limitMs).catch((error: unknown) => {
    if (!page.isClosed()) throw error;
  });
}

/** Whether a page or frame shows nothing; false if it does not answer. */
async function isBlank(page: Page | Frame, limitMs: number): Promise<boolean> {
  const answered = withTimeout(page.evaluate(isBlankPage), limitMs, 'The page did not answer.');
  return answered.catch(() => false);
}

/** Whether a page or frame shows nothing for as long as a content may take to fade in. */
async function staysBlank(page: Page | Frame, limitMs: number): Promise<boolean> {
  const end = performance.now() + Math.min(lookMs, limitMs);
  const isFilled = await pollUntil(
    async () => !(await isBlank(page, lookMs)),
    () => end - performance.now(),
  );
  return !isFilled;
}

/** Whether a page may still fill itself; true if it does not answer. */
async function hasScripts(page: Page): Promise<boolean> {
  const answered = page.evaluate(() => document.scripts.length > 0);
  return withTimeout(answered, lookMs, 'The page did not answer.').catch(() => true);
}

/** @throws Error if the page shows nothing. */
async function refuseBlankPage(page: Page, limitMs: number): Promise<void> {
  if (await staysBlank(page, limitMs)) {
    throw new Error(
      `The test case ends on a blank page: ${page.url()} shows no text, image or control. Check the console errors of the page. If it is meant to be blank, end with an assertion about it, for example TO_HAVE_STYLE of \`body\`.`,
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
