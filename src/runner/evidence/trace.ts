import { mkdtemp, rename, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { BrowserContext } from 'playwright-core';
import { within } from '../within.ts';
import { type Redact, redactTrace } from './redact-trace.ts';

/** How long a trace may take to be thrown away, and to be written, in ms. */
const discardMs = 2000;
const writeMs = 30_000;

/** A picture of the page where an attempt failed; sizes in CSS pixels. */
export interface Picture {
  readonly png: Uint8Array;
  readonly url: string;
  readonly width: number;
  readonly height: number;
}

/** A trace that is being recorded. Disposing of it throws it away, unless it was kept. */
export interface Trace extends AsyncDisposable {
  /** What follows belongs to a step of this name. */
  step(name: string): Promise<void>;
  /** The step that was told last has failed; where its page could be seen, with a picture of it. */
  failed(error: string, picture?: Picture): void;
  /**
   * Ends the recording, and writes it without secrets.
   * @throws where it could not be written in time.
   */
  keep(path: string): Promise<void>;
}

/**
 * Starts the driver's own trace: every call, the pages before and after it, their requests and pictures. A case takes half
 * as long again, and slows down what plays beside it.
 * @throws where the browser can't.
 */
export async function startPageTrace(context: BrowserContext, redact: Redact): Promise<Trace> {
  const { tracing } = context;
  const options = { screenshots: true, snapshots: true };
  await within(discardMs, 'The browser did not start to trace.', () => tracing.start(options));
  let running = true;
  let inStep = false;
  return {
    async step(name) {
      if (inStep) await tracing.groupEnd();
      await tracing.group(name);
      inStep = true;
    },
    // The driver has seen it itself.
    failed() {},
    async keep(path) {
      running = false;
      // Until it has no secrets any more, it stays where nobody uploads it from.
      const folder = await mkdtemp(join(tmpdir(), 'browser-test-gate-'));
      const raw = join(folder, 'trace.zip');
      const redacted = `${path}.part`;
      const stopped = tracing.stop({ path: raw });
      const removed = stopped.catch(() => {}).then(() => rm(folder, { recursive: true, force: true }));
      try {
        await within(writeMs, `The trace was not there within ${writeMs / 1000} s.`, () => stopped);
        await redactTrace(raw, redacted, redact);
        await rename(redacted, path);
      } finally {
        await rm(redacted, { force: true });
        await removed.catch(() => {});
      }
    },
    async [Symbol.asyncDispose]() {
      if (!running) return;
      running = false;
      await within(discardMs, 'late', () => tracing.stop()).catch(() => {});
    },
  };
}
