import { cut, formatCount } from '../../common/text.ts';
import type { AttemptResult, FailedPage, FailedStep, SourceLocation } from '../../results/run-results.ts';
import { formatLocation, sourceUrlOf } from '../links.ts';
import { comparedValues } from './compared.ts';
import { type Pictures, screenshotFigure, traceParagraph } from './evidence.ts';
import { type Html, html, webLink } from './html.ts';
import { stepList } from './steps.ts';

export interface DetailOptions {
  /** URL of the repository's files at the tested commit. */
  readonly sourceUrl: string | null;
  readonly pictures: Pictures;
  readonly maxMessageCharacters: number;
  /** Of which attempts the steps are shown. */
  readonly steps: 'all' | 'of failures' | 'none';
}

/**
 * What is known about an attempt; undefined if that is nothing but its status.
 * @param name of the test case.
 */
export function attemptDetails(
  attempt: AttemptResult,
  name: string,
  options: DetailOptions,
): Html | undefined {
  const { failedStep, failedPage = {}, screenshot, trace, consoleErrors } = attempt;
  const facts = factList(attempt, options);
  const messages = messagesOf(attempt, options);
  const parts = [
    facts,
    messages.length > 0 && messages,
    stepsOf(attempt, options),
    screenshot && screenshotFigure(screenshot, name, options.pictures),
    failedStep && excerptOf(failedStep),
    failedPage.failedRequests && requestDetails(failedPage.failedRequests),
    consoleErrors.length > 0 &&
      folded(formatCount(consoleErrors.length, 'console error'), consoleErrors.join('\n')),
    failedPage.snapshot &&
      folded('Accessibility tree', cut(failedPage.snapshot, options.maxMessageCharacters)),
    trace && traceParagraph(trace),
  ];
  return parts.some(Boolean) ? html`<div class="attempt">\n${parts}</div>` : undefined;
}

function factList(attempt: AttemptResult, options: DetailOptions): Html | undefined {
  const { failedStep: { place, locator } = {}, pageUrl, failedPage = {}, missingEvidence } = attempt;
  const { title, candidates = [] } = failedPage;
  const facts = {
    Location: place && sourceLink(place, options.sourceUrl),
    ...valuesOf(failedPage, options),
    Locator: locator && html`<code>${locator}</code>`,
    'Most similar': candidates.length > 0 && candidates.map((each) => html`<code>${each}</code><br>`),
    Page: pageUrl && html`<code>${pageUrl}</code>${title && html` “${title}”`}`,
    'Missing evidence': missingEvidence.join('; '),
  };
  const list = Object.entries(facts).flatMap(([name, fact]) =>
    fact ? [html`<dt>${name}</dt><dd>${fact}</dd>\n`] : [],
  );
  return list.length === 0 ? undefined : html`<dl>${list}</dl>\n`;
}

function valuesOf({ expected, received }: FailedPage, { maxMessageCharacters }: DetailOptions) {
  if (expected === undefined) return {};
  const shown = cut(expected, maxMessageCharacters);
  if (received === undefined) return { Expected: html`<code>${shown}</code>` };
  const values = comparedValues(shown, cut(received, maxMessageCharacters));
  return { Expected: values.expected, Received: values.received };
}

function messagesOf(
  { errorMessage, teardownFailures = [], warnings = [] }: AttemptResult,
  { maxMessageCharacters }: DetailOptions,
): Html[] {
  const block = (kind: string) => (text: string) =>
    html`<pre class="${kind}" dir="auto">${cut(text, maxMessageCharacters)}</pre>\n`;
  const failures = [...(errorMessage === null ? [] : [errorMessage]), ...teardownFailures];
  return [
    ...failures.map(block('message')),
    ...warnings.map((warning) => `Warning: ${warning}`).map(block('message warning')),
  ];
}

function stepsOf({ status, steps = [] }: AttemptResult, options: DetailOptions): Html | undefined {
  const passed = status === 'passed';
  if (steps.length === 0 || options.steps === 'none' || (passed && options.steps === 'of failures'))
    return undefined;
  return stepList(steps, !passed, options.pictures);
}

/** The lines of the step in its file; those around it are quiet. */
function excerptOf({ excerpt, place }: FailedStep): Html | undefined {
  if (excerpt === undefined) return undefined;
  const first = place?.line ?? excerpt.line;
  const end = first + (excerpt.stepLines ?? Number.POSITIVE_INFINITY);
  const isOfStep = (line: number) => line >= first && line < end;
  const lines = excerpt.text.split('\n').map((text, index) => {
    const line = excerpt.line + index;
    const content = html`<span class="line">${line}</span>${text}\n`;
    return isOfStep(line) ? content : html`<span class="around">${content}</span>`;
  });
  return html`<pre class="excerpt">${lines}</pre>\n`;
}

function requestDetails(requests: NonNullable<FailedPage['failedRequests']>): Html {
  const lines = requests.map(
    ({ method, url, status, error }) => `${method} ${url} → ${status ?? error ?? 'failed'}`,
  );
  return folded(formatCount(requests.length, 'failed request'), lines.join('\n'));
}

function folded(title: string, text: string): Html {
  return html`<details class="console"><summary>${title}</summary><pre>${text}</pre></details>\n`;
}

export function sourceLink(location: SourceLocation, sourceUrl: string | null): Html {
  const text = html`<code>${formatLocation(location)}</code>`;
  return webLink(sourceUrlOf(location, sourceUrl) ?? '', text);
}
