import { cut, foldLines, formatCount, joinFilled, showInvisible } from '../common/text.ts';
import { splitMessage } from '../contract/error-message.ts';
import { groupFailures, locationOf, nameOf, sharedFailures } from '../results/cases.ts';
import type { Annotation } from '../results/check-end.ts';
import type {
  AttemptResult,
  CaseResult,
  Redacted,
  RunResults,
  SourceLocation,
} from '../results/run-results.ts';
import { describeFailedStep, describeRequest, groupSuffix } from './describe.ts';
import { formatLocation, reportPageUrl } from './links.ts';

/** Failures and flaky test cases on the lines of the test files: as annotations of a check run or a step, and in its log. */

const maxNameCharacters = 200;
const maxStepCharacters = 300;
/** The first lines say most; the comment and the summary have more. */
const maxMessageLines = 6;
const maxMessageCharacters = 1000;
const maxPageErrorCharacters = 300;

/** GitHub shows ten errors of a step, of which the verdict takes one, and ten warnings, of which the action has others. */
const labels = {
  error: { max: 9, title: 'Browser test failed', sign: '✗', which: 'failed' },
  warning: { max: 7, title: 'Flaky browser test', sign: '⟳', which: 'flaky' },
} as const;
/** Failures that the log has besides the annotations, in two or three lines each. */
const maxLogged = 50;

/** A failure, or a flaky case. */
interface Finding extends Pick<Annotation, 'level' | 'title' | 'message'> {
  /** Number of test cases. */
  readonly count: number;
  /** The message without what follows its reason. */
  readonly failure: string;
  /** The line of the message about a script error or a failed request of the page. Undefined if the page had neither. */
  readonly pageError: string | undefined;
  /** Undefined if it comes from no file. */
  readonly place: SourceLocation | undefined;
}

/** Failures first, those of one cause together, then flaky cases. */
function findingsOf(results: readonly Redacted<RunResults>[]): Finding[] {
  const shared = sharedFailures(results);
  const failures = results.flatMap((run) =>
    groupFailures(run.results.filter((result) => !shared.isRepeated(result))).map((group) => {
      const others = shared.repetitionsOf(group.first).length;
      const inJobs = others === 0 ? '' : ` (in ${1 + others} jobs)`;
      const text = textOf(run, group.first, group.first, groupSuffix(group) + inJobs);
      return { level: 'error' as const, count: 1 + group.others.length, ...text };
    }),
  );
  const flaky = results.flatMap((run) =>
    run.results
      .filter((result) => result.flaky)
      .map((result) => {
        const text = textOf(run, result, result.earlierAttempts.at(-1), ' is flaky');
        return { level: 'warning' as const, count: 1, ...text };
      }),
  );
  return [...failures, ...flaky];
}

function textOf(run: RunResults, result: CaseResult, attempt: AttemptResult | undefined, suffix: string) {
  const title = `${cut(foldLines(nameOf(result)), maxNameCharacters)}${suffix}`;
  const pageUrl = reportPageUrl(run, result);
  const pageError = pageErrorOf(attempt);
  const failure = messageOf(attempt) || (pageError === undefined ? 'Failed without a message.' : '');
  const text = joinFilled([failure, pageError], '\n');
  const message = joinFilled([text, pageUrl && `Report: ${pageUrl}`], '\n\n');
  return { title, message, failure, pageError, place: locationOf(result, attempt) };
}

/**
 * What a script of the page has thrown, or else the last request to the page's host that the app could not serve. A script often
 * throws because such a request has failed: then both.
 */
function pageErrorOf(attempt: AttemptResult | undefined): string | undefined {
  const thrown = attempt?.consoleErrors.find((each) => each.startsWith('Uncaught '));
  const host = hostOf(attempt?.pageUrl);
  const failed = attempt?.failedPage?.failedRequests?.findLast(
    ({ method, url, status }) => hostOf(url) === host && (status ?? 0) >= (method === 'GET' ? 500 : 400),
  );
  const explains = thrown === undefined || (failed?.status ?? 0) >= 500;
  const error = joinFilled([explains && failed ? describeRequest(failed) : '', thrown], '. ');
  return error === ''
    ? undefined
    : `In the page: ${cut(showInvisible(foldLines(error)), maxPageErrorCharacters)}`;
}

function hostOf(url = ''): string | undefined {
  return URL.canParse(url) ? new URL(url).hostname : undefined;
}

function messageOf(attempt: AttemptResult | undefined): string {
  const { failedStep, errorMessage } = attempt ?? {};
  const step =
    failedStep && describeFailedStep(failedStep, (text) => cut(foldLines(text), maxStepCharacters));
  const lines = splitMessage(errorMessage ?? '').sentence.split(/\n\s*/);
  const more = lines.length > maxMessageLines ? '\n…' : '';
  // What is cut off below need not be shown.
  const start = lines.slice(0, maxMessageLines).map((line) => line.slice(0, maxMessageCharacters + 2));
  const first = `${cut(showInvisible(start.join('\n')), maxMessageCharacters)}${more}`;
  return joinFilled([step, first], '\n');
}

/** Annotations on the lines of the test files. A case that comes from no file has no line, and no annotation. */
export function annotationsOf(results: readonly Redacted<RunResults>[]): Annotation[] {
  return findingsOf(results).flatMap(({ level, title, message, place }) =>
    place === undefined ? [] : [{ level, file: place.file, line: place.line, title, message }],
  );
}

/**
 * What the log of a step says of the failures. Each is there once, as an annotation or in lines. GitHub shows only some
 * annotations of a step: the last one of each level says how many failures are in lines instead.
 * @param options `onCheck`: whether the check run has the annotations. `elsewhere` names where all failures are listed.
 */
export function failuresForLog(
  results: readonly Redacted<RunResults>[],
  { onCheck = false, elsewhere = 'the job summary' },
) {
  const findings = findingsOf(results);
  const first = (level: Annotation['level']) =>
    findings.filter((each) => each.place !== undefined && each.level === level).slice(0, labels[level].max);
  const annotated = onCheck ? [] : [...first('error'), ...first('warning')];
  const others = findings.filter((each) => !annotated.includes(each));
  const more = others.length - maxLogged;
  const annotations = annotated.flatMap(({ level, title, message, place }, index) => {
    if (place === undefined) return [];
    const isLast = annotated[index + 1]?.level !== level;
    const text = `${title} (${formatLocation(place)})\n${message}${isLast ? countOthers(others, level) : ''}`;
    // The log shows neither title nor file.
    return { level, file: place.file, line: place.line, title: labels[level].title, message: text };
  });
  const rest = more > 0 ? [`… and ${more} more: see ${elsewhere}`] : [];
  return { annotations, lines: [...others.slice(0, maxLogged).flatMap(linesOf), ...rest] };
}

function countOthers(others: readonly Finding[], level: Annotation['level']): string {
  const count = others.reduce((sum, each) => sum + (each.level === level ? each.count : 0), 0);
  const cases = formatCount(count, `more ${labels[level].which} test case`);
  return count === 0 ? '' : `\n\n… and ${cases}. See the job summary for all of them.`;
}

function linesOf({ level, title, failure, pageError, place }: Finding): string[] {
  const location = place === undefined ? '' : ` (${formatLocation(place)})`;
  const details = [inOneLine(failure), pageError].filter((each) => each);
  return [`${labels[level].sign} ${title}${location}`, ...details.map((line) => `    ${line}`)];
}

/** The step, if there is one, and the first line of its message, which mostly begins with the step again. */
function inOneLine(failure: string): string {
  const [step = '', line] = failure.split('\n', 2);
  if (line === undefined || !/^Step \d/.test(step)) return step;
  const first = step.includes(' of the dependency ') ? line.replace(/^Dependency ".+?": /, '') : line;
  const [, prefix = '', words = ''] = /^(Step \d+.*?: )(.*)$/.exec(step) ?? [];
  // In the message, variables have values.
  const [start = ''] = words.split(/["$]/, 1);
  const restates = [start.replace(/^expect /, 'Expected '), `Could not ${start}`];
  const isRestated = start !== '' && restates.some((each) => first.startsWith(each));
  return isRestated ? `${prefix}${first}` : `${step}: ${first}`;
}
