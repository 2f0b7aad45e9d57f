import type { BrowserContext, Response, WebError } from 'playwright-core';
import { cut } from '../../common/text.ts';
import type { Findings, Problem } from './findings.ts';
import { isOwn, nameOfRequest } from './request-facts.ts';
import { nameOfStep } from './step-ref.ts';

const maxErrorCharacters = 300;

/**
 * Notes what a page may keep from a person: errors that the scripts of the app throw and nothing catches, and changes that the
 * app has refused. A control that fails so seems to do nothing. They are warnings if no later step shows that the page is as
 * expected.
 */
export class HiddenFailures {
  readonly #findings: Findings;
  readonly #noted = new Map<string, Problem>();

  constructor(context: BrowserContext, findings: Findings) {
    this.#findings = findings;
    context.on('weberror', (error) => this.#onError(error));
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

  #onError(error: WebError): void {
    const pageUrl = error.page()?.url() ?? '';
    // Scripts of other origins, such as analytics, are not the app.
    if (URL.parse(error.location().url)?.origin !== URL.parse(pageUrl)?.origin) return;
    const text = cut(String(error.error()).split('\n')[0] ?? '', maxErrorCharacters);
    this.#note(text, `throw an error that its scripts do not handle: ${text}`);
  }

  /** Data that is missing or refused may be what the page expects, but not a change that the person wanted. */
  #onResponse(response: Response): void {
    const request = response.request();
    const [status, method] = [response.status(), request.method()];
    if (status < 400 || status >= 500 || /^(GET|HEAD|OPTIONS)$/.test(method)) return;
    if (!/^(fetch|xhr)$/.test(request.resourceType()) || !isOwn(request)) return;
    const name = nameOfRequest(request);
    this.#note(name, `send ${name}, which responded with status ${status}. Check what the app does then.`);
  }

  #note(key: string, what: string): void {
    const { step } = this.#findings;
    this.#noted.set(key, { step, message: `${nameOfStep(step)} had the page ${what}` });
  }
}
