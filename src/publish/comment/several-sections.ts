import { code, cut, link } from '../markdown/markdown.ts';
import { Room } from '../markdown/room.ts';
import { countsInWords, type RunStatus, statusSign, statusWords } from '../markdown/sections.ts';
import { oneLine } from '../markdown/short-texts.ts';
import type { Counts } from '../verdict.ts';
import { formatDuration } from '../words/duration.ts';
import {
  byAge,
  type Changes,
  isGood,
  isSameCommit,
  type Outcome,
  type Section,
  type SectionData,
} from './section.ts';

/** What is said of several sections together: a headline for all, and a table with a row for each. */

const maxTitle = 80;
const maxTableCharacters = 15_000;
const maxStaleLines = 10;

/** How urgent a status is: the worst one is the headline's. */
const order: readonly RunStatus[] = [
  'failed',
  'error',
  'timed-out',
  'cancelled',
  'nothing-to-run',
  'running',
  'passed',
  'done',
];

/** How a section stands now. */
export function statusOf({ running, outcome }: SectionData): RunStatus {
  return running !== undefined || outcome === undefined ? 'running' : outcome.status;
}

/** The smaller, the more urgent; what is good comes last. */
export function urgency(data: SectionData): number {
  const status = statusOf(data);
  return status !== 'running' && isGood(data) ? order.length : order.indexOf(status);
}

/** The sections of the newest run's commit, and those that have not run for it. */
export function byCommit(sections: readonly Section[]): { current: Section[]; stale: Section[] } {
  const [newest] = sections.map(({ data }) => data).sort(byAge);
  const isCurrent = ({ data }: Section) => newest !== undefined && isSameCommit(data, newest);
  return { current: sections.filter(isCurrent), stale: sections.filter((each) => !isCurrent(each)) };
}

/**
 * `❌ Browser tests failed (2 of 3 jobs done, 2 failed, 37 passed of 39)`. It is not green before all are done.
 * @param toCome how many jobs have nothing to say yet on this commit.
 */
export function headlineOfAll(sections: readonly SectionData[], toCome: number): string {
  const ended = sections.flatMap(({ running, outcome }) =>
    running === undefined && outcome !== undefined ? [outcome] : [],
  );
  const all = sections.length + toCome;
  const counts = countsInWords(sumOf(ended));
  const status = statusOfAll(sections);
  if (ended.length < all) {
    const isOpen = toCome > 0 && sections.every((data) => statusOf(data) === 'running' || isGood(data));
    return statusWords(isOpen ? 'running' : status, [
      `${ended.length} of ${all} ${nounFor(sections)} done`,
      counts,
    ]);
  }
  const durationMs = Math.max(0, ...ended.map((each) => each.durationMs));
  return statusWords(status, [counts, `${all} ${nounFor(sections)}`, formatDuration(durationMs)]);
}

/** Steps of one job are no jobs. */
function nounFor(sections: readonly SectionData[]): string {
  return new Set(sections.map(({ title }) => title)).size === sections.length ? 'jobs' : 'parts';
}

/** The worst; where all is green, that something has passed. */
function statusOfAll(sections: readonly SectionData[]): RunStatus {
  const sorted = sections.toSorted((a, b) => urgency(a) - urgency(b));
  const [worst] = sorted;
  if (worst === undefined) return 'running';
  const allGood = urgency(worst) === order.length;
  const passed = allGood ? sorted.find((each) => statusOf(each) === 'passed') : undefined;
  return statusOf(passed ?? worst);
}

/** `2 newly failing, 1 fixed, 1 still failing`; empty where nothing has changed, or nothing is known. */
export function changesInWords(sections: readonly SectionData[]): string {
  const all = sections.flatMap(({ running, changes }) =>
    running === undefined && changes !== undefined ? [changes] : [],
  );
  const sum = (which: keyof Changes) => all.reduce((total, each) => total + each[which], 0);
  const [newly, fixed, still] = [sum('newly'), sum('fixed'), sum('still')];
  return [
    newly > 0 ? `${newly} newly failing` : '',
    fixed > 0 ? `${fixed} fixed` : '',
    still > 0 ? `${still} still failing` : '',
  ]
    .filter((part) => part !== '')
    .join(', ');
}

/** The sections as a table, the most urgent first. */
export function sectionsTable(
  sections: readonly SectionData[],
  titleOf: (data: SectionData) => string,
): string {
  const { taken, left } = new Room(maxTableCharacters).take(
    sections,
    (data) => tableRow(data, titleOf(data)),
    '\n',
  );
  const noun = nounFor(sections);
  const rest = left === 0 ? [] : ['', `_${left} more ${left === 1 ? noun.slice(0, -1) : noun}_`];
  return [
    `| | ${noun === 'jobs' ? 'Job' : 'Part'} | Results | Time |`,
    '|---|---|---|--:|',
    ...taken,
    ...rest,
  ].join('\n');
}

function tableRow(data: SectionData, title: string): string {
  const { url, running, outcome } = data;
  const ended = running === undefined ? outcome : undefined;
  const cells = [
    statusSign(statusOf(data)),
    (url === undefined ? undefined : link(title, url)) ?? title,
    ended === undefined
      ? progressInWords(data) || 'running'
      : countsInWords(ended.counts) || endWords(ended.status),
    ended === undefined ? '' : formatDuration(ended.durationMs),
  ];
  return `| ${cells.join(' | ')} |`;
}

/** `12 of 40, 1 failed so far`; empty where that is not known. */
export function progressInWords({ running }: SectionData): string {
  if (running === undefined || running === true || running.total === 0) return '';
  return [`${running.done} of ${running.total}`, running.failed > 0 ? `${running.failed} failed so far` : '']
    .filter((part) => part !== '')
    .join(', ');
}

/** Sections of older commits, in a line each. */
export function staleLines(sections: readonly SectionData[], titleOf: (data: SectionData) => string): string {
  const lines = sections.slice(0, maxStaleLines).map((data) => {
    const { outcome, sha } = data;
    const at = outcome?.sha ?? sha;
    const words = outcome === undefined ? 'has no result yet' : endWords(outcome.status);
    return `${titleOf(data)} ${words}${at === undefined ? '' : ` at ${code(at.slice(0, 7))}`}`;
  });
  if (lines.length === 0) return '';
  const more = sections.length > lines.length ? [`${sections.length - lines.length} more`] : [];
  return `_Not yet run for this commit, but for an earlier one:_ ${[...lines, ...more].join('; ')}`;
}

function endWords(status: Outcome['status']): string {
  return {
    passed: 'passed',
    failed: 'failed',
    'timed-out': 'timed out',
    cancelled: 'was cancelled',
    error: 'could not run',
    'nothing-to-run': 'had nothing to run',
    done: 'is done',
  }[status];
}

/**
 * What tells sections apart, as finished Markdown: the title without what it has in common with all others, and the step
 * where the title is not enough.
 */
export function makeTitles(sections: readonly SectionData[]): (data: SectionData) => string {
  const shared = commonBeginning(sections.map(({ title }) => title));
  return ({ id, title, step }) => {
    const isTold = sections.every((other) => other.id === id || other.title !== title);
    const words = title.slice(shared) || title || 'job';
    return oneLine(cut(isTold || step === '' ? words : `${words}, step ${step}`, maxTitle));
  };
}

/** How many characters the titles share, up to the end of a name. */
function commonBeginning(titles: readonly string[]): number {
  const [first = '', ...others] = titles;
  const end = first.indexOf(' / ');
  if (end < 0) return 0;
  const beginning = first.slice(0, end + 3);
  return others.every((title) => title.startsWith(beginning)) ? beginning.length : 0;
}

function sumOf(outcomes: readonly Outcome[]): Counts {
  const sum = (which: keyof Counts) => outcomes.reduce((total, { counts }) => total + counts[which], 0);
  return { total: sum('total'), passed: sum('passed'), failed: sum('failed'), flaky: sum('flaky') };
}
