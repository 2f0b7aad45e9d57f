import { cut, formatCount, joinFilled } from '../../common/text.ts';
import { didNotPass, warningsOf, worstFirst } from '../../results/counts.ts';
import type { CaseResult, RunResults } from '../../results/run-results.ts';
import { maxUrlCharacters } from '../links.ts';
import { Budget, bytes, type Fitting, writeFairly } from './budget.ts';
import { caseName, caseSection, warningLines } from './failure.ts';
import { code, codeBlock, codeLink, fold, link, maxLineCharacters, oneLine, sourceLink } from './markdown.ts';

/** What the comment, the summary and the check run say about a run. Empty texts say nothing. */

/** The results file has longer reasons: no single text may use up a comment. */
const maxReasonCharacters = 4000;
/** For the lines that count what is left out, headings, and separators. */
export const spareBytes = 1000;
/** More cases are folded, so that what is below them is found. */
const maxOpen = 10;

/**
 * A run: heading, reason, its cases, where the evidence is, and a footer. What does not fit is left out.
 * @param heading finished Markdown; may be empty.
 * @param writeCases gets the budget that is left.
 * @returns an empty text if `maxBytes` is too small for anything useful.
 */
export function runSection(
  run: RunResults,
  heading: string,
  maxBytes: number,
  writeCases: (budget: Budget) => readonly string[],
): string {
  const budget = new Budget(maxBytes - spareBytes - bytes(heading));
  if (budget.left < 0) return '';
  const end = budget.pick([footer(run), evidenceLine(run)]).reverse();
  const reason = needsReason(run) ? budget.pick([reasonText(run.reason)]) : [];
  return joinFilled([heading, ...reason, ...writeCases(budget), ...end], '\n\n');
}

/**
 * Several runs, with a fair share of the space for each. Those that do not fit are counted.
 * @param see where they are found.
 */
export function runSections(
  runs: readonly RunResults[],
  maxBytes: number,
  see: string,
  write: (run: RunResults, maxSize: number) => string,
): string {
  const { texts, left } = writeFairly(runs, maxBytes - spareBytes, write);
  const rest = left === 0 ? '' : `_${formatCount(left, 'more job')}: see ${see}._`;
  return joinFilled([...texts, rest], '\n\n');
}

export interface CaseOptions {
  /** For the comment: shorter, and with the unfinished cases, which the summary has in its table only. */
  readonly brief: boolean;
  /** Finished Markdown for a failed case, such as "newly failing". */
  readonly noteOf?: (result: CaseResult) => string | undefined;
}

/**
 * Failures, then flaky cases, each with step, location and message; then warnings. From the eleventh on they are folded.
 * What does not fit is left out and counted.
 */
export function caseSections(run: RunResults, budget: Budget, { brief, noteOf }: CaseOptions): string[] {
  const flaky = run.results.filter((result) => result.flaky);
  const unfinished = run.results.filter(({ status }) => status === 'unfinished');
  const sections = (cases: readonly CaseResult[], which: string) => {
    const fitting = budget.take(cases, (each) => caseSection(each, run, brief, noteOf?.(each)));
    const open = fitting.texts.slice(0, maxOpen);
    const folded = fitting.texts.slice(maxOpen);
    const rest = fold(`${formatCount(folded.length, 'more test case')} ${which}`, folded);
    return [
      ...open,
      ...(folded.length === 0 ? [] : [rest]),
      ...leftOut(fitting, which, brief ? 'job summary' : 'table'),
    ];
  };
  return [
    ...sections(worstFirst(run.results.filter(didNotPass)), 'that did not pass'),
    ...(brief ? caseList('did not finish', unfinished, budget, (each) => unfinishedLine(each, run)) : []),
    ...(flaky.length === 0 ? [] : ['#### Flaky: passed, but not at the first attempt']),
    ...sections(flaky, 'that passed at a later attempt'),
    ...warningSection(run, budget),
  ];
}

/** Warnings of all cases, also of those that passed: ignored failures of steps, and pages with an error status. */
function warningSection({ results }: RunResults, budget: Budget): string[] {
  const warned = results.filter((result) => warningsOf(result).length > 0);
  if (warned.length === 0) return [];
  const lines = budget.take(warned, warningLines, '\n');
  const rest = leftOut(lines, 'with warnings', 'report').map((line) => `- ${line}`);
  return [['#### Warnings', '', ...lines.texts, ...rest].join('\n')];
}

function leftOut({ left }: Fitting, which: string, see: string): string[] {
  const cases = joinFilled([formatCount(left, 'more test case'), which], ' ');
  return left === 0 ? [] : [`_${cases}: see the ${see} and the results file._`];
}

/** Cases that take a line each, folded, for the comment. @param which such as `passed`. */
export function caseList(
  which: string,
  results: readonly CaseResult[],
  budget: Budget,
  write: (result: CaseResult) => string,
): string[] {
  if (results.length === 0) return [];
  const lines = budget.take(results, write, '\n');
  const parts = [lines.texts.join('\n'), ...leftOut(lines, '', 'job summary')];
  return [fold(`${results.length} ${which}`, parts)];
}

function unfinishedLine(result: CaseResult, { sourceUrl }: RunResults): string {
  return joinFilled([`- ${caseName(result)}`, result.place && sourceLink(result.place, sourceUrl)], ' · ');
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
function evidenceLine({ results, artifact }: RunResults): string {
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
type FooterFacts = Pick<RunResults, 'title' | 'workflowRunUrl' | 'url' | 'context'> &
  Partial<Pick<RunResults, 'reportUrl'>>;

/** Commit, address under test, workflow run, report page, and title. */
export function footer({ title, workflowRunUrl, url, context: { sha }, reportUrl }: FooterFacts): string {
  const parts = [
    sha === undefined ? '' : `Commit ${code(sha.slice(0, 7))}`,
    url === null ? '' : `tested at ${code(cut(url, maxUrlCharacters))}`,
    link('Workflow run', workflowRunUrl),
    link('Test report', reportUrl),
    oneLine(title),
  ];
  const line = joinFilled(parts, ' · ');
  return line === '' ? '' : `<sub>${line}</sub>`;
}
