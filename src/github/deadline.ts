/** GitHub never delays a job longer than this, in ms. */
export const maxGitHubMs = 60_000;

/** Minimum time for GitHub, in ms: also an action that ends close to its own deadline has to write its result. */
const minGitHubMs = 8000;

/**
 * Time after a cancellation, in ms: for requests that are under way, and for those that publish its end. The runner kills the
 * process soon after.
 */
const pendingRequestsMs = 1500;
export const afterCancelMs = 3500;

/** When each job was cancelled, on the clock of `performance.now()`. */
const cancelledAt = new WeakMap<AbortSignal, number>();

/** Limits of the time for one attempt, in ms, its body included. */
const minAttemptMs = 2000;
const maxAttemptMs = 15_000;

/** When each deadline ends, on the clock of `performance.now()`: a signal itself does not say. */
const endsAt = new WeakMap<AbortSignal, () => number>();

/** How long requests to GitHub may take in a job that has `leftMs` until its own deadline; in ms, from 8 s to 60 s. */
export function githubTimeFor(leftMs: number): number {
  return Math.max(minGitHubMs, Math.min(maxGitHubMs, leftMs));
}

/**
 * A signal that is aborted after `ms`, or soon after the job is cancelled, whichever comes first: 1.5 s after that, or 3.5 s
 * if it is made later. Its reason says which.
 * @param cancel aborted when the job is cancelled.
 * @param cancelledMs replaces the 1.5 s.
 */
export function deadlineSignal(
  cancel: AbortSignal,
  ms: number,
  cancelledMs = pendingRequestsMs,
): AbortSignal {
  const deadline = new AbortController();
  let end = Number.POSITIVE_INFINITY;
  let timer: NodeJS.Timeout | undefined;
  const abort = () =>
    deadline.abort(
      new Error(
        cancel.aborted ? 'the job was cancelled' : 'the time limit for requests to GitHub was reached',
      ),
    );
  const endBy = (moment: number) => {
    end = Math.min(end, moment);
    clearTimeout(timer);
    timer = setTimeout(abort, Math.max(0, end - performance.now())).unref();
  };
  const endAfterCancel = (limitMs: number) => {
    const moment = cancelledAt.get(cancel) ?? performance.now();
    cancelledAt.set(cancel, moment);
    endBy(moment + limitMs);
  };
  endsAt.set(deadline.signal, () => end);
  endBy(performance.now() + ms);
  if (cancel.aborted) endAfterCancel(afterCancelMs);
  else cancel.addEventListener('abort', () => endAfterCancel(cancelledMs), { once: true });
  return deadline.signal;
}

/** Time left until a deadline, in ms. A signal that `deadlineSignal` did not make counts as 60 s. */
export function timeLeftMs(signal: AbortSignal): number {
  if (signal.aborted) return 0;
  const end = endsAt.get(signal)?.() ?? performance.now() + maxGitHubMs;
  return Math.max(0, end - performance.now());
}

/** Time limit of one attempt, in whole ms: a quarter of what is left, so that a request that hangs leaves time for others. */
export function attemptLimitMs(signal: AbortSignal): number {
  return Math.min(maxAttemptMs, Math.max(minAttemptMs, Math.ceil(timeLeftMs(signal) / 4)));
}
