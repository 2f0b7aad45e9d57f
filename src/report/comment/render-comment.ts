import { cut, formatCount, joinFilled } from '../../common/text.ts';
import { warningsOf } from '../../results/cases.ts';
import { formatShard, jobStepKey } from '../../results/jobs.ts';
import {
  type CaseResult,
  type Redacted,
  type RunFacts,
  type RunResults,
  runStatuses,
} from '../../results/run-results.ts';
import { needsReason } from '../describe.ts';
import { formatCounts, formatProgress, formatRunTime, statusTexts, withDetails } from '../headline.ts';
import { caseDetails, caseName, type SectionOptions } from '../markdown/failure.ts';
import { Budget, bytes } from '../markdown/fitting.ts';
import { link, plain, plainLine } from '../markdown/markdown.ts';
import {
  caseList,
  caseSections,
  footer,
  runSection,
  runSections,
  warningPart,
} from '../markdown/run-section.ts';
import { listTitles, shownOnce } from '../markdown/shown-once.ts';
import { overviewOf, type RunState } from '../overview.ts';
import { type Comparison, compareWithHistory } from './comparison.ts';
import { commentMarker, type StoredHistory, writeHistory } from './hidden-lines.ts';

/** GitHub refuses a comment of more than 65,536 characters; the rest is a margin for other ways of counting. */
export const maxCommentBytes = 60_000;

const maxTableBytes = 15_000;
const maxNoteCharacters = 1000;
const maxTitleCharacters = 80;

export interface CommentContent extends RunState {
  /** From `gateKey`. */
  readonly key: string;
  /** The job that writes the comment. */
  readonly facts: Redacted<RunFacts>;
  /** The newest attempt of each job and step that has reported. */
  readonly jobs: readonly Redacted<RunResults>[];
  /** From the comment that is replaced. */
  readonly history: StoredHistory | undefined;
  /** Time of the run, in s since 1970. */
  readonly at: number;
  /** A line of plain text below the headline, such as why results are missing. */
  readonly note?: string | undefined;
  /** Markdown of the team's own, below the results: whatever it leaves open ends with the comment. */
  readonly footer?: string | undefined;
}

/**
 * The body of the comment, at most 60,000 bytes: a hidden marker, the hidden history, the headline, and what each job
 * has to say. Depends on nothing but its argument.
 */
export function renderComment(content: CommentContent): string {
  const { key, facts, running, note = '', footer: teamFooter = '' } = content;
  const writer = jobStepKey(facts.job);
  // While the job runs again, the results of its earlier attempt are outdated.
  const jobs = content.jobs.filter(({ job }) => running === undefined || jobStepKey(job) !== writer);
  const overview = overviewOf(jobs, facts.job, content);
  const comparison = compareWithHistory(content.history, {
    run: facts.job,
    sha: facts.context.sha ?? '',
    at: Math.max(0, Math.floor(content.at)),
    jobs,
    isComplete: overview.isComplete,
  });
  const hidden = [commentMarker(key, facts.job, overview.isFinal), writeHistory(comparison.next)];
  const headline = [...hidden, `### ${overview.headline}`].join('\n');
  const notes = [overview.missing, note].map((text) => plain(cut(text, maxNoteCharacters)));
  const head = joinFilled([headline, comparison.changes, ...notes], '\n\n');
  const left = maxCommentBytes - bytes(head) - bytes(teamFooter) - 4;
  const [only] = jobs;
  const isAlone = jobs.length === 1 && overview.total === 1 && running === undefined;
  const text =
    only === undefined
      ? footer(facts)
      : isAlone
        ? jobSection(only, '', comparison, left)
        : tableAndSections({ ...content, jobs }, overview.total, comparison, left);
  return joinFilled([head, text, teamFooter], '\n\n');
}

type ShownJob = Pick<Comparison, 'isFixed'> & Pick<SectionOptions, 'noteOf' | 'isRepeated'>;

/** What the comment says about one job: reason, failures, unfinished, flaky, fixed and passed cases, evidence, footer. */
function jobSection(job: RunResults, heading: string, { isFixed, ...shown }: ShownJob, maxBytes: number) {
  const stable = job.results.filter(({ status, flaky }) => status === 'passed' && !flaky);
  const nameLine = (result: CaseResult) => `- ${caseName(result)}`;
  // The footer of several jobs is at the end, and the table links to each.
  const foot = heading === '' ? footer(job) : (link('Test report', job.reportUrl) ?? '');
  return runSection(job, { heading, maxBytes, foot }, (budget) => [
    ...caseSections({ ...shown, run: job, brief: true }, budget),
    caseList(budget, 'fixed', job.results.filter(isFixed), nameLine),
    caseList(budget, 'passed', stable, (result) => nameLine(result) + caseDetails(result)),
  ]);
}

/** A table of the jobs, then a section for each that has more to say, with a fair share of the space. */
function tableAndSections(content: CommentContent, total: number, comparison: Comparison, maxBytes: number) {
  const { jobs, facts } = content;
  const titles = titlesOf([...jobs, facts]);
  const titleOf = (job: RunFacts) => titles.get(job) ?? '';
  // Worst first; green jobs last.
  const rank = ({ green, status }: RunResults) => (green ? runStatuses.length : runStatuses.indexOf(status));
  const sorted = jobs.toSorted((a, b) => rank(a) - rank(b) || (titleOf(a) < titleOf(b) ? -1 : 1));
  const budget = new Budget(maxBytes);
  const table = budget.pick(jobsTable({ ...content, jobs: sorted }, titleOf, total > 1 ? 'job' : 'step'));
  const title = joinFilled([facts.job.workflow, facts.job.job], ' / ');
  const end = budget.pick(footer({ ...facts, title }));
  const warnings = budget.pick(...new Budget(maxTableBytes).pick(...jobWarnings(sorted, titleOf)));
  const shown = { ...comparison, ...shownOnce(sorted, titleOf, comparison.noteOf) };
  const see = 'the job summary and the results file';
  const withNews = sorted.filter((job) => hasNews(job, shown));
  const sections = runSections(withNews, budget.left, see, {
    titleOf,
    headingOf: (job, jobTitle) =>
      withDetails(`#### ${statusTexts[job.status].sign} ${jobTitle}`, [formatCounts(job)]),
    write: ({ warnings: _, ...job }, heading, maxSize) => jobSection(job, heading, shown, maxSize),
  });
  return joinFilled([...table, sections, ...warnings, ...end], '\n\n');
}

/** The warnings of inputs and test files, each once. If not all jobs have one, it names those that do. */
function jobWarnings(jobs: readonly RunResults[], titleOf: (job: RunFacts) => string): string[] {
  const given = jobs.flatMap((job) => (job.warnings ?? []).map((text) => ({ text, title: titleOf(job) })));
  return [...Map.groupBy(given, ({ text }) => text)].map(([text, some]) =>
    warningPart(text, some.length === jobs.length ? '' : `${listTitles(some.map(({ title }) => title))}: `),
  );
}

function jobsTable(
  { jobs, facts, running }: CommentContent,
  titleOf: (job: RunFacts) => string,
  noun: 'job' | 'step',
): string {
  const row = (job: RunFacts, sign: string, counts: string, time: string) =>
    `| ${[sign, titleOf(job), counts, time].join(' | ')} |`;
  const rows = jobs.map((job) => {
    // A re-run of failed jobs keeps the results of the others.
    const attempt = job.job.attempt < facts.job.attempt ? `from attempt ${job.job.attempt}` : '';
    const { sign, cell } = statusTexts[job.status];
    const counts = formatCounts(job) || cell;
    const linked = link(counts, job.reportUrl ?? job.reportPage?.url) ?? counts;
    return row(job, sign, joinFilled([linked, attempt], ', '), formatRunTime(job));
  });
  if (running !== undefined) {
    const { sign, cell } = statusTexts.running;
    rows.unshift(row(facts, sign, formatProgress(running) || cell, ''));
  }
  const { texts, left } = new Budget(maxTableBytes).take(rows, (text) => text, '\n');
  const rest = left === 0 ? [] : ['', `_${formatCount(left, `more ${noun}`)}_`];
  const header = [`| | ${noun === 'job' ? 'Job' : 'Step'} | Results | Time |`, '|---|---|---|--:|'];
  return [...header, ...texts, ...rest].join('\n');
}

/** Whether a job has more to say than its row of the table, and the sections of the jobs before it. */
function hasNews(job: RunResults, { isFixed, isRepeated }: ShownJob): boolean {
  const isNews = (result: CaseResult) =>
    result.flaky ||
    isFixed(result) ||
    warningsOf(result).length > 0 ||
    (result.status !== 'passed' && !isRepeated?.(result));
  return (
    job.results.some(isNews) ||
    job.appFailure !== undefined ||
    job.mutation !== undefined ||
    job.generated !== undefined ||
    (needsReason(job) && (!job.green || job.status === 'passed'))
  );
}

/**
 * Short titles that distinguish jobs and steps, as finished Markdown: without the workflow if that is the same for all, and
 * with matrix values, shard and step where a title occurs more than once.
 */
function titlesOf(jobs: readonly RunFacts[]): Map<RunFacts, string> {
  const workflow = /^.*? \/ /s.exec(jobs[0]?.title ?? '')?.[0] ?? '';
  const start = jobs.every(({ title }) => title.startsWith(workflow)) ? workflow.length : 0;
  const isUnique = ({ title, job }: RunFacts) =>
    jobs.every((other) => other.title !== title || jobStepKey(other.job) === jobStepKey(job));
  return new Map(
    jobs.map((each) => {
      const { matrix, shard, step } = each.job;
      const title = each.title.slice(start) || each.title || 'job';
      const numbers = shard === null ? [] : [formatShard(shard)];
      const details = [...matrix, ...numbers, ...(step === '' ? [] : [`step ${step}`])].join(', ');
      const name = isUnique(each) || details === '' ? title : `${title}: ${details}`;
      return [each, plainLine(cut(name, maxTitleCharacters))];
    }),
  );
}
