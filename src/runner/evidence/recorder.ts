import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { BrowserContext, Page } from 'playwright-core';
import { errorText } from '../play-failure.ts';
import type { Attempt, Evidence } from '../runner.ts';
import { within } from '../within.ts';
import { listenForErrors } from './console-errors.ts';
import type { Redact } from './redact-trace.ts';
import { StepTrace } from './step-trace.ts';
import { type Picture, startPageTrace, type Trace } from './trace.ts';

/** What is recorded of an attempt, and where. */
export interface RecorderSettings {
  readonly testCaseId: string;
  /** 1 for the first attempt. */
  readonly number: number;
  /** Where files go; undefined: there are none. */
  readonly folder: string | undefined;
  /** Nothing, steps and console, or pages and requests as well. */
  readonly trace: 'none' | 'light' | 'full';
  /** Whether the trace of an attempt that passes is kept too. */
  readonly keepTrace: boolean;
  /** Takes the secrets of the run out of a text. */
  readonly redact: Redact;
}

/** Records one attempt. None of its methods throws: what can't be had is missing, and the verdict stands. */
export interface Recorder extends AsyncDisposable {
  /** A step begins. */
  step(name: string): Promise<void>;
  /** Takes down what the page shows after a failure. */
  failed(page: Page, message: string): Promise<void>;
  /** Ends the recording. @returns the attempt with what there is to look at. */
  finish(attempt: Attempt): Promise<Attempt>;
}

/** What a picture of the page may take, in ms: it needs the page's help, and a busy page gives none. */
const screenshotMs = 5000;

/** Starts to record in a new context. Disposing of the recorder throws away what was not finished. */
export async function startRecorder(context: BrowserContext, settings: RecorderSettings): Promise<Recorder> {
  const recorder = new AttemptRecorder(context, settings);
  await recorder.start();
  return recorder;
}

class AttemptRecorder implements Recorder {
  readonly #context: BrowserContext;
  readonly #settings: RecorderSettings;
  readonly #consoleErrors: () => readonly string[];
  readonly #missing: string[] = [];
  #page: Page | undefined;
  #screenshotPath: string | undefined;
  #trace: Trace | undefined;

  constructor(context: BrowserContext, settings: RecorderSettings) {
    this.#context = context;
    this.#settings = settings;
    this.#consoleErrors = listenForErrors(context, settings.redact);
  }

  async start(): Promise<void> {
    const { folder, trace, redact } = this.#settings;
    if (folder === undefined || trace === 'none') return;
    try {
      this.#trace =
        trace === 'light'
          ? new StepTrace(this.#context, redact)
          : await startPageTrace(this.#context, redact);
    } catch (error) {
      this.#miss('trace', error);
    }
  }

  async step(name: string): Promise<void> {
    await this.#trace?.step(name).catch(() => {});
  }

  async failed(page: Page, message: string): Promise<void> {
    this.#page = page;
    let picture: Picture | undefined;
    this.#screenshotPath = await this.#toFile('screenshot', 'png', async (path) => {
      const png = await takeScreenshot(page);
      picture = { png, url: page.url(), ...(page.viewportSize() ?? { width: 0, height: 0 }) };
      await writeFile(path, png);
    });
    this.#trace?.failed(message, picture);
  }

  async finish(attempt: Attempt): Promise<Attempt> {
    const failed = attempt.status !== 'PASSED';
    const trace = this.#trace;
    if (!failed && !this.#settings.keepTrace) {
      await trace?.[Symbol.asyncDispose]();
      return attempt;
    }
    const tracePath =
      trace === undefined ? undefined : await this.#toFile('trace', 'zip', (path) => trace.keep(path));
    return { ...attempt, evidence: this.#evidence(tracePath, failed) };
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#trace?.[Symbol.asyncDispose]();
  }

  #evidence(tracePath: string | undefined, failed: boolean): Evidence {
    // A page that has crashed was never looked at.
    const page = failed ? (this.#page ?? this.#context.pages().at(-1)) : undefined;
    const screenshotPath = this.#screenshotPath;
    return {
      ...(page === undefined ? {} : { pageUrl: this.#settings.redact(page.url()) }),
      consoleErrors: this.#consoleErrors(),
      ...(screenshotPath === undefined ? {} : { screenshotPath }),
      ...(tracePath === undefined ? {} : { tracePath }),
      ...(this.#missing.length === 0 ? {} : { missing: [...this.#missing] }),
    };
  }

  /** Writes a file, named by ids alone. @returns its path, or undefined where it could not be written. */
  async #toFile(
    what: string,
    ending: string,
    write: (path: string) => Promise<void>,
  ): Promise<string | undefined> {
    const { folder, testCaseId, number } = this.#settings;
    if (folder === undefined) return undefined;
    const path = join(folder, `${testCaseId}-${number}.${ending}`);
    try {
      await mkdir(folder, { recursive: true });
      await write(path);
      return path;
    } catch (error) {
      this.#miss(what, error);
      return undefined;
    }
  }

  #miss(what: string, error: unknown): void {
    const [reason = ''] = this.#settings.redact(errorText(error)).split('\n');
    this.#missing.push(`${what}: ${reason.trim()}`);
  }
}

/** The part of the page that is in view, as PNG. */
function takeScreenshot(page: Page): Promise<Buffer> {
  const late = `The page gave no picture within ${screenshotMs / 1000} s.`;
  return within(screenshotMs, late, () => page.screenshot({ timeout: screenshotMs }));
}
