import {
  type CaseResult,
  countResults,
  type PublishedRun,
  type Verdict,
  type VerdictStatus,
} from '../verdict.ts';
import { attemptSection } from './attempt-section.ts';
import { code, codeBlock, cut } from './markdown.ts';
import { maxUrlCharacters, oneLine, shortLink } from './short-texts.ts';

/** The parts that the comment and the job summary are made of. */

const headlines: Readonly<Record<VerdictStatus, string>> = {
  passed: '✅ Browser tests passed',
  failed: '❌ Browser tests failed',
  'timed-out': '⏱️ Browser tests timed out',
  cancelled: '🚫 Browser tests were cancelled',
  error: '⚠️ Browser tests could not run',
  'nothing-to-run': '⚪ No browser test to run',
  done: '✅ Browser test cases: done',
};

const maxMessageCharacters = 2000;
const maxFlakyCharacters = 500;
/** Longer ones belong into the results file: no single text may use up a comment's room. */
const maxReasonCharacters = 4000;

/** The verdict in one line, with counts and duration. */
export function headline({ verdict, durationMs }: PublishedRun): string {
  const { total, passed, failed, flaky } = countResults(verdict.results);
  const unfinished = total - passed - failed;
  const steady = passed - flaky;
  const counts = [
    failed > 0 ? `${failed} failed` : '',
    unfinished > 0 ? `${unfinished} unfinished` : '',
    flaky > 0 ? `${flaky} flaky` : '',
    steady > 0 ? `${steady} passed` : '',
  ].filter((part) => part !== '');
  const detail = [counts.length === 0 ? '' : `${counts.join(', ')} of ${total}`, formatDuration(durationMs)];
  return `### ${headlines[verdict.status]} (${detail.filter((part) => part !== '').join(', ')})`;
}

/** Why there is the verdict, unless the results below say it: that all passed, or which failed. */
export function reasonSection({ status, reason, results }: Verdict): string[] {
  const failed = results.some((result) => result.status === 'failed' || result.status === 'error');
  if (status === 'passed' || (status === 'failed' && failed)) return [];
  return [codeBlock(cut(reason, maxReasonCharacters))];
}

/** A failed or unfinished case: name, step, place, message, what there is to look at. */
export function problemSection(result: CaseResult): string {
  const title = `**${caseName(result)}**${resultSuffix(result)}`;
  return attemptSection(title, result, { place: result.place, maxMessageCharacters });
}

/** A case that passed, but not at the first attempt: how the last attempt before that failed. */
export function flakySection(result: CaseResult): string {
  const failed = result.earlierAttempts.at(-1);
  if (failed === undefined) return `**${caseName(result)}** passed, but not at the first attempt`;
  const title = `**${caseName(result)}** passed at attempt ${result.earlierAttempts.length + 1}${resultSuffix(result)}`;
  return attemptSection(title, failed, { place: result.place, maxMessageCharacters: maxFlakyCharacters });
}

/** Where the files are that the sections name; empty where they name none. */
export function evidenceLine({ results }: Verdict): string {
  const attempts = results.flatMap((result) => [result, ...result.earlierAttempts]);
  const files = attempts.flatMap(({ trace, screenshot }) => [trace, screenshot]);
  return files.some((file) => file !== undefined && 'path' in file)
    ? '_Traces and screenshots are in the folder of the output `evidence-folder`: `actions/upload-artifact` keeps it._'
    : '';
}

/** Names are not checked: without any text, its id tells which case it is. */
function caseName({ name, testCaseId }: CaseResult): string {
  return oneLine(name.trim() === '' ? testCaseId : name);
}

function resultSuffix({ status, durationMs, earlierAttempts }: CaseResult): string {
  if (status === 'unfinished') return ' did not finish';
  const error = status === 'error' ? ' could not be run' : '';
  const details = [
    status !== 'passed' && earlierAttempts.length > 0 ? `${earlierAttempts.length + 1} attempts` : '',
    durationMs === undefined ? '' : formatDuration(durationMs),
  ].filter((part) => part !== '');
  return details.length === 0 ? error : `${error} (${details.join(', ')})`;
}

/** A passed case, in a line of a list. */
export function passedLine(result: CaseResult): string {
  return `- ${caseName(result)}${resultSuffix(result)}`;
}

/** Commit, address under test, workflow run, report page. */
export function footer(run: Pick<PublishedRun, 'title'> & Partial<PublishedRun>): string {
  const parts = [
    run.sha === undefined ? undefined : `Commit ${code(run.sha.slice(0, 7))}`,
    run.url === undefined ? undefined : `tested at ${code(cut(run.url, maxUrlCharacters))}`,
    run.workflowRunUrl === undefined ? undefined : shortLink('Workflow run', run.workflowRunUrl),
    run.verdict?.reportUrl === undefined ? undefined : shortLink('Test report', run.verdict.reportUrl),
    run.title.trim() === '' ? undefined : oneLine(run.title),
  ].filter((part) => part !== undefined);
  return parts.length === 0 ? '' : `<sub>${parts.join(' · ')}</sub>`;
}

/** Everything that is not passed, failures first. */
export function problems(verdict: Verdict): CaseResult[] {
  const order = ['failed', 'error', 'unfinished'];
  return verdict.results
    .filter(({ status }) => status !== 'passed')
    .sort((a, b) => order.indexOf(a.status) - order.indexOf(b.status));
}

/** `420 ms`, `3.2 s`, `4 min 10 s`. */
export function formatDuration(ms: number): string {
  // The bounds are where rounding would say 1000 ms or 60.0 s.
  if (ms < 999.5) return `${Math.round(ms)} ms`;
  if (ms < 59_950) return `${(ms / 1000).toFixed(1)} s`;
  const seconds = Math.round(ms / 1000);
  return `${Math.floor(seconds / 60)} min ${seconds % 60} s`;
}
