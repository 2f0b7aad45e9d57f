import { rename, rm, writeFile } from 'node:fs/promises';
import { strToU8, zipSync } from 'fflate';
import type { BrowserContext, ConsoleMessage } from 'playwright-core';
import { cut, type Redact } from '../../common/text.ts';
import { redactTexts } from '../runner.ts';
import type { Screenshot, Trace } from './trace.ts';

/** The trace format of the bundled driver and its viewer. */
const traceVersion = 8;

/** How many console messages are kept. */
const maxMessages = 1000;
const maxMessageCharacters = 10_000;

interface Step {
  readonly title: string;
  readonly startTime: number;
  endTime?: number;
  error?: string;
}

/**
 * A trace of steps and console messages, without pages and requests, which the trace viewer can open. The driver's own
 * trace slows down every call; this one takes no time until it is written.
 */
export class StepTrace implements Trace {
  readonly #browserName: string;
  readonly #redact: Redact;
  readonly #startTime = performance.now();
  readonly #wallTime = Date.now();
  readonly #steps: Step[] = [];
  readonly #messages: { readonly time: number; readonly message: ConsoleMessage }[] = [];
  #screenshot: Screenshot | undefined;
  /** The index of the step that failed; teardowns may run more of them. */
  #failed = -1;

  constructor(context: BrowserContext, redact: Redact) {
    this.#browserName = context.browser()?.browserType().name() ?? '';
    this.#redact = redact;
    context.on('console', (message) => {
      if (this.#messages.length < maxMessages) this.#messages.push({ time: performance.now(), message });
    });
  }

  async step(title: string): Promise<void> {
    this.#endStep();
    this.#steps.push({ title, startTime: performance.now() });
  }

  failed(error: string, screenshot?: Screenshot): void {
    this.#endStep(error);
    this.#failed = this.#steps.length - 1;
    this.#screenshot = screenshot;
  }

  /** @throws an error of the file system. */
  async keep(path: string): Promise<void> {
    this.#endStep();
    const part = `${path}.part`;
    try {
      await writeFile(part, zipSync(this.#entries(), { level: 3 }));
      await rename(part, path);
    } finally {
      await rm(part, { force: true });
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {}

  #endStep(error?: string): void {
    const step = this.#steps.at(-1);
    if (step === undefined || step.endTime !== undefined) return;
    step.endTime = performance.now();
    if (error !== undefined) step.error = error;
  }

  #entries(): Record<string, Uint8Array> {
    const events = [
      this.#head(),
      ...this.#steps.flatMap(stepEvents),
      ...this.#consoleEvents(),
      ...this.#screenshotEvents(),
    ];
    const lines = events.map((event) => JSON.stringify(redactTexts(event, this.#redact)));
    return {
      'trace.trace': strToU8(`${lines.join('\n')}\n`),
      'trace.network': new Uint8Array(),
      ...(this.#screenshot === undefined ? {} : { [`resources/${screenshotName}`]: this.#screenshot.png }),
    };
  }

  #head(): Record<string, unknown> {
    return {
      version: traceVersion,
      type: 'context-options',
      origin: 'library',
      browserName: this.#browserName,
      platform: process.platform,
      wallTime: this.#wallTime,
      monotonicTime: this.#startTime,
      sdkLanguage: 'javascript',
      options: this.#screenshot === undefined ? {} : { viewport: sizeOf(this.#screenshot) },
    };
  }

  #consoleEvents(): Record<string, unknown>[] {
    return this.#messages.map(({ time, message }) => ({
      type: 'console',
      messageType: message.type(),
      text: cut(message.text(), maxMessageCharacters),
      location: message.location(),
      time,
      pageId,
    }));
  }

  /** The screenshot appears in the film strip, and as the page after the step that failed. */
  #screenshotEvents(): Record<string, unknown>[] {
    const step = this.#steps[this.#failed];
    if (this.#screenshot === undefined || step?.endTime === undefined) return [];
    const { png, url } = this.#screenshot;
    const viewport = sizeOf(this.#screenshot);
    const image = [
      'IMG',
      { src: `data:image/png;base64,${Buffer.from(png).toString('base64')}`, style: 'width: 100%' },
    ];
    const snapshot = {
      callId: callId(this.#failed),
      snapshotName: failureSnapshot,
      pageId,
      frameId: 'frame',
      frameUrl: url,
      doctype: 'html',
      html: ['HTML', {}, ['BODY', { style: 'margin: 0' }, image]],
      viewport,
      timestamp: step.endTime,
      collectionTime: 0,
      resourceOverrides: [],
      isMainFrame: true,
    };
    return [
      { type: 'screencast-frame', pageId, sha1: screenshotName, timestamp: step.endTime, ...viewport },
      { type: 'frame-snapshot', snapshot },
    ];
  }
}

/** All pages have one id: the steps of a case are run one after the other. */
const pageId = 'page';
const screenshotName = 'failure.png';
const failureSnapshot = 'failure';

function callId(index: number): string {
  return `step@${index + 1}`;
}

function stepEvents({ title, startTime, endTime, error }: Step, index: number): Record<string, unknown>[] {
  const id = { callId: callId(index) };
  const failure =
    error === undefined ? {} : { error: { name: 'Error', message: error }, afterSnapshot: failureSnapshot };
  return [
    { type: 'before', ...id, startTime, title, class: 'Test', method: 'step', params: {}, pageId },
    { type: 'after', ...id, endTime, ...failure },
  ];
}

function sizeOf({ width, height }: Screenshot): { width: number; height: number } {
  return { width, height };
}
