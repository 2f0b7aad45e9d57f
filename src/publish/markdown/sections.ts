import {
  type CaseResult,
  type Counts,
  countResults,
  nameOf,
  type PublishedRun,
  type Verdict,
  type VerdictStatus,
} from '../verdict.ts';
import { formatDuration, runTime } from '../words/duration.ts';
import { attemptSection, type SectionStyle } from './attempt-section.ts';
import { code, codeBlock, cut } from './markdown.ts';
import { placeLink, type RunLinks } from './place-link.ts';
import { codeLink, maxLineCharacters, maxUrlCharacters, oneLine, shortLink } from './short-texts.ts';

/** The parts that the comment and the job summary are made of. */

/** How something stands: it has a verdict, or its tests are running. */
export type RunStatus = VerdictStatus | 'running';

const headlines: Readonly<Record<RunStatus, string>> = {
  running: '⏳ Browser tests are running',
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
export function headline(run: PublishedRun): string {
  return `### ${headlineWords(run)}`;
}

/** The headline as plain text. */
export function headlineWords({ verdict, durationMs }: PublishedRun): string {
  return statusWords(verdict.status, [countsInWords(countResults(verdict.results)), runTime(durationMs)]);
}

/** How something stands, with details; empty ones are left out. */
export function statusWords(status: RunStatus, details: readonly string[]): string {
  const told = details.filter((detail) => detail !== '').join(', ');
  return told === '' ? headlines[status] : `${headlines[status]} (${told})`;
}

/** The sign of a status. */
export function statusSign(status: RunStatus): string {
  return headlines[status].split(' ')[0] ?? '';
}

/** `1 failed, 1 flaky, 3 passed of 5`; empty where there is nothing to count. */
export function countsInWords({ total, passed, failed, flaky }: Counts): string {
  const unfinished = total - passed - failed;
  const steady = passed - flaky;
  const counts = [
    failed > 0 ? `${failed} failed` : '',
    unfinished > 0 ? `${unfinished} unfinished` : '',
    flaky > 0 ? `${flaky} flaky` : '',
    steady > 0 ? `${steady} passed` : '',
  ].filter((part) => part !== '');
  return counts.length === 0 ? '' : `${counts.join(', ')} of ${total}`;
}

/** Why there is the verdict, unless the results below say it: that all passed, or which failed. */
export function reasonSection(verdict: Verdict): string[] {
  return saysMore(verdict) ? [reasonText(verdict.reason)] : [];
}

/** A reason in Markdown: a sentence that a narrow screen breaks into lines, as it would not break a block; lists stay one. */
export function reasonText(reason: string): string {
  const text = cut(reason.trim(), maxReasonCharacters);
  return /[\r\n]/.test(text) ? codeBlock(text) : code(text);
}

/** Whether the reason of a verdict says more than its results. */
export function saysMore({ status, green, results }: Verdict): boolean {
  if (results.length === 0) return true;
  const failed = results.some((result) => result.status === 'failed' || result.status === 'error');
  return !(status === 'passed' && green) && !(status === 'failed' && failed);
}

/**
 * A case that failed or could not be run: name, step, place, message, what there is to look at.
 * @param note finished Markdown for its first line.
 */
export function problemSection(result: CaseResult, style: SectionStyle, note?: string): string {
  const title = `**${caseName(result)}**${resultSuffix(result)}${note === undefined ? '' : ` · ${note}`}`;
  return attemptSection(title, result, { ...style, place: result.place, maxMessageCharacters });
}

/** A case that passed, but not at the first attempt: how the last attempt before that failed. */
export function flakySection(result: CaseResult, style: SectionStyle): string {
  const failed = result.earlierAttempts.at(-1);
  if (failed === undefined) return `**${caseName(result)}** passed, but not at the first attempt`;
  const title = `**${caseName(result)}** passed at attempt ${result.earlierAttempts.length + 1}${resultSuffix(result)}`;
  return attemptSection(title, failed, {
    ...style,
    place: result.place,
    maxMessageCharacters: maxFlakyCharacters,
  });
}

/** Where the files are that the sections name; empty where they name none. */
export function evidenceLine({ verdict, artifact }: Pick<PublishedRun, 'verdict' | 'artifact'>): string {
  const attempts = verdict.results.flatMap((result) => [result, ...result.earlierAttempts]);
  const files = attempts.flatMap(({ trace, screenshot }) => [trace, screenshot]);
  const named = files.some((file) => file !== undefined && 'path' in file);
  if (artifact !== undefined) {
    const what = named ? 'Traces, screenshots and all results' : 'All results';
    return `_${what} are in the artifact ${codeLink(cut(artifact.name, maxLineCharacters), artifact.url)}._`;
  }
  return named
    ? '_Traces and screenshots are in the folder of the output `evidence-folder`, and gone with the job: the input `artifact` keeps them._'
    : '';
}

/** The name of a case, as one line of Markdown. */
export function caseName(result: CaseResult): string {
  return oneLine(nameOf(result));
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

/** A case without a result, in a line of a list: why is told above. */
export function unfinishedLine({ place, ...result }: CaseResult, links: RunLinks): string {
  return [`- ${caseName(result)}`, ...(place === undefined ? [] : [placeLink(place, links)])].join(' · ');
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

/** What failed or could not be run: what there is something to tell of. */
export function failures(verdict: Verdict): CaseResult[] {
  return problems(verdict).filter(({ status }) => status !== 'unfinished');
}
