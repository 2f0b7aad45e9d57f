import { code, codeBlock, cut, link, plain } from './markdown.ts';
import {
  type CaseResult,
  countResults,
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
};

const maxMessageCharacters = 2000;

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

/** Why there is a verdict other than passed or failed: those two say it with their results. */
export function reasonSection(verdict: Verdict): string[] {
  return verdict.status === 'passed' || verdict.status === 'failed' ? [] : [codeBlock(verdict.reason)];
}

/** A failed or unfinished case: name, step, place, message, trace. */
export function problemSection(result: CaseResult): string {
  const { failedStep } = result;
  const lines = [`**${plain(result.name)}**${resultSuffix(result)}`];
  const place = failedStep?.place ?? result.place;
  const where = place === undefined ? '' : ` · ${code(`${place.file}:${place.line}`)}`;
  if (failedStep !== undefined) {
    const dependency =
      failedStep.inDependency === undefined ? '' : ` of the dependency ${plain(failedStep.inDependency)}`;
    lines.push(`Step ${failedStep.number}${dependency}: ${plain(cut(failedStep.words, 300))}${where}`);
  } else if (where !== '') {
    lines.push(where.slice(' · '.length));
  }
  const trace = result.traceUrl === null ? undefined : link('Trace', result.traceUrl);
  if (trace !== undefined) lines.push(trace);
  const message =
    result.errorMessage === null ? '' : `\n\n${codeBlock(cut(result.errorMessage, maxMessageCharacters))}`;
  return `${lines.join('<br>\n')}${message}`;
}

function resultSuffix({ status, durationMs }: CaseResult): string {
  if (status === 'unfinished') return ' did not finish';
  const error = status === 'error' ? ' could not be run' : '';
  return durationMs === undefined ? error : `${error} (${formatDuration(durationMs)})`;
}

/** The passed cases, one a line. */
export function passedLine({ name, durationMs }: CaseResult): string {
  return `- ${plain(name)}${durationMs === undefined ? '' : ` (${formatDuration(durationMs)})`}`;
}

/** Commit, address under test, workflow run, report page. */
export function footer(run: PublishedRun): string {
  const parts = [
    run.sha === undefined ? undefined : `Commit ${code(run.sha.slice(0, 7))}`,
    run.url === undefined ? undefined : `tested at ${code(run.url)}`,
    run.workflowRunUrl === undefined ? undefined : link('Workflow run', run.workflowRunUrl),
    run.verdict.reportUrl === undefined ? undefined : link('Test report', run.verdict.reportUrl),
    plain(run.title),
  ];
  return `<sub>${parts.filter((part) => part !== undefined).join(' · ')}</sub>`;
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
  if (ms < 1000) return `${Math.round(ms)} ms`;
  if (ms < 60_000) return `${(ms / 1000).toFixed(1)} s`;
  const seconds = Math.round(ms / 1000);
  return `${Math.floor(seconds / 60)} min ${seconds % 60} s`;
}
