import { cut, foldLines, formatCount, joinFilled, showLines } from '../common/text.ts';
import type { Annotation } from '../results/annotation.ts';
import { didNotPass, nameOf } from '../results/counts.ts';
import type { Redacted } from '../results/redacted.ts';
import type { AttemptResult, CaseResult, RunResults } from '../results/run-results.ts';
import { describeFailedStep } from './words/describe-failed-step.ts';

const maxNameCharacters = 200;
const maxStepCharacters = 300;
/** The first lines say most; the comment and the summary have more. */
const maxMessageLines = 8;
const maxMessageCharacters = 1000;

/** GitHub shows ten errors of a step; the verdict takes one. */
const maxErrors = 9;
/** And ten warnings; some are reserved for other warnings of the action. */
const maxWarnings = 7;

/**
 * Annotations on the lines of the test files: failures first, then flaky cases. A case that comes from no file has no line,
 * and no annotation.
 */
export function annotationsOf(results: readonly Redacted<RunResults>[]): Annotation[] {
  const cases = results.flatMap((run) => run.results);
  const failed = cases.filter(didNotPass);
  const flaky = cases.filter((result) => result.flaky);
  return [
    ...failed.flatMap((result) =>
      annotate('error', result, result, result.status === 'error' ? ' could not be run' : ''),
    ),
    ...flaky.flatMap((result) => annotate('warning', result, result.earlierAttempts.at(-1), ' is flaky')),
  ];
}

function annotate(
  level: Annotation['level'],
  result: CaseResult,
  attempt: AttemptResult | undefined,
  suffix: string,
): Annotation[] {
  const place = attempt?.failedStep?.place ?? result.place;
  if (attempt === undefined || place === undefined) return [];
  const title = `${cut(foldLines(nameOf(result)), maxNameCharacters)}${suffix}`;
  return [{ level, file: place.file, line: place.line, title, message: messageOf(attempt) }];
}

function messageOf({ failedStep, errorMessage }: AttemptResult): string {
  const step =
    failedStep && describeFailedStep(failedStep, (text) => cut(foldLines(text), maxStepCharacters));
  const lines = showLines((errorMessage ?? '').trim()).split('\n');
  const more = lines.length > maxMessageLines ? '\n…' : '';
  const first = `${cut(lines.slice(0, maxMessageLines).join('\n'), maxMessageCharacters)}${more}`;
  return joinFilled([step, first], '\n') || 'It failed without a message.';
}

/** As many annotations as GitHub shows of a step. The last one of each level counts those left out. */
export function annotationsOfStep(annotations: readonly Annotation[]): Annotation[] {
  return [
    ...limited(annotations, 'error', maxErrors, 'failed'),
    ...limited(annotations, 'warning', maxWarnings, 'flaky'),
  ];
}

function limited(all: readonly Annotation[], level: Annotation['level'], max: number, which: string) {
  const annotations = all.filter((each) => each.level === level);
  const left = annotations.length - max;
  const rest = `\n\n… and ${formatCount(left, `more ${which} test case`)}: the job summary has them all.`;
  return annotations
    .slice(0, max)
    .map((each, index) => (left > 0 && index === max - 1 ? { ...each, message: each.message + rest } : each));
}
