import { basename } from 'node:path';
import type { AttemptResult, EvidenceFile, FailedStep, Place } from '../verdict.ts';
import { code, codeBlock, cut } from './markdown.ts';
import { cutStart, maxLineCharacters, maxUrlCharacters, oneLine, shortLink } from './short-texts.ts';

/** So many console errors are shown; the results file has them all. */
const maxErrors = 5;

/** How an attempt is shown. */
export interface AttemptStyle {
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
  const place = failedStep?.place ?? style.place;
  const lines = [
    title,
    joined(
      failedStep === undefined ? undefined : stepLine(failedStep),
      place === undefined ? undefined : code(`${cutStart(place.file)}:${place.line}`),
    ),
    joined(
      failedStep?.locator === undefined
        ? undefined
        : `Locator ${code(cut(failedStep.locator, maxLineCharacters))}`,
      pageUrl === undefined ? undefined : `Page ${code(cut(pageUrl, maxUrlCharacters))}`,
    ),
    joined(fileLink('Trace', attempt.trace), fileLink('Screenshot', attempt.screenshot)),
    missingEvidence.length === 0 ? '' : `Not there: ${oneLine(missingEvidence.join('; '))}`,
  ].filter((line) => line !== '');
  return [
    lines.join('<br>\n'),
    errorMessage === null ? '' : codeBlock(cut(errorMessage, style.maxMessageCharacters)),
    consoleSection(consoleErrors),
  ]
    .filter((part) => part !== '')
    .join('\n\n');
}

function joined(...parts: readonly (string | undefined)[]): string {
  return parts.filter((part) => part !== undefined).join(' · ');
}

function stepLine({ number, words, inDependency }: FailedStep): string {
  const dependency = inDependency === undefined ? '' : ` of the dependency ${oneLine(inDependency)}`;
  return `Step ${number}${dependency}: ${oneLine(words)}`;
}

/** A file of the runner can't be linked: it is named. */
function fileLink(words: string, file: EvidenceFile | undefined): string | undefined {
  if (file === undefined) return undefined;
  return 'url' in file ? shortLink(words, file.url) : `${words} ${code(cutStart(basename(file.path)))}`;
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
