import type {
  BrowserContext,
  ConsoleMessage,
  Download,
  Frame,
  Page,
  Request,
  Response,
} from 'playwright-core';
import { cut } from '../../common/text.ts';
import { actsOnPage } from './checks.ts';
import { refusalIn } from './refusal.ts';
import { elementOf, nameOfStep, opensUrl, type StepRef } from './step-ref.ts';

/** What is wrong with a document, and the step that caused it. */
export interface Problem {
  readonly step: StepRef;
  readonly message: string;
}

/** A document that is not fine: the browser's error page, a page that has crashed, or a response with a status of 500 or more. */
interface BadDocument extends Problem {
  /** Undefined if the failure has no request. */
  readonly url?: string;
  readonly isErrorPage: boolean;
}

/** A document that a step led to, as long as no step has found anything on it. */
export interface UnseenDocument {
  readonly step: StepRef;
  /** Whether a step has succeeded that also succeeds on a blank page, such as NOT_VISIBLE. */
  isChecked: boolean;
}

interface Navigation {
  readonly request: Request;
  readonly step: StepRef;
  /** The status of the response; undefined until it has arrived. */
  status?: number;
  /** Its header field `Refresh`. */
  refresh?: string | undefined;
}

/**
 * Watches the documents of all pages of an attempt by the events of their requests; it asks the browser nothing.
 *
 * - A navigation that fails is a problem of the step during which it started. The error page of the browser, or a page
 *   that has crashed, stays a problem of every later step on it.
 * - A document with a status of 500 or more is a problem at once if the step opens a URL itself. Otherwise a later
 *   assertion can prove that it is expected (`prove`); if the page is left before, or the case ends, it is a problem.
 * - A document with a status of 400 to 499 is a warning.
 */
export class Documents {
  readonly #navigations = new Map<Frame, Navigation>();
  readonly #bad = new Map<Frame, BadDocument>();
  /** By main frame. */
  readonly #unseen = new Map<Frame, UnseenDocument>();
  /** The header field `Refresh` of the document of a frame. */
  readonly #refreshes = new Map<Frame, string>();
  /** Events of new windows, which have no frame until their first response. */
  #early: { readonly request: Request; readonly apply: (frame: Frame) => void }[] = [];
  /** Requests that started since the last step that acts. */
  readonly #fetches = new Set<Request>();
  /** The steps in which they started. */
  readonly #requestSteps = new WeakMap<Request, StepRef>();
  /** Downloads that no step waits for. */
  readonly #unawaited = new Set<Download>();
  /** Navigations that have become downloads. */
  readonly #downloads = new WeakSet<Request>();
  /** Requests without which a page may not work, and which failed. */
  readonly #failedRequests = new Set<string>();
  #problems: Problem[] = [];
  #warnings: Problem[] = [];
  #navigationCount = 0;
  #documentCount = 0;
  /** The number of the document that each frame shows. */
  readonly #numbers = new WeakMap<Frame, number>();
  #fetchCount = 0;
  #step: StepRef;
  #changed = Promise.withResolvers<void>();

  /** @param step the step that the first problems belong to. */
  constructor(context: BrowserContext, step: StepRef) {
    this.#step = step;
    context.on('request', (request) => this.#onRequest(request));
    context.on('response', (response) => {
      this.#onResponse(response);
      const request = response.request();
      // A stream has no end, and a video is loaded as it is watched.
      const isStream = streams.test(response.headers()['content-type'] ?? '');
      if (isStream || request.resourceType() === 'media') this.#onFetched(request);
    });
    context.on('requestfinished', (request) => this.#onFetched(request));
    context.on('requestfailed', (request) => this.#onFailed(request));
    context.on('framenavigated', (frame) => this.#onNavigated(frame));
    context.on('page', (page) => this.#onPage(page));
    context.on('download', (download) => this.#onDownload(download));
    context.on('console', (message) => this.#onConsole(message));
    for (const page of context.pages()) this.#watchEnd(page);
  }

  /** The step to which problems are attributed from now on. */
  begin(step: StepRef): void {
    this.#step = step;
    const element = elementOf(step);
    if (element === undefined || (actsOnPage(element) && element.ignoreFailure !== true))
      this.#fetches.clear();
  }

  /** Takes the problems that were found so far, oldest first. */
  takeProblems(): Problem[] {
    return this.#problems.splice(0);
  }

  takeWarnings(): Problem[] {
    return this.#warnings.splice(0);
  }

  addProblem(problem: Problem): void {
    this.#problems.push(problem);
  }

  addWarning(warning: Problem): void {
    this.#warnings.push(warning);
  }

  /** Adds a warning to the current step. */
  warn(message: string): void {
    this.addWarning({ step: this.#step, message });
  }

  /** The document of a page, if no step has found anything on it. */
  unseenOf(page: Page): UnseenDocument | undefined {
    return this.#unseen.get(page.mainFrame());
  }

  /** A step has found something on a page. */
  see(page: Page): void {
    this.#unseen.delete(page.mainFrame());
  }

  /** When the document of a page is to be replaced, such as `1; url=/next`; undefined if its response does not say so. */
  refreshOf(page: Page): string | undefined {
    return this.#refreshes.get(page.mainFrame());
  }

  /** Takes the documents of pages that no assertion has proven to be expected. */
  takeUnproven(): Problem[] {
    const unproven = [...this.#bad].filter(([frame, { isErrorPage }]) => isMain(frame) && !isErrorPage);
    for (const [frame] of unproven) this.#bad.delete(frame);
    return unproven.map(([, bad]) => bad);
  }

  /** Forgets what is wrong so far, except the browser's error pages. */
  forget(): void {
    this.takeProblems();
    this.takeUnproven();
  }

  /** What is wrong with the document of a frame. */
  problemOf(frame: Frame): BadDocument | undefined {
    return this.#bad.get(frame);
  }

  /** Why a page can't be used: it shows the browser's error page. */
  errorPageOf(page: Page): string | undefined {
    const bad = this.#bad.get(page.mainFrame());
    return bad?.isErrorPage === true ? bad.message : undefined;
  }

  /** The frames inside a page that have a bad document. */
  badFramesOf(page: Page): [Frame, BadDocument][] {
    return [...this.#bad].filter(([frame]) => !isMain(frame) && isOpen(frame) && frame.page() === page);
  }

  /** An assertion has found something in this document: its status is expected. */
  prove(frame: Frame): void {
    if (this.#bad.get(frame)?.isErrorPage === false) this.#bad.delete(frame);
  }

  /**
   * Waits until the navigations in progress have ended. Those of frames inside a page count if they started in the
   * current step.
   * @param page undefined for all pages.
   * @returns the URL of a navigation that has not ended in time; undefined if all have.
   */
  navigated(page: Page | undefined, timeoutMs: number): Promise<string | undefined> {
    return this.#while(() => {
      if (page === undefined && this.#early[0] !== undefined) return urlOf(this.#early[0].request);
      for (const [frame, { request, step }] of this.#navigations) {
        const isAwaited = isOpen(frame) && (page === undefined || frame.page() === page);
        if (isAwaited && (isMain(frame) || step === this.#step)) return urlOf(request);
      }
      return undefined;
    }, timeoutMs);
  }

  /** How many navigations have started so far. */
  get navigationCount(): number {
    return this.#navigationCount;
  }

  /** How many documents all frames have shown so far. */
  get documentCount(): number {
    return this.#documentCount;
  }

  /** Whether a frame shows a document that came after so many others. */
  isNewer(frame: Frame, documentCount: number): boolean {
    return (this.#numbers.get(frame) ?? 0) > documentCount;
  }

  /** How many requests have started so far, without navigations. */
  get fetchCount(): number {
    return this.#fetchCount;
  }

  /** Waits until the requests have ended that started since the last step that acts, or the time is over. */
  async fetched(timeoutMs: number): Promise<void> {
    await this.#while(() => (this.#fetches.size > 0 ? 'fetching' : undefined), timeoutMs);
  }

  /** Waits until the downloads that no step waits for have failed, ended, or begun to arrive. */
  async downloaded(timeoutMs: number): Promise<void> {
    await this.#while(() => (this.#unawaited.size > 0 ? 'downloading' : undefined), timeoutMs);
  }

  /** Waits until there is a problem. @throws Error with its message. */
  async untilProblem(): Promise<never> {
    for (;;) {
      const [problem] = this.#problems;
      if (problem !== undefined) throw new Error(problem.message);
      await this.#changed.promise;
    }
  }

  /** Waits as long as a check returns a text. @returns that text if the time is over. */
  async #while(check: () => string | undefined, timeoutMs: number): Promise<string | undefined> {
    if (check() === undefined) return undefined;
    let isOver = false;
    const timer = setTimeout(() => {
      isOver = true;
      this.#change();
    }, timeoutMs);
    try {
      for (;;) {
        const value = check();
        if (value === undefined || isOver) return value;
        await this.#changed.promise;
      }
    } finally {
      clearTimeout(timer);
    }
  }

  #change(): void {
    this.#changed.resolve();
    this.#changed = Promise.withResolvers();
  }

  #onRequest(request: Request): void {
    const step = this.#step;
    if (request.isNavigationRequest()) {
      this.#navigationCount += 1;
      this.#inFrame(request, (frame) => this.#navigations.set(frame, { request, step }));
    } else if (awaitedTypes.test(request.resourceType())) {
      this.#fetchCount += 1;
      this.#fetches.add(request);
      this.#requestSteps.set(request, step);
    }
  }

  /** Applies an event to the frame of its request, as soon as there is one. */
  #inFrame(request: Request, apply: (frame: Frame) => void): void {
    const frame = frameOf(request);
    if (frame === undefined) this.#early.push({ request, apply });
    else apply(frame);
    this.#change();
  }

  #onFetched(request: Request): void {
    if (this.#fetches.delete(request)) this.#change();
  }

  #onResponse(response: Response): void {
    const request = response.request();
    const [status, headers] = [response.status(), response.headers()];
    if (status >= 500) this.#onFailedRequest(request, `responded with status ${status}`);
    // A redirect is followed by another request. Without a location, its content is shown.
    const isRedirect = status >= 300 && status < 400 && headers.location !== undefined;
    if (!request.isNavigationRequest() || isRedirect) return;
    this.#inFrame(request, (frame) => {
      const navigation = this.#navigations.get(frame);
      if (navigation?.request !== request) return;
      navigation.status = status;
      navigation.refresh = headers.refresh;
    });
  }

  /** A page may show what has failed, or hide it, so it is a warning. Other origins, such as analytics, are not the app. */
  #onFailedRequest(request: Request, failure: string): void {
    if (!neededTypes.test(request.resourceType())) return;
    const pageUrl = frameOf(request)?.page().url() ?? '';
    if (URL.parse(pageUrl)?.origin !== URL.parse(request.url())?.origin) return;
    const name = `${request.method()} ${cut(request.url().replace(/[?#].*$/, ''), maxUrlCharacters)}`;
    if (this.#failedRequests.has(name) || this.#failedRequests.size >= maxFailedRequests) return;
    this.#failedRequests.add(name);
    const step = this.#requestSteps.get(request) ?? this.#step;
    const message = `${nameOfStep(step)} had the page send ${name}, which ${failure}. Check the log of the app.`;
    this.warn(message);
  }

  /** What the browser refuses seems to do nothing. */
  #onConsole(message: ConsoleMessage): void {
    const refusal = refusalIn(message);
    if (refusal === undefined || this.#failedRequests.has(refusal)) return;
    if (this.#failedRequests.size >= maxFailedRequests) return;
    this.#failedRequests.add(refusal);
    this.warn(
      `${nameOfStep(this.#step)} had the page do something that the browser refused: ${cut(refusal, maxUrlCharacters)}`,
    );
  }

  #onFailed(request: Request): void {
    this.#onFetched(request);
    const error = request.failure()?.errorText ?? 'unknown error';
    // The page stays where it is: a download, a response without content, or another navigation has begun.
    const isAborted = /abort|cancel|interrupt|download/i.test(error);
    if (!isAborted) this.#onFailedRequest(request, `failed: ${error}`);
    if (!request.isNavigationRequest() || this.#downloads.has(request)) return;
    // A window that was closed at once never gets a frame.
    if (isAborted) this.#early = this.#early.filter((each) => each.request !== request);
    if (isAborted && frameOf(request) === undefined) {
      this.#change();
      return;
    }
    this.#inFrame(request, (frame) => {
      const current = this.#navigations.get(frame);
      const navigation = current?.request === request ? current : undefined;
      if (navigation !== undefined) this.#navigations.delete(frame);
      if (isAborted) return;
      const { step = this.#step, status = 0 } = navigation ?? {};
      const reason = status < 400 ? error : `status ${status} without content (${error})`;
      const message = `The navigation to ${urlOf(request)} failed: ${reason}. Check that the app serves this URL.`;
      this.#setErrorPage(frame, { step, message, url: request.url() });
    });
  }

  #onNavigated(frame: Frame): void {
    this.#documentCount += 1;
    this.#numbers.set(frame, this.#documentCount);
    const navigation = this.#navigations.get(frame);
    if (isErrorUrl(frame.url())) {
      // Some failures have no request.
      const message = 'The browser shows its error page instead of a page of the app.';
      if (this.#bad.get(frame)?.isErrorPage !== true)
        this.#setErrorPage(frame, { step: this.#step, message });
    } else if (navigation?.status !== undefined) {
      this.#commit(frame, navigation, navigation.status);
    } else if (navigation === undefined && this.#bad.get(frame)?.isErrorPage === true) {
      // Replaced by a document without a request, such as `about:blank`.
      this.#bad.delete(frame);
    }
    this.#change();
  }

  #setErrorPage(frame: Frame, problem: Omit<BadDocument, 'isErrorPage'>): void {
    this.#leave(frame);
    this.#bad.set(frame, { ...problem, isErrorPage: true });
    if (isMain(frame)) this.#problems.push(problem);
  }

  /** A page that is left before it was proven stays a problem. */
  #leave(frame: Frame): void {
    const left = this.#bad.get(frame);
    this.#bad.delete(frame);
    if (left?.isErrorPage === false && isMain(frame)) this.#problems.push(left);
  }

  #commit(frame: Frame, { request, step, refresh }: Navigation, status: number): void {
    this.#navigations.delete(frame);
    this.#leave(frame);
    if (refresh === undefined) this.#refreshes.delete(frame);
    else this.#refreshes.set(frame, refresh);
    if (isMain(frame)) this.#unseen.set(frame, { step, isChecked: false });
    if (status < 400) return;
    const opened = `${urlOf(request)}, which responded with status ${status}`;
    if (status < 500) {
      if (isMain(frame)) this.#warnings.push({ step, message: `${nameOfStep(step)} opened ${opened}.` });
    } else if (isMain(frame) && opensUrl(step)) {
      this.#problems.push({ step, message: `The step opened ${opened}. Check the log of the app.` });
    } else {
      const message = `The step led to ${opened}, and no later step asserts what is on that page. Check the log of the app. If the page is expected, assert an element of it, for example with VISIBLE.`;
      this.#bad.set(frame, { step, message, url: request.url(), isErrorPage: false });
    }
  }

  /** Firefox reports no end of a navigation that becomes a download. */
  #onDownload(download: Download): void {
    let started = this.#step;
    for (const [frame, { request, step }] of this.#navigations) {
      if (frame.page() !== download.page() || request.url() !== download.url()) continue;
      this.#navigations.delete(frame);
      this.#downloads.add(request);
      started = step;
    }
    if (elementOf(started)?.interaction?.action !== 'DOWNLOAD') void this.#watchDownload(download, started);
    this.#change();
  }

  /** Only DOWNLOAD waits for the file, which may be large: others are cancelled if they have not failed soon. */
  async #watchDownload(download: Download, step: StepRef): Promise<void> {
    this.#unawaited.add(download);
    let isCancelled = false;
    const timer = setTimeout(() => {
      isCancelled = true;
      void download.cancel().catch(() => {});
    }, maxDownloadMs);
    // It is rejected when the browser has closed.
    const failure = await download.failure().catch(() => null);
    clearTimeout(timer);
    if (failure !== null && !isCancelled) {
      const url = cut(download.url(), maxUrlCharacters);
      const message = `The step started a download of ${url}, which failed. Check that the app serves this file.`;
      this.addProblem({ step, message });
    }
    this.#unawaited.delete(download);
    this.#change();
  }

  /** A new window: its events have waited for its frame. */
  #onPage(page: Page): void {
    this.#watchEnd(page);
    for (const { request, apply } of this.#early.splice(0)) this.#inFrame(request, apply);
    const frame = page.mainFrame();
    const navigation = this.#navigations.get(frame);
    if (navigation?.status !== undefined && page.url() !== 'about:blank')
      this.#commit(frame, navigation, navigation.status);
    this.#change();
  }

  #watchEnd(page: Page): void {
    page.once('close', () => this.#change());
    page.once('crash', () => {
      const message = `The page ${cut(page.url(), maxUrlCharacters)} crashed, possibly because it ran out of memory.`;
      this.#setErrorPage(page.mainFrame(), { step: this.#step, message });
      this.#change();
    });
  }
}

/** Requests whose end a page may handle: those of scripts, and of what it shows. */
const awaitedTypes = /^(fetch|xhr|script|image|media|stylesheet|font|other)$/;
/** Requests without which a page may not work. */
const neededTypes = /^(fetch|xhr|script|stylesheet)$/;
const streams = /^(text\/event-stream|multipart\/x-mixed-replace)/i;

const maxUrlCharacters = 500;
/** How long a download has to fail, in ms. */
const maxDownloadMs = 1000;
/** How many failed requests are warnings. */
const maxFailedRequests = 3;

function urlOf(request: Request): string {
  return cut(request.url(), maxUrlCharacters);
}

/** Undefined for the first request of a new window, until the window has a frame. */
function frameOf(request: Request): Frame | undefined {
  try {
    return request.frame();
  } catch {
    return undefined;
  }
}

function isMain(frame: Frame): boolean {
  return frame.parentFrame() === null;
}

function isOpen(frame: Frame): boolean {
  return !frame.isDetached() && !frame.page().isClosed();
}

/** The error pages of Chromium and Firefox. */
function isErrorUrl(url: string): boolean {
  return /^(chrome-error:|about:(neterror|certerror|blocked|tabcrashed|framecrashed))/.test(url);
}
