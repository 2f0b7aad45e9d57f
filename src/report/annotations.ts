import { cut, foldLines, formatCount, joinFilled, showLines } from '../common/text.ts';
import type { Annotation } from '../results/annotation.ts';
import { nameOf } from '../results/counts.ts';
import type { Redacted } from '../results/redacted.ts';
import type { AttemptResult, CaseResult, RunResults } from '../results/run-results.ts';
import { describeFailedStep } from './words/describe-step.ts';

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
  const failed = cases.flatMap((result) => {
    if (result.status !== 'failed' && result.status !== 'error') return [];
    return annotate('error', result, result, result.status === 'error' ? ' could not be run' : '');
  });
  const flaky = cases.flatMap((result) => {
    const last = result.earlierAttempts.at(-1);
    return result.flaky && last !== undefined ? annotate('warning', result, last, ' is flaky') : [];
  });
  return [...failed, ...flaky];
}

function annotate(
  level: Annotation['level'],
  result: CaseResult,
  attempt: AttemptResult,
  suffix: string,
): Annotation[] {
  const place = attempt.failedStep?.place ?? result.place;
  if (place === undefined) return [];
  const { file, line } = place;
  const title = `${lineOf(nameOf(result), maxNameCharacters)}${suffix}`;
  return [{ level, file, line, title, message: messageOf(attempt) }];
}

function messageOf({ failedStep, errorMessage }: AttemptResult): string {
  const step = failedStep && describeFailedStep(failedStep, (text) => lineOf(text, maxStepCharacters));
  const lines = showLines((errorMessage ?? '').trim()).split('\n');
  const more = lines.length > maxMessageLines ? '\n…' : '';
  const first = `${cut(lines.slice(0, maxMessageLines).join('\n'), maxMessageCharacters)}${more}`;
  return joinFilled([step, first], '\n') || 'It failed without a message.';
}

function lineOf(text: string, maxCharacters: number): string {
  return cut(foldLines(text), maxCharacters);
}

/** As many annotations as GitHub shows of a step. The last one of each level counts those left out. */
export function annotationsOfStep(annotations: readonly Annotation[]): Annotation[] {
  const [errors, warnings] = (['error', 'warning'] as const).map((level) =>
    annotations.filter((each) => each.level === level),
  );
  return [...counted(errors ?? [], maxErrors, 'failed'), ...counted(warnings ?? [], maxWarnings, 'flaky')];
}

function counted(annotations: readonly Annotation[], max: number, which: string): Annotation[] {
  const shown = annotations.slice(0, max);
  const last = shown.pop();
  if (last === undefined) return [];
  const left = annotations.length - max;
  const rest = `\n\n… and ${formatCount(left, `more ${which} test case`)}: the job summary has them all.`;
  return [...shown, left > 0 ? { ...last, message: `${last.message}${rest}` } : last];
}
