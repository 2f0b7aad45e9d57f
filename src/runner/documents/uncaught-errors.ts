import type { BrowserContext, WebError } from 'playwright-core';
import { cut } from '../../common/text.ts';
import type { Findings, Problem } from './findings.ts';
import { nameOfStep } from './step-ref.ts';

const maxErrorCharacters = 300;

/**
 * Notes the errors that the scripts of the app throw and nothing catches. A control whose script fails seems to do nothing, so
 * they are warnings if no later step shows that the page is as expected.
 */
export class UncaughtErrors {
  readonly #findings: Findings;
  readonly #noted = new Map<string, Problem>();

  constructor(context: BrowserContext, findings: Findings) {
    this.#findings = findings;
    context.on('weberror', (error) => this.#note(error));
  }

  /** A step has shown that the page is as expected. */
  forget(): void {
    this.#noted.clear();
  }

  /** Adds the first error as a warning. */
  warn(): void {
    const [first] = this.#noted.values();
    if (first !== undefined) this.#findings.addWarning(first);
    this.#noted.clear();
  }

  #note(error: WebError): void {
    const pageUrl = error.page()?.url() ?? '';
    // Scripts of other origins, such as analytics, are not the app.
    if (URL.parse(error.location().url)?.origin !== URL.parse(pageUrl)?.origin) return;
    const { step } = this.#findings;
    const text = cut(String(error.error()).split('\n')[0] ?? '', maxErrorCharacters);
    const message = `${nameOfStep(step)} had the page throw an error that its scripts do not handle: ${text}`;
    this.#noted.set(text, { step, message });
  }
}
