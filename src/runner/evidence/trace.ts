import { mkdtemp, rename, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { BrowserContext } from 'playwright-core';
import { z } from 'zod';
import { tryParseJson } from '../../common/json.ts';
import type { Redact } from '../../common/map-texts.ts';
import { unlessLate, withTimeout } from '../wait.ts';
import { redactTrace } from './redact-trace.ts';

/** Timeouts for starting or discarding a trace, and for writing it, in ms. */
const startMs = 2000;
const writeMs = 30_000;

/** A screenshot of the page where an attempt failed; sizes in CSS pixels. */
export interface Screenshot {
  readonly png: Uint8Array;
  readonly url: string;
  readonly width: number;
  readonly height: number;
}

/** A trace that is being recorded. Disposing of it discards it, unless it was kept. */
export interface Trace extends AsyncDisposable {
  step(title: string): Promise<void>;
  /** The current step has failed; with a screenshot of its page, if there is one. */
  failed(error: string, screenshot?: Screenshot): void;
  /**
   * Ends the recording and writes it without secrets.
   * @throws Error if it cannot be written in time.
   */
  keep(path: string): Promise<void>;
}

/**
 * Starts the driver's own trace: every call, snapshots of the pages, requests and screenshots. A traced case takes half as
 * long again, and slows down parallel ones.
 * @throws Error if the browser cannot trace.
 */
export async function startPageTrace(context: BrowserContext, redact: Redact): Promise<Trace> {
  const started = context.tracing.start({ screenshots: true, snapshots: true });
  await withTimeout(started, startMs, 'The browser did not start tracing.');
  return new PageTrace(context.tracing, redact);
}

class PageTrace implements Trace {
  readonly #tracing: BrowserContext['tracing'];
  readonly #redact: Redact;
  #isRunning = true;
  #groupCount = 0;
  #failure: TraceFailure | undefined;

  constructor(tracing: BrowserContext['tracing'], redact: Redact) {
    this.#tracing = tracing;
    this.#redact = redact;
  }

  async step(title: string): Promise<void> {
    if (this.#groupCount > 0) await this.#tracing.groupEnd();
    await this.#tracing.group(title);
    this.#groupCount += 1;
  }

  /** The driver records the page itself. */
  failed(message: string): void {
    this.#failure = { groupNumber: this.#groupCount, message };
  }

  async keep(path: string): Promise<void> {
    this.#isRunning = false;
    // Until it is redacted, it stays in a folder that is never uploaded.
    const folder = await mkdtemp(join(tmpdir(), 'browser-test-gate-'));
    const raw = join(folder, 'trace.zip');
    const redacted = `${path}.part`;
    const stopped = this.#tracing.stop({ path: raw });
    const removed = stopped.catch(() => {}).then(() => rm(folder, { recursive: true, force: true }));
    try {
      await withTimeout(stopped, writeMs, `The trace was not written within ${writeMs / 1000} s.`);
      const failure = this.#failure;
      const edit = (events: string) => (failure === undefined ? events : withFailure(events, failure));
      await redactTrace(raw, redacted, this.#redact, edit);
      await rename(redacted, path);
    } finally {
      await rm(redacted, { force: true });
      await removed.catch(() => {});
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    if (!this.#isRunning) return;
    this.#isRunning = false;
    await unlessLate(this.#tracing.stop(), startMs);
  }
}

/** Events of the driver's trace, as far as they are read. */
const event = z.looseObject({
  type: z.enum(['before', 'after']),
  callId: z.string(),
  method: z.string().optional(),
  parentId: z.string().optional(),
  error: z.looseObject({ message: z.string() }).optional(),
});
type Event = z.infer<typeof event>;

/** A step in a trace that failed. */
interface TraceFailure {
  /** How many groups began up to that of the step. */
  readonly groupNumber: number;
  readonly message: string;
}

/**
 * Adds the message of a failure to the driver's trace, in which an expectation fails without saying what it expected. If
 * no call of the step failed, its group gets the error.
 * @param trace one JSON value per line.
 */
export function withFailure(trace: string, { groupNumber, message }: TraceFailure): string {
  const lines = trace.split('\n');
  const events = lines.map(readEvent);
  const groups = events.filter((each) => each?.type === 'before' && each.method === 'tracingGroup');
  const group = groups[groupNumber - 1];
  if (group === undefined) return trace;
  const calls = new Set(events.filter((each) => each?.parentId === group.callId).map((each) => each?.callId));
  const failedWith = (isIt: (message: string) => boolean) =>
    events.findLastIndex(
      (each) => each?.error !== undefined && calls.has(each.callId) && isIt(each.error.message),
    );
  const expectation = failedWith((text) => text === 'Expect failed');
  if (expectation === -1 && failedWith(() => true) !== -1) return trace;
  const end = events.findIndex((each) => each?.type === 'after' && each.callId === group.callId);
  const index = expectation === -1 ? end : expectation;
  const target = events[index];
  if (target === undefined) return trace;
  lines[index] = JSON.stringify({ ...target, error: { name: 'Error', message } });
  return lines.join('\n');
}

/** Other events are not even parsed: a trace may have thousands of large ones. */
function readEvent(line: string): Event | undefined {
  return /^\{"type":"(?:before|after)"/.test(line) ? event.safeParse(tryParseJson(line)).data : undefined;
}
