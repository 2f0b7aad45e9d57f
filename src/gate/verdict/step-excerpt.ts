import { cut } from '../../common/text.ts';
import type { Excerpt } from '../../results/run-results.ts';
import type { LineColumn, LoadedCase } from '../../test-files/problem.ts';

/** Limits in lines: of the excerpt, and of the step in it. */
const [maxLines, maxStepLines] = [40, 12];
/** Limits in characters: of the excerpt, and of a line. */
const [maxCharacters, maxLineCharacters] = [1500, 300];

/**
 * The lines of a step in its file, with those of its test case that fit: first the lines before the step, then those after
 * it.
 * @returns undefined if the file has no text there.
 */
export function stepExcerpt(
  { text, testCase, position, positionOf }: LoadedCase,
  index: number,
): Excerpt | undefined {
  const lines = text
    .trimEnd()
    .split(/\r?\n/)
    .map((each) => cut(each, maxLineCharacters));
  const linesOf = (from: number, end: number) =>
    lines
      .slice(from - 1, end - 1)
      .join('\n')
      .trimEnd();
  const fits = (from: number, end: number) =>
    end - from <= maxLines && linesOf(from, end).length <= maxCharacters;

  const step = positionOf(['elements', index]);
  const next = index + 1 < testCase.elements.length ? positionOf(['elements', index + 1]).line : 0;
  const ends = [endOfBlock(lines, step), step.line + maxStepLines, ...(next > step.line ? [next] : [])];
  const stepEnd = Math.min(...ends);
  if (linesOf(step.line, stepEnd) === '') return undefined;
  let [first, end] = [step.line, stepEnd];
  while (first > position.line && fits(first - 1, end)) first -= 1;
  const caseEnd = first === position.line ? endOfBlock(lines, position) : end;
  while (end < caseEnd && fits(first, end + 1)) end += 1;
  return { line: first, text: linesOf(first, end), stepLines: stepEnd - step.line };
}

/** The number of the line after a block, which ends where a line is indented less than the block's beginning. */
function endOfBlock(lines: readonly string[], { line, column }: LineColumn): number {
  const isOutside = (text: string) => text.trim() !== '' && text.search(/\S/) < column - 1;
  const rest = lines.slice(line).findIndex(isOutside);
  return 1 + (rest === -1 ? lines.length : line + rest);
}
