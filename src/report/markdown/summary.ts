import { didNotPass, worstFirst } from '../../results/counts.ts';
import type { Redacted } from '../../results/redacted.ts';
import type { RunResults } from '../../results/run-results.ts';
import { formatHeadline, moreCases } from '../headline.ts';
import { Budget, bytes, writeFairly } from './budget.ts';
import { casesTable } from './cases-table.ts';
import { failureSection, flakySection } from './failure.ts';
import { oneLine } from './links.ts';
import { evidenceLine, footer, reasonSection } from './run-parts.ts';

/** GitHub drops the whole summary of a step if it is larger than 1 MiB; in bytes of UTF-8. */
export const maxSummaryBytes = 900_000;

/** For the lines that count what is left out, headings, and separators. */
const spareBytes = 1000;
/** With less than this for each of several runs, some are left out. */
export const minRunBytes = 3500;
/** More failures are folded, so that the table below them is found. */
const maxOpen = 10;

/**
 * The job summary: headline, failures, flaky cases, then all test cases in a table. Several runs follow each other.
 * @param maxBytes size limit, in bytes of UTF-8.
 */
export function composeSummary(
  results: readonly Redacted<RunResults>[],
  maxBytes: number = maxSummaryBytes,
): string {
  const [only] = results;
  if (only !== undefined && results.length === 1) return runSummary(only, maxBytes);
  const write = (run: RunResults, size: number) => runSummary(run, size, `## ${oneLine(run.title)}`);
  const texts = writeFairly(results, maxBytes - spareBytes, minRunBytes, write, bytes);
  const shown = texts.filter((text) => text !== '');
  const left = texts.length - shown.length;
  const rest = left === 0 ? [] : [`_${left} more ${left === 1 ? 'job' : 'jobs'}: see the results files._`];
  return [...shown, ...rest].join('\n\n');
}

/** @returns an empty text if `maxBytes` is too small for more than a headline. */
function runSummary(run: RunResults, maxBytes: number, title = ''): string {
  const budget = new Budget(maxBytes - spareBytes, bytes);
  const head = [title, `### ${formatHeadline(run)}`].filter((part) => part !== '');
  if (budget.pick(head).length < head.length) return '';
  const end = budget.pick([footer(run), evidenceLine(run)]).reverse();
  const reason = budget.pick([reasonSection(run)]);
  // Half of it, so that long messages leave space for the table.
  const details = caseSections(run, new Budget(budget.left / 2, bytes));
  const left = budget.left - bytes(details.join('\n\n'));
  const table = casesTable(run, new Budget(left, bytes));
  const all = table === '' ? [] : ['#### All test cases', table];
  return [...head, ...reason, ...details, ...all, ...end].join('\n\n');
}

/**
 * Failures, then flaky cases, each with step, location and message. From the eleventh on they are folded. What does not fit
 * is left out and counted. Unfinished cases are in the table only: nothing more is known about them.
 */
export function caseSections(run: RunResults, budget: Budget): string[] {
  const style = { links: run, brief: false };
  const failed = budget.take(worstFirst(run.results.filter(didNotPass)), (each) =>
    failureSection(each, style),
  );
  const flakyCases = run.results.filter((result) => result.flaky);
  const flaky = budget.take(flakyCases, (each) => flakySection(each, style));
  return [
    ...folded(failed.texts, 'that did not pass'),
    ...leftOut(failed.left, 'that did not pass'),
    ...(flakyCases.length === 0 ? [] : ['#### Flaky: passed, but not at the first attempt']),
    ...folded(flaky.texts, 'that passed at a later attempt'),
    ...leftOut(flaky.left, 'that passed at a later attempt'),
  ];
}

function folded(sections: readonly string[], which: string): readonly string[] {
  const rest = sections.slice(maxOpen);
  if (rest.length === 0) return sections;
  const fold = `<details><summary>${moreCases(rest.length)} ${which}</summary>`;
  return [...sections.slice(0, maxOpen), [fold, ...rest, '</details>'].join('\n\n')];
}

function leftOut(count: number, which: string): string[] {
  return count === 0 ? [] : [`_${moreCases(count)} ${which}: see the table and the results file._`];
}
