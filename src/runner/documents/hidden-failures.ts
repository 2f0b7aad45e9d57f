import type { BrowserContext, ConsoleMessage, Request, Response } from 'playwright-core';
import { cut } from '../../common/text.ts';
import type { BackgroundRequests } from './background-requests.ts';
import type { Findings, Problem } from './findings.ts';
import {
  frameOf,
  isData,
  isMainNavigation,
  isOwn,
  isOwnUrl,
  nameOfRequest,
  shortUrl,
} from './request-facts.ts';
import { nameOfStep, type StepRef } from './step-ref.ts';

const maxErrorCharacters = 300;

/** The first line of an error, also after other texts, and its stack. */
const loggedError = /(?:^|\s)(\w*(?:Error|Exception)\b(?:: [^\n]*)?)\n(\s+at .*)/s;

/** What is no JSON has no stack. */
const loggedJsonError = /(?:^|\s)(SyntaxError: .*(?:is not valid JSON|JSON input|JSON\.parse).*)/;

/** What Vue says of a document that differs from what it renders; React throws an error. */
const hydrationMismatch = /^Hydration completed but contains mismatches/;

/** Where an app sends those who are not logged in, and what it answers so in any case. */
const [loginPath, ofSession] = [/(?:log|sign)[-_]?in\b/i, /(?:log|sign)[-_]?(?:in|out|up|off)\b|register/i];

/** What a page cancels itself has not failed, and requests that fail are warnings of their own unless they go to other hosts. */
const harmless = /^\w*(?:abort|cancel)|^\w+: (?:Failed to fetch|Network ?Error|Load failed)/i;

/**
 * Notes what a page may keep from a person: errors that the scripts of the app throw and that nothing but the console shows,
 * and changes that the app has refused. A control that fails so seems to do nothing. They are warnings if no later step shows
 * that the page is as expected.
 */
export class HiddenFailures {
  readonly #findings: Findings;
  readonly #requests: BackgroundRequests;
  readonly #noted = new Map<string, Problem & { readonly login?: string | undefined }>();
  /** The steps that have sent changes, or opened a page by a script. */
  readonly #actions = new WeakMap<Request, StepRef>();

  /** @param requests must watch the context already: it is asked about requests as they start. */
  constructor(context: BrowserContext, findings: Findings, requests: BackgroundRequests) {
    this.#findings = findings;
    this.#requests = requests;
    context.on('weberror', (error) => {
      // Firefox reports its own messages as well, and without a stack.
      if (error.error().stack?.endsWith('\nundefined') !== true)
        this.#onError(String(error.error()), error.location().url, error.page()?.url());
    });
    context.on('console', (message) => this.#onConsole(message));
    context.on('request', (request) => this.#onRequest(request));
    context.on('response', (response) => this.#onResponse(response));
  }

  /** A step has shown that the page is as expected. */
  forget(): void {
    this.#noted.clear();
  }

  /**
   * Adds the first one as a warning.
   * @param pageUrl where the test case ends: a page that leads to the login keeps nothing to itself.
   */
  warn(pageUrl: string): void {
    [...this.#noted.values()]
      .filter(({ login }) => login === undefined || login !== URL.parse(pageUrl)?.pathname)
      .some((each) => this.#findings.addWarning(each));
    this.#noted.clear();
  }

  /** @param source the URL of the script; those of other hosts, such as analytics, are not the app. */
  #onError(error: string, source: string, pageUrl = ''): void {
    const text = cut(error.split('\n')[0] ?? '', maxErrorCharacters);
    if (harmless.test(text) || !isOwnUrl(source, pageUrl)) return;
    this.#note(this.#findings.step, text, `throw an error that its scripts do not handle: ${text}`);
  }

  /** Frameworks catch the errors of handlers and components, and log them. */
  #onConsole(message: ConsoleMessage): void {
    if (message.type() !== 'error' || message.args().length === 0) return;
    const logged = message.text();
    const mismatch = hydrationMismatch.exec(logged)?.[0];
    if (mismatch !== undefined)
      this.#note(this.#findings.step, mismatch, `replace what the server has sent: ${mismatch}`);
    const [, text, stack = ''] = loggedError.exec(logged) ?? loggedJsonError.exec(logged) ?? [];
    if (text === undefined) return;
    const source = /https?:\/\/[^\s)]+/.exec(stack)?.[0] ?? message.location().url;
    this.#onError(text, source, message.page()?.url());
  }

  #onRequest(request: Request): void {
    const { step } = this.#findings;
    const isMain = isMainNavigation(request);
    const isRead = /^(GET|HEAD|OPTIONS)$/.test(request.method());
    if (isRead && (isMain || !isVisit(request))) return;
    // What a page sends by itself as it opens is no change that a person wanted.
    if (!isMain && step === this.#requests.opening) return;
    // A form may be sent to a hidden frame.
    const isAction = isData(request) || request.isNavigationRequest();
    if (isAction && frameOf(request) !== undefined && isOwn(request)) this.#actions.set(request, step);
  }

  /** Data that is missing or refused may be what the page expects, but not a change or a page that the person wanted. */
  #onResponse(response: Response): void {
    const [request, status] = [response.request(), response.status()];
    const step = this.#actions.get(request);
    if (step === undefined) return;
    const name = nameOfRequest(request);
    if (status >= 300 && status < 400) this.#onRedirect(request, step, response.headers().location ?? '');
    // Documents have warnings of their own.
    else if (status >= 400 && status < 500 && !isMainNavigation(request))
      this.#note(
        step,
        name,
        `send ${name}, which responded with status ${status}. Check what the app does then.`,
      );
  }

  /** A change that leads to a login has not been made. Without a page to return to, a form may lead there on purpose. */
  #onRedirect(request: Request, step: StepRef, location: string): void {
    const [name, url] = [nameOfRequest(request), URL.parse(location, request.url())];
    if (url === null || !loginPath.test(url.pathname) || ofSession.test(name)) return;
    const isMain = isMainNavigation(request);
    if (isMain && url.search === '') return;
    const what = `send ${name}, which was redirected to ${shortUrl(url.href)}. Check that the test case logs in. If it is about that, assert an element of the login.`;
    this.#note(step, name, what, isMain ? undefined : url.pathname);
  }

  #note(step: StepRef, key: string, what: string, login?: string): void {
    this.#noted.set(key, { step, message: `${nameOfStep(step)} had the page ${what}`, login });
  }
}

/** Whether a script opens a page in place of the browser, as htmx, Inertia and Turbo do. */
function isVisit(request: Request): boolean {
  const headers = request.headers();
  const isPrefetch = 'purpose' in headers || 'sec-purpose' in headers || 'x-sec-purpose' in headers;
  const replaces = 'hx-boosted' in headers || 'x-inertia' in headers;
  return !isPrefetch && (replaces || /^text\/html\b/.test(headers.accept ?? ''));
}
