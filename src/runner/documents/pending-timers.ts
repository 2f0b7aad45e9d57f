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
  const timers = { dueAt: 0, start: window.setTimeout };
  Object.defineProperty(window, symbol, { value: timers });
  const noting: ProxyHandler<typeof window.setTimeout> = {
    apply(target, self, parameters) {
      const delay = Number(parameters[1] ?? 0);
      if (delay <= maxMs) timers.dueAt = Math.max(timers.dueAt, performance.now() + delay);
      return Reflect.apply(target, self, parameters);
    },
  };
  window.setTimeout = new Proxy(window.setTimeout, noting);
  // Of an interval, the first time counts.
  window.setInterval = new Proxy(window.setInterval, noting);
}

/**
 * Evaluated in a page: waits for the timers that it has started since `watchTimers`, for its animations, and for its refresh
 * by a `meta` element or the header field `Refresh`.
 */
export async function timersFired({
  key,
  maxMs,
  rounds,
  refresh,
}: TimerOptions & { readonly refresh: string | undefined }): Promise<void> {
  const timers = Reflect.get(window, Symbol.for(key));
  const start: typeof window.setTimeout = timers?.start ?? window.setTimeout;
  const until = (time: number) =>
    new Promise<void>((resolve) => void start.call(window, () => resolve(), time - performance.now()));
  const [navigation] = performance.getEntriesByType('navigation');
  const loadedAt = navigation instanceof PerformanceNavigationTiming ? navigation.loadEventEnd : 0;
  const metas = document.querySelectorAll<HTMLMetaElement>('meta[http-equiv="refresh" i]');
  for (const text of [refresh ?? '', ...[...metas].map(({ content }) => content)]) {
    const delay = Number.parseFloat(text) * 1000;
    // The page is replaced, or at least its request begins.
    if (delay <= maxMs) await until(loadedAt + delay + 50);
  }
  const animations = document.getAnimations().filter(({ playState }) => playState === 'running');
  const endsMs = animations.map(({ effect, currentTime }) => {
    const left = Number(effect?.getComputedTiming().endTime ?? 0) - Number(currentTime ?? 0);
    return left <= maxMs ? left : 0;
  });
  if (endsMs.length > 0) await until(performance.now() + Math.max(...endsMs) + 20);
  for (let round = 0; round < rounds && timers?.dueAt > performance.now(); round += 1) {
    // A little later: it may have started another one.
    await until(timers.dueAt + 20);
  }
}
