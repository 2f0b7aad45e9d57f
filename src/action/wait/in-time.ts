/** What is left for tidying up once the job is cancelled, in ms: the results are to be told before the runner kills. */
const tidyMs = 1500;

/**
 * Waits for work that ends by itself when the job is cancelled, and no longer than there is time for it then.
 * @throws what the work throws, or the reason of `cancel`.
 */
export async function inTime<T>(work: Promise<T>, cancel: AbortSignal): Promise<T> {
  const late = Promise.withResolvers<never>();
  const leave = () => setTimeout(() => late.reject(cancel.reason), tidyMs);
  cancel.addEventListener('abort', leave, { once: true });
  if (cancel.aborted) leave();
  try {
    return await Promise.race([work, late.promise]);
  } finally {
    cancel.removeEventListener('abort', leave);
  }
}
