/**
 * Waits for work until a signal is aborted; the work itself is left alone.
 * @throws what the work throws before that.
 */
export async function unlessAborted(signal: AbortSignal, work: () => Promise<void>): Promise<void> {
  if (signal.aborted) return;
  const aborted = Promise.withResolvers<void>();
  const abort = () => aborted.resolve();
  signal.addEventListener('abort', abort, { once: true });
  try {
    await Promise.race([work(), aborted.promise]);
  } finally {
    signal.removeEventListener('abort', abort);
  }
}
