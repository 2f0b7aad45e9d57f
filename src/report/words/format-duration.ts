/** `420 ms`, `3.2 s`, `4 min 10 s`. */
export function formatDuration(ms: number): string {
  // At these limits, rounding would otherwise give 1000 ms or 60.0 s.
  if (ms < 999.5) return `${Math.round(ms)} ms`;
  if (ms < 59_950) return `${(ms / 1000).toFixed(1)} s`;
  const seconds = Math.round(ms / 1000);
  return `${Math.floor(seconds / 60)} min ${seconds % 60} s`;
}
