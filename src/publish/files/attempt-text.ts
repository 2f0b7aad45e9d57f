import { cut } from '../markdown/markdown.ts';
import {
  type AttemptResult,
  type CaseResult,
  type EvidenceFile,
  type FailedStep,
  nameOf,
  type Place,
  type PublishedRun,
} from '../verdict.ts';

/** What files for programs say of a case; they show it as plain text. */

/** Readers of these files show no page of text; the results file has more of it. */
const maxMessageCharacters = 20_000;

/** The name of a test; formats want one that is not empty. */
export function testName(result: CaseResult): string {
  return nameOf(result).trim() === '' ? 'Unnamed test case' : nameOf(result);
}

/** A message's first line; it says what matters most. */
export function gist(message: string | null): string {
  return (message ?? '').trim().split('\n')[0]?.trim() ?? '';
}

/** The message of an attempt; a very long one is cut. */
export function messageText({ errorMessage }: Pick<AttemptResult, 'errorMessage'>): string | null {
  return errorMessage === null ? null : shortened(errorMessage);
}

function shortened(text: string): string {
  return cut(text, maxMessageCharacters);
}

/** A failed attempt as lines: at which step, where it stands, on which page, with which message. */
export function attemptText(attempt: AttemptResult, casePlace: Place | undefined): string {
  const { failedStep, pageUrl, missingEvidence, teardownFailures = [] } = attempt;
  const place = failedStep?.place ?? casePlace;
  const facts = [
    failedStep === undefined ? '' : stepText(failedStep),
    place === undefined ? '' : `At: ${place.file}:${place.line}`,
    failedStep?.locator === undefined ? '' : `Locator: ${failedStep.locator}`,
    pageUrl === undefined ? '' : `Page: ${pageUrl}`,
    missingEvidence.length === 0 ? '' : `Not there: ${missingEvidence.join('; ')}`,
  ].filter((line) => line !== '');
  return [facts.join('\n'), messageText(attempt) ?? '', ...teardownFailures.map(shortened)]
    .filter((part) => part !== '')
    .join('\n\n');
}

/** The step that failed, in one line. */
export function stepText({ number, words, inDependency }: FailedStep): string {
  return `Step ${number}${inDependency === undefined ? '' : ` of the dependency ${inDependency}`}: ${words}`;
}

/** The path or the address of a file to look at. */
export function evidenceTarget(file: EvidenceFile): string {
  return 'url' in file ? file.url : file.path;
}

/**
 * What went wrong with the run itself, where no result says so: without it, a file of results alone would look green.
 * @returns undefined where the verdict is green, or a result is no better than it.
 */
export function runProblem(
  { verdict }: PublishedRun,
  tells: (result: CaseResult) => boolean,
): string | undefined {
  return verdict.green || verdict.results.some(tells) ? undefined : verdict.reason;
}
