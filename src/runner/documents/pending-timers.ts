/** The argument of the functions below, which are evaluated in pages. */
export const timerOptions = {
  /** Under what name a page keeps what it knows of its timers, which no app uses. */
  key: 'browserTestGateTimers',
  /** Timers with a longer delay are not waited for, in ms. */
  maxMs: 2000,
  /** How many timers in a row are waited for, each started by the one before: an animation may go on for ever. */
  rounds: 5,
  /** How long frames in a row are waited for, in ms. */
  framesMs: 1000,
  /** Two frames are in a row if they are no further apart than this, in ms. */
  frameGapMs: 100,
};
type TimerOptions = typeof timerOptions;

/**
 * Evaluated in a page or frame, also before its own scripts: notes when the timers are due that start from now on, and
 * which messages are to come.
 */
export function watchTimers({ key, maxMs }: TimerOptions): void {
  const symbol = Symbol.for(key);
  if (Reflect.has(window, symbol)) return;
  const messages = new Set<Promise<void>>();
  const [start, startFrame, startIdle] = [setTimeout, requestAnimationFrame, window.requestIdleCallback];
  const timers = { dueAt: 0, frameAt: 0, isIdleAwaited: false, start, startFrame, startIdle, messages };
  Object.defineProperty(window, symbol, { value: timers });
  const before = (target: object, name: string, note: (parameters: unknown[]) => void) => {
    const method = Reflect.get(target, name);
    if (typeof method !== 'function') return;
    const noting: ProxyHandler<typeof method> = {
      apply(_, self, parameters) {
        note(parameters);
        return Reflect.apply(method, self, parameters);
      },
    };
    Reflect.set(target, name, new Proxy(method, noting));
  };
  const noteDelay = (delay: unknown) => {
    const ms = Number(delay ?? 0);
    if (ms <= maxMs) timers.dueAt = Math.max(timers.dueAt, performance.now() + ms);
  };
  before(window, 'setTimeout', ([, delay]) => noteDelay(delay));
  // Of an interval, the first time counts.
  before(window, 'setInterval', ([, delay]) => noteDelay(delay));
  before(Reflect.get(window, 'scheduler') ?? {}, 'postTask', ([, options]) =>
    noteDelay(Object(options).delay),
  );
  before(window, 'requestIdleCallback', () => {
    timers.isIdleAwaited = true;
  });
  before(window, 'requestAnimationFrame', () => {
    timers.frameAt = performance.now();
  });
  // A worker or a server that is sent something, or was just started, is likely to answer.
  const awaitMessage = (source: EventTarget) => {
    const message = new Promise<void>((resolve) => {
      for (const type of ['message', 'error', 'close']) source.addEventListener(type, () => resolve());
    });
    messages.add(message);
    void message.then(() => messages.delete(message));
  };
  for (const name of ['Worker', 'EventSource', 'WebSocket']) {
    const type = Reflect.get(window, name);
    if (type === undefined) continue;
    const starting: ProxyHandler<typeof type> = {
      construct(target, parameters, newTarget) {
        const source = Reflect.construct(target, parameters, newTarget);
        awaitMessage(source);
        return source;
      },
    };
    Reflect.set(window, name, new Proxy(type, starting));
    for (const method of ['postMessage', 'send']) {
      const send = type.prototype[method];
      if (send === undefined) continue;
      type.prototype[method] = function (this: EventTarget, ...parameters: unknown[]) {
        awaitMessage(this);
        return Reflect.apply(send, this, parameters);
      };
    }
  }
}

/**
 * Evaluated in a page: waits for the timers and messages since `watchTimers`, for its animations, and for its refresh
 * by a `meta` element or the header field `Refresh`.
 */
export async function timersFired({
  key,
  maxMs,
  rounds,
  framesMs,
  frameGapMs,
  refresh,
}: TimerOptions & { readonly refresh: string | undefined }): Promise<void> {
  const timers = Reflect.get(window, Symbol.for(key));
  const start: typeof window.setTimeout = timers?.start ?? window.setTimeout;
  const until = (time: number) =>
    new Promise<void>((resolve) => void start.call(window, () => resolve(), time - performance.now()));
  // The scripts of a frame that was just added are still to come.
  if (document.readyState === 'loading') {
    const parsed = new Promise((resolve) => {
      document.addEventListener('DOMContentLoaded', resolve, { once: true });
    });
    await Promise.race([parsed, until(performance.now() + maxMs)]);
  }
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
  if (timers?.messages.size > 0) {
    await Promise.race([Promise.all(timers.messages), until(performance.now() + maxMs)]);
    await until(performance.now() + 20);
  }
  const idleEnd = performance.now() + maxMs;
  for (let round = 0; round < rounds && timers?.isIdleAwaited === true; round += 1) {
    timers.isIdleAwaited = false;
    // Callbacks are called in their order, some of them only after a frame.
    const idle = new Promise((resolve) => timers.startIdle.call(window, resolve));
    timers.startFrame.call(window, () => {});
    await Promise.race([idle, until(idleEnd)]);
  }
  const framesEnd = performance.now() + framesMs;
  while (timers?.frameAt > 0 && performance.now() < Math.min(timers.frameAt + frameGapMs, framesEnd)) {
    await until(timers.frameAt + frameGapMs);
  }
  for (let round = 0; round < rounds && timers?.dueAt > performance.now(); round += 1) {
    // A little later: it may have started another one.
    await until(timers.dueAt + 20);
  }
}
