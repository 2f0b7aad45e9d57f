import { basename } from 'node:path';
import { cut, formatCount, joinFilled } from '../../common/text.ts';
import { splitMessage } from '../../contract/error-message.ts';
import { type FailureGroup, locationOf, nameOf, warningsOf } from '../../results/cases.ts';
import type { AttemptResult, CaseResult, EvidenceFile, RunResults } from '../../results/run-results.ts';
import { describeFailedStep, formatDuration, groupSuffix } from '../describe.ts';
import { cutStart, formatLocation, maxUrlCharacters, reportPageUrl, sourceUrlOf } from '../links.ts';
import {
  code,
  codeBlock,
  codeLink,
  fold,
  link,
  listWithRest,
  maxLineCharacters,
  plainLine,
  sourceLink,
  textOrBlock,
} from './markdown.ts';

/** Console errors that are shown; the results file has more. */
const maxErrors = 5;
const maxMessageCharacters = 2000;
const maxFlakyCharacters = 500;
/** Named cases with one cause. */
const maxNames = 50;
/** In a list of failures, name and step take a line of the comment each. */
const maxNameCharacters = 70;
const maxStepCharacters = 90;

export function caseName(result: Pick<CaseResult, 'name' | 'testCaseId'>): string {
  return plainLine(nameOf(result));
}

/** How a case ended besides its status: the number of attempts and the duration, in parentheses. */
export function caseDetails({ status, durationMs, earlierAttempts }: CaseResult): string {
  const attempts = earlierAttempts.length + 1;
  const retried = status !== 'passed' && attempts > 1 ? `${attempts} attempts` : '';
  const listed = joinFilled([retried, formatDuration(durationMs)], ', ');
  return `${status === 'error' ? ' could not be run' : ''}${listed === '' ? '' : ` (${listed})`}`;
}

/** Since when a case fails, as finished Markdown such as "newly failing"; undefined if that is not known. */
export type NoteOf = (result: CaseResult) => string | undefined;

export interface SectionOptions {
  readonly run: RunResults;
  /** For the comment: without the driver's call log, and nothing twice. The summary and the report have it all. */
  readonly brief: boolean;
  readonly noteOf?: NoteOf;
  /** Whether the section of another run shows the failure. */
  readonly isRepeated?: (result: CaseResult) => boolean;
}

/** Failures with one cause in one line of a list: name, then the step or the message, linked to the report page and to the line. */
export function failureLine(group: FailureGroup, { run, noteOf }: SectionOptions): string {
  const { failedStep, errorMessage } = group.first;
  const what = failedStep ? describeFailedStep(failedStep) : splitMessage(errorMessage ?? '').sentence;
  const text = plainLine(cut(what, maxStepCharacters)) || 'no message';
  const location = locationOf(group.first);
  const linked = location && link(text, sourceUrlOf(location, run.sourceUrl));
  const bold = `**${plainLine(cut(nameOf(group.first), maxNameCharacters))}**`;
  const name = `${link(bold, reportPageUrl(run, group.first)) ?? bold}${groupSuffix(group)}`;
  const place = linked === undefined && location ? code(formatLocation(location)) : '';
  return `- ${joinFilled([name, linked ?? text, place, noteOfGroup(group, noteOf)], ' · ')}`;
}

/** Failures with one cause: names, then how the first of them failed, with step, location, message and evidence. */
export function failureSection(group: FailureGroup, options: SectionOptions): string {
  const { first, others } = group;
  const note = noteOfGroup(group, options.noteOf);
  const details = others.length === 0 ? caseDetails(first) : groupSuffix(group);
  const section = attemptSection([`**${caseName(first)}**${details}`, note], first, first, options);
  if (others.length === 0) return section;
  const cases = [first, ...others];
  const ownNote = (result: CaseResult) => (note === undefined ? options.noteOf?.(result) : '');
  const names = cases
    .slice(0, maxNames)
    .map((each) => `- ${joinFilled([caseName(each), ownNote(each)], ' · ')}`);
  const list = listWithRest(names, cases.length - names.length);
  return `${section}\n\n${fold(`${cases.length} test cases with this failure`, [list])}`;
}

/** A case that passed at a later attempt, with how its last failed attempt failed. */
export function flakySection(result: CaseResult, options: SectionOptions): string {
  const { earlierAttempts } = result;
  const attempt = earlierAttempts.at(-1);
  if (attempt === undefined) return `**${caseName(result)}** passed, but not on the first attempt`;
  const head = `**${caseName(result)}** passed on attempt ${earlierAttempts.length + 1}${caseDetails(result)}`;
  return attemptSection([head], attempt, result, options);
}

export function warningLines(result: CaseResult): string {
  return warningsOf(result)
    .map((warning) => `- **${caseName(result)}**: ${plainLine(splitMessage(warning).sentence)}`)
    .join('\n');
}

function noteOfGroup({ first, others }: FailureGroup, noteOf: NoteOf | undefined): string | undefined {
  const note = noteOf?.(first);
  return others.every((each) => noteOf?.(each) === note) ? note : undefined;
}

/** @param head facts for the first line. */
function attemptSection(
  head: readonly (string | undefined)[],
  attempt: AttemptResult,
  result: CaseResult,
  options: SectionOptions,
): string {
  const { run, brief } = options;
  const { failedStep, errorMessage, pageUrl, missingEvidence, teardownFailures = [] } = attempt;
  const { sentence, details } = splitMessage(errorMessage ?? '');
  const maxCharacters = result.flaky ? maxFlakyCharacters : maxMessageCharacters;
  const driverDetails = cut(brief ? withoutCallLog(details) : details, maxCharacters);
  const place = locationOf(result, attempt);
  const locator = failedStep?.locator;
  // A brief text does not repeat the locator that its message has.
  const message = brief ? sentence + driverDetails : '';
  const lines = [
    head,
    [failedStep && describeFailedStep(failedStep, plainLine), place && sourceLink(place, run.sourceUrl)],
    [
      locator === undefined || message.includes(locator)
        ? ''
        : `Locator ${code(cut(locator, maxLineCharacters))}`,
      pageUrl === undefined ? '' : `Page ${code(cut(pageUrl, maxUrlCharacters))}`,
    ],
    evidenceLinks(attempt, result, options),
    [missingEvidence.length === 0 ? '' : `Missing evidence: ${plainLine(missingEvidence.join('; '))}`],
    ...teardownFailures.map((failure) => [plainLine(splitMessage(failure).sentence)]),
  ].map((facts) => joinFilled(facts, ' · '));
  return joinFilled(
    [
      joinFilled(lines, '<br>\n'),
      sentence === '' ? '' : textOrBlock(cut(sentence, maxCharacters)),
      driverDetails === '' ? '' : fold('Message of the browser driver', [codeBlock(driverDetails)]),
      consoleSection(attempt.consoleErrors),
    ],
    '\n\n',
  );
}

function withoutCallLog(details: string): string {
  return details.replace(/(?:^|\n)Call log:\n.*$/s, '').trimEnd();
}

/**
 * Links to the evidence of an attempt: its test case in the report page, which shows the screenshot, and its files. A file
 * that the service keeps is linked. One of the job is in the artifact, which is linked instead; without an artifact nobody
 * can get at it, so it is not named. A brief text does not name files either, since their names are long ids.
 */
function evidenceLinks(
  { trace, screenshot }: AttemptResult,
  result: CaseResult,
  { run, brief }: SectionOptions,
): (string | undefined)[] {
  const fileLink = (label: string, file: EvidenceFile | undefined) => {
    if (file === undefined) return undefined;
    if ('url' in file) return link(label, file.url);
    if (run.artifact === null) return undefined;
    const linked = brief ? link(label, run.artifact.url) : undefined;
    return linked ?? `${label} ${codeLink(cutStart(basename(file.path)), run.artifact.url)}`;
  };
  const page = link('Report', reportPageUrl(run, result));
  const isShown = page !== undefined && screenshot !== undefined && 'path' in screenshot;
  return [page, fileLink('Trace', trace), isShown ? undefined : fileLink('Screenshot', screenshot)];
}

function consoleSection(errors: readonly string[]): string {
  if (errors.length === 0) return '';
  const shown = errors.slice(0, maxErrors).map((error) => cut(error, maxLineCharacters));
  const left = errors.length - shown.length;
  const more = left > 0 ? [`… ${left} more in the results file`] : [];
  return fold(formatCount(errors.length, 'console error'), [codeBlock([...shown, ...more].join('\n'))]);
}
