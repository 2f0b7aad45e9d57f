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
import { folded, type Part, shortList, someOf } from './fitting.ts';
import { plainLine, sourceLink } from './markdown.ts';
import { generatedSections, survivorSections } from './mode-sections.ts';

/** With more failures, their names come first, and what is known about each is folded. */
const maxOpen = 4;

/**
 * What the modes found out; failures, those of one cause together; then flaky cases and warnings, folded. The comment has the
 * unfinished cases as well, which the summary has in its table only.
 */
export function caseSections(options: SectionOptions): Part[] {
  const { run, brief } = options;
  const { results } = run;
  const unfinished = brief ? results.filter(({ status }) => status === 'unfinished') : [];
  const flaky = results.filter((result) => result.flaky);
  const warned = results.filter((result) => warningsOf(result).length > 0);
  return [
    ...survivorSections(run, brief ? 'folded' : 'open'),
    ...generatedSections(run),
    describeBrokenApp(results),
    ...failureSections(groupFailures(results), options),
    ...unfinishedCases(unfinished, run),
    caseList('flaky', flaky, (result) => flakySection(result, options), '\n\n'),
    caseList('with warnings', warned, warningLines),
  ];
}

function failureSections(groups: readonly FailureGroup[], options: SectionOptions): Part[] {
  const listedIn = options.brief ? 'job summary' : 'table';
  const details = someOf(
    groups,
    (group) => failureSection(group, options),
    (left) => leftOut(countCases(left), 'that did not pass', listedIn),
  );
  if (groups.length <= maxOpen) return [details];
  const names = shortList(groups, (group) => failureLine(group, options), countCases);
  return [names, folded('Details of the failures', [details])];
}

function countCases(groups: readonly FailureGroup[]): number {
  return groups.reduce((sum, { others }) => sum + 1 + others.length, 0);
}

function leftOut(left: number, which: string, listedIn: 'job summary' | 'table'): string {
  const cases = joinFilled([formatCount(left, 'more test case'), which], ' ');
  return left === 0 ? '' : `_${cases}: see the ${listedIn} and the results file._`;
}

/** Cases below a line that counts and unfolds them. @param label such as `passed`. */
export function caseList(
  label: string,
  results: readonly CaseResult[],
  write: (result: CaseResult) => string,
  separator = '\n',
): Part {
  if (results.length === 0) return '';
  const rest = (left: readonly CaseResult[]) => leftOut(left.length, '', 'job summary');
  return folded(`${results.length} ${label}`, [someOf(results, write, rest, separator)]);
}

/** Cases that were being played, with the step at which they stood; then, folded, the others, and those that were not run. */
function unfinishedCases(unfinished: readonly CaseResult[], { sourceUrl }: RunResults): Part[] {
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
    ...(played.length === 0 ? [] : ['Still running at the end:', shortList(played, write)]),
    caseList(label, others, write),
    caseList('not run', notRun, write),
  ];
}
