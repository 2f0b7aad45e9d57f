import { isAbsolute } from 'node:path';
import { formatCount, shellWord } from '../../common/text.ts';
import { attemptsOf } from '../../results/cases.ts';
import type {
  AttemptResult,
  CaseResult,
  EvidenceFile,
  FailedStep,
  RunResults,
  SourceLocation,
  StepResult,
} from '../../results/run-results.ts';
import { describeRequest, formatDuration } from '../describe.ts';
import { formatLocation, sourceUrlOf } from '../links.ts';
import { code, disclosure, type Html, html, webLink } from './html.ts';

/** Pictures as `data:` URLs, by their path in the results. */
export type Pictures = ReadonlyMap<string, string>;

/** How attempts are shown. */
export interface DetailOptions extends Pick<RunResults, 'sourceUrl'> {
  readonly pictures: Pictures;
  /** Whether files next to the page are linked: a page that is uploaded by itself has none. */
  readonly files: 'linked' | 'omitted';
}

/** The screenshots of a test case, and the pictures of its steps. */
export function picturesOf(result: CaseResult): EvidenceFile[] {
  return [result, ...result.earlierAttempts]
    .flatMap(({ screenshot, steps = [] }) => [screenshot, ...steps.map((step) => step.picture)])
    .filter((file) => file !== undefined);
}

export function hasEvidence(result: CaseResult): boolean {
  return picturesOf(result).length > 0 || attemptsOf(result).some(({ trace }) => trace !== undefined);
}

/** What is known about an attempt; undefined if that is nothing but its status. */
export function attemptDetails(attempt: AttemptResult, name: string, options: DetailOptions) {
  const { failedStep, failedPage = {}, screenshot, trace, consoleErrors } = attempt;
  const { failedRequests = [], snapshot } = failedPage;
  const messages = messagesOf(attempt);
  const parts = [
    factList(attempt, options),
    messages.length > 0 && messages,
    stepsOf(attempt, options),
    screenshot && screenshotFigure(screenshot, name, options),
    failedStep && excerptOf(failedStep),
    foldedList('failed request', failedRequests.map(describeRequest)),
    foldedList('console error', consoleErrors),
    snapshot && folded('Accessibility tree', snapshot),
    trace && traceParagraph(trace, options),
  ];
  return parts.some(Boolean) ? html`<div class="attempt">\n${parts}</div>` : undefined;
}

function factList(attempt: AttemptResult, { sourceUrl }: DetailOptions): Html | undefined {
  const { failedStep: { place, locator } = {}, pageUrl, failedPage = {}, missingEvidence } = attempt;
  const { title, candidates = [], expected, received } = failedPage;
  const values = expected === undefined ? undefined : comparedValues(expected, received);
  const facts = {
    Location: place && sourceLink(place, sourceUrl),
    Expected: values?.expected,
    Received: values?.received,
    Locator: locator && code(locator),
    'Most similar': candidates.length > 0 && candidates.map((each) => html`${code(each)}<br>`),
    Page: pageUrl && html`${code(pageUrl)}${title && html` “${title}”`}`,
    'Missing evidence': missingEvidence.join('; '),
  };
  const list = Object.entries(facts).flatMap(([name, fact]) =>
    fact ? [html`<dt>${name}</dt><dd>${fact}</dd>\n`] : [],
  );
  return list.length === 0 ? undefined : html`<dl>${list}</dl>\n`;
}

function messagesOf({ errorMessage, teardownFailures = [], warnings = [] }: AttemptResult): Html[] {
  const block = (text: string, kind: string) => html`<pre class="${kind}" dir="auto">${text}</pre>\n`;
  const failures = [...(errorMessage === null ? [] : [errorMessage]), ...teardownFailures];
  return [
    ...failures.map((failure) => block(failure, 'message')),
    ...warnings.map((warning) => block(`Warning: ${warning}`, 'message warning')),
  ];
}

function stepsOf({ status, steps = [] }: AttemptResult, { pictures }: DetailOptions): Html | undefined {
  if (steps.length === 0) return undefined;
  const list = html`<ol class="steps">${steps.map((step) => stepItem(step, pictures))}</ol>`;
  return html`${disclosure(formatCount(steps.length, 'step'), list, status !== 'passed')}\n`;
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

function foldedList(noun: string, lines: readonly string[]): Html | false {
  return lines.length > 0 && folded(formatCount(lines.length, noun), lines.join('\n'));
}

function folded(title: string, text: string): Html {
  return html`<details class="console"><summary>${title}</summary><pre>${text}</pre></details>\n`;
}

export function sourceLink(location: SourceLocation, sourceUrl: string | null): Html {
  return webLink(sourceUrlOf(location, sourceUrl) ?? '', code(formatLocation(location)));
}

/** How a step ended. */
const stepStatuses = {
  passed: { sign: '✓', label: undefined },
  failed: { sign: '✗', label: html`<b>Failed:</b> ` },
  ignored: { sign: '–', label: html`<b>Failure ignored:</b> ` },
} as const;

function stepItem(step: StepResult, pictures: Pictures): Html {
  const { number, words, status, durationMs, inDependency, picture: file } = step;
  const start =
    number === undefined ? html`<li class="${status}">` : html`<li class="${status}" value="${number}">`;
  const { sign, label } = stepStatuses[status];
  const dependency = inDependency !== undefined && html` <small>in ${inDependency}</small>`;
  const duration = durationMs !== undefined && html` <small>${formatDuration(durationMs)}</small>`;
  const shown = file && picture(file, `The page after “${words}”`, pictures);
  return html`${start}<i aria-hidden="true">${sign}</i> ${label}${words}${dependency}${duration}${shown}</li>`;
}

/** The expected and the received value, with the part marked in which they differ. */
export function comparedValues(expected: string, received: string | undefined) {
  if (received === undefined) return { expected: code(expected), received: undefined };
  const start = commonPrefixLength(expected, received);
  const end = commonPrefixLength(reversed(expected.slice(start)), reversed(received.slice(start)));
  return { expected: marked(expected, start, end), received: marked(received, start, end) };
}

function marked(text: string, start: number, end: number): Html {
  const stop = text.length - end;
  return html`<code>${text.slice(0, start)}<mark>${text.slice(start, stop)}</mark>${text.slice(stop)}</code>`;
}

/** How many characters two texts have in common at their start; never half of a surrogate pair. */
function commonPrefixLength(one: string, other: string): number {
  let length = 0;
  while (length < one.length && one[length] === other[length]) length += 1;
  return /[\uD800-\uDBFF]/.test(one[length - 1] ?? '') ? length - 1 : length;
}

function reversed(text: string): string {
  return text.split('').reverse().join('');
}

/** A picture that a click shows at its full size; undefined if it is not embedded. */
function picture(file: EvidenceFile, alt: string, pictures: Pictures): Html | undefined {
  const source = 'path' in file ? pictures.get(file.path) : undefined;
  return source === undefined
    ? undefined
    : html`<label class="picture"><input type="checkbox" aria-label="Full size: ${alt}"><img src="${source}" alt="${alt}" loading="lazy" decoding="async"></label>`;
}

function screenshotFigure(file: EvidenceFile, name: string, options: DetailOptions): Html | undefined {
  const embedded = picture(file, `The page when “${name}” failed`, options.pictures);
  if (embedded === undefined && isOmitted(file, options)) return undefined;
  const caption = embedded === undefined ? html`Screenshot: ${fileLink(file)} (not embedded)` : 'Screenshot';
  return html`<figure>${embedded}<figcaption>${caption}</figcaption></figure>\n`;
}

function traceParagraph(file: EvidenceFile, options: DetailOptions): Html | undefined {
  if (isOmitted(file, options)) return undefined;
  const viewer = webLink('https://trace.playwright.dev', html`trace.playwright.dev`);
  if ('url' in file) return html`<p>Trace: ${fileLink(file)}. You can also open it on ${viewer}.</p>\n`;
  return html`<p>Trace: ${fileLink(file)}. To view it, drop it on ${viewer}, or run this in its folder:</p>
<pre class="command">npx playwright show-trace ${shellWord(file.path)}</pre>\n`;
}

function isOmitted(file: EvidenceFile, { files }: DetailOptions): boolean {
  return files === 'omitted' && 'path' in file;
}

/** A link to a URL, or to a file in the folder of the page. The path of any other file is shown as text. */
function fileLink(file: EvidenceFile): Html {
  if ('url' in file) return webLink(file.url, code(file.url));
  if (!isInFolder(file.path)) return code(file.path);
  const address = file.path.split('/').map((part) => encodeURIComponent(part.toWellFormed()));
  return html`<a href="./${address.join('/')}">${file.path}</a>`;
}

/** True for a relative path that does not leave its folder. */
export function isInFolder(path: string): boolean {
  return path !== '' && !isAbsolute(path) && !path.split('/').includes('..');
}
