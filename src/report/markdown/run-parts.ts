import { cut, formatCount, joinFilled } from '../../common/text.ts';
import { didNotPass, locationOf, warningsOf } from '../../results/cases.ts';
import { type FailureGroup, groupFailures } from '../../results/failure-groups.ts';
import type { CaseResult, FileProblem, RunResults } from '../../results/run-results.ts';
import { describeBrokenApp, describeFailedStep } from '../describe.ts';
import { maxUrlCharacters } from '../links.ts';
import { Budget, bytes, writeFairly } from './budget.ts';
import { evidenceLine } from './evidence.ts';
import {
  caseName,
  failureLine,
  failureSection,
  flakySection,
  type SectionOptions,
  warningLines,
} from './failure.ts';
import { code, fold, link, listWithRest, oneLine, plain, sourceLink, textOrBlock } from './markdown.ts';

/** What the comment, the summary and the check run say about a run. Empty texts say nothing. */

/** The results file has longer reasons: no single text may use up a comment. */
const maxReasonCharacters = 4000;
/** For the lines that count what is left out, headings, and separators. */
export const spareBytes = 1000;
/** With more failures, their names come first, and what is known about each is folded. */
const maxOpen = 4;
/** Failures, or problems of test files, with a line of their own. */
const maxLines = 40;
/** Of a problem: they quote what is wrong. */
const maxMessageCharacters = 500;

/** What is around the cases of a run. */
interface Frame {
  /** Finished Markdown; may be empty. */
  readonly heading: string;
  /** Of the whole section. */
  readonly maxBytes: number;
  /** Finished Markdown for the end. Default: the footer of the run. */
  readonly foot?: string;
}

/**
 * A run: heading, reason, its cases, where the evidence is, and a footer. What does not fit is left out.
 * @param writeCases gets the budget that is left.
 * @returns an empty text if `maxBytes` is too small for anything useful.
 */
export function runSection(
  run: RunResults,
  { heading, maxBytes, foot = footer(run) }: Frame,
  writeCases: (budget: Budget) => readonly string[],
): string {
  const budget = new Budget(maxBytes - spareBytes - bytes(heading));
  if (budget.left < 0) return '';
  const end = budget.pick([foot, evidenceLine(run)]).reverse();
  return joinFilled([heading, ...reasonParts(run, budget), ...writeCases(budget), ...end], '\n\n');
}

/** The reason, with links to the lines of the test files that it is about. */
function reasonParts(run: RunResults, budget: Budget): string[] {
  const { reason, problems = [], sourceUrl } = run;
  if (!needsReason(run)) return [];
  if (problems.length === 0) return budget.pick([reasonText(reason)]);
  const [summary = ''] = reason.split('\n', 1);
  const write = ({ message, place }: FileProblem) =>
    `- ${joinFilled([place && sourceLink(place, sourceUrl), plain(cut(message, maxMessageCharacters))], ': ')}`;
  return [...budget.pick([reasonText(summary)]), ...list(problems, budget, write)];
}

/**
 * One run without a heading of its own, or several with a heading each.
 * @param maxBytes of all together.
 * @param write gets finished Markdown for the heading, which may be empty.
 */
export function runsWithHeadings(
  runs: readonly RunResults[],
  maxBytes: number,
  headingOf: (run: RunResults) => string,
  write: (run: RunResults, heading: string, maxSize: number) => string,
): string {
  const [only] = runs;
  if (only !== undefined && runs.length === 1) return write(only, '', maxBytes);
  return runSections(runs, maxBytes, 'the results files', (run, maxSize) =>
    write(run, headingOf(run), maxSize),
  );
}

/**
 * Several runs, with a fair share of the space for each. Those that do not fit are counted.
 * @param see where they are found.
 */
export function runSections(
  runs: readonly RunResults[],
  maxBytes: number,
  see: string,
  write: (run: RunResults, maxSize: number) => string,
): string {
  const { texts, left } = writeFairly(runs, maxBytes - spareBytes, write);
  const rest = left === 0 ? '' : `_${formatCount(left, 'more job')}: see ${see}._`;
  return joinFilled([...texts, rest], '\n\n');
}

/**
 * Failures, those of one cause together; then flaky cases and warnings, folded. What does not fit is left out and counted.
 * The comment has the unfinished cases as well, which the summary has in its table only.
 */
export function caseSections(budget: Budget, options: SectionOptions): string[] {
  const { results } = options.run;
  const unfinished = options.brief ? results.filter(({ status }) => status === 'unfinished') : [];
  const flaky = results.filter((result) => result.flaky);
  const warned = results.filter((result) => warningsOf(result).length > 0);
  const brokenApp = describeBrokenApp(results);
  const writeFlaky = (result: CaseResult) => flakySection(result, options);
  return [
    ...(brokenApp === '' ? [] : budget.pick([brokenApp])),
    ...failureSections(groupFailures(results), budget, options),
    ...unfinishedCases(unfinished, budget, options.run),
    ...caseList({ which: 'flaky', results: flaky, write: writeFlaky, separator: '\n\n' }, budget),
    ...caseList({ which: 'with warnings', results: warned, write: warningLines }, budget),
  ];
}

function failureSections(groups: readonly FailureGroup[], budget: Budget, options: SectionOptions): string[] {
  const isLong = groups.length > maxOpen;
  const write = (group: FailureGroup) => failureLine(group, options);
  const names = isLong ? list(groups, budget, write, countCases) : [];
  const { texts } = budget.take(groups, (group) => failureSection(group, options));
  const rest = leftOut(countCases(groups.slice(texts.length)), 'that did not pass', options.brief);
  return isLong ? [...names, fold('Details of the failures', [...texts, ...rest])] : [...texts, ...rest];
}

/** A line for each of the first items, in at most half of the budget, and one that counts the others. */
function list<Item>(
  items: readonly Item[],
  budget: Budget,
  write: (item: Item) => string,
  count = (rest: readonly Item[]) => rest.length,
): string[] {
  const { texts } = new Budget(budget.left / 2).take(items.slice(0, maxLines), write, '\n');
  const left = count(items.slice(texts.length));
  return budget.pick([listWithRest(texts, left)]);
}

function countCases(groups: readonly FailureGroup[]): number {
  return groups.reduce((sum, { others }) => sum + 1 + others.length, 0);
}

function leftOut(left: number, which: string, brief: boolean): string[] {
  const cases = joinFilled([formatCount(left, 'more test case'), which], ' ');
  return left === 0 ? [] : [`_${cases}: see the ${brief ? 'job summary' : 'table'} and the results file._`];
}

interface CaseList {
  /** Such as `passed`. */
  readonly which: string;
  readonly results: readonly CaseResult[];
  readonly write: (result: CaseResult) => string;
  /** Default: a line break. */
  readonly separator?: string;
}

/** Cases below a line that counts and unfolds them. */
export function caseList({ which, results, write, separator = '\n' }: CaseList, budget: Budget): string[] {
  if (results.length === 0) return [];
  const { texts, left } = budget.take(results, write, separator);
  return [fold(`${results.length} ${which}`, [texts.join(separator), ...leftOut(left, '', true)])];
}

/** Cases that were being played, with the step at which they stood; then, folded, the others. */
function unfinishedCases(unfinished: readonly CaseResult[], budget: Budget, run: RunResults): string[] {
  const played = unfinished.filter(({ failedStep }) => failedStep !== undefined);
  const others = unfinished.filter(({ failedStep }) => failedStep === undefined);
  const write = (result: CaseResult) => unfinishedLine(result, run);
  const which = played.length === 0 ? 'did not finish' : 'more did not finish';
  return [
    ...(played.length === 0 ? [] : ['Still running at the end:', ...list(played, budget, write)]),
    ...caseList({ which, results: others, write }, budget),
  ];
}

function unfinishedLine(result: CaseResult, { sourceUrl }: RunResults): string {
  const location = locationOf(result);
  const step = result.failedStep && describeFailedStep(result.failedStep, oneLine);
  return `- ${joinFilled([caseName(result), step, location && sourceLink(location, sourceUrl)], ' · ')}`;
}

/** A reason in Markdown: a list of problems as a list, whose lines wrap on a narrow screen. */
export function reasonText(reason: string): string {
  const text = cut(reason.trim(), maxReasonCharacters);
  const [summary = '', ...lines] = text.split('\n');
  const items = lines.map((line) => /^\s*- (.+)$/.exec(line)?.[1]);
  if (lines.length === 0 || items.includes(undefined)) return textOrBlock(text);
  return `${code(summary)}\n\n${items.map((item) => `- ${code(item ?? '')}`).join('\n')}`;
}

/** Whether the reason says more than the results: that all passed, or which failed. */
export function needsReason({ status, green, results }: Pick<RunResults, 'status' | 'green' | 'results'>) {
  if (results.length === 0) return true;
  return !(status === 'passed' && green) && !(status === 'failed' && results.some(didNotPass));
}

/** What a footer needs; a run that has not ended has no report page. */
type FooterFacts = Pick<RunResults, 'title' | 'workflowRunUrl' | 'url' | 'context'> &
  Partial<Pick<RunResults, 'reportUrl'>>;

/** Commit, address under test, workflow run, report page, and title. */
export function footer({ title, workflowRunUrl, url, context: { sha }, reportUrl }: FooterFacts): string {
  const parts = [
    sha === undefined ? '' : `Commit ${code(sha.slice(0, 7))}`,
    url === null ? '' : `tested at ${code(cut(url, maxUrlCharacters))}`,
    link('Workflow run', workflowRunUrl),
    link('Test report', reportUrl),
    oneLine(title),
  ];
  const line = joinFilled(parts, ' · ');
  return line === '' ? '' : `<sub>${line}</sub>`;
}
