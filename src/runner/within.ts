/** Work did not end in its time. */
export class TimedOut extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'TimeoutError';
  }
}

/**
 * Waits for work no longer than `ms`; the work itself is left alone.
 * @throws TimedOut with `message`, or what the work throws.
 */
export async function within<T>(ms: number, message: string, work: () => Promise<T>): Promise<T> {
  const late = Promise.withResolvers<never>();
  const timer = setTimeout(() => late.reject(new TimedOut(message)), ms);
  try {
    return await Promise.race([work(), late.promise]);
  } finally {
    clearTimeout(timer);
  }
}
