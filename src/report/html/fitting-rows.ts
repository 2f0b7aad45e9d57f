import { encodeWithin } from '../../common/encode-within.ts';
import { worstFirst } from '../../results/counts.ts';
import { type CaseResult, maxResults, type RunResults } from '../../results/run-results.ts';
import { caseAnchors } from '../links.ts';
import { type DetailOptions, filesOf, type Pictures } from './attempt-details.ts';
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
  /** What is left out; empty if everything fits. */
  readonly leftOut: string;
  /** The rows, written while they are taken. */
  rows(files: DetailOptions['files']): Iterable<Buffer>;
}

/** The rows of the test cases, worst first, in as much detail and with as many pictures as fit into the page. */
export function fittingRows({ results, sourceUrl }: RunResults, pictures: Pictures): FittingRows {
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
    leftOut: detail.leftOut,
    *rows(files) {
      for (const [index, result] of shown.entries()) {
        const row = filesOf(result).length === 0 ? pieces[index] : undefined;
        const options = { ...optionsOf(result, index, detail), ...embedded, files };
        yield row ?? Buffer.from(testCaseRow(result, options).text);
      }
    },
  };
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
