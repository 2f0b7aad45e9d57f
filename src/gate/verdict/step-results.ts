import { isAbsolute, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { cut } from '../../common/text.ts';
import { maxSteps, type PlayedStep } from '../../contract/attempt.ts';
import { describeEntry, describeStep } from '../../contract/exchange/describe-step.ts';
import type { ExchangeTestCase } from '../../contract/exchange/test-case.ts';
import type { EarlierAttempt } from '../../contract/test-report.ts';
import {
  type EvidenceFile,
  type Excerpt,
  maxDurationMs,
  type StepResult,
} from '../../results/run-results.ts';
import type { LineColumn, LoadedCase } from '../../test-files/problem.ts';
import type { CaseIndex } from './case-index.ts';

/**
 * The steps of an attempt in words; empty if the service did not report them. Of a passed attempt, they have neither
 * positions nor pictures: there may be thousands of them.
 */
export function stepsOf(
  { status, steps }: EarlierAttempt,
  loaded: LoadedCase | undefined,
  index: CaseIndex,
  evidenceFolder: string,
): StepResult[] {
  const isBrief = status === 'PASSED';
  return (steps ?? []).slice(-maxSteps).flatMap((step) => {
    const owner = step.testCaseId == null ? loaded : index.withId(step.testCaseId);
    const words = owner === undefined ? undefined : wordsOf(step, owner.testCase);
    if (owner === undefined || words === undefined) return [];
    const { elementIndex, durationMs, pictureUrl } = step;
    const picture = evidenceFile(pictureUrl, evidenceFolder);
    return [
      {
        ...(elementIndex == null ? {} : { number: elementIndex + 1 }),
        words,
        status: stepStatus(step),
        ...(durationMs == null ? {} : { durationMs: Math.min(durationMs, maxDurationMs) }),
        ...(owner === loaded ? {} : { inDependency: owner.testCase.description }),
        ...(isBrief || elementIndex == null ? {} : { place: owner.positionOf(['elements', elementIndex]) }),
        ...(isBrief || picture === undefined ? {} : { picture }),
      },
    ];
  });
}

/** @returns undefined if the test case has no such step. */
function wordsOf({ elementIndex }: PlayedStep, testCase: ExchangeTestCase): string | undefined {
  if (elementIndex == null) return describeEntry(testCase);
  const element = testCase.elements[elementIndex];
  return element === undefined ? undefined : describeStep(element);
}

/** An unknown status proves nothing. */
function stepStatus({ status }: PlayedStep): StepResult['status'] {
  if (status === 'PASSED') return 'passed';
  return status === 'IGNORED' ? 'ignored' : 'failed';
}

/**
 * The file of a URL; undefined without one. The embedded service answers `file:` URLs. A file outside the folder keeps
 * its absolute path.
 */
export function evidenceFile(url: string | null | undefined, folder: string): EvidenceFile | undefined {
  if (url == null || url === '') return undefined;
  if (!url.startsWith('file:')) return { url };
  try {
    const file = fileURLToPath(url);
    const path = relative(folder, file).split(sep).join('/');
    return { path: path === '' || isAbsolute(path) || path.split('/').includes('..') ? file : path };
  } catch {
    // A file of another machine.
    return { url };
  }
}

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
