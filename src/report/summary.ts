import { formatCount } from '../common/text.ts';
import { locationOf, worstFirst } from '../results/cases.ts';
import type { CaseResult, Redacted, RunResults } from '../results/run-results.ts';
import { formatDuration } from './describe.ts';
import { formatHeadline, outcomeOf, outcomes } from './headline.ts';
import { formatLocation, sourceUrlOf } from './links.ts';
import { caseName, type SectionOptions } from './markdown/failure.ts';
import { Budget, bytes } from './markdown/fitting.ts';
import { link, plain, plainLine } from './markdown/markdown.ts';
import { caseSections, runSection, runsWithHeadings } from './markdown/run-section.ts';
import { shownOnce } from './markdown/shown-once.ts';

/** GitHub drops the whole summary of a step if it is larger than 1 MiB. */
export const maxSummaryBytes = 900_000;

/** The job summary: headline, failures, flaky cases, then all test cases in a table. Several runs follow each other. */
export function composeSummary(
  results: readonly Redacted<RunResults>[],
  maxBytes: number = maxSummaryBytes,
): string {
  const titleOf = ({ title }: RunResults) => plainLine(title);
  const shown = shownOnce(results, titleOf);
  return runsWithHeadings(results, maxBytes, {
    titleOf,
    headingOf: (_, title) => `## ${title}\n\n`,
    write: (run, heading, maxSize) => runSummary({ ...shown, run, brief: false }, heading, maxSize),
  });
}

function runSummary(options: SectionOptions, title: string, maxBytes: number): string {
  const { run } = options;
  const heading = `${title}### ${formatHeadline(run)}`;
  return runSection(run, { heading, maxBytes }, ({ left }) => {
    // Half of it, so that long messages leave space for the table.
    const details = caseSections(options, new Budget(left / 2));
    const table = casesTable(run, left - bytes(details.join('\n\n')));
    return table === '' ? details : [...details, '#### All test cases', table];
  });
}

/**
 * All test cases as a table, worst first. Rows that do not fit are left out and counted.
 * @returns an empty text if there are no test cases.
 */
export function casesTable(run: RunResults, maxBytes: number): string {
  if (run.results.length === 0) return '';
  const cases = worstFirst(run.results);
  const { texts, left } = new Budget(maxBytes).take(cases, (result) => tableRow(result, run), '\n');
  const rest = left === 0 ? [] : ['', `_${formatCount(left, 'more test case')}: see the results file._`];
  const head = ['| Result | Test case | Where | Time | Attempts |', '|---|---|---|--:|--:|'];
  return [...head, ...texts, ...rest].join('\n');
}

function tableRow(result: CaseResult, run: RunResults): string {
  const { status, durationMs, earlierAttempts } = result;
  const { emoji, label } = outcomes[outcomeOf(result)];
  const cells = [
    `${emoji} ${label.toLowerCase()}`,
    caseName(result),
    locationCell(result, run),
    formatDuration(durationMs),
    status === 'unfinished' ? '' : String(earlierAttempts.length + 1),
  ];
  return `| ${cells.join(' | ')} |`;
}

/** The line to look at, as plain text: a code span can't hold a `|` in a table. Links of passed cases would displace rows. */
function locationCell(result: CaseResult, { sourceUrl }: RunResults): string {
  const { failedStep, earlierAttempts, status, flaky } = result;
  const location = locationOf(result, failedStep?.place ? result : earlierAttempts.at(-1));
  if (location === undefined) return '';
  const text = plain(formatLocation(location));
  return status === 'passed' && !flaky ? text : (link(text, sourceUrlOf(location, sourceUrl)) ?? text);
}
