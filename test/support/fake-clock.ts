/** A clock that moves only when somebody sleeps on it or moves it: two minutes pass at once. */
export interface FakeClock {
  readonly now: () => number;
  readonly sleep: (ms: number, signal: AbortSignal) => Promise<void>;
  /** How long was slept, each time. */
  readonly sleeps: readonly number[];
  advance(ms: number): void;
  /** Does something when the clock has reached a moment. */
  at(ms: number, action: () => void): void;
}

export function createFakeClock(): FakeClock {
  let time = 0;
  const sleeps: number[] = [];
  const alarms: { ms: number; action: () => void }[] = [];
  const advance = (ms: number) => {
    time += ms;
    for (const alarm of alarms.splice(0)) {
      if (alarm.ms <= time) alarm.action();
      else alarms.push(alarm);
    }
  };
  return {
    now: () => time,
    sleeps,
    advance,
    at: (ms, action) => void alarms.push({ ms, action }),
    async sleep(ms, signal) {
      signal.throwIfAborted();
      sleeps.push(ms);
      advance(ms);
      signal.throwIfAborted();
    },
  };
}
