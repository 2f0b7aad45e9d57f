import type { BrowserContext, Download, Frame, Page, Request, Response } from 'playwright-core';
import { TimedOut } from '../wait.ts';
import type { BackgroundRequests } from './background-requests.ts';
import type { Findings, Problem } from './findings.ts';
import { expectMissing } from './proving-steps.ts';
import { errorOf, frameOf, isAbort, shortUrl } from './request-facts.ts';
import { nameOfStep, opensUrl, type StepRef } from './step-ref.ts';

/** A document that is not fine. */
interface BadDocument extends Problem {
  /** Undefined if the failure has no request. */
  readonly request?: Request;
  /**
   * The browser's error page or a page that has crashed; a response with a status of 500 or more; a page for which the browser
   * asks for a password; a form or a frame that was answered with another status of 400 to 499; a page that has not finished
   * loading.
   */
  readonly kind: 'error page' | 'error' | 'locked' | 'refusal' | 'unfinished';
}

export interface ShownDocument {
  readonly step: StepRef;
  /** When it is to be replaced, such as `1; url=/next`; undefined if its response does not say so. */
  readonly refresh: string | undefined;
  /** Whether its syntax as XML is still to be checked. */
  isUncheckedXml: boolean;
  /** Whether a step has found something on it. */
  isObserved: boolean;
  /**
   * Set if a step has succeeded that also succeeds on a blank page, such as NOT_VISIBLE, and no step has found anything since:
   * the last step before it that acts.
   */
  checkedAfter: StepRef | undefined;
}

interface Navigation {
  readonly request: Request;
  readonly step: StepRef;
  /** Undefined until it has arrived. */
  response?: Response;
}

/**
 * Watches the documents of all pages of an attempt by the events of their requests; it asks the browser nothing.
 *
 * - A navigation that fails is a problem of the step during which it started. The error page of the browser, or a page
 *   that has crashed, stays a problem of every later step on it.
 * - A document with a status of 500 or more is a problem at once if the step opens a URL itself. Otherwise a later
 *   assertion can prove that it is expected (`prove`); if the page is left before, or the case ends, it is a problem.
 * - A page for which the browser asks for a user name and a password is a problem if the case ends on it, unless an assertion of
 *   a text proves it. It is a warning if it is left.
 * - Any other document with a status of 400 to 499 is a warning, unless the next steps expect that a page is missing. If it answers a form,
 *   an assertion of a text can prove it as well.
 */
export class Documents {
  readonly #findings: Findings;
  readonly #requests: BackgroundRequests;
  readonly #navigations = new Map<Frame, Navigation>();
  readonly #bad = new Map<Frame, BadDocument>();
  /** By main frame. */
  readonly #shown = new Map<Frame, ShownDocument>();
  /** Events of new windows, which have no frame until their first response. */
  #early: { readonly request: Request; readonly apply: (frame: Frame) => void }[] = [];
  readonly #downloads = new WeakSet<Request>();
  #navigationCount = 0;
  #documentCount = 0;
  readonly #numbers = new WeakMap<Frame, number>();

  constructor(context: BrowserContext, findings: Findings, requests: BackgroundRequests) {
    this.#findings = findings;
    this.#requests = requests;
    context.on('request', (request) => this.#onRequest(request));
    context.on('response', (response) => this.#onResponse(response));
    context.on('requestfailed', (request) => this.#onFailed(request));
    context.on('framenavigated', (frame) => this.#onNavigated(frame));
    context.on('page', (page) => this.#onPage(page));
    context.on('download', (download) => this.#onDownload(download));
    for (const page of context.pages()) this.#watchEnd(page);
  }

  /** The document of a page; undefined if it came without a response, such as `about:blank`. */
  shownOn(page: Page): ShownDocument | undefined {
    return this.#shown.get(page.mainFrame());
  }

  /** Takes the documents of pages that no assertion has proven to be expected. */
  takeUnproven(): Problem[] {
    const unproven = [...this.#bad].filter(
      ([frame, { kind }]) => isMain(frame) && /^(?:error|locked|unfinished)$/.test(kind),
    );
    for (const [frame] of unproven) this.#bad.delete(frame);
    return unproven.map(([, bad]) => bad);
  }

  /** At the end of a test case: what no assertion has proven to be expected is a warning. */
  warnOfUnproven(): void {
    for (const [frame, { kind }] of this.#bad) if (kind === 'refusal' && isMain(frame)) this.#leave(frame);
  }

  /** Whether the document of a frame is broken, whatever it shows. */
  isBroken(frame: Frame): boolean {
    return /^error/.test(this.#bad.get(frame)?.kind ?? '');
  }

  /** What is wrong with the document of a frame. */
  problemOf(frame: Frame): BadDocument | undefined {
    return this.#bad.get(frame);
  }

  /** @throws Error if a page can't be used: it shows the browser's error page. */
  refuseErrorPage(page: Page): void {
    const message = this.errorPageOf(page);
    if (message !== undefined) throw new Error(message);
  }

  errorPageOf(page: Page): string | undefined {
    const bad = this.#bad.get(page.mainFrame());
    return bad?.kind === 'error page' ? bad.message : undefined;
  }

  badFramesOf(page: Page): [Frame, BadDocument][] {
    return [...this.#bad].filter(([frame]) => !isMain(frame) && isOpen(frame) && frame.page() === page);
  }

  /** The document of a frame is used before it has loaded. It is a problem unless an assertion proves it, or it is left. */
  setUnfinished(frame: Frame, problem: Problem): void {
    if (!this.#bad.has(frame)) this.#bad.set(frame, { ...problem, kind: 'unfinished' });
  }

  setFinished(frame: Frame): void {
    if (this.#bad.get(frame)?.kind === 'unfinished') this.#bad.delete(frame);
  }

  /** An assertion has found something in this document: its status is expected. */
  prove(frame: Frame): void {
    if (this.#bad.get(frame)?.kind !== 'error page') this.#bad.delete(frame);
  }

  /**
   * The navigations in progress. Those of frames inside a page count if they started in the current step.
   * @param page undefined for all pages.
   */
  navigationsOf(page: Page | undefined): Request[] {
    const early = page === undefined ? this.#early.map(({ request }) => request) : [];
    const others = [...this.#navigations].filter(([frame, { step }]) => {
      const isAwaited = isOpen(frame) && (page === undefined || frame.page() === page);
      return isAwaited && (isMain(frame) || step === this.#findings.step);
    });
    return [...early, ...others.map(([, { request }]) => request)];
  }

  /** Waits until these navigations have ended. @throws TimedOut with the URL of one that has not ended in time. */
  async navigated(page: Page | undefined, timeoutMs: number): Promise<void> {
    const url = await this.#findings.while(() => this.navigationsOf(page)[0]?.url(), timeoutMs);
    if (url !== undefined) throw new TimedOut(`${shortUrl(url)} did not respond in time.`);
  }

  /** Whether a frame waits for its next document. Until it has come, the first one of a frame does not answer. */
  isNavigating(frame: Frame): boolean {
    return this.#navigations.has(frame);
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

  #onRequest(request: Request): void {
    if (!request.isNavigationRequest()) return;
    this.#navigationCount += 1;
    const { step } = this.#findings;
    this.#inFrame(request, (frame) => this.#navigations.set(frame, { request, step }));
  }

  /** Applies an event to the frame of its request, as soon as there is one. */
  #inFrame(request: Request, apply: (frame: Frame) => void): void {
    const frame = frameOf(request);
    if (frame === undefined) this.#early.push({ request, apply });
    else apply(frame);
    this.#findings.change();
  }

  #onResponse(response: Response): void {
    const request = response.request();
    const status = response.status();
    // A redirect is followed by another request. Without a location, its content is shown.
    const isRedirect = status >= 300 && status < 400 && (response.headers().location ?? '') !== '';
    if (!request.isNavigationRequest() || isRedirect) return;
    this.#inFrame(request, (frame) => {
      const navigation = this.#navigations.get(frame);
      if (navigation?.request === request) navigation.response = response;
    });
  }

  #onFailed(request: Request): void {
    if (!request.isNavigationRequest() || this.#downloads.has(request)) return;
    const error = errorOf(request);
    const isAborted = isAbort(error);
    // A window that was closed at once never gets a frame.
    if (isAborted) this.#early = this.#early.filter((each) => each.request !== request);
    if (isAborted && frameOf(request) === undefined) {
      this.#findings.change();
      return;
    }
    this.#inFrame(request, (frame) => {
      const current = this.#navigations.get(frame);
      const navigation = current?.request === request ? current : undefined;
      if (navigation !== undefined) this.#navigations.delete(frame);
      if (isAborted) return;
      const { step = this.#findings.step } = navigation ?? {};
      const status = navigation?.response?.status() ?? 0;
      const reason = status < 400 ? error : `status ${status} without content (${error})`;
      const message = `The navigation to ${shortUrl(request.url())} failed: ${reason}. Check that the app serves this URL.`;
      this.#setErrorPage(frame, { step, message, request });
    });
  }

  #onNavigated(frame: Frame): void {
    this.#countDocument(frame);
    const navigation = this.#navigations.get(frame);
    if (isErrorUrl(frame.url())) {
      // Some failures have no request.
      const message = 'The browser shows its error page instead of a page of the app.';
      if (this.#bad.get(frame)?.kind !== 'error page')
        this.#setErrorPage(frame, { step: this.#findings.step, message });
    } else if (navigation?.response !== undefined) {
      this.#commit(frame, navigation, navigation.response);
    } else if (navigation === undefined && this.#bad.get(frame)?.kind === 'error page') {
      // Replaced by a document without a request, such as `about:blank`.
      this.#bad.delete(frame);
    }
    this.#findings.change();
  }

  #countDocument(frame: Frame): void {
    this.#documentCount += 1;
    this.#numbers.set(frame, this.#documentCount);
  }

  #setErrorPage(frame: Frame, problem: Omit<BadDocument, 'kind'>): void {
    this.#leave(frame);
    this.#bad.set(frame, { ...problem, kind: 'error page' });
    if (isMain(frame)) this.#findings.addProblem(problem);
  }

  /** A page that is left before it was proven stays a problem. */
  #leave(frame: Frame): void {
    const left = this.#bad.get(frame);
    this.#bad.delete(frame);
    if (left === undefined || !isMain(frame)) return;
    if (left.kind === 'error') this.#findings.addProblem(left);
    if (/^(?:locked|refusal)$/.test(left.kind)) this.#findings.addWarning(left);
  }

  #commit(frame: Frame, { request, step }: Navigation, response: Response): void {
    this.#navigations.delete(frame);
    this.#leave(frame);
    if (isMain(frame)) {
      const { refresh, 'content-type': type = '' } = response.headers();
      const isUncheckedXml = /^[^;]*[/+]xml\b/i.test(type);
      this.#shown.set(frame, { step, refresh, isUncheckedXml, isObserved: false, checkedAfter: undefined });
    }
    const status = response.status();
    if (status < 400) return;
    const opened = `${shortUrl(request.url())}, which responded with status ${status}`;
    if (status < 500) {
      const warning = { step, message: `${nameOfStep(step)} opened ${opened}.${adviceFor(status, step)}` };
      if (isMain(frame) && expectMissing(step.testCase.elements.slice((step.elementIndex ?? -1) + 1))) return;
      if (isMain(frame) && isLocked(response)) {
        const message = `${nameOfStep(step)} opened ${shortUrl(request.url())}, which asks for a user name and a password (status 401). Set \`basic-auth-username\` and \`basic-auth-password\`, or correct them. If that is expected, assert a text of the page.`;
        this.#bad.set(frame, { step, message, request, kind: 'locked' });
        return;
      }
      if (isMain(frame) && request.method() === 'GET') this.#findings.addWarning(warning);
      else this.#bad.set(frame, { ...warning, request, kind: 'refusal' });
    } else if (isMain(frame) && opensUrl(step)) {
      const opener = step.elementIndex === undefined ? 'The entry point' : 'The step';
      const message = `${opener} opened ${opened}. Check the log of the app.`;
      this.#findings.addProblem({ step, message, page: frame.page() });
    } else {
      const [led, where] = isMain(frame) ? ['The step led to', 'on that page'] : ['It shows', 'in it'];
      const message = `${led} ${opened}, and no later step asserts what is ${where}. Check the log of the app. If that is expected, assert an element of it, for example with VISIBLE.`;
      this.#bad.set(frame, { step, message, request, page: frame.page(), kind: 'error' });
    }
  }

  /** Firefox reports no end of a navigation that becomes a download. */
  #onDownload(download: Download): void {
    let started = this.#findings.step;
    for (const [frame, { request, step }] of this.#navigations) {
      if (frame.page() !== download.page() || request.url() !== download.url()) continue;
      this.#navigations.delete(frame);
      this.#downloads.add(request);
      started = step;
    }
    this.#requests.watchDownload(download, started);
    this.#findings.change();
  }

  /** A new window: its events have waited for its frame. */
  #onPage(page: Page): void {
    this.#watchEnd(page);
    for (const { request, apply } of this.#early.splice(0)) this.#inFrame(request, apply);
    const frame = page.mainFrame();
    this.#countDocument(frame);
    const navigation = this.#navigations.get(frame);
    if (navigation?.response !== undefined && page.url() !== 'about:blank')
      this.#commit(frame, navigation, navigation.response);
    this.#findings.change();
  }

  #watchEnd(page: Page): void {
    page.once('close', () => this.#findings.change());
    page.once('crash', () => {
      const message = `The page ${shortUrl(page.url())} crashed, possibly because it ran out of memory.`;
      this.#setErrorPage(page.mainFrame(), { step: this.#findings.step, message });
      this.#findings.change();
    });
  }
}

/** What to do about an entry point that the server refuses to show. */
function adviceFor(status: number, { elementIndex }: StepRef): string {
  const isRefused = elementIndex === undefined && (status === 401 || status === 403);
  return isRefused ? ' If it is a protected preview, set `headers` to its access key.' : '';
}

/** Whether the browser asks a person for a user name and a password. */
function isLocked(response: Response): boolean {
  const { 'www-authenticate': challenge = '' } = response.headers();
  return response.status() === 401 && /\b(?:basic|digest|ntlm|negotiate)\b/i.test(challenge);
}

function isMain(frame: Frame): boolean {
  return frame.parentFrame() === null;
}

function isOpen(frame: Frame): boolean {
  return !frame.isDetached() && !frame.page().isClosed();
}

/** The error pages of Chromium and Firefox. */
export function isErrorUrl(url: string): boolean {
  return /^(chrome-error:|about:(neterror|certerror|blocked|tabcrashed|framecrashed))/.test(url);
}
