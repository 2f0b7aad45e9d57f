import { didNotPass, worstFirst } from '../../results/counts.ts';
import type { CaseResult, RunResults } from '../../results/run-results.ts';
import { moreCases } from '../headline.ts';
import { Budget, type Fitting } from '../markdown/budget.ts';
import { caseDetails, caseName, failureSection, flakySection } from '../markdown/failure.ts';
import { sourceLink } from '../markdown/links.ts';
import { evidenceLine, footer, reasonSection } from '../markdown/run-parts.ts';
import type { CaseNotes } from './history.ts';

/** For headings, folds, and the lines that count what is left out. */
const spareCharacters = 800;
const maxFixed = 30;

/**
 * What the comment says about one job: reason, failures, unfinished, flaky, fixed and passed cases, evidence, footer. What
 * does not fit is left out whole and counted.
 * @param heading finished Markdown; empty if the comment is about this job only.
 * @returns an empty text if `maxCharacters` is too small for anything useful.
 */
export function jobSection(
  job: RunResults,
  { noteOf, fixed }: CaseNotes,
  maxCharacters: number,
  heading = '',
): string {
  const budget = new Budget(maxCharacters - spareCharacters - heading.length);
  if (budget.left < 0) return '';
  const style = { links: job, brief: true };
  const end = budget.pick([footer(job), evidenceLine(job)]).reverse();
  const reason = budget.pick([reasonSection(job)]);
  const failed = budget.take(worstFirst(job.results.filter(didNotPass)), (result) =>
    failureSection(result, style, noteOf(result)),
  );
  const unfinished = job.results.filter(({ status }) => status === 'unfinished');
  const open = fold('did not finish', unfinished, (each) => unfinishedLine(each, job), budget);
  const flaky = budget.take(
    job.results.filter((result) => result.flaky),
    (result) => flakySection(result, style),
  );
  const fixedLines = budget.take(fixed.slice(0, maxFixed), (result) => `- ${caseName(result)}`, '\n');
  const stable = job.results.filter((result) => result.status === 'passed' && !result.flaky);
  return [
    ...(heading === '' ? [] : [heading]),
    ...reason,
    ...failed.texts,
    ...leftOut(failed, 'that did not pass'),
    ...open,
    ...flakyHeading(flaky),
    ...flaky.texts,
    ...leftOut(flaky, 'that passed at a later attempt'),
    ...fixedList(fixedLines.texts, fixed.length),
    ...fold('passed', stable, (result) => `- ${caseName(result)}${caseDetails(result)}`, budget),
    ...end,
  ].join('\n\n');
}

function flakyHeading({ texts, left }: Fitting): string[] {
  return texts.length + left === 0 ? [] : ['#### Flaky: passed, but not at the first attempt'];
}

function fixedList(lines: readonly string[], total: number): string[] {
  if (total === 0) return [];
  const more = total > lines.length ? [`- _${total - lines.length} more_`] : [];
  return [['#### Fixed', '', ...lines, ...more].join('\n')];
}

/** Cases that say no more than their name, folded. @param which such as `passed`. */
function fold(
  which: string,
  results: readonly CaseResult[],
  write: (result: CaseResult) => string,
  budget: Budget,
): string[] {
  if (results.length === 0) return [];
  const lines = budget.take(results, write, '\n');
  const summary = `<details><summary>${results.length} ${which}</summary>`;
  return [summary, lines.texts.join('\n'), ...leftOut(lines, `that ${which}`), '</details>'].filter(
    (part) => part !== '',
  );
}

function unfinishedLine(result: CaseResult, job: RunResults): string {
  const location = result.place === undefined ? [] : [sourceLink(result.place, job)];
  return [`- ${caseName(result)}`, ...location].join(' · ');
}

function leftOut({ left }: Fitting, which: string): string[] {
  return left === 0 ? [] : [`_${moreCases(left)} ${which}: see the job summary and the results file._`];
}
