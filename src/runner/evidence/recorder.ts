import type { BrowserContext, Page, PageScreenshotOptions } from 'playwright-core';
import { cut } from '../../common/text.ts';
import type { Attempt, ExecutedStep, FailedPage } from '../../contract/attempt.ts';
import { isErrorUrl } from '../documents/documents.ts';
import type { OpenRequests } from '../documents/open-requests.ts';
import type { StepRef } from '../documents/step-ref.ts';
import { ExpectationFailed } from '../expect/expectation.ts';
import type { AttemptSettings } from '../run-scope.ts';
import type { StepObserver } from '../single-step.ts';
import type { StepFailed } from '../step-failed.ts';
import { unlessLate, withTimeout } from '../wait.ts';
import { type EvidenceBudget, EvidenceFiles, type EvidenceFilesSettings } from './evidence-files.ts';
import { collectConsoleErrors, readFailedPage, type SoughtElement } from './failed-page.ts';
import { FailedRequests } from './failed-requests.ts';
import { type LoggedStep, StepFrames, StepLog, titleOf, toExecutedStep } from './step-log.ts';
import { StepTrace } from './step-trace.ts';
import { type Screenshot, startPageTrace, type Trace } from './trace.ts';

/** What is recorded of an attempt, and where to. */
interface RecorderSettings
  extends EvidenceFilesSettings,
    Pick<AttemptSettings, 'trace' | 'keepTrace' | 'onStep'> {
  readonly budget: EvidenceBudget;
  readonly requests: OpenRequests;
}

/** Timeout for reading the page of a failure, in ms. */
const pageMs = 3000;
/** Timeout for a screenshot, in ms: a busy page never provides one. */
const screenshotMs = 5000;
/** A larger screenshot is written as JPEG: the report embeds no larger ones. */
const maxScreenshotBytes = 200_000;
const quality = 60;
/** Longer values that were compared are cut. */
const maxComparedCharacters = 1000;

/**
 * Records one attempt. Its methods never throw: evidence that cannot be recorded is reported as missing. Disposing of it
 * discards an unfinished recording.
 */
export class Recorder implements StepObserver, AsyncDisposable {
  readonly #context: BrowserContext;
  readonly #settings: RecorderSettings;
  readonly #consoleErrors: readonly string[];
  readonly #failedRequests: FailedRequests;
  readonly #failedPage: FailedPage = {};
  readonly #browser: Pick<Attempt, 'browserVersion' | 'viewport'>;
  readonly #files: EvidenceFiles;
  readonly #log = new StepLog();
  readonly #frames = new StepFrames(this.#log);
  #page: Page | undefined;
  /** Whether the attempt failed, and its steps and its page are reported. */
  #isDetailed = false;
  #screenshotUrl: string | null = null;
  #trace: Trace | undefined;

  private constructor(context: BrowserContext, settings: RecorderSettings) {
    this.#context = context;
    this.#settings = settings;
    this.#files = new EvidenceFiles(settings);
    this.#consoleErrors = collectConsoleErrors(context, settings.redact);
    this.#browser = {
      browserVersion: context.browser()?.version() ?? null,
      viewport: context.pages()[0]?.viewportSize() ?? null,
    };
    this.#failedRequests = new FailedRequests(context, settings.redact);
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
      if (trace === 'full') await this.#frames.start(this.#context);
      this.#trace =
        trace === 'light'
          ? new StepTrace(this.#context, redact)
          : await startPageTrace(this.#context, redact);
    } catch (error) {
      this.#files.addMissing('trace', error);
    }
  }

  async stepStarted(step: StepRef): Promise<void> {
    this.#settings.onStep(step);
    await this.#trace?.step(titleOf(step)).catch(() => {});
    this.#log.start(step);
  }

  stepEnded(): void {
    this.#log.end();
  }

  stepIgnored(step: StepRef): void {
    this.#log.ignore(step);
  }

  /** Only teardowns follow. */
  chainPassed(): void {
    this.#log.close();
  }

  /**
   * Takes a screenshot of the page after a failure, and reads what it is like. Only teardowns follow.
   * @param sought what the failed step looked for.
   */
  async failed(page: Page, failure: StepFailed, sought: SoughtElement | undefined): Promise<void> {
    this.#log.fail(failure);
    this.#page = page;
    if (this.#settings.budget.takeFailure()) this.#isDetailed = true;
    const { requests } = this.#settings;
    this.#failedRequests.addUnanswered(requests);
    if (requests.hasRenderBlocking(page)) await stopLoading(page);
    const [screenshot] = await Promise.all([
      this.#takeScreenshot(page),
      this.#isDetailed ? this.#readPage(page, failure, sought) : undefined,
    ]);
    this.#trace?.failed(failure.message, screenshot);
  }

  async #takeScreenshot(page: Page): Promise<Screenshot | undefined> {
    if (this.#settings.folder === undefined) return undefined;
    try {
      const png = await takeScreenshot(page, { type: 'png' });
      const jpeg =
        png.length <= maxScreenshotBytes
          ? undefined
          : await takeScreenshot(page, { type: 'jpeg', quality }).catch(() => undefined);
      const suffix = jpeg === undefined ? '.png' : '.jpg';
      this.#screenshotUrl = await this.#files.write('screenshot', suffix, jpeg ?? png);
      return { png, url: page.url(), ...(page.viewportSize() ?? { width: 0, height: 0 }) };
    } catch (error) {
      // Nobody misses the browser's own error page, of which there may be no picture.
      if (!isErrorUrl(page.url())) this.#files.addMissing('screenshot', error);
      return undefined;
    }
  }

  async #readPage(page: Page, { cause }: StepFailed, sought: SoughtElement | undefined): Promise<void> {
    if (cause instanceof ExpectationFailed) {
      const shown = (text: string) => cut(this.#settings.redact(text), maxComparedCharacters);
      this.#failedPage.expected = shown(cause.expected);
      if (cause.received != null) this.#failedPage.received = shown(cause.received);
    }
    const late = `The page did not respond within ${pageMs / 1000} s.`;
    try {
      await withTimeout(readFailedPage(page, sought, this.#settings.redact, this.#failedPage), pageMs, late);
    } catch (error) {
      this.#files.addMissing('page', error);
    }
  }

  /** Ends the recording. @returns the attempt with its evidence. */
  async finish(attempt: Attempt): Promise<Attempt> {
    const failed = attempt.status !== 'PASSED';
    const trace = this.#trace;
    // Without a failed step, a page has crashed during the current one.
    this.#log.end('FAILED');
    this.#log.close();
    if (failed && this.#page === undefined) this.#isDetailed = this.#settings.budget.takeFailure();
    const steps = await this.#steps(failed);
    if (!failed && !this.#settings.keepTrace) {
      await trace?.[Symbol.asyncDispose]();
      return { ...attempt, ...this.#browser, steps };
    }
    const traceUrl = trace ? await this.#files.write('trace', '.zip', (path) => trace.keep(path)) : null;
    // If the page has crashed, no screenshot was taken.
    const page = failed ? (this.#page ?? this.#context.pages().at(-1)) : undefined;
    const pageUrl = page?.url() ?? null;
    // A window that the app has opened may stay at this URL; the first page only has it before it opens another one.
    const hasOpened = page !== this.#context.pages()[0] || pageUrl !== 'about:blank';
    return {
      ...attempt,
      ...this.#browser,
      // The message says what could not be opened.
      pageUrl: !hasOpened || (pageUrl !== null && isErrorUrl(pageUrl)) ? null : pageUrl,
      ...(this.#isDetailed
        ? { failedPage: { ...this.#failedPage, failedRequests: [...this.#failedRequests.list] } }
        : {}),
      consoleErrors: [...this.#consoleErrors],
      screenshotUrl: this.#screenshotUrl,
      traceUrl,
      missingEvidence: this.#files.missing,
      steps,
    };
  }

  /** The steps, and for a failed attempt their pictures; none if the budget of the run is used up. */
  async #steps(failed: boolean): Promise<ExecutedStep[]> {
    const { testCaseId, budget } = this.#settings;
    const { steps } = this.#log;
    if (!(failed ? this.#isDetailed : budget.takeSteps(steps.length))) return [];
    const pictures = failed ? await this.#pictures(steps) : new Map<LoggedStep, Buffer>();
    return Promise.all(
      steps.map(async (step, index) => {
        const picture = pictures.get(step);
        const executed = toExecutedStep(step, testCaseId);
        if (picture === undefined) return executed;
        const url = await this.#files.write('pictures of steps', `-step-${index + 1}.jpg`, picture);
        return url === null ? executed : { ...executed, pictureUrl: url };
      }),
    );
  }

  async #pictures(steps: readonly LoggedStep[]): Promise<ReadonlyMap<LoggedStep, Buffer>> {
    const browser = this.#settings.folder === undefined ? null : this.#context.browser();
    try {
      return browser === null ? new Map() : await this.#frames.pictures(browser, steps);
    } catch (error) {
      this.#files.addMissing('pictures of steps', error);
      return new Map();
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#trace?.[Symbol.asyncDispose]();
  }
}

/** Timeout for stopping a page, in ms. */
const stopMs = 1000;

/** Stops what a page still loads: until then, it provides no screenshot. Only Chromium can. */
async function stopLoading(page: Page): Promise<void> {
  const stop = async () => {
    const session = await page.context().newCDPSession(page);
    await session.send('Page.stopLoading');
    await session.detach();
  };
  await unlessLate(stop(), stopMs);
}

function takeScreenshot(page: Page, options: PageScreenshotOptions): Promise<Buffer> {
  const message = `The page provided no screenshot within ${screenshotMs / 1000} s.`;
  return withTimeout(page.screenshot({ ...options, timeout: screenshotMs }), screenshotMs, message);
}
