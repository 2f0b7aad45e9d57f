import type { ReportContext } from '../../contract/report-context.ts';
import type { TestReport, TestResult } from '../../contract/test-report.ts';
import type { Breakpoint } from '../../contract/values.ts';
import { CaseIndex } from './case-index.ts';
import type { RequestedRun } from './requested-run.ts';

/** A field of an answer that is there, and says something else than what was requested. */
export interface Contradiction {
  /** The field and where it is, such as: `sha` of the context. */
  readonly field: string;
  /** What the field is, such as: `"abc"`. */
  readonly answered: string;
  /** What it should be, as a clause, such as: `"def" was requested`. */
  readonly expected: string;
}

export interface ServiceTimes {
  readonly now: Date;
  /** No report of the run is older, in ms since 1970: the clock of an answer may be behind that of a later one. */
  readonly earliest: number;
}

/** Compares an answered report with what was requested. */
export type Contradict = (report: TestReport, times: ServiceTimes) => Contradiction | undefined;

/** The service's time may be this far behind the times in its reports, in ms: a service runs on several machines. */
export const clockToleranceMs = 5 * 60_000;

const maxCharacters = 300;

export function describeContradiction({ field, answered, expected }: Contradiction): string {
  return `${field} is ${answered}, but ${expected}.`;
}

function differs(field: string, answered: string, requested: string): Contradiction {
  return { field, answered: quote(answered), expected: `${quote(requested)} was requested` };
}

function quote(text: string): string {
  return text.length > maxCharacters ? `"${text.slice(0, maxCharacters)}…"` : `"${text}"`;
}

/**
 * Makes a function that finds the first contradiction between a report and a run. A field that a service leaves out
 * contradicts nothing.
 */
export function contradictionsOf(run: RequestedRun): Contradict {
  const index = new CaseIndex(run);
  return (report, times) => {
    for (const found of contradictionsOfRun(report, run, times)) return found;
    for (const result of report.testResults) {
      for (const { field, ...rest } of contradictionsOfResult(result, report, { run, index, times })) {
        return { field: `${field} of the result ${quote(result.name ?? result.testCaseId)}`, ...rest };
      }
    }
    return undefined;
  };
}

function* contradictionsOfRun(
  answered: TestReport | TestResult,
  run: RequestedRun,
  times: ServiceTimes,
): Generator<Contradiction> {
  yield* differentId('testTargetId', answered.testTargetId, run.testTargetId);
  yield* contextContradictions(answered.context, run.context);
  yield* differentUrl(answered.executionUrl, run.url);
  yield* differentPlayer(answered, run);
  yield* differentEnvironment(answered, run);
  yield* wrongTimes(answered, run, times);
}

function* contradictionsOfResult(
  result: TestResult,
  report: TestReport,
  { run, index, times }: { run: RequestedRun; index: CaseIndex; times: ServiceTimes },
): Generator<Contradiction> {
  yield* contradictionsOfRun(result, run, times);
  yield* differentWidth(result, run);
  yield* differentId('testReportId', result.testReportId, report.id);
  yield* differentCases(result, run, index);
}

/** The fields of a context that are there and differ. A field that was not sent must not be answered. */
export function* contextContradictions(
  answered: TestReport['context'],
  requested: RequestedRun['context'],
): Generator<Contradiction> {
  for (const field of contextFields(answered, requested)) {
    if (field.answered === '' || field.answered === field.requested) continue;
    const contradiction = differs(`\`context.${field.name}\``, field.answered, field.requested);
    yield field.requested === '' ? { ...contradiction, expected: 'none was sent' } : contradiction;
  }
}

export function* differentId(
  name: string,
  answered: string | null | undefined,
  requested: string,
): Generator<Contradiction> {
  if (answered == null || answered.toLowerCase() === requested.toLowerCase()) return;
  yield differs(`\`${name}\``, answered, requested);
}

function* differentUrl(answered: string | null | undefined, requested: string | undefined) {
  if (answered == null || requested === undefined || sameUrl(answered, requested)) return;
  // Its query and its login may be secret.
  yield differs('`executionUrl`', shownUrl(answered), shownUrl(requested));
}

/** Whether two URLs open the same app. A login is not compared: a service need not repeat it. */
export function sameUrl(a: string, b: string): boolean {
  return normalizeUrl(a) === normalizeUrl(b);
}

function normalizeUrl(text: string): string {
  const url = URL.parse(text);
  return url === null ? text : `${url.origin}${url.pathname.replace(/\/$/, '')}${url.search}`;
}

function shownUrl(text: string): string {
  const url = URL.parse(text);
  if (url === null) return text;
  return `${url.origin}${url.pathname}${url.search === '' ? '' : '?…'}`;
}

function* differentPlayer(
  answered: Pick<TestResult, 'browser' | 'breakpoint'>,
  run: RequestedRun,
): Generator<Contradiction> {
  for (const name of ['browser', 'breakpoint'] as const) {
    const value = answered[name];
    if (value == null || value.toUpperCase() === run[name]) continue;
    yield differs(`\`${name}\``, value, run[name]);
  }
}

/** Widths of pages in CSS pixels. Services differ in the width of a breakpoint: these are those of no other one. */
const widths: Readonly<Record<Breakpoint, readonly [min: number, max: number]>> = {
  MOBILE: [1, 599],
  TABLET: [600, 1279],
  DESKTOP: [1025, Number.POSITIVE_INFINITY],
};

function* differentWidth({ viewport }: TestResult, { breakpoint }: RequestedRun): Generator<Contradiction> {
  const [min, max] = widths[breakpoint];
  if (viewport == null || (viewport.width >= min && viewport.width <= max)) return;
  yield {
    field: '`viewport`',
    answered: quote(`${viewport.width}x${viewport.height}`),
    expected: `the breakpoint ${quote(breakpoint)} was requested`,
  };
}

function* differentEnvironment(
  { environmentId, environmentName }: Pick<TestReport, 'environmentId' | 'environmentName'>,
  { environment: { id, name, isDefault } }: RequestedRun,
): Generator<Contradiction> {
  if (id !== undefined) yield* differentId('environmentId', environmentId, id);
  if (name === undefined || environmentName == null || environmentName === name) return;
  if (isDefault === true && environmentName.toLowerCase() === 'default') return;
  yield differs('`environmentName`', environmentName, name);
}

function* wrongTimes(
  { createdAt, updatedAt }: Pick<TestResult, 'createdAt' | 'updatedAt'>,
  run: RequestedRun,
  { now, earliest }: ServiceTimes,
): Generator<Contradiction> {
  const since = new Date(Math.max(run.since.getTime(), earliest));
  const latest = new Date(now.getTime() + clockToleranceMs);
  for (const [name, answered] of Object.entries({ createdAt, updatedAt })) {
    if (answered == null) continue;
    const time = new Date(answered);
    if (time >= since && time <= latest) continue;
    const expected =
      time < since
        ? `the run was requested later, at ${since.toISOString()}`
        : `the service's clock shows ${now.toISOString()}`;
    yield { field: `\`${name}\``, answered: quote(answered), expected };
  }
}

/** The fields of a result that identify a case must identify the same one, and its version the one that was pushed. */
function* differentCases(
  result: TestResult,
  { stored, versionIds }: RequestedRun,
  index: CaseIndex,
): Generator<Contradiction> {
  const [first, ...others] = index.casesNamedBy(result);
  for (const { field, loaded } of others) {
    if (loaded === first?.loaded) continue;
    yield {
      field: `\`${field}\``,
      answered: `that of the test case ${quote(loaded.testCase.description)}`,
      expected: `its \`${first?.field}\` is that of ${quote(first?.loaded.testCase.description ?? '')}`,
    };
  }
  const version = result.testCaseVersionId?.toLowerCase();
  if (version === undefined || versionIds.size === 0 || !index.knows(result)) return;
  const pushed = stored.get(first?.loaded.testCase.id.toLowerCase() ?? '')?.versionId;
  if (pushed === undefined ? versionIds.has(version) : pushed === version) return;
  const expected =
    pushed === undefined
      ? 'no such version was pushed'
      : `the version ${quote(pushed)} of this test case was pushed`;
  yield { field: '`testCaseVersionId`', answered: quote(version), expected };
}

type AnsweredContext = TestReport['context'];

/** A field of a context (section 2.8), as both sides have it, in a form that can be compared. */
interface ContextField {
  readonly name: string;
  readonly answered: string;
  readonly requested: string;
}

/** The fields of an answered context that is compared with the requested one; a missing value is ''. */
function contextFields(answered: AnsweredContext, requested: ReportContext): ContextField[] {
  const fields: readonly [string, unknown, unknown, (text: string) => string][] = [
    ['source', answered?.source, requested.source, same],
    ['sha', answered?.sha, requested.sha, lowerCase],
    ['owner', answered?.owner, requested.owner, lowerCase],
    ['repo', answered?.repo, requested.repo, lowerCase],
    ['ref', answered?.ref, requested.ref, shortRef],
    ['issueNumber', answered?.issueNumber, requested.issueNumber, same],
  ];
  return fields.map(([name, a, b, normalize]) => ({
    name,
    answered: normalize(String(a ?? '')),
    requested: normalize(String(b ?? '')),
  }));
}

/** Whether a report has the context that was sent. A context without a commit is too vague: it matches nothing. */
export function sameContext(answered: AnsweredContext, requested: ReportContext): boolean {
  if (answered == null || requested.sha === undefined) return false;
  // A service need not answer the source.
  return contextFields(answered, requested).every(
    (field) => field.answered === field.requested || (field.name === 'source' && field.answered === ''),
  );
}

const same = (text: string) => text;

/** GitHub's names and commits are case-insensitive. */
const lowerCase = (text: string) => text.toLowerCase();

/** `refs/heads/x` is the branch `x`, `refs/pull/7/merge` is `pull/7/merge`; `refs/tags/x` stays distinct from a branch. */
const shortRef = (ref: string) => ref.replace(/^refs\//, '').replace(/^heads\//, '');
