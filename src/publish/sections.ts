import { code, codeBlock, cut, link, plain } from './markdown.ts';
import {
  type CaseResult,
  countResults,
  type FailedStep,
  type PublishedRun,
  type Verdict,
  type VerdictStatus,
} from './verdict.ts';

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
/** Longer ones belong into the results file: no single text may use up a comment's room. */
const maxReasonCharacters = 4000;
const maxLineCharacters = 300;
const maxUrlCharacters = 1000;

/** The verdict in one line, with counts and duration. */
export function headline({ verdict, durationMs }: PublishedRun): string {
  const { total, passed, failed } = countResults(verdict.results);
  const unfinished = total - passed - failed;
  const counts = [
    failed > 0 ? `${failed} failed` : '',
    unfinished > 0 ? `${unfinished} unfinished` : '',
    passed > 0 ? `${passed} passed` : '',
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

/** A failed or unfinished case: name, step, place, message, trace. */
export function problemSection(result: CaseResult): string {
  const { failedStep } = result;
  const place = failedStep?.place ?? result.place;
  const where = place === undefined ? undefined : code(`${cutStart(place.file)}:${place.line}`);
  const step = failedStep === undefined ? undefined : stepLine(failedStep);
  const lines = [
    `**${caseName(result)}**${resultSuffix(result)}`,
    [step, where].filter((part) => part !== undefined).join(' · '),
    result.traceUrl === null ? '' : (shortLink('Trace', result.traceUrl) ?? ''),
  ].filter((line) => line !== '');
  const message =
    result.errorMessage === null ? '' : `\n\n${codeBlock(cut(result.errorMessage, maxMessageCharacters))}`;
  return `${lines.join('<br>\n')}${message}`;
}

function stepLine({ number, words, inDependency }: FailedStep): string {
  const dependency = inDependency === undefined ? '' : ` of the dependency ${oneLine(inDependency)}`;
  return `Step ${number}${dependency}: ${oneLine(words)}`;
}

/** Names are not checked: without any text, its id tells which case it is. */
function caseName({ name, testCaseId }: CaseResult): string {
  return oneLine(name.trim() === '' ? testCaseId : name);
}

function oneLine(text: string): string {
  return plain(cut(text, maxLineCharacters));
}

/** Of a long path, the end tells more. */
function cutStart(path: string): string {
  return path.length <= maxLineCharacters ? path : `…${path.slice(-maxLineCharacters)}`;
}

/** A link can't be cut: one that is too long is left out. */
function shortLink(words: string, url: string): string | undefined {
  return url.length > maxUrlCharacters ? undefined : link(words, url);
}

function resultSuffix({ status, durationMs }: CaseResult): string {
  if (status === 'unfinished') return ' did not finish';
  const error = status === 'error' ? ' could not be run' : '';
  return durationMs === undefined ? error : `${error} (${formatDuration(durationMs)})`;
}

/** The passed cases, one a line. */
export function passedLine(result: CaseResult): string {
  return `- ${caseName(result)}${resultSuffix(result)}`;
}

/** Commit, address under test, workflow run, report page. */
export function footer(run: PublishedRun): string {
  const parts = [
    run.sha === undefined ? undefined : `Commit ${code(run.sha.slice(0, 7))}`,
    run.url === undefined ? undefined : `tested at ${code(cut(run.url, maxUrlCharacters))}`,
    run.workflowRunUrl === undefined ? undefined : shortLink('Workflow run', run.workflowRunUrl),
    run.verdict.reportUrl === undefined ? undefined : shortLink('Test report', run.verdict.reportUrl),
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
