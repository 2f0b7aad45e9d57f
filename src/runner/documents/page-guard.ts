import type { BrowserContext, Frame, Locator, Page } from 'playwright-core';
import type { ExchangeElement } from '../../contract/exchange/exchange-test-case.ts';
import { isTimeout, unlessLate } from '../wait.ts';
import { BackgroundRequests } from './background-requests.ts';
import { inspectTimeoutMs, staysBlank } from './blank-page.ts';
import { Documents, type ShownDocument } from './documents.ts';
import { checkXmlSyntax } from './error-screen.ts';
import { Findings, type Problem } from './findings.ts';
import { HiddenFailures } from './hidden-failures.ts';
import type { OpenRequests } from './open-requests.ts';
import { PageLoads } from './page-loads.ts';
import {
  canLeaveErrorPage,
  findsSomething,
  findsText,
  mayNavigateLater,
  namesText,
  provesPage,
  seesAnyOfKind,
  succeedsOnBlankPage,
  waitsForPage,
} from './proving-steps.ts';
import { isOwnUrl } from './request-facts.ts';
import { elementOf, nameOfStep, type StepRef } from './step-ref.ts';

interface GuardedStep extends FramedStep {
  /** The current page; a step may open another one. */
  readonly page: () => Page;
  /** What the step's selectors find, also if it is hidden. */
  readonly locator: () => Locator;
  readonly perform: () => Promise<void>;
  readonly remainingMs: () => number;
}

/** Runs steps on pages that may break: what the documents say is part of each step. */
export class PageGuard {
  readonly #watched: WatchedPages;

  constructor(watched: WatchedPages) {
    this.#watched = watched;
  }

  /**
   * Runs a step, waits for the navigation that it has started and for the load of its page, and checks the frames that it
   * looks into. Problems of pages are left in the findings.
   * @throws what the step throws; Error if the page or the frame shows the browser's error page.
   */
  async run(step: GuardedStep): Promise<void> {
    const { element, remainingMs } = step;
    const page = step.page();
    if (!canLeaveErrorPage(element)) this.#watched.documents.refuseErrorPage(page);
    const bad = this.#watched.documents.problemOf(page.mainFrame());
    const shown = this.#watched.documents.shownOn(page);
    if (shown !== undefined && /^(?:GO_TO|CLOSE_PAGE)$/.test(element.interaction?.action ?? ''))
      await this.#leave(page, shown);
    await this.#perform(step, page);
    if (shown !== undefined && shown === this.#watched.documents.shownOn(page)) this.#note(element, shown);
    const current = step.page();
    if (mayNavigateLater(element)) await untilAnswered(current, remainingMs());
    await this.#arrive(current, remainingMs);
    this.#watched.documents.refuseErrorPage(current);
    await checkXmlSyntax(current, this.#watched);
    if (!provesPage(element)) return;
    this.#watched.hidden.forget(seesAnyOfKind(element));
    await this.#prove(step, current, bad);
  }

  async #perform(step: GuardedStep, page: Page): Promise<void> {
    const { element, perform, remainingMs } = step;
    // An action may replace the document in which it has found its element.
    const { documents, findings } = this.#watched;
    const { documentCount } = documents;
    // The failure of an optional step, such as that of its new window, does not matter to this one while its page is there.
    const matters = (problem: Problem) =>
      elementOf(problem.step)?.ignoreFailure !== true || documents.errorPageOf(page) !== undefined;
    try {
      // The driver would wait for an element of a page that is gone until the time is over.
      if (waitsForPage(element) || element.interaction?.action === 'DOWNLOAD')
        await Promise.race([perform(), findings.untilProblem(matters)]);
      else await perform();
    } catch (error) {
      await this.#watched.frames.check(step, page, documentCount);
      throw error;
    }
    await documents.navigated(page, remainingMs()).catch((error: unknown) => {
      if (!isTimeout(error)) throw error;
    });
    const seenAt = element.assertion == null ? documentCount : documents.documentCount;
    await this.#watched.frames.check(step, page, seenAt);
    if (succeedsOnBlankPage(element)) await this.#watched.frames.refuseBlank(step);
  }

  /** Notes what a step that has succeeded says of the document. */
  #note(element: ExchangeElement, shown: ShownDocument): void {
    if (findsSomething(element)) {
      shown.isObserved = true;
      shown.checkedAfter = undefined;
    } else if (succeedsOnBlankPage(element)) {
      shown.checkedAfter ??= this.#watched.findings.action;
    }
  }

  /**
   * Before a page is replaced or closed: a blank one is a problem if a step has checked it. Other steps may have opened it only
   * for what the app does then, such as a login.
   */
  async #leave(page: Page, { step, isObserved, checkedAfter }: ShownDocument): Promise<void> {
    if (isObserved && checkedAfter === undefined) return;
    if (this.#watched.documents.errorPageOf(page) !== undefined) return;
    if (!(await staysBlank(page, checkedAfter === undefined ? 0 : inspectTimeoutMs))) return;
    if (checkedAfter === undefined && (await hasScripts(page))) return;
    const shown = `${page.url()}, which shows no text, image or control`;
    if (checkedAfter !== undefined) {
      const message = `The step led to ${shown}, and a later step checks it. Check the console errors of the page.`;
      this.#watched.findings.addProblem({ step: isObserved ? checkedAfter : step, message });
    } else {
      this.#watched.findings.addWarning({ step, message: `${nameOfStep(step)} opened ${shown}.` });
    }
  }

  /** Waits until a page is where its navigation leads, and has loaded. */
  async #arrive(page: Page, remainingMs: () => number): Promise<void> {
    await this.#watched.documents.navigated(page, remainingMs());
    if (this.#watched.documents.errorPageOf(page) === undefined)
      await this.#watched.loads.loaded(page, remainingMs());
  }

  /** @param before what was wrong with the page before the step: an assertion proves the document that it has seen. */
  async #prove({ element, locator, perform }: GuardedStep, page: Page, before: unknown): Promise<void> {
    const frame = page.mainFrame();
    const bad = this.#watched.documents.problemOf(frame);
    if (bad === undefined) return;
    if (!findsText(element) && (await isRoot(locator()))) return;
    if (/^(?:locked|refusal)$/.test(bad.kind) && !namesText(element)) return;
    // The document has come during the assertion, which may be met by the one before.
    const isMet =
      bad === before ||
      (await perform().then(
        () => true,
        () => false,
      ));
    if (isMet) this.#watched.documents.prove(frame);
  }
}

/** Whether a page may still fill itself; true if it does not answer. */
async function hasScripts(page: Page): Promise<boolean> {
  const answered = page.evaluate(() => document.scripts.length > 0);
  return (await unlessLate(answered, inspectTimeoutMs)) ?? true;
}

/** Whether a locator finds the root of a page, which every page has. */
async function isRoot(locator: Locator): Promise<boolean> {
  const found = locator
    .first()
    .evaluate((element) => element === document.documentElement || element === document.body, undefined, {
      timeout: inspectTimeoutMs,
    });
  return found.catch(() => false);
}

/**
 * Asks a page something, and waits for its answer: then the navigations that the step before leads to have begun.
 * @param waitMs how long timers of the page may run before it answers.
 */
export async function untilAnswered(page: Page, limitMs: number, waitMs = 0): Promise<void> {
  const answered =
    waitMs === 0
      ? // In the page's own world, a function would need a script of the driver that is not there yet.
        page.title()
      : page.evaluate((ms) => new Promise((resolve) => setTimeout(resolve, ms)), waitMs);
  // A page that is replaced does not answer.
  await unlessLate(answered, limitMs);
}

interface FramedStep {
  readonly element: ExchangeElement;
  /** The iframe that the step's selectors look into; undefined if they look into none. */
  readonly frameOwner: () => Locator | undefined;
}

interface FrameOwner {
  readonly page: Page;
  readonly owner: Locator;
  /** How many documents there were when a step found something in the frame; undefined if none has. */
  readonly seenAt: number | undefined;
}

/** Looks after the iframes of pages: what is in them may break as well. */
class FrameGuard {
  readonly #findings: Findings;
  readonly #documents: Documents;
  /** The iframes that steps have looked into, by the text of their locator. */
  readonly #frameOwners = new Map<string, FrameOwner>();

  constructor(findings: Findings, documents: Documents) {
    this.#findings = findings;
    this.#documents = documents;
  }

  /**
   * Looks at the iframe that a step looks into.
   * @param documentCount how many documents there were when the step found its element.
   * @throws Error if the iframe has a bad document, which the step does not prove.
   */
  async check({ element, frameOwner }: FramedStep, page: Page, documentCount: number): Promise<void> {
    const owner = frameOwner();
    if (owner === undefined) return;
    const seenAt = findsSomething(element) ? documentCount : this.#frameOwners.get(`${owner}`)?.seenAt;
    this.#frameOwners.set(`${owner}`, { page, owner, seenAt });
    await this.#check(page, owner, { proves: provesPage(element) });
  }

  async #check(page: Page, owner: Locator, { proves }: { readonly proves: boolean }): Promise<void> {
    if (page.isClosed() || this.#documents.badFramesOf(page).length === 0) return;
    let frame = await frameIn(owner);
    for (; frame != null && frame.parentFrame() !== null; frame = frame.parentFrame()) {
      if (proves) this.#documents.prove(frame);
      const bad = this.#documents.problemOf(frame);
      if (bad !== undefined && bad.kind !== 'refusal')
        throw new Error(`The frame ${owner} is broken. ${bad.message}`);
    }
  }

  /** @throws Error if a frame shows nothing, and no step has found anything in its document; one that is hidden may. */
  async refuseBlank({ frameOwner }: FramedStep): Promise<void> {
    const looked = this.#frameOwners.get(`${frameOwner()}`);
    if (looked === undefined) return;
    const { owner, seenAt } = looked;
    const frame = await frameIn(owner);
    if (frame === null || (seenAt !== undefined && !this.#documents.isNewer(frame, seenAt))) return;
    if (!(await staysBlank(frame, inspectTimeoutMs)) || !(await owner.isVisible().catch(() => false))) return;
    throw new Error(
      `The frame ${owner} is blank: ${frame.url()} shows no text, image or control. Check the console errors of the page. If it is meant to be blank, assert something about it first, for example TO_HAVE_STYLE of \`body\`.`,
    );
  }

  /**
   * Ends a test case that shows a page.
   * @throws Error if an iframe that a step has looked into has a bad document.
   */
  async finish(page: Page): Promise<void> {
    for (const { page, owner } of this.#frameOwners.values())
      await this.#check(page, owner, { proves: false });
    await this.#warnOfBadFrames(page);
  }

  /**
   * A frame of the app itself that a person can see or has sent a form to, and that no step looks into. Others may be ads,
   * which are often blocked.
   */
  async #warnOfBadFrames(page: Page): Promise<void> {
    for (const [frame, { step, message, request }] of this.#documents.badFramesOf(page)) {
      if (request === undefined || !isOwnUrl(request.url(), page.url())) continue;
      const owner = await unlessLate(frame.frameElement(), inspectTimeoutMs);
      const isVisible = async () => (await owner?.isVisible().catch(() => false)) === true;
      if (request.method() !== 'GET' || (await isVisible()))
        this.#findings.addWarning({ step, message: `A frame of the page is broken. ${message}` });
    }
  }
}

async function frameIn(owner: Locator): Promise<Frame | null> {
  try {
    const element = await owner.elementHandle({ timeout: inspectTimeoutMs });
    return (await element?.contentFrame()) ?? null;
  } catch {
    // The frame is gone.
    return null;
  }
}

/** What watches the pages of an attempt, from its start. */
export interface WatchedPages {
  readonly findings: Findings;
  readonly requests: BackgroundRequests;
  readonly documents: Documents;
  readonly frames: FrameGuard;
  readonly loads: PageLoads;
  readonly hidden: HiddenFailures;
}

/** @param first the step that the first findings belong to. */
export function watchPages(context: BrowserContext, first: StepRef, open: OpenRequests): WatchedPages {
  const findings = new Findings(first);
  const requests = new BackgroundRequests(context, findings);
  const documents = new Documents(context, findings, requests);
  const frames = new FrameGuard(findings, documents);
  const loads = new PageLoads(context, documents, findings, open);
  const hidden = new HiddenFailures(context, findings, requests);
  return { findings, requests, documents, frames, loads, hidden };
}
