import { defined } from '../../common/fields.ts';
import type { FailedPage as ReportedPage } from '../../contract/attempt.ts';
import { describeStep } from '../../contract/exchange/describe-step.ts';
import type { EarlierAttempt, TestResult } from '../../contract/test-report.ts';
import type { FailedPage } from '../../results/failed-page.ts';
import {
  type AttemptResult,
  type CaseResult,
  type CaseStatus,
  type FailedStep,
  maxListItems,
  type StepResult,
} from '../../results/run-results.ts';
import type { LoadedCase } from '../../test-files/problem.ts';
import type { CaseIndex } from './case-index.ts';
import { denialOf } from './denials.ts';
import { durationOf } from './result-status.ts';
import { evidenceFile, stepExcerpt, stepsOf } from './step-results.ts';

/**
 * A result of the service (section 2.7) with the file that its case comes from; a hosted service may use ids of its own.
 * @param evidenceFolder the paths of traces and screenshots become relative to it.
 */
export function toCaseResult(result: TestResult, index: CaseIndex, evidenceFolder: string): CaseResult {
  const loaded = index.caseOf(result);
  const durationMs = durationOf(result);
  const toAttempt = (attempt: EarlierAttempt) =>
    attemptOf(
      attempt,
      failedStepOf(attempt, result.testCaseId, loaded, index),
      stepsOf(attempt, loaded, index, evidenceFolder),
      evidenceFolder,
    );
  const earlierAttempts = (result.earlierAttempts ?? []).map(toAttempt);
  const last = withoutContradiction(toAttempt(result), denialOf(result, loaded, index));
  // The id of a version is new in every run.
  const isVersion = result.testCaseId === result.testCaseVersionId;
  return {
    testCaseId: (isVersion ? loaded?.testCase.id : undefined) ?? result.testCaseId,
    name: result.name ?? loaded?.testCase.description ?? result.testCaseId,
    ...last,
    ...(loaded === undefined ? {} : { place: loaded.position, ...tagsOf(loaded) }),
    ...defined({ durationMs }),
    flaky: last.status === 'passed' && (result.flaky === true || earlierAttempts.length > 0),
    earlierAttempts,
    ...(result.retryLeftOut === true ? { retryLeftOut: true } : {}),
    ...(result.notRun === true && result.status === 'ERROR' ? { status: 'unfinished', notRun: true } : {}),
  };
}

/** In a run that was stopped: a case that failed and was not retried any more has failed. */
export function withoutRetry(result: CaseResult): CaseResult {
  const failed = result.earlierAttempts.at(-1);
  if (result.status !== 'unfinished' || failed?.status !== 'failed') return result;
  return { ...result, ...failed, earlierAttempts: result.earlierAttempts.slice(0, -1) };
}

/** The results of cases that the service did not report. */
export function missingResults(cases: readonly LoadedCase[]): CaseResult[] {
  return cases.map(({ testCase, position }) => ({
    testCaseId: testCase.id,
    name: testCase.description,
    status: 'unfinished',
    errorMessage: 'The service reported no result for this test case.',
    consoleErrors: [],
    missingEvidence: [],
    place: position,
    flaky: false,
    earlierAttempts: [],
  }));
}

/** A result that says PASSED and denies it proves neither. */
function withoutContradiction(attempt: AttemptResult, denial: string | undefined): AttemptResult {
  if (attempt.status !== 'passed' || denial === undefined) return attempt;
  return { ...attempt, status: 'error', errorMessage: `The service reports PASSED, and also ${denial}` };
}

function attemptOf(
  attempt: EarlierAttempt,
  failedStep: FailedStep | undefined,
  steps: StepResult[],
  evidenceFolder: string,
): AttemptResult {
  const screenshot = evidenceFile(attempt.screenshotUrl, evidenceFolder);
  const trace = evidenceFile(attempt.traceUrl, evidenceFolder);
  const failedPage = failedPageOf(attempt.failedPage ?? {});
  return {
    status: caseStatus(attempt.status),
    errorMessage: attempt.errorMessage ?? null,
    ...(steps.length === 0 ? {} : { steps }),
    ...defined({ failedStep, pageUrl: attempt.pageUrl, failedPage, screenshot, trace }),
    consoleErrors: attempt.consoleErrors ?? [],
    missingEvidence: attempt.missingEvidence ?? [],
    ...(attempt.teardownFailures?.length ? { teardownFailures: attempt.teardownFailures } : {}),
    ...(attempt.warnings?.length ? { warnings: attempt.warnings } : {}),
  };
}

function failedStepOf(
  { failedStep }: EarlierAttempt,
  testCaseId: string,
  loaded: LoadedCase | undefined,
  index: CaseIndex,
): FailedStep | undefined {
  if (failedStep?.testCaseId == null || failedStep.elementIndex == null) return undefined;
  // If the service uses ids of its own, only the case that the result was joined with is known.
  const owner = failedStep.testCaseId === testCaseId ? loaded : index.withId(failedStep.testCaseId);
  const element = owner?.testCase.elements[failedStep.elementIndex];
  if (owner === undefined || element === undefined) return undefined;
  const excerpt = stepExcerpt(owner, failedStep.elementIndex);
  return {
    number: failedStep.elementIndex + 1,
    words: describeStep(element),
    ...defined({ locator: failedStep.locator }),
    place: owner.positionOf(['elements', failedStep.elementIndex]),
    ...defined({ excerpt }),
    ...(owner === loaded ? {} : { inDependency: owner.testCase.description }),
  };
}

function tagsOf({ testCase: { tagNames = [] } }: LoadedCase): Pick<CaseResult, 'tags'> {
  return tagNames.length === 0 ? {} : { tags: tagNames.slice(0, maxListItems) };
}

/** An unknown status proves nothing: the result counts as unfinished. */
function caseStatus(status: string): CaseStatus {
  if (status === 'PASSED') return 'passed';
  if (status === 'FAILED') return 'failed';
  return status === 'ERROR' ? 'error' : 'unfinished';
}

/** What a service reports of the page at a failure; undefined if that is nothing. */
function failedPageOf(reported: ReportedPage): FailedPage | undefined {
  const { title, expected, received, candidates, failedRequests, snapshot } = reported;
  const page = {
    ...defined({ title, expected, received, snapshot }),
    ...(candidates?.length ? { candidates } : {}),
    ...(failedRequests?.length ? { failedRequests: failedRequests.map(requestOf) } : {}),
  };
  return Object.keys(page).length === 0 ? undefined : page;
}

function requestOf({ method, url, status, error }: NonNullable<ReportedPage['failedRequests']>[number]) {
  return {
    method: method ?? '',
    url: url ?? '',
    ...defined({ status: status == null ? null : Math.max(0, status), error }),
  };
}
