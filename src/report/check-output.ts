import { cut, joinFilled } from '../common/text.ts';
import type { CheckEnd } from '../results/check-end.ts';
import { asOnlyJob } from '../results/jobs.ts';
import type { Redacted, RunResults } from '../results/run-results.ts';
import { annotationsOf } from './annotations.ts';
import { needsReason } from './describe.ts';
import { formatHeadline } from './headline.ts';
import type { SectionOptions } from './markdown/failure.ts';
import { bytes } from './markdown/fitting.ts';
import { plain, plainLine } from './markdown/markdown.ts';
import { caseSections, runSection, runsWithHeadings, spareBytes } from './markdown/run-section.ts';
import { shownOnce } from './markdown/shown-once.ts';
import { type Overview, overviewOf, type RunEnd, resultsMissing } from './overview.ts';
import { casesTable } from './summary.ts';

/** GitHub allows 65,535 for `summary` and for `text`; characters or bytes, so bytes of UTF-8. */
const maxPartBytes = 65_000;
const maxReasonCharacters = 2000;

/**
 * The results as a check run shows them: failures and flaky cases in the summary, all test cases in the text. The conclusion
 * satisfies a branch rule only if all jobs reported and are green.
 * @param options `runConclusion`: conclusion of the workflow run, if it has ended. Without it, the check run is that of one
 *   job, which does not wait for the other jobs of its matrix.
 */
export function composeCheck(
  results: readonly Redacted<RunResults>[],
  { runConclusion, ...run }: RunEnd = {},
): CheckEnd {
  const [first, ...others] = results;
  if (first === undefined) {
    const title = `⚠️ ${resultsMissing}`;
    const summary = 'No job has reported results.';
    return { title, summary, text: '', conclusion: 'failure', annotations: [] };
  }
  const isAlone = others.length === 0;
  const known = isAlone && runConclusion === undefined ? asOnlyJob(first) : first;
  // The check run is completed with this output: nothing is waited for.
  const ended = { ...run, runConclusion: runConclusion ?? 'success' };
  const overview = overviewOf([known, ...others], known.job, ended);
  const titleOf = ({ title }: RunResults) => plainLine(title);
  const headingOf = (run: RunResults, title: string) => `### ${title}: ${formatHeadline(run)}`;
  const missing = plain(cut(overview.missing, maxReasonCharacters));
  const left = maxPartBytes - bytes(missing);
  const shown = shownOnce(results, titleOf);
  const summary = runsWithHeadings(results, left, {
    titleOf,
    headingOf,
    write: (run, heading, maxBytes) => summaryOf({ ...shown, run, brief: false }, heading, maxBytes),
  });
  return {
    title: overview.headline,
    summary: joinFilled([missing, summary], '\n\n'),
    text: runsWithHeadings(results, maxPartBytes, { titleOf, headingOf, write: textOf }),
    conclusion: conclusionOf(overview),
    annotations: annotationsOf(results),
  };
}

function summaryOf(options: SectionOptions, heading: string, maxBytes: number): string {
  const { run } = options;
  // GitHub requires a summary: without any failure, it is the reason.
  const reason = needsReason(run) ? '' : plain(cut(run.reason, maxReasonCharacters));
  return runSection(run, { heading, maxBytes }, (budget) => [
    ...budget.pick(reason),
    ...caseSections(options, budget),
  ]);
}

function textOf(run: RunResults, heading: string, maxBytes: number): string {
  return joinFilled([heading, casesTable(run, maxBytes - bytes(heading) - spareBytes)], '\n\n');
}

/** A required check is satisfied by `success` and by `neutral`. */
function conclusionOf({ status, isGreen }: Overview): CheckEnd['conclusion'] {
  if (isGreen) return status === 'nothing-to-run' ? 'neutral' : 'success';
  if (status === 'timed-out') return 'timed_out';
  return status === 'cancelled' ? 'cancelled' : 'failure';
}
