import { isAbsolute } from 'node:path';
import { cut } from '../../common/text.ts';
import { nameOf } from '../../results/counts.ts';
import type { AttemptResult, CaseResult, EvidenceFile, SourceLocation } from '../../results/run-results.ts';
import { firstLine, stepText } from '../files/result-text.ts';
import { formatLocation, sourceUrlOf } from '../links.ts';
import { formatDuration } from '../words/format-duration.ts';
import { type Html, html, nothing, webLink } from './html.ts';

/** Screenshots as `data:` URLs, by their path in the results. */
export type Pictures = ReadonlyMap<string, string>;

const maxSummaryCharacters = 200;

/** Worst first; `flaky` passed, but not at the first attempt. */
export const outcomes = ['failed', 'error', 'unfinished', 'flaky', 'passed'] as const;
export type Outcome = (typeof outcomes)[number];

export const outcomeLabels: Readonly<Record<Outcome, string>> = {
  failed: 'Failed',
  error: 'Could not run',
  unfinished: 'Did not finish',
  flaky: 'Flaky',
  passed: 'Passed',
};

const outcomeSigns: Readonly<Record<Outcome, string>> = {
  failed: '✗',
  error: '!',
  unfinished: '…',
  flaky: '⟳',
  passed: '✓',
};

export function outcomeOf({ status, flaky }: CaseResult): Outcome {
  return status === 'passed' && flaky ? 'flaky' : status;
}

export interface RowOptions {
  /** URL of the repository's files at the tested commit. */
  readonly sourceUrl: string | null;
  readonly pictures: Pictures;
  readonly maxMessageCharacters: number;
  /** Whether the details are unfolded. */
  readonly open: boolean;
  /** Whether the page's script hides the row until it is requested. */
  readonly later: boolean;
}

/** A test case in the table: a row, and a second one if there are details. */
export function testCaseRow(result: CaseResult, options: RowOptions): Html {
  const outcome = outcomeOf(result);
  const { durationMs, earlierAttempts, place } = result;
  const attempts = earlierAttempts.length + 1;
  const duration = durationMs === undefined ? '' : formatDuration(durationMs);
  const location = place === undefined ? nothing : html`<small>${sourceLink(place, options)}</small>`;
  const sortKeys = html`data-rank="${outcomes.indexOf(outcome)}" data-attempts="${attempts}" data-ms="${Math.round(durationMs ?? -1)}"`;
  const badge = html`<span class="outcome ${outcome}"><span aria-hidden="true">${outcomeSigns[outcome]}</span> <span class="label">${outcomeLabels[outcome]}</span></span>`;
  return html`<tbody class="case${options.later ? ' later' : ''}" data-outcome="${outcome}" ${sortKeys}>
<tr><td>${badge}</td><th scope="row"><span class="name" dir="auto">${nameOf(result)}</span>${location}</th><td class="number attempts">${attempts}</td><td class="number">${duration}</td></tr>
${hasDetails(result) ? html`<tr><td colspan="4">${caseDetails(result, options)}</td></tr>` : nothing}</tbody>\n`;
}

function hasDetails(result: CaseResult): boolean {
  const { status, flaky, missingEvidence } = result;
  return status !== 'passed' || flaky || missingEvidence.length > 0 || hasEvidence(result);
}

function hasEvidence({ trace, screenshot, consoleErrors, teardownFailures = [] }: AttemptResult): boolean {
  return (
    trace !== undefined || screenshot !== undefined || consoleErrors.length + teardownFailures.length > 0
  );
}

function caseDetails(result: CaseResult, options: RowOptions): Html {
  const { earlierAttempts } = result;
  const flaky = outcomeOf(result) === 'flaky';
  const name = nameOf(result);
  const total = earlierAttempts.length + 1;
  const last = attemptDetails(result, name, options);
  const earlier = earlierAttempts.map((attempt, index) =>
    folded(
      html`Attempt ${index + 1} of ${total}: ${attemptSummary(attempt)}`,
      attemptDetails(attempt, name, options),
      // The failure that made the test case flaky.
      flaky && index === earlierAttempts.length - 1,
    ),
  );
  const failure = flaky ? earlierAttempts.at(-1) : undefined;
  return failure === undefined
    ? folded(attemptSummary(result), html`${last}${earlier}`, options.open)
    : folded(
        html`Passed at attempt ${total}. Before that: ${attemptSummary(failure)}`,
        html`${earlier}${hasEvidence(result) ? last : nothing}`,
        options.open,
      );
}

function folded(title: Html, content: Html, open: boolean): Html {
  const start = open ? html`<details open>` : html`<details>`;
  return html`${start}<summary>${title}</summary>${content}</details>`;
}

/** The failed step or the status, and the first line of the message, which is hidden while the details are open. */
function attemptSummary({ status, failedStep, errorMessage }: AttemptResult): Html {
  const message = cut(firstLine(errorMessage), maxSummaryCharacters);
  const title = failedStep === undefined ? outcomeLabels[status] : stepText(failedStep);
  return html`${title}${message === '' ? nothing : html` <span class="first-line">${message}</span>`}`;
}

function attemptDetails(attempt: AttemptResult, caseName: string, options: RowOptions): Html {
  const { failedStep, pageUrl, errorMessage, missingEvidence, consoleErrors, screenshot, trace } = attempt;
  const { place, locator } = failedStep ?? {};
  const facts = [
    place === undefined ? nothing : fact('Location', sourceLink(place, options)),
    locator === undefined ? nothing : fact('Locator', html`<code>${locator}</code>`),
    pageUrl === undefined ? nothing : fact('Page', html`<code>${pageUrl}</code>`),
    missingEvidence.length === 0 ? nothing : fact('Missing evidence', html`${missingEvidence.join('; ')}`),
  ].filter(({ text }) => text !== '');
  const messages = [...(errorMessage === null ? [] : [errorMessage]), ...(attempt.teardownFailures ?? [])];
  return html`<div class="attempt">
${facts.length === 0 ? nothing : html`<dl>${facts}</dl>`}
${messages.map((message) => html`<pre class="message" dir="auto">${cut(message, options.maxMessageCharacters)}</pre>\n`)}
${consoleErrors.length === 0 ? nothing : consoleDetails(consoleErrors)}
${screenshot === undefined ? nothing : screenshotFigure(screenshot, caseName, options.pictures)}
${trace === undefined ? nothing : traceParagraph(trace)}
</div>`;
}

function fact(name: string, value: Html): Html {
  return html`<dt>${name}</dt><dd>${value}</dd>\n`;
}

function sourceLink(location: SourceLocation, { sourceUrl }: RowOptions): Html {
  const url = sourceUrlOf(location, sourceUrl);
  const text = html`<code>${formatLocation(location)}</code>`;
  return url === undefined ? text : webLink(url, text);
}

function consoleDetails(errors: readonly string[]): Html {
  const title = errors.length === 1 ? '1 console error' : `${errors.length} console errors`;
  return html`<details class="console"><summary>${title}</summary><pre>${errors.join('\n')}</pre></details>`;
}

function screenshotFigure(file: EvidenceFile, caseName: string, pictures: Pictures): Html {
  const source = 'path' in file ? pictures.get(file.path) : undefined;
  const picture =
    source === undefined
      ? nothing
      : html`<img src="${source}" alt="The page when “${caseName}” failed" loading="lazy" decoding="async">`;
  return html`<figure>${picture}<figcaption>Screenshot: ${fileLink(file)}</figcaption></figure>`;
}

function traceParagraph(file: EvidenceFile): Html {
  const viewer = webLink('https://trace.playwright.dev', html`trace.playwright.dev`);
  if ('url' in file) return html`<p>Trace: ${fileLink(file)}. You can also open it on ${viewer}.</p>`;
  return html`<p>Trace: ${fileLink(file)}. To view it, drop it on ${viewer}, or run this in its folder:</p>
<pre class="command">npx playwright show-trace ${shellWord(file.path)}</pre>`;
}

/** A link to a URL, or to a file in the folder of the page. The path of any other file is shown as text. */
function fileLink(file: EvidenceFile): Html {
  if ('url' in file) return webLink(file.url, html`<code>${file.url}</code>`);
  if (!isInFolder(file.path)) return html`<code>${file.path}</code>`;
  const address = file.path.split('/').map((part) => encodeURIComponent(part.toWellFormed()));
  return html`<a href="./${address.join('/')}">${file.path}</a>`;
}

/** Quotes a word for a POSIX shell if necessary. */
function shellWord(text: string): string {
  return /^[\w./-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`;
}

/** True for a relative path that does not leave its folder. */
export function isInFolder(path: string): boolean {
  return path !== '' && !isAbsolute(path) && !path.split('/').includes('..');
}
