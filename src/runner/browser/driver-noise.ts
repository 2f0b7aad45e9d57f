/**
 * True for what the driver throws on nobody's call: an event of a context that was closed in the middle of something
 * names what is gone already. No case is touched, and no verdict: who handles uncaught errors passes over it.
 */
export function isDriverNoise(error: unknown): boolean {
  return (
    error instanceof Error && /^Object with guid \S+ was not bound in the connection$/.test(error.message)
  );
}
