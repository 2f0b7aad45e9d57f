import { cut, formatCount, joinFilled } from '../../common/text.ts';
import { attemptsOf, type FailureGroup, groupFailures, locationOf, warningsOf } from '../../results/cases.ts';
import type { CaseResult, FileProblem, RunFacts, RunResults } from '../../results/run-results.ts';
import { describeBrokenApp, describeFailedStep, needsReason } from '../describe.ts';
import { maxUrlCharacters, reportPageUrl } from '../links.ts';
import {
  caseName,
  failureLine,
  failureSection,
  flakySection,
  type SectionOptions,
  warningLines,
} from './failure.ts';
import { Budget, bytes, writeFairly } from './fitting.ts';
import {
  code,
  codeBlock,
  codeLink,
  fold,
  link,
  maxLineCharacters,
  plain,
  plainLine,
  sourceLink,
} from './markdown.ts';
import { generatedSections, survivorSections } from './mode-sections.ts';
import { listTitles } from './shown-once.ts';

/** What the comment, the summary and the check run say about a run. */

/** The results file has longer reasons: no single text may use up a comment. */
const maxReasonCharacters = 4000;
/** For the lines that count what is left out, headings, and separators. */
export const spareBytes = 1000;
/** Of a problem: they quote what is wrong. */
const maxMessageCharacters = 500;

interface Frame {
  /** Finished Markdown; may be empty. */
  readonly heading: string;
  /** Of the whole section. */
  readonly maxBytes: number;
  /** Finished Markdown for the end. Default: the footer of the run. */
  readonly foot?: string;
}

/**
 * A run: heading, reason, failure of the app, its cases, where the evidence is, and a footer. What does not fit is left out.
 * @param writeCases writes what is said about the cases.
 * @returns an empty text if `maxBytes` is too small for anything useful.
 */
export function runSection(
  run: RunResults,
  { heading, maxBytes, foot = footer(run) }: Frame,
  writeCases: (budget: Budget) => readonly string[],
): string {
  const budget = new Budget(maxBytes - spareBytes - bytes(heading));
  if (budget.left < 0) return '';
  const end = budget.pick(foot, evidenceLine(run)).reverse();
  const about = [...reasonTexts(run, budget), ...budget.pick(warningPart(run.appFailure))];
  return joinFilled([heading, ...about, ...writeCases(budget), ...end], '\n\n');
}

/** The reason, with links to the lines of the test files that it is about. */
function reasonTexts(run: RunResults, budget: Budget): string[] {
  const { reason, problems = [], sourceUrl } = run;
  if (!needsReason(run)) return [];
  if (problems.length === 0) return budget.pick(reasonText(reason));
  const [summary = ''] = reason.split('\n', 1);
  const write = ({ message, place }: FileProblem) =>
    `- ${joinFilled([place && sourceLink(place, sourceUrl), plain(cut(message, maxMessageCharacters))], ': ')}`;
  return [...budget.pick(reasonText(summary)), ...budget.shortList(problems, write)];
}

/** What a run warns of: the first line as text, and the others, such as the last lines of an app, as a block. @param where finished Markdown. */
export function warningPart(warning = '', where = ''): string {
  if (warning === '') return '';
  const [summary = '', ...lines] = cut(warning.trim(), maxReasonCharacters).split('\n');
  const block = lines.length === 0 ? '' : codeBlock(lines.join('\n'));
  return joinFilled([`⚠️ ${where}${plain(summary)}`, block], '\n\n');
}

/** A reason in Markdown: its first line and a list of problems wrap on a narrow screen, and other lines are a block. */
export function reasonText(reason: string): string {
  const [summary = '', ...lines] = cut(reason.trim(), maxReasonCharacters).split('\n');
  const items = lines.flatMap((line) => /^\s*- (.+)$/.exec(line)?.[1] ?? []);
  const isList = items.length === lines.length;
  const rest = isList ? items.map((item) => `- ${code(item)}`).join('\n') : codeBlock(lines.join('\n'));
  return joinFilled([code(summary), rest], '\n\n');
}

/** With more failures, their names come first, and what is known about each is folded. */
const maxOpen = 4;

/**
 * What the modes found out; failures, those of one cause together; then flaky cases and warnings of cases, folded; then warnings
 * of the run. The comment has the unfinished cases as well, which the summary has in its table only.
 */
export function caseSections(options: SectionOptions, budget: Budget): string[] {
  const { run, brief, noteOf, isRepeated = () => false } = options;
  const { results } = run;
  const repeated = results.filter(isRepeated);
  const flaky = results.filter((result) => result.flaky);
  const warned = results.filter((result) => warningsOf(result).length > 0);
  const nameLine = (result: CaseResult) =>
    `- ${joinFilled([link(caseName(result), reportPageUrl(run, result)) ?? caseName(result), noteOf?.(result)], ' · ')}`;
  return [
    ...survivorSections(run, brief ? 'folded' : 'open', budget),
    ...generatedSections(run, budget),
    ...budget.pick(plainLine(describeBrokenApp(results))),
    ...failureSections(groupFailures(results.filter((result) => !isRepeated(result))), options, budget),
    repeated.length === 0
      ? ''
      : fold(`${repeated.length} failed as in a job above`, budget.shortList(repeated, nameLine)),
    ...(brief ? unfinishedCases(run, budget) : []),
    caseList(budget, 'flaky', flaky, (result) => flakySection(result, options)),
    caseList(budget, 'with warnings', warned, warningLines),
    ...budget.pick(...(run.warnings ?? []).map((warning) => warningPart(warning))),
  ];
}

function failureSections(groups: readonly FailureGroup[], options: SectionOptions, budget: Budget): string[] {
  const isShort = groups.length <= maxOpen;
  const names = isShort ? [] : budget.shortList(groups, (group) => failureLine(group, options), countCases);
  const listedIn = options.brief ? 'job summary' : 'table';
  const details = budget.someOf(
    groups,
    (group) => failureSection(group, options),
    (left) => leftOut(countCases(left), 'that did not pass', listedIn),
  );
  return isShort ? details : [...names, fold('Details of the failures', details)];
}

function countCases(groups: readonly FailureGroup[]): number {
  return groups.reduce((sum, { others }) => sum + 1 + others.length, 0);
}

function leftOut(count: number, which: string, listedIn: 'job summary' | 'table'): string {
  return `_${joinFilled([formatCount(count, 'more test case'), which], ' ')}: see the ${listedIn} and the results file._`;
}

/** Cases below a line that counts and unfolds them; empty without any. @param label such as `passed`. */
export function caseList(
  budget: Budget,
  label: string,
  results: readonly CaseResult[],
  write: (result: CaseResult) => string,
): string {
  if (results.length === 0) return '';
  // The sections of flaky cases have several lines each.
  const separator = label === 'flaky' ? '\n\n' : '\n';
  const rest = (left: readonly CaseResult[]) => leftOut(left.length, '', 'job summary');
  return fold(`${results.length} ${label}`, budget.someOf(results, write, rest, separator));
}

/** Cases that were being run, with the step at which they stood; then, folded, the others, and those that were not run. */
function unfinishedCases({ results, sourceUrl }: RunResults, budget: Budget): string[] {
  const unfinished = results.filter(({ status }) => status === 'unfinished');
  const notRun = unfinished.filter((result) => result.notRun === true);
  const interrupted = unfinished.filter(({ failedStep }) => failedStep !== undefined);
  const others = unfinished.filter((result) => result.notRun !== true && result.failedStep === undefined);
  const write = (result: CaseResult) => {
    const location = locationOf(result);
    const step = result.failedStep && describeFailedStep(result.failedStep, plainLine);
    return `- ${joinFilled([caseName(result), step, location && sourceLink(location, sourceUrl)], ' · ')}`;
  };
  return [
    ...(interrupted.length === 0
      ? []
      : ['Still running at the end:', ...budget.shortList(interrupted, write)]),
    caseList(budget, interrupted.length === 0 ? 'did not finish' : 'more did not finish', others, write),
    caseList(budget, 'not run', notRun, write),
  ];
}

/** Links the report page, the failures for coding agents and the files of a run. Empty without any of them. */
function evidenceLine(run: RunResults): string {
  const page = link('Open the report', run.reportPage?.url);
  const failures = link('Failures for coding agents', run.failuresFile?.url);
  return joinFilled([page === undefined ? '' : `**${page}**`, failures, filesLine(run)], ' · ');
}

function filesLine({ results, artifact, reportPage, noArtifacts }: RunResults): string {
  const files = results.flatMap(attemptsOf).flatMap(({ trace, screenshot }) => [trace, screenshot]);
  const hasFiles = files.some((file) => file !== undefined && 'path' in file);
  if (artifact !== null) {
    const what = hasFiles ? 'Traces, screenshots and all results' : 'All results';
    return `${what} are in the artifact ${codeLink(cut(artifact.name, maxLineCharacters), artifact.url)}.`;
  }
  if (!hasFiles) return '';
  const what = reportPage === undefined ? 'Traces and screenshots' : 'Traces';
  const how = noArtifacts ? 'Upload the folder of the output `evidence-folder`' : 'Set `artifact`';
  return `${what} are deleted when the job ends. ${how} to keep them.`;
}

/** The end of what is said about a run, or of a comment on a run that has not ended. */
export function footer(facts: RunFacts & Partial<Pick<RunResults, 'reportUrl'>>): string {
  const { title, workflowRunUrl, url, reportUrl } = facts;
  const { sha } = facts.context;
  const parts = [
    sha === undefined ? '' : `Commit ${code(sha.slice(0, 7))}`,
    url === null ? '' : `tested at ${code(cut(url, maxUrlCharacters))}`,
    link('Workflow run', workflowRunUrl),
    link('Test report', reportUrl),
    plainLine(title),
  ];
  const line = joinFilled(parts, ' · ');
  return line === '' ? '' : `<sub>${line}</sub>`;
}

/** How several runs are shown below each other. */
export interface RunSections {
  /** Finished Markdown. */
  readonly titleOf: (run: RunResults) => string;
  /** Finished Markdown. @param title of the run, or of all runs that the section is about. */
  readonly headingOf: (run: RunResults, title: string) => string;
  readonly write: (run: RunResults, heading: string, maxSize: number) => string;
}

/** One run without a heading of its own, or several with a heading each. */
export function runsWithHeadings(
  runs: readonly RunResults[],
  maxBytes: number,
  sections: RunSections,
): string {
  const [only] = runs;
  if (only !== undefined && runs.length === 1) return sections.write(only, '', maxBytes);
  return runSections(runs, maxBytes, 'the results files', sections);
}

/**
 * Several runs, with a fair share of the space for each section. Runs that could not start for one reason have one in common.
 * Those that do not fit are counted. @param see where they are found.
 */
export function runSections(
  runs: readonly RunResults[],
  maxBytes: number,
  see: string,
  { titleOf, headingOf, write }: RunSections,
): string {
  const groups = [...Map.groupBy(runs, contentOf).values()];
  const { texts, left } = writeFairly(groups, maxBytes - spareBytes, (group, maxSize) => {
    const [first] = group;
    return first === undefined ? '' : write(first, headingOf(first, listTitles(group.map(titleOf))), maxSize);
  });
  const rest = left.length === 0 ? '' : `_${formatCount(left.flat().length, 'more job')}: see ${see}._`;
  return joinFilled([...texts, rest], '\n\n');
}

/** What a run without results says: equal for runs that say the same. A run with results is only equal to itself. */
function contentOf(run: RunResults): unknown {
  const { status, reason, problems, appFailure, warnings, results, mutation, generated } = run;
  if (results.length > 0 || mutation !== undefined || generated !== undefined) return run;
  return JSON.stringify([status, reason, problems, appFailure, warnings]);
}
