import { fileURLToPath } from 'node:url';
import type { EarlierAttempt, TestReport, TestResult } from '../contract/test-report.ts';
import { stepInWords } from '../publish/step-in-words.ts';
import type { AttemptResult, CaseResult, EvidenceFile, FailedStep, Verdict } from '../publish/verdict.ts';
import type { LoadedCase } from '../test-files/loaded-case.ts';
import { formatPosition } from '../test-files/problem.ts';
import { durationOf } from './result-duration.ts';
import type { WaitOutcome } from './wait.ts';

/** So many names are listed in a reason; the results hold them all. */
const namesInReason = 10;

/**
 * Turns what the wait brought into a verdict. It is `passed` only where the report says PASSED and every result says
 * so too; a service that broke is an `error`, never a failed test.
 * @param expected the cases that were to run: one without a result is no proof of anything.
 */
export function reachVerdict(
  outcome: WaitOutcome,
  cases: readonly LoadedCase[],
  timeout: string,
  expected: readonly LoadedCase[] = [],
): Verdict {
  const index = indexCases(cases);
  const told = outcome.report?.testResults ?? [];
  const results = [
    ...told.map((result) => toCaseResult(result, index)),
    ...withoutResult(told, index, expected),
  ];
  const report = outcome.report === undefined ? {} : { reportId: outcome.report.id };
  const verdict = (status: Verdict['status'], reason: string): Verdict => ({
    status,
    reason,
    green: status === 'passed',
    results,
    ...report,
  });
  const unfinished = results.filter(({ status }) => status === 'unfinished');
  switch (outcome.kind) {
    case 'cancelled':
      return verdict(
        'cancelled',
        `The run was cancelled${listed(', before these had finished', unfinished)}.`,
      );
    case 'timed-out':
      return verdict('timed-out', timedOutReason(outcome.report, unfinished, timeout));
    case 'lost':
      return verdict('error', outcome.reason);
    case 'finished':
      return finished(outcome.report, results, verdict);
  }
}

function finished(
  report: TestReport,
  results: readonly CaseResult[],
  verdict: (status: Verdict['status'], reason: string) => Verdict,
): Verdict {
  const total = results.length;
  if (total === 0) {
    return report.status === 'PASSED'
      ? verdict(
          'nothing-to-run',
          'No test case was chosen to run: all are switched off (runStatus), excluded for this environment, or without one of the `tags`. A gate that tested nothing is not green.',
        )
      : verdict('error', `The service says ${report.status}, but gives no result. Look at its own pages.`);
  }
  const failed = results.filter(({ status }) => status === 'failed');
  const broken = results.filter(({ status }) => status === 'error');
  const unfinished = results.filter(({ status }) => status === 'unfinished');
  if (failed.length > 0) {
    return verdict('failed', `${failed.length} of ${total} test cases failed${listed('', failed)}.`);
  }
  if (broken.length > 0) {
    return verdict('error', brokenReason(broken, total));
  }
  if (unfinished.length > 0) {
    return verdict(
      'error',
      `The service says ${report.status}, but ${unfinished.length} of ${total} results are not there${listed('', unfinished)}.`,
    );
  }
  return report.status === 'PASSED'
    ? verdict('passed', `${total} of ${total} test cases passed.`)
    : verdict('failed', `The service says ${report.status}, although every result passed.`);
}

/** What broke the service broke most results alike: each reason is said once. */
function brokenReason(broken: readonly CaseResult[], total: number): string {
  const reasons = [...new Set(broken.map(({ errorMessage }) => errorMessage ?? 'no reason given'))];
  return [`${broken.length} of ${total} test cases could not be run${listed('', broken)}.`, ...reasons].join(
    '\n',
  );
}

function timedOutReason(
  report: TestReport | undefined,
  unfinished: readonly CaseResult[],
  timeout: string,
): string {
  if (report === undefined) return `No test report appeared within ${timeout} (input \`timeout\`).`;
  const known = report.status === 'WAITING' ? '' : ` Its last status, ${report.status}, is not known here.`;
  return `The tests did not end within ${timeout} (input \`timeout\`)${listed(', unfinished', unfinished)}.${known}`;
}

function listed(introduction: string, results: readonly CaseResult[]): string {
  if (results.length === 0) return '';
  const names = results.slice(0, namesInReason).map(({ name, failedStep, place }) => {
    const at = failedStep?.place ?? place;
    return at === undefined ? name : `${name} (${formatPosition(at)})`;
  });
  const more = results.length > names.length ? ` and ${results.length - names.length} more` : '';
  return `${introduction}: ${names.join(', ')}${more}`;
}

/** The cases by what a result may name them with. */
interface CaseIndex {
  readonly byId: ReadonlyMap<string, LoadedCase>;
  /** A name that several cases share tells none of them: it is not in here. */
  readonly byName: ReadonlyMap<string, LoadedCase>;
}

function indexCases(cases: readonly LoadedCase[]): CaseIndex {
  const byName = Map.groupBy(cases, ({ testCase }) => testCase.description);
  return {
    byId: new Map(cases.map((each) => [each.testCase.id, each])),
    byName: new Map(
      [...byName].flatMap(([name, [first, second]]) =>
        first === undefined || second !== undefined ? [] : [[name, first]],
      ),
    ),
  };
}

/**
 * The expected cases that the service says nothing about. Where it gives as many results as are expected, it may only
 * call them otherwise.
 */
function withoutResult(
  told: readonly TestResult[],
  { byId, byName }: CaseIndex,
  expected: readonly LoadedCase[],
): CaseResult[] {
  if (told.length >= expected.length) return [];
  const there = new Set(told.map(({ testCaseId, name }) => byId.get(testCaseId) ?? byName.get(name ?? '')));
  return expected
    .filter((each) => !there.has(each))
    .map(({ testCase, position }) => ({
      testCaseId: testCase.id,
      name: testCase.description,
      status: 'unfinished',
      errorMessage: null,
      consoleErrors: [],
      missingEvidence: [],
      place: position,
      flaky: false,
      earlierAttempts: [],
    }));
}

/** Joins a result with the file that its case comes from; a hosted service may have ids of its own. */
function toCaseResult(result: TestResult, { byId, byName }: CaseIndex): CaseResult {
  const loaded = byId.get(result.testCaseId) ?? byName.get(result.name ?? '');
  const durationMs = durationOf(result);
  const stepOf = ({ failedStep }: EarlierAttempt) =>
    toFailedStep(failedStep, result.testCaseId, loaded, byId);
  const earlier = result.earlierAttempts ?? [];
  const last = toAttempt(result, stepOf(result));
  return {
    testCaseId: result.testCaseId,
    name: result.name ?? loaded?.testCase.description ?? result.testCaseId,
    ...last,
    ...(loaded === undefined ? {} : { place: loaded.position }),
    ...(durationMs === undefined ? {} : { durationMs }),
    flaky: last.status === 'passed' && (result.flaky === true || earlier.length > 0),
    earlierAttempts: earlier.map((each) => toAttempt(each, stepOf(each))),
  };
}

function toAttempt(attempt: EarlierAttempt, failedStep: FailedStep | undefined): AttemptResult {
  const screenshot = evidenceFile(attempt.screenshotUrl);
  const trace = evidenceFile(attempt.traceUrl);
  return {
    status: caseStatus(attempt.status),
    errorMessage: attempt.errorMessage ?? null,
    ...(failedStep === undefined ? {} : { failedStep }),
    ...(attempt.pageUrl == null ? {} : { pageUrl: attempt.pageUrl }),
    consoleErrors: attempt.consoleErrors ?? [],
    ...(screenshot === undefined ? {} : { screenshot }),
    ...(trace === undefined ? {} : { trace }),
    missingEvidence: attempt.missingEvidence ?? [],
  };
}

/** The embedded service answers the URLs of files. */
function evidenceFile(url: string | null | undefined): EvidenceFile | undefined {
  if (url == null || url === '') return undefined;
  if (!url.startsWith('file:')) return { url };
  try {
    return { path: fileURLToPath(url) };
  } catch {
    // A file of another machine.
    return { url };
  }
}

function toFailedStep(
  failedStep: TestResult['failedStep'],
  testCaseId: string,
  loaded: LoadedCase | undefined,
  byId: CaseIndex['byId'],
): FailedStep | undefined {
  if (failedStep == null) return undefined;
  // Under ids of the service's own, only the case that the result is joined with is known here.
  const owner = failedStep.testCaseId === testCaseId ? loaded : byId.get(failedStep.testCaseId);
  const element = owner?.testCase.elements[failedStep.elementIndex];
  if (owner === undefined || element === undefined) return undefined;
  return {
    number: failedStep.elementIndex + 1,
    words: stepInWords(element),
    ...(failedStep.locator == null ? {} : { locator: failedStep.locator }),
    place: owner.positionOf(['elements', failedStep.elementIndex]),
    ...(owner === loaded ? {} : { inDependency: owner.testCase.description }),
  };
}

/** A status that this version doesn't know is no proof of anything: the result counts as unfinished. */
function caseStatus(status: string): CaseResult['status'] {
  if (status === 'PASSED') return 'passed';
  if (status === 'FAILED') return 'failed';
  return status === 'ERROR' ? 'error' : 'unfinished';
}
