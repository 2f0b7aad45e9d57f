/** Timers with a longer delay are not waited for, in ms. */
const maxTimerMs = 2000;
/** How many timers in a row are waited for, each started by the one before: an animation may go on for ever. */
const maxRounds = 5;

/** What a page knows of its timers, under a name that no app uses. */
const timersKey = 'browserTestGateTimers';

/** The argument of the functions below, which are evaluated in pages. */
export const timerOptions = { key: timersKey, maxMs: maxTimerMs, rounds: maxRounds };
type TimerOptions = typeof timerOptions;

/** Evaluated in a page, also before its own scripts: notes when the timers are due that start from now on. */
export function watchTimers({ key, maxMs }: TimerOptions): void {
  const symbol = Symbol.for(key);
  if (Reflect.has(window, symbol)) return;
  const start = window.setTimeout;
  const timers = { dueAt: 0, start };
  Object.defineProperty(window, symbol, { value: timers });
  window.setTimeout = new Proxy(start, {
    apply(target, self, parameters) {
      const delay = Number(parameters[1] ?? 0);
      if (delay <= maxMs) timers.dueAt = Math.max(timers.dueAt, performance.now() + delay);
      return Reflect.apply(target, self, parameters);
    },
  });
}

/** Evaluated in a page: waits for the timers that it has started since `watchTimers`, and for its `meta` refresh. */
export async function timersFired({ key, maxMs, rounds }: TimerOptions): Promise<void> {
  const timers = Reflect.get(window, Symbol.for(key));
  const start: typeof window.setTimeout = timers?.start ?? window.setTimeout;
  const until = (time: number) =>
    new Promise<void>((resolve) => void start.call(window, () => resolve(), time - performance.now()));
  const [navigation] = performance.getEntriesByType('navigation');
  const loadedAt = navigation instanceof PerformanceNavigationTiming ? navigation.loadEventEnd : 0;
  for (const { content } of document.querySelectorAll<HTMLMetaElement>('meta[http-equiv="refresh" i]')) {
    const delay = Number.parseFloat(content) * 1000;
    // The page is replaced, or at least its request begins.
    if (delay <= maxMs) await until(loadedAt + delay + 50);
  }
  for (let round = 0; round < rounds && timers?.dueAt > performance.now(); round += 1) {
    // A little later: it may have started another one.
    await until(timers.dueAt + 20);
  }
}
