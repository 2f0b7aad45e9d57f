import { createHash } from 'node:crypto';
import { deflateRawSync, inflateRawSync } from 'node:zlib';
import { z } from 'zod';
import { jsonOrNothing } from '../../common/json.ts';
import {
  type CaseResult,
  type RunIdentity,
  type RunResults,
  runIdentity,
} from '../../results/run-results.ts';
import { code } from '../markdown/markdown.ts';

/** Test cases that fail since the same run: the first five bytes of a hash of each, in base64. */
const failingSince = z.object({
  sha: z.string().max(64),
  /** In s since 1970. */
  at: z.int().min(0).max(8e12),
  cases: z.string().max(8000),
});
export type FailingSince = z.infer<typeof failingSince>;

const bytesOfCase = 5;
/** With more failing cases, nothing is remembered. */
const maxCases = 1000;
const failingList = z
  .array(failingSince)
  .max(maxCases)
  .refine((groups) => groups.flatMap(decodeCases).length <= maxCases)
  .optional();
const storedHistory = z.object({ run: runIdentity, before: failingList, failing: failingList });

/** What a comment remembers, in its hidden second line. */
export interface StoredHistory {
  /** The workflow run that wrote it. */
  readonly run: RunIdentity;
  /** What failed when the previous workflow run had ended; undefined if unknown. */
  readonly before: readonly FailingSince[] | undefined;
  /** What fails now; undefined if unknown. */
  readonly failing: readonly FailingSince[] | undefined;
}

const format = /^<!-- data:([A-Za-z0-9+/=]+) -->$/;
/** Size limit of the hidden line, in characters; the text needs the rest of the comment. */
const maxCharacters = 24_000;
/** Size limit of its unpacked JSON, in bytes. */
const maxBytes = 1024 * 1024;

/** Reads the history in a comment. @returns undefined if its second line is not a readable history. */
export function readHistory(body: string): StoredHistory | undefined {
  const [, packed] = format.exec(body.split(/\r?\n/, 2)[1] ?? '') ?? [];
  if (packed === undefined) return undefined;
  try {
    const json = inflateRawSync(Buffer.from(packed, 'base64'), { maxOutputLength: maxBytes }).toString();
    const { run, before, failing } = storedHistory.parse(jsonOrNothing(json));
    return { run, before, failing };
  } catch {
    return undefined;
  }
}

/** The hidden line of at most 24,000 characters. No text can end it. Since when cases fail becomes less precise if needed. */
export function writeHistory({ run, before, failing }: StoredHistory): string {
  let history = { run, before, failing };
  let line = packed(history);
  while (line.length > maxCharacters) {
    history = { run, before: mergeOldest(history.before), failing: mergeOldest(history.failing) };
    line = packed(history);
  }
  return line;
}

function packed(history: StoredHistory): string {
  return `<!-- data:${deflateRawSync(JSON.stringify(history)).toString('base64')} -->`;
}

/** Merges the older half of the groups: their cases are said to fail since the newest run of these. */
function mergeOldest(groups: readonly FailingSince[] | undefined): FailingSince[] | undefined {
  const sorted = groups?.toSorted((a, b) => a.at - b.at);
  const older = sorted?.slice(0, Math.ceil((sorted.length + 1) / 2)) ?? [];
  const newest = older.at(-1);
  if (sorted === undefined || newest === undefined) return undefined;
  return [{ ...newest, cases: encodeCases(older.flatMap(decodeCases)) }, ...sorted.slice(older.length)];
}

/** What is said about a job's cases besides their results. */
export interface CaseNotes {
  /** Finished Markdown for a failed case, such as "newly failing". */
  readonly noteOf: (result: CaseResult) => string | undefined;
  /** Cases that failed before the run. */
  readonly fixed: readonly CaseResult[];
}

/** The results of a workflow run compared with what failed before it. */
export interface Comparison {
  /** `2 newly failing, 1 fixed, 1 still failing`; empty if nothing changed or nothing is known. */
  readonly changes: string;
  readonly notesOf: (job: RunResults) => CaseNotes;
  /** What the comment remembers from now on. */
  readonly next: StoredHistory;
}

interface Since {
  readonly sha: string;
  readonly at: number;
}

export interface CurrentRun {
  readonly run: RunIdentity;
  readonly sha: string;
  /** In s since 1970. */
  readonly at: number;
  readonly jobs: readonly RunResults[];
  /** All jobs of the run have reported. */
  readonly isComplete: boolean;
}

/**
 * Compares a workflow run with what failed before it. A case is identified by the matrix values and step of its job, and its
 * id. A case without a result keeps its state, and only a case that passed at its first attempt is fixed.
 * @param stored what the comment remembers; undefined if there is no comment or nothing in it can be read.
 */
export function compareWithHistory(stored: StoredHistory | undefined, current: CurrentRun): Comparison {
  const isSameRun = stored?.run.runId === current.run.runId;
  const before = isSameRun ? stored.before : stored?.failing;
  const failedBefore = before === undefined ? undefined : decode(before);
  const keyed = current.jobs.map((job) => ({ job, cases: keyedCases(job) }));
  const cases = keyed.flatMap((each) => each.cases);
  const failed = keysOf(cases, ({ status }) => status === 'failed');
  const isFixed = ({ key, result }: KeyedCase) =>
    result.status === 'passed' && !result.flaky && failedBefore?.has(key) === true && !failed.has(key);
  const notes = new Map(
    keyed.map(({ job, cases }) => {
      const keys = new Map(cases.map(({ key, result }) => [result, key]));
      const noteOf = (result: CaseResult) =>
        failedBefore === undefined ? undefined : noteOn(result, failedBefore.get(keys.get(result) ?? ''));
      return [job, { noteOf, fixed: cases.filter(isFixed).map(({ result }) => result) }];
    }),
  );
  const known = new Map([...(isSameRun ? decode(stored.failing ?? []) : []), ...(failedBefore ?? [])]);
  const failing = failingAfter(current, cases, failed, failedBefore, known);
  const newly = [...failed].filter((key) => failedBefore?.has(key) !== true).length;
  const counts = [
    { count: newly, words: 'newly failing' },
    { count: cases.filter(isFixed).length, words: 'fixed' },
    { count: failed.size - newly, words: 'still failing' },
  ].filter(({ count }) => count > 0);
  return {
    changes:
      failedBefore === undefined ? '' : counts.map(({ count, words }) => `${count} ${words}`).join(', '),
    notesOf: (job) => notes.get(job) ?? { noteOf: () => undefined, fixed: [] },
    next: { run: { runId: current.run.runId, attempt: current.run.attempt }, before, failing },
  };
}

/** @param known since when cases fail, as far as the comment says. */
function failingAfter(
  { sha, at, jobs, isComplete }: CurrentRun,
  cases: readonly KeyedCase[],
  failed: ReadonlySet<string>,
  failedBefore: ReadonlyMap<string, Since> | undefined,
  known: ReadonlyMap<string, Since>,
): FailingSince[] | undefined {
  const isWhole = isComplete && cases.length > 0 && jobs.every(hasAllResults);
  // Without all results, what did not run may fail as well.
  if (failedBefore === undefined && !isWhole) return undefined;
  const passed = keysOf(cases, ({ status }) => status === 'passed');
  const unclear = keysOf(cases, ({ status }) => status === 'error' || status === 'unfinished');
  const after = new Map<string, Since>();
  for (const [key, since] of failedBefore ?? []) {
    if (!failed.has(key) && !passed.has(key) && (!isWhole || unclear.has(key))) after.set(key, since);
  }
  for (const key of failed) after.set(key, known.get(key) ?? { sha: sha.slice(0, 12), at });
  return after.size > maxCases ? undefined : encode(after);
}

/** A run that ended early, or lost its results, says nothing about the cases that it does not name. */
function hasAllResults({ status, results, total }: RunResults): boolean {
  if (status === 'nothing-to-run') return true;
  return (status === 'passed' || status === 'failed') && total > 0 && results.length === total;
}

function noteOn({ status }: CaseResult, since: Since | undefined): string | undefined {
  if (status !== 'failed') return undefined;
  return since === undefined ? '_newly failing_' : `_still failing since ${formatSince(since)}_`;
}

function formatSince({ sha, at }: Since): string {
  const day = new Date(at * 1000).toISOString().slice(0, 10);
  return sha === '' ? day : `${code(sha.slice(0, 7))} (${day})`;
}

interface KeyedCase {
  readonly key: string;
  readonly result: CaseResult;
}

function keyedCases({ job: { matrix, step }, results }: RunResults): KeyedCase[] {
  return results.map((result) => {
    const names = JSON.stringify([...matrix, step, result.testCaseId]);
    const hash = createHash('sha256').update(names).digest('hex');
    return { key: hash.slice(0, 2 * bytesOfCase), result };
  });
}

function keysOf(cases: readonly KeyedCase[], matches: (result: CaseResult) => boolean): Set<string> {
  return new Set(cases.filter(({ result }) => matches(result)).map(({ key }) => key));
}

function encode(failing: ReadonlyMap<string, Since>): FailingSince[] {
  const groups = Map.groupBy(failing, ([, { sha, at }]) => `${sha} ${at}`);
  return [...groups.values()].flatMap((entries) => {
    const since = entries[0]?.[1];
    return since === undefined ? [] : [{ ...since, cases: encodeCases(entries.map(([key]) => key)) }];
  });
}

function decode(groups: readonly FailingSince[]): Map<string, Since> {
  return new Map(
    groups.flatMap((group) => decodeCases(group).map((key) => [key, { sha: group.sha, at: group.at }])),
  );
}

function encodeCases(keys: readonly string[]): string {
  return Buffer.from(keys.join(''), 'hex').toString('base64');
}

function decodeCases({ cases }: FailingSince): string[] {
  const hex = Buffer.from(cases, 'base64').toString('hex');
  return hex.match(new RegExp(`.{${2 * bytesOfCase}}`, 'g')) ?? [];
}
