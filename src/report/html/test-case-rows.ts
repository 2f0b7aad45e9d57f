import { encodeWithin } from '../../common/encode-within.ts';
import { cut, formatCount } from '../../common/text.ts';
import { nameOf, worstFirst } from '../../results/cases.ts';
import {
  type AttemptResult,
  type CaseResult,
  type FailedPage,
  type FailedStep,
  maxResults,
  type RunResults,
  type SourceLocation,
  type StepResult,
} from '../../results/run-results.ts';
import { describeFailedStep, describeRequest, formatDuration } from '../describe.ts';
import { firstLine } from '../files/result-text.ts';
import { outcomeOf, outcomes } from '../headline.ts';
import { caseAnchors, formatLocation, sourceUrlOf } from '../links.ts';
import {
  disclosure,
  type EvidenceOptions,
  filesOf,
  type Html,
  html,
  type Pictures,
  picture,
  screenshotFigure,
  traceParagraph,
  webLink,
} from './html.ts';

/** Number of test cases that the script shows at a time. */
export const pageSize = 200;
const maxOpen = 10;
/** Limits of the rows with and without their pictures, in bytes. */
const maxBytes = 9_900_000;
const maxTextBytes = 8_000_000;
/** Of the tag around a picture, which names a step or a test case twice; names are rarely longer. */
const tagBytes = 1_000;

const maxSummaryCharacters = 200;

/** How much the rows show: less and less until they fit. */
interface Detail extends Pick<DetailOptions, 'maxMessageCharacters' | 'steps'> {
  readonly maxCases: number;
  readonly leftOut: string;
}

const all = { maxMessageCharacters: 10_000, steps: 'all', maxCases: maxResults, leftOut: '' } as const;
const withoutSteps = { ...all, steps: 'none', leftOut: 'all steps and long texts' } as const;
const details: readonly Detail[] = [
  all,
  { ...all, steps: 'of failures', leftOut: 'the steps of passed test cases' },
  { ...withoutSteps, maxMessageCharacters: 1_000 },
  { ...withoutSteps, maxMessageCharacters: 200 },
  ...[5_000, 1_000].map((maxCases) => ({
    ...{ ...withoutSteps, maxMessageCharacters: 200, maxCases },
    leftOut: `all test cases but the first ${maxCases.toLocaleString('en')}, all steps, and long texts`,
  })),
];

/** The rows of the test cases, worst first, in as much detail and with as many pictures as fit into the page. */
export function fittingRows({ results, sourceUrl }: RunResults, pictures: Pictures) {
  const anchors = caseAnchors(results);
  const sorted = worstFirst(results);
  const common = { sourceUrl, pictures: new Map(), files: 'linked' } as const;
  const optionsOf = (result: CaseResult, index: number, detail: Detail): RowOptions => ({
    ...{ ...detail, ...common },
    anchor: anchors.get(result) ?? '',
    open: result.status !== 'passed' && index < maxOpen,
    later: index >= pageSize,
  });
  const { level: detail, pieces } = encodeWithin({
    levels: details,
    items: sorted,
    maxBytes: maxTextBytes,
    sizeOf: (result: CaseResult, level) =>
      testCaseRow(result, optionsOf(result, pageSize, level)).text.length *
      Math.min(1, level.maxCases / results.length),
    *encode(level) {
      for (const [index, result] of sorted.slice(0, level.maxCases).entries())
        yield Buffer.from(testCaseRow(result, optionsOf(result, index, level)).text);
    },
  });
  const shown = sorted.slice(0, detail.maxCases);
  const textBytes = pieces.reduce((sum, { length }) => sum + length, 0);
  const embedded = { pictures: fittingPictures(pictures, maxBytes - textBytes) };
  return {
    shown,
    /** What is left out; empty if everything fits. */
    leftOut: detail.leftOut,
    /** The rows, written while they are taken. */
    *rows(files: DetailOptions['files']): Iterable<Buffer> {
      for (const [index, result] of shown.entries()) {
        const row = filesOf(result).length === 0 ? pieces[index] : undefined;
        const options = { ...optionsOf(result, index, detail), ...embedded, files };
        yield row ?? Buffer.from(testCaseRow(result, options).text);
      }
    },
  };
}

function fittingPictures(pictures: Pictures, limit: number): Pictures {
  let bytes = 0;
  const fitting = [...pictures].filter(([, { length }]) => {
    const fits = bytes + length + tagBytes <= limit;
    if (fits) bytes += length + tagBytes;
    return fits;
  });
  return new Map(fitting);
}

interface RowOptions extends DetailOptions {
  readonly anchor: string;
  readonly open: boolean;
  /** Whether the page's script hides the row until it is requested. */
  readonly later: boolean;
}

/** A test case in the table: a row, and a second one if there are details. */
function testCaseRow(result: CaseResult, options: RowOptions): Html {
  const outcome = outcomeOf(result);
  const { label, sign } = outcomes[outcome];
  const { durationMs, earlierAttempts, place, tags = [] } = result;
  const name = nameOf(result);
  const attempts = earlierAttempts.length + 1;
  const details = caseDetails(result, options);
  const sortKeys = html`data-rank="${Object.keys(outcomes).indexOf(outcome)}" data-name="${name}" data-attempts="${attempts}" data-ms="${Math.round(durationMs ?? -1)}"`;
  const groups = html`data-file="${place?.file ?? ''}" data-tags="${tags.join(', ')}"`;
  const badge = html`<span class="outcome ${outcome}"><span aria-hidden="true">${sign}</span> <span class="label">${label}</span></span>`;
  const about = [place && sourceLink(place, options.sourceUrl), tags.length > 0 && html` ${tags.join(', ')}`];
  return html`<tbody id="${options.anchor}" class="case${options.later ? ' later' : ''}" data-outcome="${outcome}" ${sortKeys} ${groups}>
<tr><td>${badge}</td><th scope="row"><span class="name" dir="auto">${name}</span>${about.some(Boolean) && html`<small>${about}</small>`}</th><td class="number attempts">${attempts}</td><td class="number">${formatDuration(durationMs)}</td></tr>
${details && html`<tr><td colspan="4">${details}</td></tr>`}</tbody>\n`;
}

/** The attempts, folded; undefined if there is nothing to say about them. */
function caseDetails(result: CaseResult, options: RowOptions): Html | undefined {
  const { earlierAttempts } = result;
  const total = earlierAttempts.length + 1;
  const failure = outcomeOf(result) === 'flaky' ? earlierAttempts.at(-1) : undefined;
  const last = attemptDetails(result, nameOf(result), options);
  const earlier = earlierAttempts.map((attempt, index) =>
    disclosure(
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
  return disclosure(title, html`${last}${earlier}`, options.open);
}

/** The failed step or the status, and the first line of the message, which is hidden while the details are open. */
function attemptSummary({ status, failedStep, errorMessage }: AttemptResult): Html {
  const message = cut(firstLine(errorMessage), maxSummaryCharacters);
  const title = failedStep === undefined ? outcomes[status].label : describeFailedStep(failedStep);
  return html`${title}${message && html` <span class="first-line">${message}</span>`}`;
}

interface DetailOptions extends EvidenceOptions {
  readonly sourceUrl: string | null;
  readonly maxMessageCharacters: number;
  /** Of which attempts the steps are shown. */
  readonly steps: 'all' | 'of failures' | 'none';
}

/** What is known about an attempt; undefined if that is nothing but its status. */
function attemptDetails(attempt: AttemptResult, name: string, options: DetailOptions): Html | undefined {
  const { failedStep, failedPage = {}, screenshot, trace, consoleErrors } = attempt;
  const { failedRequests: requests = [] } = failedPage;
  const facts = factList(attempt, options);
  const messages = messagesOf(attempt, options);
  const parts = [
    facts,
    messages.length > 0 && messages,
    stepsOf(attempt, options),
    screenshot && screenshotFigure(screenshot, name, options),
    failedStep && excerptOf(failedStep),
    requests.length > 0 &&
      folded(formatCount(requests.length, 'failed request'), requests.map(describeRequest).join('\n')),
    consoleErrors.length > 0 &&
      folded(formatCount(consoleErrors.length, 'console error'), consoleErrors.join('\n')),
    failedPage.snapshot &&
      folded('Accessibility tree', cut(failedPage.snapshot, options.maxMessageCharacters)),
    trace && traceParagraph(trace, options),
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
  const block = (text: string, kind: string) =>
    html`<pre class="${kind}" dir="auto">${cut(text, maxMessageCharacters)}</pre>\n`;
  const failures = [...(errorMessage === null ? [] : [errorMessage]), ...teardownFailures];
  return [
    ...failures.map((failure) => block(failure, 'message')),
    ...warnings.map((warning) => block(`Warning: ${warning}`, 'message warning')),
  ];
}

function stepsOf({ status, steps = [] }: AttemptResult, options: DetailOptions): Html | undefined {
  const passed = status === 'passed';
  if (steps.length === 0 || options.steps === 'none' || (passed && options.steps === 'of failures'))
    return undefined;
  const list = html`<ol class="steps">${steps.map((step) => stepItem(step, options.pictures))}</ol>`;
  return html`${disclosure(formatCount(steps.length, 'step'), list, !passed)}\n`;
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

function folded(title: string, text: string): Html {
  return html`<details class="console"><summary>${title}</summary><pre>${text}</pre></details>\n`;
}

function sourceLink(location: SourceLocation, sourceUrl: string | null): Html {
  const text = html`<code>${formatLocation(location)}</code>`;
  return webLink(sourceUrlOf(location, sourceUrl) ?? '', text);
}

const signs = { passed: '✓', failed: '✗', ignored: '–' } as const;
const labels = { failed: 'Failed', ignored: 'Failure ignored' } as const;

function stepItem(step: StepResult, pictures: Pictures): Html {
  const { number, words, status, durationMs, inDependency, picture: file } = step;
  const start =
    number === undefined ? html`<li class="${status}">` : html`<li class="${status}" value="${number}">`;
  const label = status !== 'passed' && html`<b>${labels[status]}:</b> `;
  const dependency = inDependency !== undefined && html` <small>in ${inDependency}</small>`;
  const duration = durationMs !== undefined && html` <small>${formatDuration(durationMs)}</small>`;
  const shown = file && picture(file, `The page after “${words}”`, pictures);
  return html`${start}<i aria-hidden="true">${signs[status]}</i> ${label}${words}${dependency}${duration}${shown}</li>`;
}

/** The expected and the received value, with the part marked in which they differ. */
export function comparedValues(
  expected: string,
  received: string,
): { readonly expected: Html; readonly received: Html } {
  const start = commonStart(expected, received);
  const end = commonStart(reversed(expected.slice(start)), reversed(received.slice(start)));
  return { expected: marked(expected, start, end), received: marked(received, start, end) };
}

function marked(text: string, start: number, end: number): Html {
  const stop = text.length - end;
  return html`<code>${text.slice(0, start)}<mark>${text.slice(start, stop)}</mark>${text.slice(stop)}</code>`;
}

/** How many characters two texts have in common at their start; never half of a surrogate pair. */
function commonStart(one: string, other: string): number {
  let length = 0;
  while (length < one.length && one[length] === other[length]) length += 1;
  return /[\uD800-\uDBFF]/.test(one[length - 1] ?? '') ? length - 1 : length;
}

function reversed(text: string): string {
  return text.split('').reverse().join('');
}
