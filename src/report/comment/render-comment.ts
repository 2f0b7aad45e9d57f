import { cut } from '../../common/text.ts';
import { partKey } from '../../results/jobs.ts';
import type { Redacted } from '../../results/redacted.ts';
import { type RunFacts, type RunResults, runStatuses } from '../../results/run-results.ts';
import {
  type DisplayStatus,
  formatCounts,
  formatProgress,
  type Overview,
  overviewOf,
  type RunProgress,
  statusSign,
  statusWords,
} from '../headline.ts';
import { Budget, writeFairly } from '../markdown/budget.ts';
import { oneLine, shortLink } from '../markdown/links.ts';
import { plain } from '../markdown/markdown.ts';
import { footer, needsReason } from '../markdown/run-parts.ts';
import { formatDuration } from '../words/format-duration.ts';
import { commentMarker } from './comment-marker.ts';
import { type Comparison, compareWithHistory, type StoredHistory, writeHistory } from './history.ts';
import { jobSection } from './job-section.ts';

/** GitHub refuses a comment of more than 65,536 characters; the rest is a margin for other ways of counting. */
export const maxCommentCharacters = 60_000;

const maxTableCharacters = 15_000;
/** With less than this for each job, some jobs are left out. */
const minSectionCharacters = 3500;
const maxNoteCharacters = 1000;
const maxTitleCharacters = 80;

/** All that a comment says. */
export interface CommentContent {
  /** From `gateKey`. */
  readonly key: string;
  /** The job that writes the comment. */
  readonly facts: Redacted<RunFacts>;
  /** The newest attempt of each job and step that has reported. */
  readonly jobs: readonly Redacted<RunResults>[];
  /** Set while the job that writes the comment runs. */
  readonly running?: true | RunProgress | undefined;
  /** From the comment that is replaced. */
  readonly history: StoredHistory | undefined;
  /** Time of the run, in s since 1970. */
  readonly at: number;
  /** Conclusion of the workflow run, once it has ended: results that are missing then will never come. */
  readonly runConclusion?: string | undefined;
  /** A line of plain text below the headline, such as why results are missing. */
  readonly note?: Redacted<string> | string | undefined;
}

/**
 * The body of the comment, at most 60,000 characters: a hidden marker, the hidden history, the headline, and what each job
 * has to say. Depends on nothing but its argument.
 */
export function renderComment(content: CommentContent): string {
  const { key, facts, running, runConclusion, note = '' } = content;
  const ownKey = partKey(facts.job);
  // While the job runs again, the results of its earlier attempt are outdated.
  const jobs = content.jobs.filter(({ job }) => running === undefined || partKey(job) !== ownKey);
  const overview = overviewOf(jobs, { known: facts.job, running, runConclusion });
  const comparison = compareWithHistory(content.history, {
    run: facts.job,
    sha: facts.context.sha ?? '',
    at: Math.max(0, Math.floor(content.at)),
    jobs,
    isComplete: overview.isComplete,
  });
  const hidden = [commentMarker(key, facts.job, overview.isFinal), writeHistory(comparison.next)];
  const head = [
    [...hidden, `### ${overview.headline}`].join('\n'),
    comparison.changes,
    plain(cut(note, maxNoteCharacters)),
  ].filter((part) => part !== '');
  const left = maxCommentCharacters - head.join('\n\n').length - 2;
  const [only] = jobs;
  const parts =
    only === undefined || (jobs.length === 1 && overview.total === 1 && running === undefined)
      ? [only === undefined ? footer(facts) : jobSection(only, comparison.notesOf(only), left)]
      : severalJobs({ ...content, jobs }, overview, comparison, left);
  return [...head, ...parts.filter((part) => part !== '')].join('\n\n');
}

/** A job in the table. */
interface TableRow {
  readonly title: string;
  readonly status: DisplayStatus;
  readonly url: string | null;
  readonly counts: string;
  readonly time: string;
}

function severalJobs(
  { jobs, facts, running }: CommentContent,
  { total }: Overview,
  comparison: Comparison,
  maxCharacters: number,
): string[] {
  const titles = titlesOf([...jobs, facts]);
  const titleOf = (job: RunFacts) => titles.get(job) ?? '';
  const sorted = jobs.toSorted((a, b) => rank(a) - rank(b) || (titleOf(a) < titleOf(b) ? -1 : 1));
  const own = { title: titleOf(facts), url: facts.workflowRunUrl, time: '' };
  const rows: TableRow[] = [
    ...(running === undefined
      ? []
      : [{ ...own, status: 'running' as const, counts: formatProgress(running) || 'running' }]),
    ...sorted.map((job) => ({
      title: titleOf(job),
      status: job.status,
      url: job.workflowRunUrl,
      counts: formatCounts(job) || statusWords(job.status),
      time: job.durationMs === 0 ? '' : formatDuration(job.durationMs),
    })),
  ];
  const table = jobsTable(rows, total > 1 ? 'job' : 'step');
  const gate = [facts.job.workflow, facts.job.job].filter((name) => name !== '').join(' / ');
  const end = footer({ ...facts, title: gate });
  const budget = new Budget(maxCharacters);
  const frame = budget.pick([table, end]);
  return [...frame.slice(0, 1), ...sections(sorted, titleOf, comparison, budget.left), ...frame.slice(1)];
}

/** Worst first; green jobs last. */
function rank({ green, status }: RunResults): number {
  return green ? runStatuses.length : runStatuses.indexOf(status);
}

function jobsTable(rows: readonly TableRow[], noun: 'job' | 'step'): string {
  const line = ({ title, status, url, counts, time }: TableRow) => {
    const name = (url === null ? undefined : shortLink(title, url)) ?? title;
    return `| ${[statusSign(status), name, counts, time].join(' | ')} |`;
  };
  const { texts, left } = new Budget(maxTableCharacters).take(rows, line, '\n');
  const rest = left === 0 ? [] : ['', `_${moreJobs(left, noun)}_`];
  const header = [`| | ${noun === 'job' ? 'Job' : 'Step'} | Results | Time |`, '|---|---|---|--:|'];
  return [...header, ...texts, ...rest].join('\n');
}

function moreJobs(count: number, noun: 'job' | 'step'): string {
  return `${count} more ${noun}${count === 1 ? '' : 's'}`;
}

/** The jobs that are not plainly green, with a fair share of the space for each. */
function sections(
  sorted: readonly RunResults[],
  titleOf: (job: RunResults) => string,
  comparison: Comparison,
  maxCharacters: number,
): string[] {
  const notable = sorted.filter((job) => !isPlainlyGreen(job) || comparison.notesOf(job).fixed.length > 0);
  const write = (job: RunResults, maxSize: number) => {
    const counts = formatCounts(job);
    const heading = `#### ${statusSign(job.status)} ${titleOf(job)}${counts === '' ? '' : ` (${counts})`}`;
    return jobSection(job, comparison.notesOf(job), maxSize, heading);
  };
  const texts = writeFairly(notable, maxCharacters - 200, minSectionCharacters, write).filter(
    (text) => text !== '',
  );
  const left = notable.length - texts.length;
  const rest = left === 0 ? [] : [`_${moreJobs(left, 'job')}: see the job summary and the results file._`];
  return [...texts, ...rest];
}

/** The table says all about it. */
function isPlainlyGreen(job: RunResults): boolean {
  return job.green && job.flaky === 0 && !(job.status === 'passed' && needsReason(job));
}

/**
 * Short titles that distinguish jobs and steps, as finished Markdown: without the workflow if that is the same for all, and
 * with matrix values, shard and step where a title occurs more than once.
 */
function titlesOf(jobs: readonly RunFacts[]): Map<RunFacts, string> {
  const workflow = commonWorkflow(jobs.map(({ title }) => title));
  const isUnique = ({ title, job }: RunFacts) =>
    jobs.every((other) => other.title !== title || partKey(other.job) === partKey(job));
  return new Map(
    jobs.map((each) => {
      const { matrix, shard, step } = each.job;
      const title = each.title.slice(workflow.length) || each.title || 'job';
      const numbers = shard === null ? [] : [`${shard.number}/${shard.total}`];
      const details = [...matrix, ...numbers, ...(step === '' ? [] : [`step ${step}`])].join(', ');
      const name = isUnique(each) || details === '' ? title : `${title}: ${details}`;
      return [each, oneLine(cut(name, maxTitleCharacters))];
    }),
  );
}

/** The beginning that all titles share, up to the end of the workflow's name. */
function commonWorkflow(titles: readonly string[]): string {
  const [first = ''] = titles;
  const beginning = first.slice(0, first.indexOf(' / ') + 3);
  return first.includes(' / ') && titles.every((title) => title.startsWith(beginning)) ? beginning : '';
}
