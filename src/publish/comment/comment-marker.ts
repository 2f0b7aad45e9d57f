import { createHash } from 'node:crypto';

/** Which workflow run wrote something: a later one has a higher id, a re-run a higher attempt. */
export interface RunIdentity {
  readonly runId: number;
  readonly attempt: number;
}

/** What the marker of a comment says. */
export interface Marker extends RunIdentity {
  /** Not every run in it has told its verdict yet. */
  readonly running: boolean;
}

const format = /^<!-- browser-test-gate:([0-9a-f]{16}) run=(\d+)\.(\d+)( running)? -->/;

/** The key of a comment: one for each workflow and job. It is hashed, so that no name can end the HTML comment. */
export function commentKey(workflow: string, job: string): string {
  return hashed(`${workflow}\n${job}`);
}

/** The key of a comment that jobs and workflows share by a name; none of a workflow and job is the same. */
export function sharedCommentKey(name: string): string {
  return hashed(`shared\0${name}`);
}

function hashed(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 16);
}

/** The hidden first line by which a comment is found again. */
export function writeMarker(key: string, { runId, attempt }: RunIdentity, running = false): string {
  return `<!-- browser-test-gate:${key} run=${runId}.${attempt}${running ? ' running' : ''} -->`;
}

/** @returns the newest run in the comment, where its very first characters are the marker of `key`. */
export function readMarker(body: string, key: string): Marker | undefined {
  const [, found, runId, attempt, running] = format.exec(body) ?? [];
  if (found !== key) return undefined;
  return { runId: Number(runId), attempt: Number(attempt), running: running !== undefined };
}

/** True where `a` is a later run than `b`. */
export function isNewer(a: RunIdentity, b: RunIdentity): boolean {
  return a.runId > b.runId || (a.runId === b.runId && a.attempt > b.attempt);
}

/** True where both are the same attempt of the same run. */
export function isSameRun(a: RunIdentity, b: RunIdentity): boolean {
  return a.runId === b.runId && a.attempt === b.attempt;
}
