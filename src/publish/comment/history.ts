import { createHash } from 'node:crypto';
import { code } from '../markdown/markdown.ts';
import type { RowNotes } from '../markdown/rows.ts';
import type { CaseResult, Verdict } from '../verdict.ts';
import type { Changes, FailingSince } from './section.ts';

/** With more failing cases than these, nothing is remembered of them, and nothing claimed. */
const maxFailing = 1000;

/** A run, as the place in time since which something fails. */
export interface Since {
  readonly sha: string;
  /** In s since 1970. */
  readonly at: number;
}

/** What has changed since the last run that ended. */
export interface History {
  readonly notes: RowNotes;
  /** Missing where what failed before is not known. */
  readonly changes?: Changes;
  /** What fails now, for the next run; missing where that can't be told. */
  readonly failing?: FailingSince[];
}

const bytesOfId = 5;

/**
 * Compares a run with what failed before it. A case without a result keeps its state, and nothing is called fixed that
 * did not pass at its first attempt.
 * @param before what the last run that ended has left; undefined where nothing is known.
 */
export function compareRuns(
  verdict: Verdict,
  before: readonly FailingSince[] | undefined,
  now: Since,
): History {
  const former = before === undefined ? undefined : readFailing(before);
  const failed = new Set(verdict.results.filter(({ status }) => status === 'failed').map(keyOf));
  const fixed = verdict.results.filter(
    (result) =>
      result.status === 'passed' &&
      !result.flaky &&
      former?.has(keyOf(result)) === true &&
      !failed.has(keyOf(result)),
  );
  const newly = [...failed].filter((key) => former?.has(key) !== true).length;
  const changes = { newly, fixed: fixed.length, still: failed.size - newly };
  const failing = failingAfter(verdict, former, failed, now);
  return {
    notes: { noteOf: (result) => (former === undefined ? undefined : noteOn(result, former)), fixed },
    ...(former === undefined ? {} : { changes }),
    ...(failing === undefined ? {} : { failing }),
  };
}

function noteOn(result: CaseResult, former: ReadonlyMap<string, Since>): string | undefined {
  if (result.status !== 'failed') return undefined;
  const since = former.get(keyOf(result));
  return since === undefined ? '_newly failing_' : `_still failing since ${sinceInWords(since)}_`;
}

function sinceInWords({ sha, at }: Since): string {
  const day = new Date(at * 1000).toISOString().slice(0, 10);
  return sha === '' ? day : `${code(sha.slice(0, 7))} (${day})`;
}

function failingAfter(
  verdict: Verdict,
  former: ReadonlyMap<string, Since> | undefined,
  failed: ReadonlySet<string>,
  now: Since,
): FailingSince[] | undefined {
  // What a step that was killed had found is not known any more: its post step has the verdict alone.
  const whole = verdict.results.length > 0 && (verdict.status === 'passed' || verdict.status === 'failed');
  // A run that ended early says nothing about what it did not come to.
  if (former === undefined && !whole) return undefined;
  const passed = new Set(verdict.results.filter(({ status }) => status === 'passed').map(keyOf));
  const unclear = new Set(
    verdict.results.filter(({ status }) => status === 'error' || status === 'unfinished').map(keyOf),
  );
  const after = new Map<string, Since>();
  for (const [key, since] of former ?? []) {
    if (!failed.has(key) && !passed.has(key) && (!whole || unclear.has(key))) after.set(key, since);
  }
  for (const key of failed) after.set(key, former?.get(key) ?? now);
  return after.size > maxFailing ? undefined : writeFailing(after);
}

function keyOf({ testCaseId }: CaseResult): string {
  return createHash('sha256')
    .update(testCaseId)
    .digest('hex')
    .slice(0, 2 * bytesOfId);
}

function writeFailing(failing: ReadonlyMap<string, Since>): FailingSince[] {
  const bySince = Map.groupBy(failing, ([, { sha, at }]) => `${sha} ${at}`);
  return [...bySince.values()].flatMap((cases) => {
    const since = cases[0]?.[1];
    const ids = Buffer.from(cases.map(([key]) => key).join(''), 'hex').toString('base64');
    return since === undefined ? [] : [{ ...since, ids }];
  });
}

function readFailing(groups: readonly FailingSince[]): Map<string, Since> {
  return new Map(
    groups.flatMap(({ sha, at, ids }) => {
      const hex = Buffer.from(ids, 'base64').toString('hex');
      const keys = hex.match(new RegExp(`.{${2 * bytesOfId}}`, 'g')) ?? [];
      return keys.map((key) => [key, { sha, at }] as const);
    }),
  );
}
