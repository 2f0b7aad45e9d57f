import { splitMessage } from '../contract/error-message.ts';
import {
  type AttemptResult,
  type CaseResult,
  caseStatuses,
  type RunFacts,
  type RunResults,
  type RunStatus,
  runStatuses,
  type SourceLocation,
  type Verdict,
} from './run-results.ts';

/** True for a result that failed or could not be run. */
export function didNotPass({ status }: Pick<CaseResult, 'status'>): boolean {
  return status === 'failed' || status === 'error';
}

/** Sorts results worst first: by status, then flaky before stable. */
export function worstFirst(results: readonly CaseResult[]): CaseResult[] {
  const rank = ({ status, flaky }: CaseResult) => caseStatuses.indexOf(status) + (flaky ? -0.5 : 0);
  return results.toSorted((a, b) => rank(a) - rank(b));
}

/** All attempts, oldest first. */
export function attemptsOf(result: CaseResult): AttemptResult[] {
  return [...result.earlierAttempts, result];
}

/** The warnings of all attempts, each once. */
export function warningsOf(result: CaseResult): string[] {
  const all = attemptsOf(result).flatMap(({ warnings = [] }) => warnings);
  // What the driver says of an ignored failure differs in each attempt.
  return [...new Map(all.map((each) => [splitMessage(each).sentence, each])).values()];
}

/** The name of a case; its id if the name is blank. */
export function nameOf({ name, testCaseId }: Pick<CaseResult, 'name' | 'testCaseId'>): string {
  return name.trim() === '' ? testCaseId : name;
}

/** The line to look at: that of the step at which an attempt failed or stood, otherwise that of the case. */
export function locationOf(
  result: Pick<CaseResult, 'place' | 'failedStep'>,
  attempt: Pick<AttemptResult, 'failedStep'> = result,
): SourceLocation | undefined {
  return attempt.failedStep?.place ?? result.place;
}

/** Number of results by how they ended. `passed` includes the flaky ones; `failed` includes those that could not be run. */
export type Counts = Pick<RunResults, 'total' | 'passed' | 'failed' | 'flaky' | 'notRun' | 'switchedOff'>;

export function countResults(results: readonly CaseResult[]): Counts {
  return {
    total: results.length,
    passed: results.filter(({ status }) => status === 'passed').length,
    failed: results.filter(didNotPass).length,
    flaky: results.filter(({ flaky }) => flaky).length,
    notRun: results.filter(({ notRun }) => notRun).length,
  };
}

const countNames = ['total', 'passed', 'failed', 'flaky', 'notRun', 'switchedOff'] as const;

export function sumCounts(all: readonly Counts[]): Counts {
  const sum = { total: 0, passed: 0, failed: 0, flaky: 0, notRun: 0, switchedOff: 0 };
  for (const each of all) for (const name of countNames) sum[name] += each[name] ?? 0;
  return sum;
}

/** The status of several runs together: the worst one that is not green; if all are green, `passed` if any passed. */
export function combinedStatus(runs: readonly Pick<RunResults, 'status' | 'green'>[]): RunStatus {
  const statuses = runs.filter(({ green }) => !green).map(({ status }) => status);
  const considered = statuses.length > 0 ? statuses : runs.map(({ status }) => status);
  const order: readonly RunStatus[] =
    statuses.length > 0 ? runStatuses : ['passed', 'incomplete', 'done', ...runStatuses];
  return order.find((status) => considered.includes(status)) ?? 'nothing-to-run';
}

/** Failures with one cause: one of them, and the others that failed in the same way. */
export interface FailureGroup {
  readonly first: CaseResult;
  readonly others: readonly CaseResult[];
}

/** Messages that agree in so many characters say the same. */
const maxComparedCharacters = 2000;

/**
 * Groups the results that failed or could not be run by their cause, the worst first: the same message at the same step of
 * a shared dependency, or about the address of an app that does not answer.
 */
export function groupFailures(results: readonly CaseResult[]): FailureGroup[] {
  const failures = worstFirst(results.filter(didNotPass));
  const groups = Map.groupBy(failures, (result) => causeOf(result) ?? result).values();
  return [...groups].flatMap(([first, ...others]) => (first === undefined ? [] : [{ first, others }]));
}

/** An address: its origin, and the rest. */
const address = /(https?:\/\/[^\s/"'”]+)[^\s"'”]*/;

/** Identifies the cause of a failure; undefined if nothing is known about it. */
function causeOf({ status, failedStep, errorMessage }: CaseResult): string | undefined {
  const { sentence } = splitMessage((errorMessage ?? '').slice(0, maxComparedCharacters));
  if (sentence === '') return undefined;
  // A dependency also runs by itself, and each case opens its own page of the same app.
  const message = sentence
    .replace(/^Dependency ".+?": /, '')
    .replace(/^Could not open \S*: /, '')
    .replace(address, '$1');
  // Without a step, a message such as that of a timeout says nothing about the cause.
  if (failedStep === undefined && status === 'failed' && !address.test(sentence)) return undefined;
  const { place, locator, words, number } = failedStep ?? {};
  const step = place === undefined ? [number, words, locator] : [place.file, place.line, place.column];
  return JSON.stringify([status, message, ...step]);
}

/** A failure of a run. */
interface Occurrence {
  readonly run: RunResults;
  readonly result: CaseResult;
}

/** Failures that occur in several runs: the same test case, with the same message at the same step. */
export interface SharedFailures {
  /** Whether an earlier run has the same failure. */
  isRepeated(result: CaseResult): boolean;
  /** Where else the first of the same failures occurs, in the order of the runs; empty for the others. */
  repetitionsOf(result: CaseResult): readonly Occurrence[];
}

export function sharedFailures(runs: readonly RunResults[]): SharedFailures {
  const failures = runs.flatMap((run) => run.results.filter(didNotPass).map((result) => ({ run, result })));
  const same = Map.groupBy(failures, ({ result }) =>
    JSON.stringify([result.testCaseId, causeOf(result) ?? result.errorMessage]),
  );
  const repetitions = new Map<CaseResult, readonly Occurrence[]>();
  const repeated = new Set<CaseResult>();
  for (const [first, ...others] of same.values()) {
    if (first === undefined) continue;
    const elsewhere = others.filter(({ run, result }) => run !== first.run && result !== first.result);
    repetitions.set(first.result, elsewhere);
    for (const { result } of elsewhere) repeated.add(result);
  }
  return {
    isRepeated: (result) => repeated.has(result),
    repetitionsOf: (result) => repetitions.get(result) ?? [],
  };
}

/** The green verdict of a job that has no tests to run. @param check what was checked. */
export function greenWithoutTests(
  status: 'done' | 'incomplete' | 'nothing-to-run',
  reason: string,
  check: string,
  compared = reason,
): Verdict {
  return { status, reason, green: true, proof: [{ check, compared }], results: [] };
}

export function notGreen(
  status: Exclude<Verdict['status'], 'passed'>,
  reason: string,
  results: readonly CaseResult[] = [],
): Verdict {
  return { status, reason, green: false, proof: [], results: [...results] };
}

/** The results of a run, from its facts and its verdict. @param durationMs 0 if nothing ran. */
export function resultsOf(facts: RunFacts, verdict: Verdict, durationMs: number): RunResults {
  return {
    version: 1,
    ...facts,
    ...verdict,
    ...countResults(verdict.results),
    durationMs: Math.round(durationMs),
    reportId: verdict.reportId ?? null,
    reportUrl: verdict.reportUrl ?? null,
    artifact: null,
  };
}
