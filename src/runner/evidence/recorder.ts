import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { BrowserContext, Page } from 'playwright-core';
import type { Attempt } from '../../contract/attempt.ts';
import type { AttemptSettings } from '../make-attempt.ts';
import { errorText } from '../play-failure.ts';
import { withTimeout } from '../wait.ts';
import type { Redact } from './redact-trace.ts';
import { StepTrace } from './step-trace.ts';
import { type Screenshot, startPageTrace, type Trace } from './trace.ts';

/** What is recorded of an attempt, and where to. */
interface RecorderSettings extends Pick<AttemptSettings, 'number' | 'trace' | 'keepTrace'> {
  readonly testCaseId: string;
  /** Folder for files; undefined if none are written. */
  readonly folder: string | undefined;
  /** Replaces the secrets of the run in a text. */
  readonly redact: Redact;
}

/** Timeout for a screenshot, in ms: a busy page never provides one. */
const screenshotMs = 5000;

/**
 * Records one attempt. Its methods never throw: evidence that cannot be recorded is reported as missing. Disposing of it
 * discards an unfinished recording.
 */
export class Recorder implements AsyncDisposable {
  readonly #context: BrowserContext;
  readonly #settings: RecorderSettings;
  readonly #consoleErrors: readonly string[];
  readonly #missingEvidence: string[] = [];
  #page: Page | undefined;
  #screenshotUrl: string | null = null;
  #trace: Trace | undefined;

  private constructor(context: BrowserContext, settings: RecorderSettings) {
    this.#context = context;
    this.#settings = settings;
    this.#consoleErrors = collectConsoleErrors(context, settings.redact);
  }

  static async start(context: BrowserContext, settings: RecorderSettings): Promise<Recorder> {
    const recorder = new Recorder(context, settings);
    await recorder.#startTrace();
    return recorder;
  }

  async #startTrace(): Promise<void> {
    const { folder, trace, redact } = this.#settings;
    if (folder === undefined || trace === 'none') return;
    try {
      this.#trace =
        trace === 'light'
          ? new StepTrace(this.#context, redact)
          : await startPageTrace(this.#context, redact);
    } catch (error) {
      this.#addMissing('trace', error);
    }
  }

  async step(title: string): Promise<void> {
    await this.#trace?.step(title).catch(() => {});
  }

  /** Takes a screenshot of the page after a failure. */
  async failed(page: Page, message: string): Promise<void> {
    this.#page = page;
    let screenshot: Screenshot | undefined;
    this.#screenshotUrl = await this.#toFile('screenshot', 'png', async (path) => {
      const png = await takeScreenshot(page);
      screenshot = { png, url: page.url(), ...(page.viewportSize() ?? { width: 0, height: 0 }) };
      await writeFile(path, png);
    });
    this.#trace?.failed(message, screenshot);
  }

  /** Ends the recording. @returns the attempt with its evidence. */
  async finish(attempt: Attempt): Promise<Attempt> {
    const failed = attempt.status !== 'PASSED';
    const trace = this.#trace;
    if (!failed && !this.#settings.keepTrace) {
      await trace?.[Symbol.asyncDispose]();
      return attempt;
    }
    const traceUrl = trace ? await this.#toFile('trace', 'zip', (path) => trace.keep(path)) : null;
    // If the page has crashed, no screenshot was taken.
    const page = failed ? (this.#page ?? this.#context.pages().at(-1)) : undefined;
    return {
      ...attempt,
      pageUrl: page?.url() ?? null,
      consoleErrors: [...this.#consoleErrors],
      screenshotUrl: this.#screenshotUrl,
      traceUrl,
      missingEvidence: this.#missingEvidence,
    };
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#trace?.[Symbol.asyncDispose]();
  }

  /** Writes a file, named by ids only. @returns its URL; null if it could not be written. */
  async #toFile(
    kind: string,
    extension: string,
    write: (path: string) => Promise<void>,
  ): Promise<string | null> {
    const { folder, testCaseId, number } = this.#settings;
    if (folder === undefined) return null;
    const path = join(folder, `${testCaseId}-${number}.${extension}`);
    try {
      await mkdir(folder, { recursive: true });
      await write(path);
      return pathToFileURL(path).href;
    } catch (error) {
      this.#addMissing(kind, error);
      return null;
    }
  }

  #addMissing(kind: string, error: unknown): void {
    const [reason = ''] = this.#settings.redact(errorText(error)).split('\n');
    this.#missingEvidence.push(`${kind}: ${reason.trim()}`);
  }
}

function takeScreenshot(page: Page): Promise<Buffer> {
  const message = `The page provided no screenshot within ${screenshotMs / 1000} s.`;
  return withTimeout(page.screenshot({ timeout: screenshotMs }), screenshotMs, message);
}

const maxErrors = 20;
const maxCharacters = 1000;
/** The rest of a longer text is ignored. */
const maxReadCharacters = 10_000;

/**
 * Collects the console errors and uncaught errors of all pages of a context.
 * @param redact is applied before a text is cut: a secret that is cut in the middle would not be found any more.
 * @returns a list to which the first 20 are added, at most 1,000 characters each, with their source line if known.
 */
function collectConsoleErrors(context: BrowserContext, redact: Redact): readonly string[] {
  const errors: string[] = [];
  const add = (text: string, { url, line }: { url: string; line: number }) => {
    if (errors.length >= maxErrors) return;
    const message = cut(redact(text.slice(0, maxReadCharacters)), maxCharacters);
    errors.push(url === '' ? message : `${message} (${cut(redact(url), maxCharacters)}:${line + 1})`);
  };
  context.on('console', (message) => {
    if (message.type() === 'error') add(message.text(), message.location());
  });
  context.on('weberror', (error) => add(`Uncaught ${String(error.error())}`, error.location()));
  return errors;
}

function cut(text: string, characters: number): string {
  return text.length <= characters ? text : `${text.slice(0, characters).toWellFormed()}…`;
}
