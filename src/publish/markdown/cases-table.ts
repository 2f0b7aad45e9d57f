import type { CaseResult, PublishedRun } from '../verdict.ts';
import { formatDuration } from '../words/duration.ts';
import { moreCases } from '../words/more-cases.ts';
import { link, plain } from './markdown.ts';
import { placeUrl, placeWords, type RunLinks } from './place-link.ts';
import type { Room } from './room.ts';
import { caseName, problems } from './sections.ts';

/**
 * All test cases as a table, those that did not pass first, then the flaky ones. What has no room is left out at a row's
 * boundary, and counted.
 * @returns an empty text where there is no test case.
 */
export function casesTable(run: PublishedRun, room: Room): string {
  const { results } = run.verdict;
  if (results.length === 0) return '';
  const passed = results.filter(({ status }) => status === 'passed');
  const sorted = [
    ...problems(run.verdict),
    ...passed.filter(({ flaky }) => flaky),
    ...passed.filter(({ flaky }) => !flaky),
  ];
  const { taken, left } = room.take(sorted, (result) => row(result, run), '\n');
  const rest = left === 0 ? [] : ['', `_${moreCases(left)}: see the results file._`];
  return [
    '| Result | Test case | Where | Time | Attempts |',
    '|---|---|---|--:|--:|',
    ...taken,
    ...rest,
  ].join('\n');
}

const states: Readonly<Record<CaseResult['status'], string>> = {
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
    placeCell(result, links),
    durationMs === undefined ? '' : formatDuration(durationMs),
    status === 'unfinished' ? '' : String(earlierAttempts.length + 1),
  ];
  return `| ${cells.join(' | ')} |`;
}

/**
 * The line to look at. A code span is no place for a `|` in a table: it is plain text. Links of what passed would take
 * the room of other rows.
 */
function placeCell(result: CaseResult, links: RunLinks): string {
  const { failedStep, place, earlierAttempts, status, flaky } = result;
  const at = failedStep?.place ?? earlierAttempts.at(-1)?.failedStep?.place ?? place;
  if (at === undefined) return '';
  const words = plain(placeWords(at));
  const url = status === 'passed' && !flaky ? undefined : placeUrl(at, links);
  return (url === undefined ? undefined : link(words, url)) ?? words;
}
