import { plausibleLevels } from '../../common/plausible-levels.ts';
import { worstFirst } from '../../results/counts.ts';
import { type CaseResult, maxResults, type RunResults } from '../../results/run-results.ts';
import { caseAnchors } from '../links.ts';
import { type DetailOptions, type Pictures, picturesOf } from './attempt-details.ts';
import type { Html } from './html.ts';
import { type RowOptions, testCaseRow } from './test-case-row.ts';

/** Number of test cases that the script shows at a time. */
export const pageSize = 200;
/** Number of test cases whose details are unfolded. */
const maxOpen = 10;
/** Limits of the rows with and without their pictures, in bytes. */
const maxBytes = 9_900_000;
const maxTextBytes = 8_000_000;
/** Of the tag around a picture, which names a step or a test case twice; names are rarely longer. */
const tagBytes = 1_000;

/** What the rows show; while they are too large, ever less. */
interface Detail extends Pick<DetailOptions, 'maxMessageCharacters' | 'steps'> {
  readonly maxCases: number;
  /** What is missing. */
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

export interface FittingRows {
  readonly shown: readonly CaseResult[];
  readonly rows: readonly Html[];
  /** What is left out; empty if everything fits. */
  readonly leftOut: string;
}

/** The rows of the test cases, worst first, in as much detail and with as many pictures as fit into the page. */
export function fittingRows({ results, sourceUrl }: RunResults, pictures: Pictures): FittingRows {
  const anchors = caseAnchors(results);
  const sorted = worstFirst(results);
  const optionsOf = (result: CaseResult, index: number, detail: Detail): RowOptions => ({
    ...{ ...detail, sourceUrl, pictures: new Map() },
    anchor: anchors.get(result) ?? '',
    open: result.status !== 'passed' && index < maxOpen,
    later: index >= pageSize,
  });
  const sizeOf = (result: CaseResult, detail: Detail) =>
    testCaseRow(result, optionsOf(result, pageSize, detail)).text.length *
    Math.min(1, detail.maxCases / results.length);
  for (const detail of plausibleLevels(details, sorted, maxTextBytes, sizeOf)) {
    const shown = sorted.slice(0, detail.maxCases);
    const limit = detail === details.at(-1) ? Number.POSITIVE_INFINITY : maxTextBytes;
    const text = rowsWithin(shown, limit, (result, index) =>
      testCaseRow(result, optionsOf(result, index, detail)),
    );
    if (text === undefined) continue;
    const embedded = fittingPictures(pictures, maxBytes - text.bytes);
    const rows = text.rows.map((row, index) => {
      const result = shown[index];
      if (result === undefined || !hasPicture(result, embedded)) return row;
      return testCaseRow(result, { ...optionsOf(result, index, detail), pictures: embedded });
    });
    return { shown, rows, leftOut: detail.leftOut };
  }
  return { shown: [], rows: [], leftOut: '' };
}

/** @returns undefined if the rows have more bytes. */
function rowsWithin(
  results: readonly CaseResult[],
  limit: number,
  render: (result: CaseResult, index: number) => Html,
): { readonly rows: Html[]; readonly bytes: number } | undefined {
  const rows: Html[] = [];
  let bytes = 0;
  for (const [index, result] of results.entries()) {
    const row = render(result, index);
    bytes += Buffer.byteLength(row.text);
    if (bytes > limit) return undefined;
    rows.push(row);
  }
  return { rows, bytes };
}

/** The first pictures that fit. */
function fittingPictures(pictures: Pictures, limit: number): Pictures {
  let bytes = 0;
  const fitting = [...pictures].filter(([, { length }]) => {
    const fits = bytes + length + tagBytes <= limit;
    if (fits) bytes += length + tagBytes;
    return fits;
  });
  return new Map(fitting);
}

function hasPicture(result: CaseResult, pictures: Pictures): boolean {
  const files = [result, ...result.earlierAttempts].flatMap(picturesOf);
  return files.some((file) => 'path' in file && pictures.has(file.path));
}
