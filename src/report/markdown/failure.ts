import { basename } from 'node:path';
import { cut, formatCount, joinFilled } from '../../common/text.ts';
import { nameOf, warningsOf } from '../../results/counts.ts';
import type { AttemptResult, CaseResult, EvidenceFile, RunResults } from '../../results/run-results.ts';
import { outcomeOf } from '../headline.ts';
import { cutStart, maxUrlCharacters } from '../links.ts';
import { describeFailedStep } from '../words/describe-failed-step.ts';
import { formatDuration } from '../words/format-duration.ts';
import { code, codeBlock, codeLink, fold, link, maxLineCharacters, oneLine, sourceLink } from './markdown.ts';

/** Console errors that are shown; the results file has more. */
const maxErrors = 5;
const maxMessageCharacters = 2000;
const maxFlakyCharacters = 500;

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
 * A case that failed, could not be run, or passed at a later attempt: name, then how its last failed attempt failed, with
 * step, location, message and evidence.
 * @param brief for the comment: without the driver's call log, and nothing twice. The summary and the report have it all.
 * @param note finished Markdown for its first line.
 */
export function caseSection(result: CaseResult, run: RunResults, brief: boolean, note?: string): string {
  const { earlierAttempts } = result;
  const flaky = outcomeOf(result) === 'flaky';
  const attempt = flaky ? earlierAttempts.at(-1) : result;
  if (attempt === undefined) return `**${caseName(result)}** passed, but not at the first attempt`;
  const { failedStep, errorMessage, trace, screenshot, missingEvidence, teardownFailures = [] } = attempt;
  const passed = flaky ? ` passed at attempt ${earlierAttempts.length + 1}` : '';
  const message = brief && errorMessage !== null ? withoutCallLog(errorMessage) : errorMessage;
  const place = failedStep?.place ?? result.place;
  const lines = [
    [`**${caseName(result)}**${passed}${caseDetails(result)}`, note],
    [failedStep && describeFailedStep(failedStep, oneLine), place && sourceLink(place, run.sourceUrl)],
    pageFacts(attempt, brief ? message : null),
    [fileLink('Trace', trace, run, brief), fileLink('Screenshot', screenshot, run, brief)],
    [missingEvidence.length === 0 ? '' : `Missing evidence: ${oneLine(missingEvidence.join('; '))}`],
    ...teardownFailures.map((failure) => [oneLine(withoutCallLog(failure))]),
  ].map((facts) => joinFilled(facts, ' · '));
  const max = flaky ? maxFlakyCharacters : maxMessageCharacters;
  const block = message === null ? '' : codeBlock(cut(message, max));
  return joinFilled([joinFilled(lines, '<br>\n'), block, consoleSection(attempt.consoleErrors)], '\n\n');
}

/** The warnings of a case, one line each. */
export function warningLines(result: CaseResult): string {
  return warningsOf(result)
    .map((warning) => `- **${caseName(result)}**: ${oneLine(withoutCallLog(warning))}`)
    .join('\n');
}

/** Locator and page. The locator is left out if the message shown below has it. */
function pageFacts({ failedStep, pageUrl }: AttemptResult, message: string | null): string[] {
  const locator = failedStep?.locator;
  const isRepeated = locator === undefined || message?.includes(locator);
  return [
    isRepeated ? '' : `Locator ${code(cut(locator, maxLineCharacters))}`,
    pageUrl === undefined ? '' : `Page ${code(cut(pageUrl, maxUrlCharacters))}`,
  ];
}

function withoutCallLog(message: string): string {
  const end = message.indexOf('\nCall log:\n');
  return end < 0 ? message : message.slice(0, end).trimEnd();
}

/** A file that the service keeps is linked. A file of the job is in the artifact, which is linked instead. */
function fileLink(
  words: string,
  file: EvidenceFile | undefined,
  { artifact }: RunResults,
  brief: boolean,
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
