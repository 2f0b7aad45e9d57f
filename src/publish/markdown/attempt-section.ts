import { basename } from 'node:path';
import type { AttemptResult, EvidenceFile, Place } from '../verdict.ts';
import { failedStepInWords } from '../words/failed-step-in-words.ts';
import { code, codeBlock, cut } from './markdown.ts';
import { placeLink, type RunLinks } from './place-link.ts';
import {
  codeLink,
  cutStart,
  maxLineCharacters,
  maxUrlCharacters,
  oneLine,
  shortLink,
} from './short-texts.ts';

/** So many console errors are shown; the results file has them all. */
const maxErrors = 5;

/** How the sections of a text are shown. */
export interface SectionStyle {
  readonly links: RunLinks;
  /** For who reads on a phone: without the driver's call log, and nothing twice. The summary and the report have it all. */
  readonly brief: boolean;
}

/** How an attempt is shown. */
export interface AttemptStyle extends SectionStyle {
  /** Where the case stands, for an attempt whose step is not known. */
  readonly place: Place | undefined;
  readonly maxMessageCharacters: number;
}

/**
 * How an attempt failed, and what there is to look at.
 * @param title finished Markdown.
 */
export function attemptSection(title: string, attempt: AttemptResult, style: AttemptStyle): string {
  const { failedStep, pageUrl, errorMessage, consoleErrors, missingEvidence } = attempt;
  const { teardownFailures = [] } = attempt;
  const place = failedStep?.place ?? style.place;
  const message = style.brief && errorMessage !== null ? withoutCallLog(errorMessage) : errorMessage;
  const lines = [
    title,
    joined(
      failedStep === undefined ? undefined : failedStepInWords(failedStep, oneLine),
      place === undefined ? undefined : placeLink(place, style.links),
    ),
    joined(
      failedStep?.locator === undefined || (style.brief && message?.includes(failedStep.locator) === true)
        ? undefined
        : `Locator ${code(cut(failedStep.locator, maxLineCharacters))}`,
      pageUrl === undefined ? undefined : `Page ${code(cut(pageUrl, maxUrlCharacters))}`,
    ),
    joined(fileLink('Trace', attempt.trace, style), fileLink('Screenshot', attempt.screenshot, style)),
    missingEvidence.length === 0 ? '' : `Not there: ${oneLine(missingEvidence.join('; '))}`,
    ...teardownFailures.map((failure) => oneLine(withoutCallLog(failure))),
  ].filter((line) => line !== '');
  return [
    lines.join('<br>\n'),
    message === null ? '' : codeBlock(cut(message, style.maxMessageCharacters)),
    consoleSection(consoleErrors),
  ]
    .filter((part) => part !== '')
    .join('\n\n');
}

function withoutCallLog(message: string): string {
  const end = message.indexOf('\nCall log:\n');
  return end < 0 ? message : message.slice(0, end).trimEnd();
}

function joined(...parts: readonly (string | undefined)[]): string {
  return parts.filter((part) => part !== undefined).join(' · ');
}

/** A file of the runner is named; it can't be linked but by the artifact that it is in. */
function fileLink(
  words: string,
  file: EvidenceFile | undefined,
  { links: { artifact }, brief }: AttemptStyle,
): string | undefined {
  if (file === undefined) return undefined;
  if ('url' in file) return shortLink(words, file.url);
  // The report inside knows which file it is; its name is a long id.
  const linked = brief && artifact?.url !== undefined ? shortLink(words, artifact.url) : undefined;
  if (linked !== undefined) return linked;
  return `${words} ${codeLink(cutStart(basename(file.path)), artifact?.url)}`;
}

function consoleSection(errors: readonly string[]): string {
  if (errors.length === 0) return '';
  const shown = errors.slice(0, maxErrors).map((error) => cut(error, maxLineCharacters));
  const more =
    errors.length > shown.length ? [`… ${errors.length - shown.length} more in the results file`] : [];
  const summary = errors.length === 1 ? '1 console error' : `${errors.length} console errors`;
  return [
    `<details><summary>${summary}</summary>`,
    codeBlock([...shown, ...more].join('\n')),
    '</details>',
  ].join('\n\n');
}
