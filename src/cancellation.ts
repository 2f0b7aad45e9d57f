/**
 * The first thing that is loaded: red until a verdict says otherwise, and signals are heard from here on. An event
 * loop that runs dry, or an error that nobody catches, must not be green.
 */
process.exitCode = 1;

const controller = new AbortController();

/** Aborted when the job is cancelled. */
export const cancelled: AbortSignal = controller.signal;

for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.on(signal, () => {
    // The runner sends SIGINT first and kills soon after: a second signal means at once. Browsers are killed on exit.
    if (cancelled.aborted) process.exit(1);
    controller.abort(new Error(`the job was cancelled (${signal})`));
  });
}

// Nobody may be reading the log any more: that is no reason to end, and none to be red.
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {});
