import { cut } from '../common/text.ts';
import { withoutSiblings } from '../results/jobs.ts';
import type { Redacted } from '../results/redacted.ts';
import type { RunResults } from '../results/run-results.ts';
import { type DisplayStatus, formatHeadline, type Overview, overviewOf } from './headline.ts';
import { Budget, bytes, writeFairly } from './markdown/budget.ts';
import { casesTable } from './markdown/cases-table.ts';
import { oneLine } from './markdown/links.ts';
import { plain } from './markdown/markdown.ts';
import { evidenceLine, footer, reasonSection } from './markdown/run-parts.ts';
import { caseSections, minRunBytes } from './markdown/summary.ts';

/** How a check run can end, in GitHub's words. */
export type CheckConclusion = 'success' | 'neutral' | 'failure' | 'timed_out' | 'cancelled';

/** What a check run shows on its page. */
export interface CheckOutput {
  /** Plain text. */
  readonly title: string;
  /** Markdown. */
  readonly summary: string;
  /** Markdown, below the summary. */
  readonly text: string;
  readonly conclusion: CheckConclusion;
}

/** GitHub allows 65,535 for `summary` and for `text`; characters or bytes, so bytes of UTF-8. */
const maxPartBytes = 65_000;
/** For the lines that count what is left out, headings, and separators. */
const spareBytes = 1000;
const maxReasonCharacters = 2000;

/**
 * The results as a check run shows them: failures and flaky cases in the summary, all test cases in the text. The conclusion
 * satisfies a branch rule only if all jobs reported and are green.
 * @param options `runConclusion`: conclusion of the workflow run, if it has ended. Without it, the check run is that of one
 *   job, which does not wait for the other jobs of its matrix.
 */
export function composeCheck(
  results: readonly Redacted<RunResults>[],
  { runConclusion }: { readonly runConclusion?: string | undefined } = {},
): CheckOutput {
  const [first] = results;
  if (first === undefined) {
    const title = '⚠️ Browser test results are missing';
    return { title, summary: 'No job has reported results.', text: '', conclusion: 'failure' };
  }
  const isOwn = results.length === 1 && runConclusion === undefined;
  const jobs = isOwn ? [withoutSiblings(first)] : results;
  const { job: known } = isOwn ? withoutSiblings(first) : first;
  // The check run is completed with this output: nothing is waited for.
  const overview = overviewOf(jobs, { known, runConclusion: runConclusion ?? 'success' });
  const write = (part: (run: RunResults, size: number) => string) =>
    results.length === 1 ? part(first, maxPartBytes) : writeJobs(results, (run, size) => part(run, size));
  return {
    title: overview.headline,
    summary: write(summaryOf),
    text: write((run, size) => casesTable(run, new Budget(size - spareBytes, bytes))),
    conclusion: conclusionOf(overview),
  };
}

/** @returns an empty text if `maxBytes` is too small. */
function summaryOf(run: RunResults, maxBytes: number): string {
  const budget = new Budget(maxBytes - spareBytes, bytes);
  const reason = reasonSection(run);
  const head = budget.pick([reason === '' ? plain(cut(run.reason, maxReasonCharacters)) : reason]);
  const end = budget.pick([footer(run), evidenceLine(run)]).reverse();
  return budget.left < 0 ? '' : [...head, ...caseSections(run, budget), ...end].join('\n\n');
}

function writeJobs(results: readonly RunResults[], write: (run: RunResults, size: number) => string): string {
  const section = (run: RunResults, size: number) => {
    const heading = `### ${oneLine(run.title)}: ${formatHeadline(run)}\n\n`;
    const left = size - bytes(heading);
    const text = left < spareBytes ? '' : write(run, left);
    return text === '' ? '' : `${heading}${text}`;
  };
  const texts = writeFairly(results, maxPartBytes - spareBytes, minRunBytes, section, bytes);
  const shown = texts.filter((text) => text !== '');
  const left = texts.length - shown.length;
  const rest = left === 0 ? [] : [`_${left} more ${left === 1 ? 'job' : 'jobs'}: see the results files._`];
  return [...shown, ...rest].join('\n\n');
}

/** A required check is satisfied by `success` and by `neutral`. */
function conclusionOf({ status, isGreen }: Overview): CheckConclusion {
  if (isGreen) return status === 'nothing-to-run' ? 'neutral' : 'success';
  const conclusions: Partial<Record<DisplayStatus, CheckConclusion>> = {
    'timed-out': 'timed_out',
    cancelled: 'cancelled',
  };
  return conclusions[status] ?? 'failure';
}
