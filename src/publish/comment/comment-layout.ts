import { code } from '../markdown/markdown.ts';
import { arrangeRows, glue, type Piece, rowOverhead, sizeOf, spareCharacters } from '../markdown/rows.ts';
import { countsInWords, footer, statusSign, statusWords } from '../markdown/sections.ts';
import { runTime } from '../words/duration.ts';
import { jobsToCome } from './jobs-to-come.ts';
import { isGood, type Outcome, type Section, type SectionData } from './section.ts';
import {
  byCommit,
  changesInWords,
  headlineOfAll,
  makeTitles,
  progressInWords,
  sectionsTable,
  staleLines,
  statusOf,
  urgency,
} from './several-sections.ts';
import { shareRoom } from './share-room.ts';

/** A piece of the text, and the section that it belongs to. */
export interface Placed extends Piece {
  readonly section: string;
}

/** A section as it is shown: its rows between a beginning and an end. */
interface Block {
  readonly section: Section;
  readonly opening: readonly string[];
  readonly closing: readonly string[];
}

/** How a section is called, as finished Markdown. */
type TitleOf = (data: SectionData) => string;

/** The headline, and what comes behind it. */
interface Layout {
  readonly head: string;
  readonly pieces: readonly Placed[];
}

const none = { total: 0, passed: 0, failed: 0, flaky: 0 };

/**
 * Lays the sections of a comment out: the headline, what has changed, and what there is to say on each; with several of
 * them a table, and the failures of all.
 */
export function layOut(sections: readonly Section[], maxCharacters: number): Layout {
  const { current, stale } = byCommit(sections);
  const sorted = current.toSorted((a, b) => urgency(a.data) - urgency(b.data) || byTitle(a.data, b.data));
  const datas = sorted.map(({ data }) => data);
  const staleDatas = stale.map(({ data }) => data);
  const toCome = jobsToCome(datas, staleDatas);
  const titleOf = makeTitles(sections.map(({ data }) => data));
  const alone = datas.length === 1 ? datas[0] : undefined;
  const head = [
    `### ${alone === undefined ? headlineOfAll(datas, toCome) : headlineOfOne(alone, toCome)}`,
    changesInWords(datas),
    alone === undefined ? sectionsTable(datas, titleOf) : '',
    staleLines(staleDatas, titleOf),
  ]
    .filter((part) => part !== '')
    .join('\n\n');
  const blocks = [
    ...sorted.flatMap((each) => (alone === undefined ? oneOfSeveral(each, titleOf) : aloneBlock(each))),
    ...stale.flatMap((each) => staleBlock(each, titleOf)),
  ];
  return { head, pieces: fill(blocks, maxCharacters - head.length) };
}

function byTitle(a: SectionData, b: SectionData): number {
  if (a.title === b.title) return a.step < b.step ? -1 : Number(a.step > b.step);
  return a.title < b.title ? -1 : 1;
}

function headlineOfOne(data: SectionData, toCome: number): string {
  const { outcome } = data;
  if (outcome === undefined || statusOf(data) === 'running') {
    return statusWords('running', [progressInWords(data)]);
  }
  return toCome > 0 ? headlineOfAll([data], toCome) : outcomeWords(outcome);
}

function outcomeWords({ status, counts, durationMs }: Outcome): string {
  return statusWords(status, [countsInWords(counts), runTime(durationMs)]);
}

function aloneBlock(section: Section): Block[] {
  const { title, sha, url } = section.data;
  if (statusOf(section.data) !== 'running') return [{ section, opening: [], closing: [] }];
  const facts = footer({
    title,
    ...(sha === undefined ? {} : { sha }),
    ...(url === undefined ? {} : { workflowRunUrl: url }),
  });
  return [section.rows.length === 0 ? { section, opening: [facts], closing: [] } : folded(section, facts)];
}

/** What is green has its row in the table, and a block only where there is more to say. */
function oneOfSeveral(section: Section, titleOf: TitleOf): Block[] {
  const { data, rows } = section;
  const heading = `#### ${statusSign(statusOf(data))} ${titleOf(data)}`;
  if (statusOf(data) === 'running') return worthKeeping(section) ? [folded(section, heading)] : [];
  const isTelling = rows.some(
    ({ kind }) => kind === 'flaky' || kind === 'fixed' || (kind === 'reason' && statusOf(data) === 'passed'),
  );
  if (isGood(data) && !isTelling) return [];
  const counts = countsInWords(data.outcome?.counts ?? none);
  return [{ section, opening: [counts === '' ? heading : `${heading} (${counts})`], closing: [] }];
}

/** The section's line says it; what failed at the older commit stays below, for who is looking for it meanwhile. */
function staleBlock(section: Section, titleOf: TitleOf): Block[] {
  const { data } = section;
  const sha = data.outcome?.sha ?? data.sha;
  const title = `**${titleOf(data)}**, from an earlier commit${sha === undefined ? '' : `: ${code(sha.slice(0, 7))}`}`;
  return worthKeeping(section) ? [folded(section, title)] : [];
}

function worthKeeping({ data, rows }: Section): boolean {
  return rows.length > 0 && !isGood(data);
}

/** What the last run said, behind a fold. */
function folded(section: Section, title: string): Block {
  const { outcome } = section.data;
  const opening = [title, '<details><summary>What the last run said</summary>'];
  return {
    section,
    opening: outcome === undefined ? opening : [...opening, `### ${outcomeWords(outcome)}`],
    closing: ['</details>'],
  };
}

/** Gives each block its fair part of the room; in one that gets too little, the rows are left out and counted. */
function fill(blocks: readonly Block[], maxCharacters: number): Placed[] {
  const frames = blocks.map(({ opening, closing }) => sizeOf([...opening, ...closing]));
  const shares = shareRoom(
    blocks.map(({ section }, index) => (frames[index] ?? 0) + spareCharacters + rowsSize(section)),
    maxCharacters,
  );
  return blocks.flatMap(({ section, opening, closing }, index) => {
    const left = (shares[index] ?? 0) - (frames[index] ?? 0);
    const rows = arrangeRows(section.rows, section.data.outcome?.counts ?? none, left);
    const pieces = [...opening.map(glue), ...rows, ...closing.map(glue)];
    const size = pieces.reduce((sum, { text }) => sum + text.length + rowOverhead, 0);
    // Better none than one that says next to nothing, and takes the room of others.
    if (size > (shares[index] ?? 0)) return [];
    return pieces.map((piece) => ({ ...piece, section: section.data.id }));
  });
}

function rowsSize({ rows }: Section): number {
  return sizeOf(rows.map(({ text }) => text));
}
