import { setImmediate } from 'node:timers/promises';
import type { Clock } from '../../src/gate/execution/timing.ts';

/** A clock that jumps to the next moment at which somebody wants to be woken, as soon as all have had their turn. */
export interface EventClock extends Clock {
  /** Time that passes without anybody sleeping. */
  advance(ms: number): void;
}

/** @param endMs `onEnd` is called once this time has come. */
export function createEventClock(endMs: number, onEnd: () => void): EventClock {
  const sleepers = new Set<{ readonly at: number; readonly wake: () => void }>();
  let time = 0;
  let isTicking = false;

  async function tick(): Promise<void> {
    while (sleepers.size > 0) {
      await setImmediate();
      const [next] = [...sleepers].sort((a, b) => a.at - b.at);
      if (next === undefined) break;
      sleepers.delete(next);
      time = Math.max(time, next.at);
      if (time >= endMs) onEnd();
      next.wake();
    }
    isTicking = false;
  }

  return {
    now: () => time,
    advance: (ms) => {
      time += ms;
    },
    sleep(ms, signal) {
      const { promise, resolve, reject } = Promise.withResolvers<void>();
      if (signal.aborted) reject(signal.reason);
      const sleeper = { at: time + ms, wake: resolve };
      sleepers.add(sleeper);
      signal.addEventListener(
        'abort',
        () => {
          sleepers.delete(sleeper);
          reject(signal.reason);
        },
        { once: true },
      );
      if (!isTicking) {
        isTicking = true;
        void tick();
      }
      return promise;
    },
  };
}
