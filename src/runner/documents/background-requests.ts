import type { BrowserContext, ConsoleMessage, Download, Page, Request, Response } from 'playwright-core';
import { arrivalOf, flawOfDownload } from '../downloads.ts';
import { unlessLate } from '../wait.ts';
import { inspectTimeoutMs } from './blank-page.ts';
import type { Findings } from './findings.ts';
import { actsOnPage } from './proving-steps.ts';
import {
  errorOf,
  frameOf,
  isAbort,
  isData,
  isLongPoll,
  isMainNavigation,
  isOwn,
  isPage,
  isStream,
  isTracker,
  nameOfRequest,
  pathOf,
  refusalIn,
  requestedUrl,
  shortUrl,
} from './request-facts.ts';
import { elementOf, nameOfStep, type StepRef } from './step-ref.ts';

/**
 * Watches the requests and downloads that leave a page where it is, of all pages of an attempt.
 *
 * - A request of the app that fails is a warning: the page may show that, or hide it.
 * - A download that fails is a problem of the step that started it.
 */
export class BackgroundRequests {
  readonly #findings: Findings;
  /** Requests that started since the last step that acts. */
  readonly #running = new Set<Request>();
  readonly #steps = new WeakMap<Request, StepRef>();
  /** What has been answered before, such as a request for news that is sent again and again. */
  readonly #answered = new Set<string>();
  readonly #documents = new WeakMap<Page, Response>();
  /** The responses with HTML to scripts. */
  readonly #htmlData = new WeakMap<Request, Response>();
  /** What has become of code of other hosts that has failed. */
  readonly #otherCode = new Map<Request, string>();
  #opening: StepRef | undefined;
  /** Downloads that no step waits for. */
  readonly #downloads = new Set<Download>();
  /** What has failed or was refused: there is one warning for each. */
  readonly #failures = new Set<string>();
  #count = 0;

  constructor(context: BrowserContext, findings: Findings) {
    this.#findings = findings;
    context.on('request', (request) => this.#onRequest(request));
    context.on('response', (response) => this.#onResponse(response));
    context.on('requestfinished', (request) => void this.#onFinished(request));
    context.on('requestfailed', (request) => this.#onFailed(request));
    context.on('console', (message) => this.#onConsole(message));
  }

  /** How many requests have started so far. */
  get count(): number {
    return this.#count;
  }

  /** The last step that has opened a document. What a page sends as it opens, it sends by itself. */
  get opening(): StepRef | undefined {
    return this.#opening;
  }

  begin(step: StepRef): void {
    const element = elementOf(step);
    if (element === undefined || (actsOnPage(element) && element.ignoreFailure !== true))
      this.#running.clear();
  }

  /** Waits until the requests have ended that started since the last step that acts, or the time is over. */
  async ended(timeoutMs: number): Promise<void> {
    await this.#findings.while(() => (this.#running.size > 0 ? 'running' : undefined), timeoutMs);
    for (const request of this.#running) this.#warnOfSilence(request);
  }

  /** A page may wait for news as long as it is open; what a step asks for should be answered. */
  #warnOfSilence(request: Request): void {
    const step = this.#steps.get(request);
    const awaitsNews =
      isLongPoll(request) ||
      (request.method() === 'GET' &&
        (step === this.#opening ||
          this.#answered.has(nameOfRequest(request)) ||
          newsUrls.test(request.url())));
    if (isData(request) && !awaitsNews && request.timing().responseStart < 0)
      this.#warnOfFailure(request, 'was not answered before the test case ended');
  }

  /** Waits until the downloads that no step waits for have failed, ended, or begun to arrive. */
  async downloaded(timeoutMs: number): Promise<void> {
    await this.#findings.while(() => (this.#downloads.size > 0 ? 'downloading' : undefined), timeoutMs);
  }

  #onRequest(request: Request): void {
    if (isMainNavigation(request)) this.#opening = this.#findings.step;
    if (request.isNavigationRequest() || !awaitedTypes.test(request.resourceType())) return;
    this.#count += 1;
    this.#running.add(request);
    this.#steps.set(request, this.#findings.step);
  }

  #onResponse(response: Response): void {
    const request = response.request();
    const status = response.status();
    this.#answered.add(nameOfRequest(request));
    const page = isMainNavigation(request) ? frameOf(request)?.page() : undefined;
    if (page !== undefined) this.#documents.set(page, response);
    const type = response.headers()['content-type'] ?? '';
    const isCode = codeTypes.test(request.resourceType());
    const isMissingStream = status === 404 && request.resourceType() === 'eventsource';
    // A page may expect that data is missing or refused, but not its code.
    if (isMissingStream || status >= (isCode || wrongUrls.test(request.url()) ? 400 : 500))
      this.#warnOfFailure(request, `responded with status ${status}`);
    else if (isNoCode(request.resourceType(), type))
      this.#warnOfFailure(request, `responded with ${type} instead of a ${request.resourceType()}`);
    else if (response.ok() && isPage(type) && wantsJson(request))
      this.#warnOfFailure(request, `responded with ${type} instead of JSON`);
    if (response.ok() && isPage(type) && isData(request)) this.#htmlData.set(request, response);
    // A stream has no end, and a video is loaded as it is watched.
    if (isStream(response) || request.resourceType() === 'media') this.#onEnd(request);
  }

  async #onFinished(request: Request): Promise<void> {
    const html = this.#htmlData.get(request);
    if (html !== undefined) await this.#warnOfShell(request, html);
    this.#onEnd(request);
  }

  /** A server may answer whatever it does not know with the page of the app. */
  async #warnOfShell(request: Request, response: Response): Promise<void> {
    const page = frameOf(request)?.page();
    const document = page === undefined ? undefined : this.#documents.get(page);
    const path = pathOf(request.url());
    // An app may look whether there is a new version of itself.
    if (document === undefined || path === pathOf(document.url()) || /\/$|\.html?$/.test(path)) return;
    const [data = '', shell] = await Promise.all(
      [response, document].map((each) => unlessLate(each.text(), inspectTimeoutMs)),
    );
    const isWrong = dataPaths.test(path)
      ? /^\s*<(?:!doctype )?html\b/i.test(data)
      : data !== '' && data === shell;
    if (isWrong) this.#warnOfFailure(request, 'responded with a page instead of data');
  }

  #onFailed(request: Request): void {
    this.#onEnd(request);
    const error = errorOf(request);
    // A stream that ends is opened again.
    const hasOpened = request.resourceType() === 'eventsource' && request.timing().responseStart >= 0;
    if (!hasOpened && !isAbort(error) && !refused.test(error))
      this.#warnOfFailure(request, `failed: ${error}${error === noReason ? refusedOrigin : ''}`);
  }

  #onEnd(request: Request): void {
    if (this.#running.delete(request)) this.#findings.change();
  }

  /** A page may show what has failed, or hide it. */
  #warnOfFailure(request: Request, failure: string): void {
    const [type, url] = [request.resourceType(), request.url()];
    if (!neededTypes.test(type)) return;
    if (isOwn(request) || wrongUrls.test(url))
      this.#warnOfNeeded(request, `${failure}. Check the log of the app.`);
    else if (codeTypes.test(type) && !isTracker(url) && !fontUrls.test(url))
      this.#otherCode.set(request, `${failure}. Check that the browser can load it.`);
  }

  /** At the end of a test case: code of other hosts that a page needs and that has failed, such as that of a CDN. */
  async warnOfOtherCode(page: Page): Promise<void> {
    const frame = page.mainFrame();
    for (const [request, failure] of this.#otherCode) {
      if (frameOf(request) !== frame) continue;
      const isNeeded = frame.evaluate(needsCode, requestedUrl(request));
      if ((await unlessLate(isNeeded, inspectTimeoutMs)) === true) this.#warnOfNeeded(request, failure);
    }
  }

  #warnOfNeeded(request: Request, failure: string): void {
    const name = nameOfRequest(request);
    const step = this.#steps.get(request) ?? this.#findings.step;
    this.#warnOnce(name, step, `sent ${name}, which ${failure}`);
  }

  /** What the browser refuses seems to do nothing. */
  #onConsole(message: ConsoleMessage): void {
    const refusal = refusalIn(message);
    if (refusal === undefined) return;
    const what = `did something that the browser refused: ${shortUrl(refusal)}`;
    this.#warnOnce(refusal, this.#findings.step, what);
  }

  #warnOnce(key: string, step: StepRef, what: string): void {
    if (this.#failures.has(key) || this.#failures.size >= maxFailures) return;
    const message = `${nameOfStep(step)}: the page ${what}`;
    if (this.#findings.addWarning({ step, message })) this.#failures.add(key);
  }

  /**
   * Watches a download that a step has started. Only DOWNLOAD waits for the file, which may be large: others are cancelled if
   * they have not failed soon.
   */
  watchDownload(download: Download, step: StepRef): void {
    if (elementOf(step)?.interaction?.action !== 'DOWNLOAD') void this.#cancelSoon(download, step);
  }

  async #cancelSoon(download: Download, step: StepRef): Promise<void> {
    this.#downloads.add(download);
    // It is rejected when the browser has closed.
    const closed = { failure: null, isLate: false };
    const { failure, isLate } = await arrivalOf(download, maxDownloadMs).catch(() => closed);
    const [url, advice] = [shortUrl(download.url()), 'Check that the app serves this file.'];
    if (failure !== null && !isLate) {
      const message = `The step started a download of ${url}, which failed. ${advice}`;
      this.#findings.addProblem({ step, message });
    }
    const flaw = failure === null ? await flawOfDownload(download) : undefined;
    if (flaw !== undefined) {
      const message = `${nameOfStep(step)} started a download of ${url}, which ${flaw}. ${advice}`;
      this.#findings.addWarning({ step, message });
    }
    this.#downloads.delete(download);
    this.#findings.change();
  }
}

/** Requests whose end a page may handle: those of scripts, and of what it shows. */
const awaitedTypes = /^(fetch|xhr|script|image|media|stylesheet|font|other)$/;
/** Requests without which a page may not work. */
const neededTypes = /^(fetch|xhr|eventsource|script|stylesheet)$/;
const codeTypes = /^(script|stylesheet)$/;
/** Where a page waits for news. */
const newsUrls =
  /(?<![a-z])(?:(?:long)?poll(?:ing)?|listen|events?|stream|subscri\w+|notifications?|socket|signalr|hub|wait|live|watch|sync|changes|updates)(?![a-z])/i;
/** Those of an app that does not know an address or an id. */
const wrongUrls = /\/(?:undefined|null|NaN|\[object%20Object\]|%5Bobject%20Object%5D)(?:[/?#]|$)/;
/** A page without its fonts can be read. */
const fontUrls = /\/\/[^/]*(?:fonts?[.-]|fontawesome|typekit|typography)/i;
/** Where an app has its data, and no pages. */
const dataPaths = /\/(?:api|graphql|trpc)(?:\/|$)|\.json$/i;
/** Whether a browser does not use a response as code, whatever is in it. */
function isNoCode(resourceType: string, contentType: string): boolean {
  if (resourceType === 'stylesheet') return !/^(text\/css\b|[^;]*x[ms]l\b|$)/i.test(contentType);
  return resourceType === 'script' && isPage(contentType);
}
/** Whether a script has asked for JSON, and did not say that a page would do. */
function wantsJson(request: Request): boolean {
  const { accept = '' } = request.headers();
  return isData(request) && /json/i.test(accept) && !/html/i.test(accept);
}
/** Evaluated in a page: whether it needs a script or a style sheet. It works without `async` scripts, as analytics and widgets are. */
function needsCode(url: string): boolean {
  const sheets = document.querySelectorAll<HTMLLinkElement>('link[rel~="stylesheet" i]');
  return (
    [...document.scripts].some(({ src, async }) => src === url && !async) ||
    [...sheets].some(({ href, media }) => href === url && matchMedia(media).matches)
  );
}
/** The browser says more about these in the console. */
const refused = /^(csp|mixed-content)$/;
/** What the browser says of a request to another origin that this one does not allow, too. */
const noReason = 'net::ERR_FAILED';
const refusedOrigin = ', possibly because the response does not allow the origin of the page (CORS)';

/** How long a download has to fail, in ms. */
const maxDownloadMs = 3000;
/** How many failures are warnings. */
const maxFailures = 3;
