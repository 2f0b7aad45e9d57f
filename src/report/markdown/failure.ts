import { basename } from 'node:path';
import { cut } from '../../common/text.ts';
import { nameOf } from '../../results/counts.ts';
import type { AttemptResult, CaseResult, EvidenceFile, SourceLocation } from '../../results/run-results.ts';
import { describeFailedStep } from '../words/describe-step.ts';
import { formatDuration } from '../words/format-duration.ts';
import {
  codeLink,
  cutStart,
  maxLineCharacters,
  maxUrlCharacters,
  oneLine,
  type RunLinks,
  shortLink,
  sourceLink,
} from './links.ts';
import { code, codeBlock } from './markdown.ts';

/** Console errors that are shown; the results file has more. */
const maxErrors = 5;
const maxMessageCharacters = 2000;
const maxFlakyCharacters = 500;

export interface FailureStyle {
  readonly links: RunLinks;
  /** For the comment: without the driver's call log, and nothing twice. The summary and the report have it all. */
  readonly brief: boolean;
}

/** The name of a case, as one line of Markdown. */
export function caseName(result: Pick<CaseResult, 'name' | 'testCaseId'>): string {
  return oneLine(nameOf(result));
}

/** How a case ended besides its status: the number of attempts and the duration, in parentheses. */
export function caseDetails({ status, durationMs, earlierAttempts }: CaseResult): string {
  const error = status === 'error' ? ' could not be run' : '';
  const details = [
    status !== 'passed' && earlierAttempts.length > 0 ? `${earlierAttempts.length + 1} attempts` : '',
    durationMs === undefined ? '' : formatDuration(durationMs),
  ].filter((detail) => detail !== '');
  return details.length === 0 ? error : `${error} (${details.join(', ')})`;
}

/**
 * A case that failed or could not be run: name, step, location, message and evidence.
 * @param note finished Markdown for its first line.
 */
export function failureSection(result: CaseResult, style: FailureStyle, note?: string): string {
  const title = `**${caseName(result)}**${caseDetails(result)}${note === undefined ? '' : ` · ${note}`}`;
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
  const { errorMessage, missingEvidence, teardownFailures = [] } = attempt;
  const message = style.brief && errorMessage !== null ? withoutCallLog(errorMessage) : errorMessage;
  const lines = [
    title,
    stepLine(attempt, casePlace, style),
    pageLine(attempt, message, style),
    joined(fileLink('Trace', attempt.trace, style), fileLink('Screenshot', attempt.screenshot, style)),
    missingEvidence.length === 0 ? '' : `Missing evidence: ${oneLine(missingEvidence.join('; '))}`,
    ...teardownFailures.map((failure) => oneLine(withoutCallLog(failure))),
  ].filter((line) => line !== '');
  const parts = [
    lines.join('<br>\n'),
    message === null ? '' : codeBlock(cut(message, maxCharacters)),
    consoleSection(attempt.consoleErrors),
  ];
  return parts.filter((part) => part !== '').join('\n\n');
}

function stepLine(
  { failedStep }: AttemptResult,
  casePlace: SourceLocation | undefined,
  { links }: FailureStyle,
): string {
  const place = failedStep?.place ?? casePlace;
  return joined(
    failedStep === undefined ? undefined : describeFailedStep(failedStep, oneLine),
    place === undefined ? undefined : sourceLink(place, links),
  );
}

function pageLine(
  { failedStep, pageUrl }: AttemptResult,
  message: string | null,
  { brief }: FailureStyle,
): string {
  const locator = failedStep?.locator;
  const isRepeated = locator !== undefined && brief && message?.includes(locator) === true;
  return joined(
    locator === undefined || isRepeated ? undefined : `Locator ${code(cut(locator, maxLineCharacters))}`,
    pageUrl === undefined ? undefined : `Page ${code(cut(pageUrl, maxUrlCharacters))}`,
  );
}

function withoutCallLog(message: string): string {
  const end = message.indexOf('\nCall log:\n');
  return end < 0 ? message : message.slice(0, end).trimEnd();
}

function joined(...parts: readonly (string | undefined)[]): string {
  return parts.filter((part) => part !== undefined).join(' · ');
}

/** A file that the service keeps is linked. A file of the job is in the artifact, which is linked instead. */
function fileLink(
  words: string,
  file: EvidenceFile | undefined,
  { links: { artifact }, brief }: FailureStyle,
): string | undefined {
  if (file === undefined) return undefined;
  if ('url' in file) return shortLink(words, file.url);
  const url = artifact?.url ?? undefined;
  // The report in the artifact shows which file it is; its name is a long id.
  const linked = brief && url !== undefined ? shortLink(words, url) : undefined;
  return linked ?? `${words} ${codeLink(cutStart(basename(file.path)), url)}`;
}

function consoleSection(errors: readonly string[]): string {
  if (errors.length === 0) return '';
  const shown = errors.slice(0, maxErrors).map((error) => cut(error, maxLineCharacters));
  const left = errors.length - shown.length;
  const more = left > 0 ? [`… ${left} more in the results file`] : [];
  const summary = errors.length === 1 ? '1 console error' : `${errors.length} console errors`;
  return [
    `<details><summary>${summary}</summary>`,
    codeBlock([...shown, ...more].join('\n')),
    '</details>',
  ].join('\n\n');
}
