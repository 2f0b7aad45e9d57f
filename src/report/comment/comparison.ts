import { hashOf } from '../../results/jobs.ts';
import type { CaseResult, CaseStatus, RunIdentity, RunResults } from '../../results/run-results.ts';
import { formatNumbers } from '../headline.ts';
import type { NoteOf } from '../markdown/failure.ts';
import { code } from '../markdown/markdown.ts';
import { type FailingCases, keyDigits, maxCases, type StoredHistory } from './hidden-lines.ts';

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
