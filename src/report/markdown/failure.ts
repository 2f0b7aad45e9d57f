import { basename } from 'node:path';
import { cut, formatCount, joinFilled } from '../../common/text.ts';
import { nameOf, warningsOf } from '../../results/counts.ts';
import type {
  AttemptResult,
  CaseResult,
  EvidenceFile,
  RunResults,
  SourceLocation,
} from '../../results/run-results.ts';
import { cutStart, maxUrlCharacters } from '../links.ts';
import { describeFailedStep } from '../words/describe-step.ts';
import { formatDuration } from '../words/format-duration.ts';
import { code, codeBlock, codeLink, fold, link, maxLineCharacters, oneLine, sourceLink } from './markdown.ts';

/** Console errors that are shown; the results file has more. */
const maxErrors = 5;
const maxMessageCharacters = 2000;
const maxFlakyCharacters = 500;

export interface FailureStyle {
  /** What locations and files are linked with. */
  readonly links: Pick<RunResults, 'sourceUrl' | 'artifact'>;
  /** For the comment: without the driver's call log, and nothing twice. The summary and the report have it all. */
  readonly brief: boolean;
}

/** The name of a case, as one line of Markdown. */
export function caseName(result: Pick<CaseResult, 'name' | 'testCaseId'>): string {
  return oneLine(nameOf(result));
}

/** How a case ended besides its status: the number of attempts and the duration, in parentheses. */
export function caseDetails({ status, durationMs, earlierAttempts }: CaseResult): string {
  const attempts = earlierAttempts.length + 1;
  const details = [
    status !== 'passed' && attempts > 1 ? `${attempts} attempts` : '',
    durationMs === undefined ? '' : formatDuration(durationMs),
  ];
  const listed = joinFilled(details, ', ');
  return `${status === 'error' ? ' could not be run' : ''}${listed === '' ? '' : ` (${listed})`}`;
}

/**
 * A case that failed or could not be run: name, step, location, message and evidence.
 * @param note finished Markdown for its first line.
 */
export function failureSection(result: CaseResult, style: FailureStyle, note?: string): string {
  const title = joinFilled([`**${caseName(result)}**${caseDetails(result)}`, note], ' · ');
  return attemptSection(title, result, result.place, maxMessageCharacters, style);
}

/** A case that passed, but not at the first attempt: how the attempt before the last one failed. */
export function flakySection(result: CaseResult, style: FailureStyle): string {
  const failed = result.earlierAttempts.at(-1);
  if (failed === undefined) return `**${caseName(result)}** passed, but not at the first attempt`;
  const attempt = result.earlierAttempts.length + 1;
  const title = `**${caseName(result)}** passed at attempt ${attempt}${caseDetails(result)}`;
  return attemptSection(title, failed, result.place, maxFlakyCharacters, style);
}

/**
 * How an attempt failed, and its evidence.
 * @param title finished Markdown.
 * @param casePlace location of the case, for an attempt whose step is unknown.
 */
function attemptSection(
  title: string,
  attempt: AttemptResult,
  casePlace: SourceLocation | undefined,
  maxCharacters: number,
  style: FailureStyle,
): string {
  const { failedStep, errorMessage, missingEvidence, teardownFailures = [], consoleErrors } = attempt;
  const message = style.brief && errorMessage !== null ? withoutCallLog(errorMessage) : errorMessage;
  const place = failedStep?.place ?? casePlace;
  const step = [
    failedStep && describeFailedStep(failedStep, oneLine),
    place && sourceLink(place, style.links.sourceUrl),
  ];
  const files = [fileLink('Trace', attempt.trace, style), fileLink('Screenshot', attempt.screenshot, style)];
  const lines = [
    title,
    joinFilled(step, ' · '),
    pageLine(attempt, style.brief ? message : null),
    joinFilled(files, ' · '),
    missingEvidence.length === 0 ? '' : `Missing evidence: ${oneLine(missingEvidence.join('; '))}`,
    ...teardownFailures.map((failure) => oneLine(withoutCallLog(failure))),
  ];
  const block = message === null ? '' : codeBlock(cut(message, maxCharacters));
  return joinFilled([joinFilled(lines, '<br>\n'), block, consoleSection(consoleErrors)], '\n\n');
}

/** The warnings of a case, one line each. */
export function warningLines(result: CaseResult): string {
  return warningsOf(result)
    .map((warning) => `- **${caseName(result)}**: ${oneLine(withoutCallLog(warning))}`)
    .join('\n');
}

/** Locator and page. The locator is left out if the message shown below has it. */
function pageLine({ failedStep, pageUrl }: AttemptResult, message: string | null): string {
  const locator = failedStep?.locator;
  const isRepeated = locator === undefined || message?.includes(locator);
  const facts = [
    isRepeated ? '' : `Locator ${code(cut(locator, maxLineCharacters))}`,
    pageUrl === undefined ? '' : `Page ${code(cut(pageUrl, maxUrlCharacters))}`,
  ];
  return joinFilled(facts, ' · ');
}

function withoutCallLog(message: string): string {
  const end = message.indexOf('\nCall log:\n');
  return end < 0 ? message : message.slice(0, end).trimEnd();
}

/** A file that the service keeps is linked. A file of the job is in the artifact, which is linked instead. */
function fileLink(
  words: string,
  file: EvidenceFile | undefined,
  { links: { artifact }, brief }: FailureStyle,
): string | undefined {
  if (file === undefined) return undefined;
  if ('url' in file) return link(words, file.url);
  // The report in the artifact shows which file it is; its name is a long id.
  const linked = brief ? link(words, artifact?.url) : undefined;
  return linked ?? `${words} ${codeLink(cutStart(basename(file.path)), artifact?.url)}`;
}

function consoleSection(errors: readonly string[]): string {
  if (errors.length === 0) return '';
  const shown = errors.slice(0, maxErrors).map((error) => cut(error, maxLineCharacters));
  const left = errors.length - shown.length;
  const more = left > 0 ? [`… ${left} more in the results file`] : [];
  return fold(formatCount(errors.length, 'console error'), [codeBlock([...shown, ...more].join('\n'))]);
}
