import { worstFirst } from '../../results/counts.ts';
import type { CaseResult, CaseStatus, RunResults } from '../../results/run-results.ts';
import { moreCases } from '../headline.ts';
import { formatDuration } from '../words/format-duration.ts';
import type { Budget } from './budget.ts';
import { caseName } from './failure.ts';
import { formatLocation, type RunLinks, sourceUrlOf } from './links.ts';
import { link, plain } from './markdown.ts';

/**
 * All test cases as a table, worst first. Rows that do not fit are left out and counted.
 * @returns an empty text if there are no test cases.
 */
export function casesTable(run: RunResults, budget: Budget): string {
  if (run.results.length === 0) return '';
  const { texts, left } = budget.take(worstFirst(run.results), (result) => row(result, run), '\n');
  const rest = left === 0 ? [] : ['', `_${moreCases(left)}: see the results file._`];
  return [
    '| Result | Test case | Where | Time | Attempts |',
    '|---|---|---|--:|--:|',
    ...texts,
    ...rest,
  ].join('\n');
}

const states: Readonly<Record<CaseStatus, string>> = {
  failed: '❌ failed',
  error: '⚠️ could not be run',
  unfinished: '⏳ did not finish',
  passed: '✅ passed',
};

function row(result: CaseResult, links: RunLinks): string {
  const { status, flaky, durationMs, earlierAttempts } = result;
  const cells = [
    flaky ? '🔁 flaky' : states[status],
    caseName(result),
    locationCell(result, links),
    durationMs === undefined ? '' : formatDuration(durationMs),
    status === 'unfinished' ? '' : String(earlierAttempts.length + 1),
  ];
  return `| ${cells.join(' | ')} |`;
}

/** The line to look at, as plain text: a code span can't hold a `|` in a table. Links of passed cases would displace rows. */
function locationCell(result: CaseResult, links: RunLinks): string {
  const { failedStep, place, earlierAttempts, status, flaky } = result;
  const location = failedStep?.place ?? earlierAttempts.at(-1)?.failedStep?.place ?? place;
  if (location === undefined) return '';
  const words = plain(formatLocation(location));
  const url = status === 'passed' && !flaky ? undefined : sourceUrlOf(location, links);
  return (url === undefined ? undefined : link(words, url)) ?? words;
}
