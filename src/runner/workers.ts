/** Says what a case does. While it is idle, it only waits for something on its page: another case can play meanwhile. */
export type SetState = (state: 'idle' | 'playing') => void;

interface WorkerLimits {
  readonly playing: number;
  /** How many cases are open at the same time, including idle ones. */
  readonly open: number;
}

/**
 * Works on items, as many at the same time as the limits allow. An item that is not idle any more goes on at once.
 * @param next takes the next item; undefined if none is left.
 * @throws what `work` throws.
 */
export async function workInParallel<T>(
  limits: WorkerLimits,
  next: () => T | undefined,
  work: (item: T, setState: SetState) => Promise<void>,
): Promise<void> {
  const open = new Set<Promise<void>>();
  let playing = 0;
  let changed = Promise.withResolvers<void>();
  const start = async (item: T) => {
    let [isPlaying, hasEnded] = [false, false];
    const setState: SetState = (state) => {
      if (isPlaying === (state === 'playing') || hasEnded) return;
      isPlaying = state === 'playing';
      playing += isPlaying ? 1 : -1;
      changed.resolve();
      changed = Promise.withResolvers();
    };
    setState('playing');
    await work(item, setState).finally(() => {
      setState('idle');
      // An attempt that was left behind may still report.
      hasEnded = true;
    });
  };
  for (;;) {
    const item = playing < limits.playing && open.size < limits.open ? next() : undefined;
    if (item !== undefined) {
      const started = start(item);
      open.add(started);
      started.catch(() => {}).finally(() => open.delete(started));
    } else if (open.size > 0) {
      await Promise.race([changed.promise, ...open]);
    } else {
      return;
    }
  }
}
