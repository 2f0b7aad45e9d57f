import { isAbsolute } from 'node:path';
import { cut, formatCount } from '../../common/text.ts';
import { nameOf } from '../../results/counts.ts';
import type { AttemptResult, CaseResult, EvidenceFile, SourceLocation } from '../../results/run-results.ts';
import { firstLine } from '../files/result-text.ts';
import { outcomeOf, outcomes } from '../headline.ts';
import { formatLocation, sourceUrlOf } from '../links.ts';
import { describeFailedStep } from '../words/describe-failed-step.ts';
import { formatDuration } from '../words/format-duration.ts';
import { type Html, html, webLink } from './html.ts';

/** Screenshots as `data:` URLs, by their path in the results. */
export type Pictures = ReadonlyMap<string, string>;

const maxSummaryCharacters = 200;

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
  const { label, sign } = outcomes[outcome];
  const { durationMs, earlierAttempts, place } = result;
  const name = nameOf(result);
  const attempts = earlierAttempts.length + 1;
  const duration = durationMs === undefined ? '' : formatDuration(durationMs);
  const details = caseDetails(result, options);
  const sortKeys = html`data-rank="${Object.keys(outcomes).indexOf(outcome)}" data-name="${name}" data-attempts="${attempts}" data-ms="${Math.round(durationMs ?? -1)}"`;
  const badge = html`<span class="outcome ${outcome}"><span aria-hidden="true">${sign}</span> <span class="label">${label}</span></span>`;
  return html`<tbody class="case${options.later ? ' later' : ''}" data-outcome="${outcome}" ${sortKeys}>
<tr><td>${badge}</td><th scope="row"><span class="name" dir="auto">${name}</span>${place && html`<small>${sourceLink(place, options)}</small>`}</th><td class="number attempts">${attempts}</td><td class="number">${duration}</td></tr>
${details && html`<tr><td colspan="4">${details}</td></tr>`}</tbody>\n`;
}

/** The attempts, folded; undefined if there is nothing to say about them. */
function caseDetails(result: CaseResult, options: RowOptions): Html | undefined {
  const { earlierAttempts } = result;
  const total = earlierAttempts.length + 1;
  const failure = outcomeOf(result) === 'flaky' ? earlierAttempts.at(-1) : undefined;
  const last = attemptDetails(result, nameOf(result), options);
  const earlier = earlierAttempts.map((attempt, index) =>
    folded(
      html`Attempt ${index + 1} of ${total}: ${attemptSummary(attempt)}`,
      attemptDetails(attempt, nameOf(result), options),
      attempt === failure,
    ),
  );
  if (last === undefined && total === 1) return undefined;
  const title =
    failure === undefined
      ? attemptSummary(result)
      : html`Passed at attempt ${total}. Before that: ${attemptSummary(failure)}`;
  return folded(title, html`${last}${earlier}`, options.open);
}

function folded(title: Html, content: Html | undefined, open: boolean): Html {
  const start = open ? html`<details open>` : html`<details>`;
  return html`${start}<summary>${title}</summary>${content}</details>`;
}

/** The failed step or the status, and the first line of the message, which is hidden while the details are open. */
function attemptSummary({ status, failedStep, errorMessage }: AttemptResult): Html {
  const message = cut(firstLine(errorMessage), maxSummaryCharacters);
  const title = failedStep === undefined ? outcomes[status].label : describeFailedStep(failedStep);
  return html`${title}${message && html` <span class="first-line">${message}</span>`}`;
}

/** What is known about an attempt; undefined if that is nothing but its status. */
function attemptDetails(attempt: AttemptResult, name: string, options: RowOptions): Html | undefined {
  const { failedStep: { place, locator } = {}, pageUrl, missingEvidence, screenshot, trace } = attempt;
  const facts = {
    Location: place && sourceLink(place, options),
    Locator: locator && html`<code>${locator}</code>`,
    Page: pageUrl && html`<code>${pageUrl}</code>`,
    'Missing evidence': missingEvidence.join('; '),
  };
  const list = Object.entries(facts).flatMap(([name, fact]) =>
    fact ? [html`<dt>${name}</dt><dd>${fact}</dd>\n`] : [],
  );
  const messages = messagesOf(attempt).map((message) => {
    const shown = cut(message, options.maxMessageCharacters);
    return html`<pre class="message" dir="auto">${shown}</pre>\n`;
  });
  const parts = [
    list.length > 0 && html`<dl>${list}</dl>\n`,
    messages.length > 0 && messages,
    attempt.consoleErrors.length > 0 && consoleDetails(attempt.consoleErrors),
    screenshot && screenshotFigure(screenshot, name, options.pictures),
    trace && traceParagraph(trace),
  ];
  return parts.some(Boolean) ? html`<div class="attempt">\n${parts}</div>` : undefined;
}

function messagesOf({ errorMessage, teardownFailures = [], warnings = [] }: AttemptResult): string[] {
  const failures = [...(errorMessage === null ? [] : [errorMessage]), ...teardownFailures];
  return [...failures, ...warnings.map((warning) => `Warning: ${warning}`)];
}

function sourceLink(location: SourceLocation, { sourceUrl }: RowOptions): Html {
  const text = html`<code>${formatLocation(location)}</code>`;
  return webLink(sourceUrlOf(location, sourceUrl) ?? '', text);
}

function consoleDetails(errors: readonly string[]): Html {
  const title = formatCount(errors.length, 'console error');
  return html`<details class="console"><summary>${title}</summary><pre>${errors.join('\n')}</pre></details>\n`;
}

function screenshotFigure(file: EvidenceFile, name: string, pictures: Pictures): Html {
  const source = 'path' in file ? pictures.get(file.path) : undefined;
  const picture =
    source &&
    html`<img src="${source}" alt="The page when “${name}” failed" loading="lazy" decoding="async">`;
  return html`<figure>${picture}<figcaption>Screenshot: ${fileLink(file)}</figcaption></figure>\n`;
}

function traceParagraph(file: EvidenceFile): Html {
  const viewer = webLink('https://trace.playwright.dev', html`trace.playwright.dev`);
  if ('url' in file) return html`<p>Trace: ${fileLink(file)}. You can also open it on ${viewer}.</p>\n`;
  return html`<p>Trace: ${fileLink(file)}. To view it, drop it on ${viewer}, or run this in its folder:</p>
<pre class="command">npx playwright show-trace ${shellWord(file.path)}</pre>\n`;
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
