import { cut, foldLines, showInvisible } from './markdown/markdown.ts';
import { type AttemptResult, type CaseResult, nameOf, type PublishedRun } from './verdict.ts';
import { failedStepInWords } from './words/failed-step-in-words.ts';
import { moreCases } from './words/more-cases.ts';

/** What is told at a line of a file: GitHub shows it in "Files changed". All texts are plain ones. */
export interface Annotation {
  readonly level: 'error' | 'warning';
  /** Relative to the repository's root. */
  readonly file: string;
  readonly line: number;
  /** One line. */
  readonly title: string;
  readonly message: string;
}

const maxNameCharacters = 200;
const maxStepCharacters = 300;
/** The first lines tell most; the comment and the summary have more. */
const maxMessageLines = 8;
const maxMessageCharacters = 1000;

/** GitHub shows ten errors of a step; the verdict is one of them. */
const maxErrors = 9;
/** And ten warnings; some are left for what else there is to warn of. */
const maxWarnings = 7;

/**
 * What there is to tell at lines of the test files: what failed, then what is flaky. A case that comes from no file has
 * no line.
 */
export function annotationsOf({ verdict }: PublishedRun): Annotation[] {
  const failed = verdict.results.flatMap((result) => {
    if (result.status !== 'failed' && result.status !== 'error') return [];
    return at('error', result, result, result.status === 'error' ? ' could not be run' : '');
  });
  const flaky = verdict.results.flatMap((result) => {
    const last = result.earlierAttempts.at(-1);
    return result.flaky && last !== undefined ? at('warning', result, last, ' is flaky') : [];
  });
  return [...failed, ...flaky];
}

function at(
  level: Annotation['level'],
  result: CaseResult,
  attempt: AttemptResult,
  how: string,
): Annotation[] {
  const place = attempt.failedStep?.place ?? result.place;
  if (place === undefined) return [];
  const { file, line } = place;
  const title = `${lineOf(nameOf(result), maxNameCharacters)}${how}`;
  return [{ level, file, line, title, message: messageOf(attempt) }];
}

function messageOf({ failedStep, errorMessage }: AttemptResult): string {
  const step = failedStep && failedStepInWords(failedStep, (text) => lineOf(text, maxStepCharacters));
  const lines = showInvisible((errorMessage ?? '').replace(/\r\n?/g, '\n').trim()).split('\n');
  const more = lines.length > maxMessageLines ? '\n…' : '';
  const first = `${cut(lines.slice(0, maxMessageLines).join('\n'), maxMessageCharacters)}${more}`;
  return [step ?? '', first].filter((part) => part !== '').join('\n') || 'It failed without a message.';
}

function lineOf(text: string, maxCharacters: number): string {
  return cut(foldLines(text), maxCharacters);
}

/** As many as GitHub shows of a step; where there are more, the last of a kind says so. */
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
  const rest = `\n\n… and ${moreCases(left, which)}: the job summary has them all.`;
  return [...shown, left > 0 ? { ...last, message: `${last.message}${rest}` } : last];
}
