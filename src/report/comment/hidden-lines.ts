import { deflateRawSync, inflateRawSync } from 'node:zlib';
import { z } from 'zod';
import { type RunIdentity, runIdentity } from '../../results/run-results.ts';

const format = /^<!-- browser-test-gate:([0-9a-f]{16}) run=(\d+)\.(\d+)( running)? -->/;

/**
 * The hidden first line that identifies a comment.
 * @param key of the gate, from `gateKey`.
 * @param isFinal false while results are missing.
 */
export function commentMarker(key: string, { runId, attempt }: RunIdentity, isFinal: boolean): string {
  return `<!-- browser-test-gate:${key} run=${runId}.${attempt}${isFinal ? '' : ' running'} -->`;
}

/**
 * Reads the marker of a comment.
 * @param key of the gate. Default: that of any gate.
 * @returns undefined if the body does not start with such a marker.
 */
export function readCommentMarker(body: string, key?: string) {
  const [, found, runId, attempt, running] = format.exec(body) ?? [];
  if (found === undefined || found !== (key ?? found)) return undefined;
  return { key: found, runId: Number(runId), attempt: Number(attempt), running: running !== undefined };
}

/** True if `a` is a later workflow run than `b`, or a later attempt of the same one. */
export function isNewerRun(a: RunIdentity, b: RunIdentity): boolean {
  return a.runId > b.runId || (a.runId === b.runId && a.attempt > b.attempt);
}

/** Digits of the key of a test case, a hash. */
export const keyDigits = 10;
/** With more failing cases, nothing is remembered. */
export const maxCases = 1000;
/** Size limit of the hidden line, in characters; the text needs the rest of the comment. */
const maxCharacters = 24_000;
/** Size limit of its unpacked JSON, in bytes. */
const maxBytes = 1024 * 1024;

const line = /^<!-- data:([A-Za-z0-9+/=]+) -->$/;
/** The run since which a case fails: its time in UTC, then the beginning of its commit. */
const since = /^\d{4}-\d\d-\d\dT[\d:]{8} .{0,12}$/su;

/** Failing cases: since when each fails, by its key. They are stored by run, since keys do not compress. */
export type FailingCases = ReadonlyMap<string, string>;
const failingCases = z
  .record(z.string().regex(since), z.string().regex(/^[0-9a-f]*$/))
  .transform((runs): FailingCases => new Map(Object.entries(runs).flatMap(casesOfRun)))
  .refine(({ size }) => size <= maxCases)
  .optional();
const storedHistory = z.object({ run: runIdentity, before: failingCases, failing: failingCases });

/**
 * What a comment remembers, in its hidden second line: the workflow run that wrote it, what failed before that run, and
 * what fails now; undefined if unknown.
 */
export type StoredHistory = Readonly<z.infer<typeof storedHistory>>;

/** Reads the history in a comment. @returns undefined if its second line is not a readable history. */
export function readHistory(body: string): StoredHistory | undefined {
  const [, packed] = line.exec(body.split(/\r?\n/, 2)[1] ?? '') ?? [];
  if (packed === undefined) return undefined;
  try {
    const json = inflateRawSync(Buffer.from(packed, 'base64'), { maxOutputLength: maxBytes }).toString();
    return storedHistory.parse(JSON.parse(json));
  } catch {
    return undefined;
  }
}

/** The hidden line of at most 24,000 characters. No text can end it. Since when cases fail becomes less precise if needed. */
export function writeHistory({ run, before, failing }: StoredHistory): string {
  const json = JSON.stringify({ run, before: casesByRun(before), failing: casesByRun(failing) });
  const line = `<!-- data:${deflateRawSync(json).toString('base64')} -->`;
  return line.length <= maxCharacters
    ? line
    : writeHistory({ run, before: mergeOldest(before), failing: mergeOldest(failing) });
}

function casesOfRun([since, keys]: [string, string]): [string, string][] {
  return (keys.match(new RegExp(`.{${keyDigits}}`, 'g')) ?? []).map((key) => [key, since]);
}

function casesByRun(failing: FailingCases | undefined): Record<string, string> | undefined {
  if (failing === undefined) return undefined;
  const groups = Map.groupBy([...failing].sort(), ([, since]) => since);
  return Object.fromEntries([...groups].map(([since, cases]) => [since, cases.map(([key]) => key).join('')]));
}

/** Merges the older half of the runs: their cases are said to fail since the newest of them. */
function mergeOldest(failing: FailingCases | undefined): FailingCases | undefined {
  const runs = [...new Set(failing?.values())].sort();
  const newest = runs[Math.ceil((runs.length + 1) / 2) - 1] ?? '';
  return failing && new Map([...failing].map(([key, since]) => [key, since < newest ? newest : since]));
}
