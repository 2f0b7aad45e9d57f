import type { Runner } from './runner.ts';

/**
 * A runner that is opened when a run begins, and closed when no run is left: nothing is needed before the first run,
 * and a browser that has died is replaced. Runs at the same time share it.
 * @param open where it rejects, the runs that asked for it reject with the same error; the next run tries again.
 */
export function onDemandRunner(open: () => Promise<Runner>): Runner {
  let shared: Promise<Runner> | undefined;
  let users = 0;
  return {
    browsers: ['CHROMIUM'],
    async run(plan, events, signal) {
      if (signal.aborted) return;
      shared ??= open();
      users += 1;
      const mine = shared;
      let opened: Runner | undefined;
      try {
        opened = await unlessAborted(mine, signal);
        await opened?.run(plan, events, signal);
      } finally {
        users -= 1;
        if (users === 0) {
          shared = undefined;
          const closed = mine.then((runner) => runner[Symbol.asyncDispose]()).catch(() => {});
          // A browser that was not up yet may take its time: a run that is stopped does not wait for it.
          if (opened !== undefined) await closed;
        }
      }
    },
    // Every run closes behind itself.
    async [Symbol.asyncDispose]() {},
  };
}

/** @returns undefined as soon as the signal is aborted. */
async function unlessAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T | undefined> {
  const aborted = Promise.withResolvers<undefined>();
  const abort = () => aborted.resolve(undefined);
  signal.addEventListener('abort', abort, { once: true });
  try {
    return await Promise.race([work, aborted.promise]);
  } finally {
    signal.removeEventListener('abort', abort);
  }
}
