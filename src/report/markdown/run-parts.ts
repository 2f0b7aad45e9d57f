import { cut } from '../../common/text.ts';
import { didNotPass } from '../../results/counts.ts';
import type { RunResults } from '../../results/run-results.ts';
import { codeLink, maxLineCharacters, maxUrlCharacters, oneLine, shortLink } from './links.ts';
import { code, codeBlock } from './markdown.ts';

/** What the comment, the summary and the check run say about a run besides its cases. Empty texts say nothing. */

/** The results file has longer reasons: no single text may use up a comment. */
const maxReasonCharacters = 4000;

/** Why the run ended as it did; empty if the results say it. */
export function reasonSection(results: RunResults): string {
  return needsReason(results) ? reasonText(results.reason) : '';
}

/** A reason in Markdown: a code span, which a narrow screen can wrap; a block if it has several lines. */
export function reasonText(reason: string): string {
  const text = cut(reason.trim(), maxReasonCharacters);
  return /[\r\n]/.test(text) ? codeBlock(text) : code(text);
}

/** Whether the reason says more than the results: that all passed, or which failed. */
export function needsReason({ status, green, results }: Pick<RunResults, 'status' | 'green' | 'results'>) {
  if (results.length === 0) return true;
  return !(status === 'passed' && green) && !(status === 'failed' && results.some(didNotPass));
}

/** Where the files are that the failures name; empty if they name none and there is no artifact. */
export function evidenceLine({ results, artifact }: Pick<RunResults, 'results' | 'artifact'>): string {
  const attempts = results.flatMap((result) => [result, ...result.earlierAttempts]);
  const files = attempts.flatMap(({ trace, screenshot }) => [trace, screenshot]);
  const hasFiles = files.some((file) => file !== undefined && 'path' in file);
  if (artifact !== null) {
    const what = hasFiles ? 'Traces, screenshots and all results' : 'All results';
    return `${what} are in the artifact ${codeLink(cut(artifact.name, maxLineCharacters), artifact.url)}.`;
  }
  return hasFiles
    ? 'Traces and screenshots are in the folder of the output `evidence-folder`, which is deleted when the job ends. Set `artifact` to keep them.'
    : '';
}

/** What a footer needs; a run that has not ended has no report page. */
export type FooterFacts = Pick<RunResults, 'title' | 'workflowRunUrl' | 'url'> & {
  readonly context: Pick<RunResults['context'], 'sha'>;
  readonly reportUrl?: string | null;
};

/** Commit, address under test, workflow run, report page, and title. */
export function footer({ title, workflowRunUrl, url, context: { sha }, reportUrl }: FooterFacts): string {
  const parts = [
    sha === undefined ? undefined : `Commit ${code(sha.slice(0, 7))}`,
    url === null ? undefined : `tested at ${code(cut(url, maxUrlCharacters))}`,
    workflowRunUrl === null ? undefined : shortLink('Workflow run', workflowRunUrl),
    reportUrl == null ? undefined : shortLink('Test report', reportUrl),
    title.trim() === '' ? undefined : oneLine(title),
  ].filter((part) => part !== undefined);
  return parts.length === 0 ? '' : `<sub>${parts.join(' · ')}</sub>`;
}
