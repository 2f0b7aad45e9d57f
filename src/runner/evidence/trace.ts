import { mkdtemp, rename, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { BrowserContext } from 'playwright-core';
import { within } from '../within.ts';
import { type Redact, redactTrace } from './redact-trace.ts';

/** How long a trace may take to be thrown away, and to be written, in ms. */
const discardMs = 2000;
const writeMs = 30_000;

/**
 * How much is traced: actions and console alone cost next to nothing. The pages before and after each action, their
 * requests and pictures take half as long again, and slow down what plays beside.
 */
const options = {
  light: { screenshots: false, snapshots: false, sources: false },
  full: { screenshots: true, snapshots: true, sources: false },
} as const;

/** A trace that is being recorded. Disposing of it throws it away, unless it was kept. */
export interface Trace extends AsyncDisposable {
  /** What follows belongs to a step of this name. */
  step(name: string): Promise<void>;
  /**
   * Ends the recording, and writes it without secrets.
   * @throws where it could not be written in time.
   */
  keep(path: string): Promise<void>;
}

/** Starts to trace. @throws where the browser can't. */
export async function startTrace(
  context: BrowserContext,
  mode: keyof typeof options,
  redact: Redact,
): Promise<Trace> {
  const { tracing } = context;
  await within(discardMs, 'The browser did not start to trace.', () => tracing.start(options[mode]));
  let running = true;
  let inStep = false;
  return {
    async step(name) {
      if (inStep) await tracing.groupEnd();
      await tracing.group(name);
      inStep = true;
    },
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
