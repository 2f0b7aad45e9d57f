import { setImmediate } from 'node:timers/promises';

/** A clock that moves only when the test moves it. */
export interface HandClock {
  readonly now: () => number;
  readonly sleep: (ms: number, signal: AbortSignal) => Promise<void>;
  /** So many sleep. */
  readonly sleeping: number;
  /** Moves it, from one waking to the next, and lets what was woken go on. */
  advance(ms: number): Promise<void>;
}

interface Sleeper {
  readonly at: number;
  readonly wake: () => void;
}

export function createHandClock(): HandClock {
  let time = 0;
  const sleepers = new Set<Sleeper>();
  return {
    now: () => time,
    get sleeping() {
      return sleepers.size;
    },
    sleep(ms, signal) {
      const { promise, resolve, reject } = Promise.withResolvers<void>();
      const sleeper = { at: time + ms, wake: resolve };
      sleepers.add(sleeper);
      const stop = () => {
        sleepers.delete(sleeper);
        reject(signal.reason);
      };
      if (signal.aborted) stop();
      else signal.addEventListener('abort', stop, { once: true });
      return promise;
    },
    async advance(ms) {
      const end = time + ms;
      for (;;) {
        await setImmediate();
        const next = [...sleepers].sort((a, b) => a.at - b.at)[0];
        if (next === undefined || next.at > end) break;
        time = next.at;
        sleepers.delete(next);
        next.wake();
      }
      time = end;
    },
  };
}
