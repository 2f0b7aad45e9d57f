import type { RunIdentity } from '../../results/run-results.ts';

const format = /^<!-- browser-test-gate:([0-9a-f]{16}) run=(\d+)\.(\d+)( running)? -->/;

/**
 * The hidden first line that identifies a comment.
 * @param key of the gate, from `gateKey`.
 * @param isFinal false while results are missing.
 */
export function commentMarker(key: string, { runId, attempt }: RunIdentity, isFinal: boolean): string {
  return `<!-- browser-test-gate:${key} run=${runId}.${attempt}${isFinal ? '' : ' running'} -->`;
}

/** Reads the marker of a comment. @returns undefined if the body does not start with a marker of this key. */
export function readCommentMarker(
  body: string,
  key: string,
): (RunIdentity & { readonly running: boolean }) | undefined {
  const [, found, runId, attempt, running] = format.exec(body) ?? [];
  if (found !== key) return undefined;
  return { runId: Number(runId), attempt: Number(attempt), running: running !== undefined };
}

/** The key in the marker of a comment; undefined if the body does not start with a marker. */
export function commentKeyIn(body: string): string | undefined {
  return format.exec(body)?.[1];
}

/** True if `a` is a later workflow run than `b`, or a later attempt of the same one. */
export function isNewerRun(a: RunIdentity, b: RunIdentity): boolean {
  return a.runId > b.runId || (a.runId === b.runId && a.attempt > b.attempt);
}
