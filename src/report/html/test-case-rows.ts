import { encodeWithin } from '../../common/encode-within.ts';
import { cut } from '../../common/text.ts';
import { nameOf, worstFirst } from '../../results/cases.ts';
import { type Brevity, shortenTexts } from '../../results/results-file.ts';
import {
  type AttemptResult,
  type CaseResult,
  maxResults,
  type RunResults,
} from '../../results/run-results.ts';
import { describeFailedStep, formatDuration } from '../describe.ts';
import { firstLine } from '../files/result-text.ts';
import { outcomeOf, outcomes } from '../headline.ts';
import { caseAnchors } from '../links.ts';
import {
  attemptDetails,
  type DetailOptions,
  hasEvidence,
  type Pictures,
  sourceLink,
} from './attempt-details.ts';
import { disclosure, type Html, html } from './html.ts';

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
interface Detail extends Brevity {
  readonly maxCases: number;
  readonly leftOut: string;
}

const all = { maxCharacters: 10_000, steps: 'all', maxCases: maxResults, leftOut: '' } as const;
const withoutSteps = { ...all, steps: 'none', leftOut: 'all steps and long texts' } as const;
const shortest = { ...withoutSteps, maxCharacters: 200 } as const;
const details: readonly Detail[] = [
  all,
  { ...all, steps: 'of failures', leftOut: 'the steps of passed test cases' },
  { ...withoutSteps, maxCharacters: 1_000 },
  shortest,
  { ...shortest, maxCases: 5_000, leftOut: 'all test cases but the first 5,000, all steps, and long texts' },
  { ...shortest, maxCases: 1_000, leftOut: 'all test cases but the first 1,000, all steps, and long texts' },
];

/** The rows of the test cases, worst first, in as much detail and with as many pictures as fit into the page. */
export function fittingRows({ results, sourceUrl }: RunResults, pictures: Pictures) {
  const anchors = caseAnchors(results);
  const sorted = worstFirst(results);
  const row = (
    result: CaseResult,
    index: number,
    detail: Detail,
    evidence: Omit<DetailOptions, 'sourceUrl'>,
  ) =>
    testCaseRow(shortenTexts(result, detail), {
      ...{ ...evidence, sourceUrl },
      anchor: anchors.get(result),
      open: result.status !== 'passed' && index < maxOpen,
      later: index >= pageSize,
    }).text;
  const withoutPictures = { pictures: new Map(), files: 'linked' } as const;
  const { level: detail, pieces } = encodeWithin({
    levels: details,
    items: sorted,
    maxBytes: maxTextBytes,
    sizeOf: (result: CaseResult, level) =>
      row(result, pageSize, level, withoutPictures).length * Math.min(1, level.maxCases / results.length),
    *encode(level) {
      for (const [index, result] of sorted.slice(0, level.maxCases).entries())
        yield Buffer.from(row(result, index, level, withoutPictures));
    },
  });
  const shown = sorted.slice(0, detail.maxCases);
  const textBytes = pieces.reduce((sum, { length }) => sum + length, 0);
  const embedded = fittingPictures(pictures, maxBytes - textBytes);
  return {
    shown,
    /** What is left out; empty if everything fits. */
    leftOut: detail.leftOut,
    /** The rows, written while they are taken. */
    *rows(files: DetailOptions['files']): Iterable<Buffer> {
      for (const [index, result] of shown.entries()) {
        const written = hasEvidence(result) ? undefined : pieces[index];
        yield written ?? Buffer.from(row(result, index, detail, { pictures: embedded, files }));
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
  readonly anchor: string | undefined;
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
      : html`Passed on attempt ${total}. Before that: ${attemptSummary(failure)}`;
  return disclosure(title, html`${last}${earlier}`, options.open);
}

/** The failed step or the status, and the first line of the message, which is hidden while the details are open. */
function attemptSummary({ status, failedStep, errorMessage }: AttemptResult): Html {
  const message = cut(firstLine(errorMessage), maxSummaryCharacters);
  const title = failedStep === undefined ? outcomes[status].label : describeFailedStep(failedStep);
  return html`${title}${message && html` <span class="first-line">${message}</span>`}`;
}
