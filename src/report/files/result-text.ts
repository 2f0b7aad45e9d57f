import { cut } from '../../common/text.ts';
import { nameOf } from '../../results/counts.ts';
import type {
  AttemptResult,
  CaseResult,
  EvidenceFile,
  RunResults,
  SourceLocation,
} from '../../results/run-results.ts';
import { describeFailedStep } from '../words/describe-step.ts';

/** Plain text of results, for the JUnit file, the CTRF file and the HTML page. */

/** Longer messages are cut; the results file has more of them. */
const maxMessageCharacters = 20_000;

/** The name of a test. It is never blank: JUnit and CTRF require a name. */
export function testName(result: CaseResult): string {
  const name = nameOf(result);
  return name.trim() === '' ? 'Unnamed test case' : name;
}

export function firstLine(message: string | null): string {
  return (message ?? '').trim().split('\n')[0]?.trim() ?? '';
}

/** The error message of an attempt, at most 20,000 characters. */
export function messageText({ errorMessage }: Pick<AttemptResult, 'errorMessage'>): string | null {
  return errorMessage === null ? null : cut(errorMessage, maxMessageCharacters);
}

/** The failed step in one line: its number and what it does. */
export function stepText(step: NonNullable<AttemptResult['failedStep']>): string {
  return describeFailedStep(step, (text) => text);
}

/**
 * A failed attempt: step, location, locator, page, missing evidence, then the messages.
 * @param caseLocation is used if the location of the step is unknown.
 */
export function attemptText(attempt: AttemptResult, caseLocation: SourceLocation | undefined): string {
  const { failedStep, pageUrl, missingEvidence, teardownFailures = [] } = attempt;
  const location = failedStep?.place ?? caseLocation;
  const facts = [
    failedStep === undefined ? '' : stepText(failedStep),
    location === undefined ? '' : `Location: ${location.file}:${location.line}`,
    failedStep?.locator === undefined ? '' : `Locator: ${failedStep.locator}`,
    pageUrl === undefined ? '' : `Page: ${pageUrl}`,
    missingEvidence.length === 0 ? '' : `Missing evidence: ${missingEvidence.join('; ')}`,
  ].filter((line) => line !== '');
  const failures = teardownFailures.map((failure) => cut(failure, maxMessageCharacters));
  return [facts.join('\n'), messageText(attempt) ?? '', ...failures]
    .filter((part) => part !== '')
    .join('\n\n');
}

/** The URL or the path of a screenshot or trace. */
export function evidenceTarget(file: EvidenceFile): string {
  return 'url' in file ? file.url : file.path;
}

/**
 * Why the run itself failed, if no result shows it: a reader that looks only at the tests would take the run for green.
 * @param isProblem true for a result that readers of the format take for a failure.
 * @returns undefined if the verdict is green or a result shows the failure.
 */
export function runFailure(
  { green, reason, results }: RunResults,
  isProblem: (result: CaseResult) => boolean,
): string | undefined {
  return green || results.some(isProblem) ? undefined : reason;
}

/** Name of the additional test that stands for the run itself. */
export const runTestName = 'Test run';
