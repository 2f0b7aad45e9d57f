import { cut, formatCount, joinFilled } from '../../common/text.ts';
import { attemptsOf } from '../../results/cases.ts';
import type { GeneratedCase, MutationResults } from '../../results/mode-results.ts';
import type { CaseResult, FileProblem, RunResults } from '../../results/run-results.ts';
import { needsReason } from '../describe.ts';
import { outcomeOf, outcomes } from '../headline.ts';
import { maxUrlCharacters } from '../links.ts';
import { limitedList } from './case-sections.ts';
import {
  Budget,
  bytes,
  code,
  codeBlock,
  codeLink,
  fold,
  link,
  listWithRest,
  maxLineCharacters,
  plain,
  plainLine,
  sourceLink,
  textOrBlock,
  writeFairly,
} from './markdown.ts';

/** What the comment, the summary and the check run say about a run, besides its cases. */

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
 * A run: heading, reason, warnings, its cases, where the evidence is, and a footer. What does not fit is left out.
 * @returns an empty text if `maxBytes` is too small for anything useful.
 */
export function runSection(
  run: RunResults,
  { heading, maxBytes, foot = footer(run) }: Frame,
  writeCases: (budget: Budget) => readonly string[],
): string {
  const budget = new Budget(maxBytes - spareBytes - bytes(heading));
  if (budget.left < 0) return '';
  const end = budget.pick([foot, evidenceLine(run)]).reverse();
  const parts = [...reasonParts(run, budget), ...warningParts(run, budget), ...writeCases(budget)];
  return joinFilled([heading, ...parts, ...end], '\n\n');
}

/** The reason, with links to the lines of the test files that it is about. */
function reasonParts(run: RunResults, budget: Budget): string[] {
  const { reason, problems = [], sourceUrl } = run;
  if (!needsReason(run)) return [];
  if (problems.length === 0) return budget.pick([reasonText(reason)]);
  const [summary = ''] = reason.split('\n', 1);
  const write = ({ message, place }: FileProblem) =>
    `- ${joinFilled([place && sourceLink(place, sourceUrl), plain(cut(message, maxMessageCharacters))], ': ')}`;
  return [...budget.pick([reasonText(summary)]), ...limitedList(problems, budget, write)];
}

/** What the run warns of: the first line as text, and the others, such as the last lines of an app, as a block. */
function warningParts({ warnings = [] }: RunResults, budget: Budget): string[] {
  return budget.pick(
    warnings.map((warning) => {
      const [summary = '', ...lines] = cut(warning.trim(), maxReasonCharacters).split('\n');
      return joinFilled(
        [`⚠️ ${plain(summary)}`, lines.length === 0 ? '' : codeBlock(lines.join('\n'))],
        '\n\n',
      );
    }),
  );
}

/** A reason in Markdown: a list of problems as a list, whose lines wrap on a narrow screen. */
export function reasonText(reason: string): string {
  const text = cut(reason.trim(), maxReasonCharacters);
  const [summary = '', ...lines] = text.split('\n');
  const items = lines.map((line) => /^\s*- (.+)$/.exec(line)?.[1]);
  if (lines.length === 0 || items.includes(undefined)) return textOrBlock(text);
  return `${code(summary)}\n\n${items.map((item) => `- ${code(item ?? '')}`).join('\n')}`;
}

/** Links the report page, the failures for coding agents and the files of a run. Empty without any of them. */
function evidenceLine(run: RunResults): string {
  const page = link('Open the report', run.reportPage?.url);
  const failures = link('Failures for coding agents', run.failuresFile?.url);
  return joinFilled([page === undefined ? '' : `**${page}**`, failures, filesLine(run)], ' · ');
}

function filesLine({ results, artifact, reportPage }: RunResults): string {
  const files = results.flatMap(attemptsOf).flatMap(({ trace, screenshot }) => [trace, screenshot]);
  const hasFiles = files.some((file) => file !== undefined && 'path' in file);
  if (artifact !== null) {
    const what = hasFiles ? 'Traces, screenshots and all results' : 'All results';
    return `${what} are in the artifact ${codeLink(cut(artifact.name, maxLineCharacters), artifact.url)}.`;
  }
  if (!hasFiles) return '';
  const what = reportPage === undefined ? 'Traces and screenshots' : 'Traces';
  return `${what} are deleted when the job ends. Set \`artifact\` to keep them.`;
}

/** What a footer needs; a run that has not ended has no report page. */
type FooterFacts = Pick<RunResults, 'title' | 'workflowRunUrl' | 'url' | 'context'> &
  Partial<Pick<RunResults, 'reportUrl'>>;

export function footer({ title, workflowRunUrl, url, context: { sha }, reportUrl }: FooterFacts): string {
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

/** One run without a heading of its own, or several with a heading each. Headings are finished Markdown. */
export function runsWithHeadings(
  runs: readonly RunResults[],
  maxBytes: number,
  headingOf: (run: RunResults) => string,
  write: (run: RunResults, heading: string, maxSize: number) => string,
): string {
  const [only] = runs;
  if (only !== undefined && runs.length === 1) return write(only, '', maxBytes);
  return runSections(runs, maxBytes, 'the results files', (run, maxSize) =>
    write(run, headingOf(run), maxSize),
  );
}

/** Several runs, with a fair share of the space for each. Those that do not fit are counted. @param see where they are found. */
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

/** What modes that do more than run the given test cases have to say. */

const onBaseTexts = {
  passed: 'passes without the change: **the change broke it**',
  failed: 'fails without the change, too',
  unknown: 'could not be played without the change',
};
const maxSteps = 20;

/** The new test cases, findings first: what each checks, its result, and its file folded. */
export function generatedSections({ generated = [], results }: RunResults, budget: Budget): string[] {
  if (generated.length === 0) return [];
  const byId = new Map(results.map((each) => [each.testCaseId, each]));
  const rank = ({ onBase, testCaseId }: GeneratedCase) =>
    onBase === 'passed' ? 0 : byId.get(testCaseId)?.status === 'passed' ? 2 : 1;
  const sorted = generated.toSorted((a, b) => rank(a) - rank(b));
  const findings = generated.filter(({ onBase }) => onBase === 'passed').length;
  const { texts, left } = budget.take(sorted, (each) => generatedSection(each, byId.get(each.testCaseId)));
  return [
    findings === 0
      ? ''
      : `**${formatCount(findings, 'new test case')} passed without the change of this pull request, but failed with it.**`,
    `#### ${formatCount(generated.length, 'new test case')}`,
    ...texts,
    left === 0 ? '' : `_${formatCount(left, 'more new test case')} in the files and the results file._`,
  ].filter((text) => text !== '');
}

function generatedSection(generated: GeneratedCase, result: CaseResult | undefined): string {
  const { name, file, steps, yaml, onBase } = generated;
  const { emoji, label } = outcomes[result === undefined ? 'unfinished' : outcomeOf(result)];
  const more = steps.length > maxSteps ? [`${formatCount(steps.length - maxSteps, 'more step')}`] : [];
  const list = [...steps.slice(0, maxSteps), ...more].map((step) => `1. ${plainLine(step)}`).join('\n');
  const outcome = joinFilled([label.toLowerCase(), onBase && onBaseTexts[onBase]], ', ');
  // The name says what a passed one checks.
  const [shown, folded] = label === 'Passed' ? [[], [list]] : [[list], []];
  return [
    `${emoji} **${plainLine(name)}** (${outcome})`,
    ...shown,
    fold('File to commit', [...folded, code(file), codeBlock(yaml)]),
  ].join('\n\n');
}

/** The faults that no test case noticed, by page. If they are folded, a line that counts them unfolds them. */
export function survivorSections(
  { mutation }: RunResults,
  budget: Budget,
  style: 'folded' | 'open',
): string[] {
  const survivors = survivorsOf(mutation);
  if (mutation === undefined || survivors.length === 0) return [];
  const missed = mutation.made - mutation.killed;
  const title = `${formatCount(missed, 'fault')} that no test case notices`;
  const { texts } = budget.take(
    survivors,
    ({ page, description }) => `- ${code(page)}: ${plainLine(description)}`,
    '\n',
  );
  const list = listWithRest(texts, missed - texts.length, ` in ${code('mutation.json')}`);
  return style === 'folded' ? [fold(title, [list])] : [`#### ${title}`, list];
}

export function survivorsOf(mutation: MutationResults | undefined): MutationResults['mutants'] {
  const survivors = (mutation?.mutants ?? []).filter(({ status }) => status === 'survived');
  return survivors.toSorted((a, b) => (a.page < b.page ? -1 : a.page > b.page ? 1 : 0));
}
