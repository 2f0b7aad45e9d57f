import { rename, rm, writeFile } from 'node:fs/promises';
import { strToU8, zipSync } from 'fflate';
import type { BrowserContext, ConsoleMessage } from 'playwright-core';
import type { Redact } from './redact-trace.ts';
import type { Picture, Trace } from './trace.ts';

/** The form of traces that the driver we ship writes, and its viewer reads. */
const traceVersion = 8;

/** So many lines of the console are kept. */
const maxMessages = 1000;
const maxMessageCharacters = 10_000;

interface Step {
  readonly title: string;
  readonly startTime: number;
  endTime?: number;
  error?: string;
}

/**
 * A trace of steps and console, without pages and requests, in the form that the trace viewer opens. It is made of what
 * is known here anyway: while the driver records, every call costs time; this costs nothing until it is kept.
 */
export class StepTrace implements Trace {
  readonly #browserName: string;
  readonly #redact: Redact;
  readonly #startTime = performance.now();
  readonly #wallTime = Date.now();
  readonly #steps: Step[] = [];
  readonly #messages: { readonly time: number; readonly message: ConsoleMessage }[] = [];
  #picture: Picture | undefined;
  /** The index of the step that failed; teardowns may play more of them. */
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

  failed(error: string, picture?: Picture): void {
    this.#endStep(error);
    this.#failed = this.#steps.length - 1;
    this.#picture = picture;
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
    const lines = this.#events().map((event) => JSON.stringify(clean(event, this.#redact)));
    return {
      'trace.trace': strToU8(`${lines.join('\n')}\n`),
      'trace.network': new Uint8Array(),
      ...(this.#picture === undefined ? {} : { [`resources/${pictureName}`]: this.#picture.png }),
    };
  }

  #events(): Record<string, unknown>[] {
    return [
      this.#head(),
      ...this.#steps.flatMap(stepEvents),
      ...this.#consoleEvents(),
      ...this.#pictureEvents(),
    ];
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
      options: this.#picture === undefined ? {} : { viewport: sizeOf(this.#picture) },
    };
  }

  #consoleEvents(): Record<string, unknown>[] {
    return this.#messages.map(({ time, message }) => ({
      type: 'console',
      messageType: message.type(),
      text: message.text().slice(0, maxMessageCharacters),
      location: message.location(),
      time,
      pageId,
    }));
  }

  /** The picture stands in the film strip, and in place of the page after the step that failed. */
  #pictureEvents(): Record<string, unknown>[] {
    const step = this.#steps[this.#failed];
    if (this.#picture === undefined || step?.endTime === undefined) return [];
    const { png, url } = this.#picture;
    const viewport = sizeOf(this.#picture);
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
      { type: 'screencast-frame', pageId, sha1: pictureName, timestamp: step.endTime, ...viewport },
      { type: 'frame-snapshot', snapshot },
    ];
  }
}

/** All pages count as one: the steps of a case are played one after the other. */
const pageId = 'page';
const pictureName = 'failure.png';
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

function sizeOf({ width, height }: Picture): { width: number; height: number } {
  return { width, height };
}

/** Every text of an event without secrets. */
function clean(event: Record<string, unknown>, redact: Redact): unknown {
  return JSON.parse(JSON.stringify(event), (_, value: unknown) =>
    typeof value === 'string' ? redact(value) : value,
  );
}
