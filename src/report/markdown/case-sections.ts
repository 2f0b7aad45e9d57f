import { formatCount, joinFilled } from '../../common/text.ts';
import { type FailureGroup, groupFailures, locationOf, warningsOf } from '../../results/cases.ts';
import type { CaseResult, RunResults } from '../../results/run-results.ts';
import { describeBrokenApp, describeFailedStep } from '../describe.ts';
import {
  caseName,
  failureLine,
  failureSection,
  flakySection,
  type SectionOptions,
  warningLines,
} from './failure.ts';
import { Budget, fold, listWithRest, plainLine, sourceLink } from './markdown.ts';

/** With more failures, their names come first, and what is known about each is folded. */
const maxOpen = 4;
/** Failures, or problems of test files, with a line of their own. */
const maxLines = 40;

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
    ...caseList('flaky', flaky, { write: writeFlaky, separator: '\n\n' }, budget),
    ...caseList('with warnings', warned, { write: warningLines }, budget),
  ];
}

function failureSections(groups: readonly FailureGroup[], budget: Budget, options: SectionOptions): string[] {
  const isLong = groups.length > maxOpen;
  const write = (group: FailureGroup) => failureLine(group, options);
  const names = isLong ? limitedList(groups, budget, write, countCases) : [];
  const { texts } = budget.take(groups, (group) => failureSection(group, options));
  const rest = leftOut(
    countCases(groups.slice(texts.length)),
    'that did not pass',
    options.brief ? 'job summary' : 'table',
  );
  return isLong ? [...names, fold('Details of the failures', [...texts, ...rest])] : [...texts, ...rest];
}

/** A line for each of the first items, in at most half of the budget, and one that counts the others. */
export function limitedList<Item>(
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

function leftOut(left: number, which: string, listedIn: 'job summary' | 'table'): string[] {
  const cases = joinFilled([formatCount(left, 'more test case'), which], ' ');
  return left === 0 ? [] : [`_${cases}: see the ${listedIn} and the results file._`];
}

/** Cases below a line that counts and unfolds them. @param label such as `passed`. */
export function caseList(
  label: string,
  results: readonly CaseResult[],
  { write, separator = '\n' }: { write: (result: CaseResult) => string; separator?: string },
  budget: Budget,
): string[] {
  if (results.length === 0) return [];
  const { texts, left } = budget.take(results, write, separator);
  return [fold(`${results.length} ${label}`, [texts.join(separator), ...leftOut(left, '', 'job summary')])];
}

/** Cases that were being played, with the step at which they stood; then, folded, the others, and those that were not run. */
function unfinishedCases(
  unfinished: readonly CaseResult[],
  budget: Budget,
  { sourceUrl }: RunResults,
): string[] {
  const played = unfinished.filter(({ failedStep }) => failedStep !== undefined);
  const others = unfinished.filter(({ failedStep, notRun }) => failedStep === undefined && notRun !== true);
  const notRun = unfinished.filter((result) => result.notRun === true);
  const write = (result: CaseResult) => {
    const location = locationOf(result);
    const step = result.failedStep && describeFailedStep(result.failedStep, plainLine);
    return `- ${joinFilled([caseName(result), step, location && sourceLink(location, sourceUrl)], ' · ')}`;
  };
  const label = played.length === 0 ? 'did not finish' : 'more did not finish';
  return [
    ...(played.length === 0 ? [] : ['Still running at the end:', ...limitedList(played, budget, write)]),
    ...caseList(label, others, { write }, budget),
    ...caseList('not run', notRun, { write }, budget),
  ];
}
