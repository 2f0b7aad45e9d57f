import type { BrowserContext, ConsoleMessage, Request, Response } from 'playwright-core';
import { cut } from '../../common/text.ts';
import type { Findings, Problem } from './findings.ts';
import { frameOf, isMainNavigation, isOwn, isOwnUrl, nameOfRequest } from './request-facts.ts';
import { nameOfStep, type StepRef } from './step-ref.ts';

const maxErrorCharacters = 300;

/** The first line of an error, also after other texts, and its stack. */
const loggedError = /(?:^|\s)(\w*(?:Error|Exception)\b(?:: [^\n]*)?)\n(\s+at .*)/s;

/** What a page cancels itself has not failed, and requests that fail are warnings of their own unless they go to other hosts. */
const harmless = /^\w*(?:abort|cancel)|^\w+: (?:Failed to fetch|Network ?Error|Load failed)/i;

/**
 * Notes what a page may keep from a person: errors that the scripts of the app throw and that nothing but the console shows,
 * and changes that the app has refused. A control that fails so seems to do nothing. They are warnings if no later step shows
 * that the page is as expected.
 */
export class HiddenFailures {
  readonly #findings: Findings;
  readonly #noted = new Map<string, Problem>();
  /** The steps that have sent changes. */
  readonly #changes = new WeakMap<Request, StepRef>();
  /** The last step that has opened a document: what a page sends by itself as it opens is no change that a person wanted. */
  #opening: StepRef | undefined;

  constructor(context: BrowserContext, findings: Findings) {
    this.#findings = findings;
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

  /** Adds the first one as a warning. */
  warn(): void {
    const [first] = this.#noted.values();
    if (first !== undefined) this.#findings.addWarning(first);
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
    const [, text, stack = ''] = loggedError.exec(message.text()) ?? [];
    if (text === undefined) return;
    const source = /https?:\/\/[^\s)]+/.exec(stack)?.[0] ?? message.location().url;
    this.#onError(text, source, message.page()?.url());
  }

  #onRequest(request: Request): void {
    const { step } = this.#findings;
    if (isMainNavigation(request)) this.#opening = step;
    if (/^(GET|HEAD|OPTIONS)$/.test(request.method()) || step === this.#opening) return;
    // A form may be sent to a hidden frame.
    const isChange = /^(fetch|xhr)$/.test(request.resourceType()) || request.isNavigationRequest();
    if (isChange && frameOf(request) !== undefined && isOwn(request)) this.#changes.set(request, step);
  }

  /** Data that is missing or refused may be what the page expects, but not a change that the person wanted. */
  #onResponse(response: Response): void {
    const [request, status] = [response.request(), response.status()];
    const step = this.#changes.get(request);
    if (step === undefined || status < 400 || status >= 500) return;
    const name = nameOfRequest(request);
    this.#note(
      step,
      name,
      `send ${name}, which responded with status ${status}. Check what the app does then.`,
    );
  }

  #note(step: StepRef, key: string, what: string): void {
    this.#noted.set(key, { step, message: `${nameOfStep(step)} had the page ${what}` });
  }
}
