import { deflateRawSync, inflateRawSync } from 'node:zlib';
import { z } from 'zod';
import { hashOf } from '../../results/jobs.ts';
import {
  type CaseResult,
  type CaseStatus,
  type RunIdentity,
  type RunResults,
  runIdentity,
} from '../../results/run-results.ts';
import { formatNumbers } from '../headline.ts';
import type { NoteOf } from '../markdown/failure.ts';
import { code } from '../markdown/markdown.ts';

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

/** Digits of the hash that identifies a test case. */
const keyDigits = 10;
/** With more failing cases, nothing is remembered. */
const maxCases = 1000;
/** Size limit of the hidden line, in characters; the text needs the rest of the comment. */
const maxCharacters = 24_000;
/** Size limit of its unpacked JSON, in bytes. */
const maxBytes = 1024 * 1024;

const line = /^<!-- data:([A-Za-z0-9+/=]+) -->$/;
/** The run since which a case fails: its time in UTC, then the beginning of its commit. */
const since = /^\d{4}-\d\d-\d\dT[\d:]{8} .{0,12}$/su;

/** Failing cases: since when each fails, by its key. They are stored by run, since keys do not compress. */
type FailingCases = ReadonlyMap<string, string>;
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

/** The results of a workflow run compared with what failed before it. */
export type Comparison = ReturnType<typeof compareWithHistory>;

interface CurrentRun {
  readonly run: RunIdentity;
  readonly sha: string;
  /** In s since 1970. */
  readonly at: number;
  readonly jobs: readonly RunResults[];
  readonly isComplete: boolean;
}

/**
 * Compares a workflow run with what failed before it. A case is identified by the matrix values and step of its job, and its
 * id. A case without a result keeps its state.
 * @param stored what the comment remembers; undefined if there is no comment or nothing in it can be read.
 */
export function compareWithHistory(stored: StoredHistory | undefined, current: CurrentRun) {
  const { runId, attempt } = current.run;
  const isSameRun = stored?.run.runId === runId;
  const before = isSameRun ? stored.before : stored?.failing;
  const sinceStored = new Map([...(isSameRun ? (stored.failing ?? []) : []), ...(before ?? [])]);
  const keys = keysOf(current.jobs);
  const failed = keysWith(keys, 'failed');
  const sinceBefore = (result: CaseResult) => before?.get(keys.get(result) ?? '');
  /** The case failed before the run, and passed at its first attempt. */
  const isFixed = (result: CaseResult) =>
    result.status === 'passed' &&
    !result.flaky &&
    sinceBefore(result) !== undefined &&
    !failed.has(keys.get(result) ?? '');
  const noteOf = (result: CaseResult) => {
    if (before === undefined || result.status !== 'failed') return undefined;
    const since = sinceBefore(result);
    return since === undefined ? '_newly failing_' : `_still failing since ${formatSince(since)}_`;
  };
  const newly = [...failed].filter((key) => before?.has(key) !== true).length;
  const fixed = [...keys.keys()].filter(isFixed).length;
  const numbers = {
    'newly failing': newly,
    fixed,
    'still failing': failed.size - newly,
    'failed before and did not run': countLeftOut(current, keys, before),
  };
  return {
    /** `2 newly failing, 1 fixed, 1 still failing`; empty if nothing changed or nothing is known. */
    changes: before === undefined ? '' : formatNumbers(numbers),
    noteOf,
    isFixed,
    /** What the comment remembers from now on. */
    next: { run: { runId, attempt }, before, failing: failingAfter(current, keys, before, sinceStored) },
  };
}

/** How many failing cases were deleted, renamed, switched off or not selected, which does not fix them. */
function countLeftOut(current: CurrentRun, keys: Keys, before: FailingCases = new Map()): number {
  // With a matrix, a case that has moved to another shard has another key.
  const isSharded = current.jobs.some(({ job }) => job.shard !== null);
  if (isSharded || !hasAllCases(current, keys)) return 0;
  const ran = new Set(keys.values());
  return [...before.keys()].filter((key) => !ran.has(key)).length;
}

/** Since when the cases of one job fail. @param stored what the comment remembers. */
export function notesOnRun(results: RunResults, stored: StoredHistory | undefined): NoteOf {
  const { job: run, context } = results;
  const current = { run, sha: context.sha ?? '', at: 0, jobs: [results], isComplete: false };
  return compareWithHistory(stored, current).noteOf;
}

type Keys = ReadonlyMap<CaseResult, string>;

/** @param sinceStored since when cases fail, as far as the comment says. */
function failingAfter(
  current: CurrentRun,
  keys: Keys,
  before: FailingCases | undefined,
  sinceStored: FailingCases,
): FailingCases | undefined {
  const { sha, at } = current;
  const hasAll = hasAllCases(current, keys);
  // Without all results, what did not run may fail as well.
  if (before === undefined && !hasAll) return undefined;
  const ended = keysWith(keys, 'failed', 'passed');
  const unclear = keysWith(keys, 'error', 'unfinished');
  const isUnknown = (key: string) => !ended.has(key) && (!hasAll || unclear.has(key));
  const after = new Map([...(before ?? [])].filter(([key]) => isUnknown(key)));
  const now = `${new Date(at * 1000).toISOString().slice(0, 19)} ${sha.slice(0, 12)}`;
  for (const key of keysWith(keys, 'failed')) after.set(key, sinceStored.get(key) ?? now);
  return after.size > maxCases ? undefined : after;
}

/** Whether each case that is not among the results was not to be run. */
function hasAllCases({ jobs, isComplete }: CurrentRun, keys: Keys): boolean {
  return isComplete && keys.size > 0 && jobs.every(hasAllResults);
}

/** A run that ended early, or lost its results, says nothing about the cases that it does not name. */
function hasAllResults({ status, results, total }: RunResults): boolean {
  if (status === 'nothing-to-run') return true;
  return (status === 'passed' || status === 'failed') && total > 0 && results.length === total;
}

function keysOf(jobs: readonly RunResults[]): Keys {
  const keyOf = ({ matrix, step }: RunResults['job'], { testCaseId }: CaseResult) =>
    hashOf([...matrix, step, testCaseId]).slice(0, keyDigits);
  return new Map(jobs.flatMap(({ job, results }) => results.map((each) => [each, keyOf(job, each)])));
}

function keysWith(keys: Keys, ...statuses: readonly CaseStatus[]): Set<string> {
  return new Set([...keys].filter(([{ status }]) => statuses.includes(status)).map(([, key]) => key));
}

function formatSince(since: string): string {
  const [day, commit] = [since.slice(0, 10), since.slice(20, 27)];
  return commit === '' ? day : `${code(commit)} (${day})`;
}
