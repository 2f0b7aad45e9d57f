/**
 * Loaded first: the exit code is 1 until a verdict allows 0, and signals are handled from here on. An event loop that runs
 * dry, or an error that nobody catches, must not be green.
 */
process.exitCode = 1;

/** Why a job was cancelled. */
export class Cancellation extends Error {
  readonly signal: NodeJS.Signals;

  constructor(signal: NodeJS.Signals) {
    super(`the job was cancelled (${signal})`);
    this.signal = signal;
  }
}

const controller = new AbortController();

/** Aborted when the job is cancelled. */
export const cancelled: AbortSignal = controller.signal;

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.on(signal, () => {
    // The runner sends SIGINT first and kills soon after: a second signal ends the process at once. Browsers are killed on exit.
    if (cancelled.aborted) process.exit(1);
    controller.abort(new Cancellation(signal));
  });
}

// If nobody reads the log any more, the run goes on.
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {});
