import { isAbsolute } from 'node:path';
import { fileURLToPath } from 'node:url';
import { relativePath } from '../../common/files.ts';
import { defined } from '../../common/object-fields.ts';
import { cut } from '../../common/text.ts';
import { type ExecutedStep, maxSteps, type FailedPage as ReportedPage } from '../../contract/attempt.ts';
import { describeEntry, describeStep } from '../../contract/exchange/describe-step.ts';
import type { ExchangeTestCase } from '../../contract/exchange/exchange-test-case.ts';
import type { EarlierAttempt, TestResult } from '../../contract/test-report.ts';
import {
  type AttemptResult,
  type CaseResult,
  type CaseStatus,
  type EvidenceFile,
  type Excerpt,
  type FailedPage,
  type FailedStep,
  maxDurationMs,
  maxListItems,
  type StepResult,
} from '../../results/run-results.ts';
import type { LineColumn, LoadedCase } from '../../test-files/problem.ts';
import type { CaseIndex } from './case-index.ts';
import { contradictionOfPassed } from './passed-contradictions.ts';
import { durationOf } from './result-status.ts';
import { weakProofReasons } from './weak-proof.ts';

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
  const last = withoutContradiction(toAttempt(result), contradictionOfPassed(result, loaded, index));
  // The id of a version is new in every run.
  const isVersion = result.testCaseId === result.testCaseVersionId;
  return {
    testCaseId: (isVersion ? loaded?.testCase.id : undefined) ?? result.testCaseId,
    name: index.nameOf(result),
    ...last,
    ...(loaded === undefined
      ? {}
      : { place: loaded.position, ...tagsOf(loaded), ...withWeakProofWarnings(last, loaded, index) }),
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

/** The warnings of a result, after those that say why it proves little although it has passed. */
function withWeakProofWarnings(
  { status, warnings = [] }: AttemptResult,
  { testCase }: LoadedCase,
  { url }: CaseIndex,
): Pick<AttemptResult, 'warnings'> {
  const doubts = status === 'passed' ? weakProofReasons(testCase, url) : [];
  return doubts.length === 0 ? {} : { warnings: [...doubts, ...warnings].slice(0, maxListItems) };
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

/**
 * The steps of an attempt in words; empty if the service did not report them. Of a passed attempt, they have neither
 * positions nor pictures: there may be thousands of them.
 */
export function stepsOf(
  { status, steps }: EarlierAttempt,
  loaded: LoadedCase | undefined,
  index: CaseIndex,
  evidenceFolder: string,
): StepResult[] {
  const isBrief = status === 'PASSED';
  return (steps ?? []).slice(-maxSteps).flatMap((step) => {
    const owner = step.testCaseId == null ? loaded : index.withId(step.testCaseId);
    const words = owner === undefined ? undefined : wordsOf(step, owner.testCase);
    if (owner === undefined || words === undefined) return [];
    const { elementIndex, durationMs, pictureUrl } = step;
    const picture = evidenceFile(pictureUrl, evidenceFolder);
    return [
      {
        ...(elementIndex == null ? {} : { number: elementIndex + 1 }),
        words,
        status: stepStatus(step),
        ...(durationMs == null ? {} : { durationMs: Math.min(durationMs, maxDurationMs) }),
        ...(owner === loaded ? {} : { inDependency: owner.testCase.description }),
        ...(isBrief || elementIndex == null ? {} : { place: owner.positionOf(['elements', elementIndex]) }),
        ...(isBrief || picture === undefined ? {} : { picture }),
      },
    ];
  });
}

/** @returns undefined if the test case has no such step. */
function wordsOf({ elementIndex }: ExecutedStep, testCase: ExchangeTestCase): string | undefined {
  if (elementIndex == null) return describeEntry(testCase);
  const element = testCase.elements[elementIndex];
  return element === undefined ? undefined : describeStep(element);
}

/** An unknown status proves nothing. */
function stepStatus({ status }: ExecutedStep): StepResult['status'] {
  if (status === 'PASSED') return 'passed';
  return status === 'IGNORED' ? 'ignored' : 'failed';
}

/**
 * The file of a URL; undefined without one. The embedded service answers `file:` URLs. A file outside the folder keeps
 * its absolute path.
 */
function evidenceFile(url: string | null | undefined, folder: string): EvidenceFile | undefined {
  if (url == null || url === '') return undefined;
  if (!url.startsWith('file:')) return { url };
  try {
    const file = fileURLToPath(url);
    const path = relativePath(folder, file);
    return { path: path === '' || isAbsolute(path) || path.split('/').includes('..') ? file : path };
  } catch {
    // A file of another machine.
    return { url };
  }
}

/** Limits in lines: of the excerpt, and of the step in it. */
const [maxLines, maxStepLines] = [40, 12];
/** Limits in characters: of the excerpt, and of a line. */
const [maxCharacters, maxLineCharacters] = [1500, 300];

/**
 * The lines of a step in its file, with those of its test case that fit: first the lines before the step, then those after
 * it.
 * @returns undefined if the file has no text there.
 */
export function stepExcerpt(
  { text, testCase, position, positionOf }: LoadedCase,
  index: number,
): Excerpt | undefined {
  const lines = text
    .trimEnd()
    .split(/\r?\n/)
    .map((each) => cut(each, maxLineCharacters));
  const linesOf = (from: number, end: number) =>
    lines
      .slice(from - 1, end - 1)
      .join('\n')
      .trimEnd();
  const fits = (from: number, end: number) =>
    end - from <= maxLines && linesOf(from, end).length <= maxCharacters;

  const step = positionOf(['elements', index]);
  const next = index + 1 < testCase.elements.length ? positionOf(['elements', index + 1]).line : 0;
  const ends = [endOfBlock(lines, step), step.line + maxStepLines, ...(next > step.line ? [next] : [])];
  const stepEnd = Math.min(...ends);
  if (linesOf(step.line, stepEnd) === '') return undefined;
  let [first, end] = [step.line, stepEnd];
  while (first > position.line && fits(first - 1, end)) first -= 1;
  const caseEnd = first === position.line ? endOfBlock(lines, position) : end;
  while (end < caseEnd && fits(first, end + 1)) end += 1;
  return { line: first, text: linesOf(first, end), stepLines: stepEnd - step.line };
}

/** The number of the line after a block, which ends where a line is indented less than the block's beginning. */
function endOfBlock(lines: readonly string[], { line, column }: LineColumn): number {
  const isOutside = (text: string) => text.trim() !== '' && text.search(/\S/) < column - 1;
  const rest = lines.slice(line).findIndex(isOutside);
  return 1 + (rest === -1 ? lines.length : line + rest);
}
