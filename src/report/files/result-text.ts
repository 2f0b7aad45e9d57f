import { cut, joinFilled } from '../../common/text.ts';
import { nameOf } from '../../results/cases.ts';
import type {
  AttemptResult,
  CaseResult,
  CaseStatus,
  EvidenceFile,
  RunResults,
  RunStatus,
  SourceLocation,
} from '../../results/run-results.ts';
import { describeFailedStep } from '../describe.ts';

/** Plain text of results, for the JUnit file, the CTRF file and the HTML page. */

/** Longer messages are cut; the results file has more of them. */
const maxMessageCharacters = 20_000;

/** A result in a JUnit or CTRF file. */
export interface Test extends CaseResult {
  readonly type: CaseStatus | RunStatus;
}

/**
 * The results as tests with names, which JUnit and CTRF require. If the run failed but no test shows it, a test for the run
 * itself is added: a reader that looks only at the tests would take the run for green.
 * @param isProblem true for a result that readers of the format take for a failure.
 */
export function testsOf(run: RunResults, isProblem: (result: CaseResult) => boolean): Test[] {
  const tests = run.results.map((result) => {
    const name = nameOf(result).trim() === '' ? 'Unnamed test case' : nameOf(result);
    return { ...result, name, type: result.status };
  });
  if (run.green || tests.some(isProblem)) return tests;
  const ofRun: Test = {
    testCaseId: '',
    name: 'Test run',
    status: 'error',
    type: run.status,
    durationMs: run.durationMs,
    errorMessage: run.reason,
    consoleErrors: [],
    missingEvidence: [],
    flaky: false,
    earlierAttempts: [],
  };
  return [...tests, ofRun];
}

export function firstLine(message: string | null): string {
  return (message ?? '').trim().split('\n')[0]?.trim() ?? '';
}

/** The error message of an attempt, at most 20,000 characters. */
export function messageText({ errorMessage }: AttemptResult): string | undefined {
  return errorMessage === null ? undefined : cut(errorMessage, maxMessageCharacters);
}

/**
 * A failed attempt: step, location, locator, page, missing evidence, then the messages.
 * @param caseLocation is used if the location of the step is unknown.
 */
export function attemptText(attempt: AttemptResult, caseLocation: SourceLocation | undefined): string {
  const { failedStep, pageUrl, missingEvidence, teardownFailures = [] } = attempt;
  const location = failedStep?.place ?? caseLocation;
  const facts = [
    failedStep && describeFailedStep(failedStep),
    location && `Location: ${location.file}:${location.line}`,
    failedStep?.locator === undefined ? '' : `Locator: ${failedStep.locator}`,
    pageUrl === undefined ? '' : `Page: ${pageUrl}`,
    missingEvidence.length === 0 ? '' : `Missing evidence: ${missingEvidence.join('; ')}`,
  ];
  const failures = teardownFailures.map((failure) => cut(failure, maxMessageCharacters));
  return joinFilled([joinFilled(facts, '\n'), messageText(attempt), ...failures], '\n\n');
}

export function evidenceTarget(file: EvidenceFile): string {
  return 'url' in file ? file.url : file.path;
}
