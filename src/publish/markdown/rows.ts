import type { CaseResult, Counts, PublishedRun } from '../verdict.ts';
import { moreCases } from '../words/more-cases.ts';
import { Room } from './room.ts';
import {
  caseName,
  evidenceLine,
  failures,
  flakySection,
  footer,
  passedLine,
  problemSection,
  reasonSection,
  unfinishedLine,
} from './sections.ts';

/** What a row is about: why there is the verdict, a case that failed, those that did not finish, a flaky one, … */
export const rowKinds = [
  'reason',
  'problem',
  'unfinished',
  'flaky',
  'fixed',
  'passed',
  'other',
  'end',
] as const;
export type RowKind = (typeof rowKinds)[number];

/** A piece of finished Markdown, which is shown whole or not at all. */
export interface Row {
  readonly kind: RowKind;
  readonly text: string;
}

/** What the rows say about a case next to its result. */
export interface RowNotes {
  /** Finished Markdown behind the title of a case that did not pass. */
  readonly noteOf: (result: CaseResult) => string | undefined;
  /** Cases that failed before. */
  readonly fixed: readonly CaseResult[];
}

/** What each row takes beside its text, in characters. */
export const rowOverhead = 48;
/** For the lines that count what is left out, and for headings. */
export const spareCharacters = 600;
/** For the folds of those that passed and did not finish, and the lines in them that count others. */
const foldCharacters = 600;
const maxFixed = 30;

/**
 * The results as rows: what did not pass, what is flaky, what is fixed, and what passed, folded. Those that have no room
 * are not even written.
 */
export function runRows(run: PublishedRun, maxCharacters: number, notes?: RowNotes): Row[] {
  const { verdict } = run;
  const style = { links: run, brief: true };
  const frame = { reason: reasonSection(verdict), end: [evidenceLine(run), footer(run)] };
  const fixed = fixedList(notes?.fixed ?? []);
  const framed = sizeOf([...frame.reason, ...frame.end, ...fixed]);
  const room = new Room(maxCharacters - spareCharacters - foldCharacters - framed);
  const separator = ' '.repeat(rowOverhead);
  const problem = room.take(
    failures(verdict),
    (each) => problemSection(each, style, notes?.noteOf(each)),
    separator,
  );
  const unfinished = verdict.results.filter(({ status }) => status === 'unfinished');
  const open = fold('did not finish', unfinished, (each) => unfinishedLine(each, run), room);
  const flaky = room.take(
    verdict.results.filter((result) => result.flaky),
    (each) => flakySection(each, style),
    separator,
  );
  const steady = verdict.results.filter(({ status, flaky }) => status === 'passed' && !flaky);
  return [
    ...rowsOf('reason', frame.reason),
    ...rowsOf('problem', problem.taken),
    ...rowsOf('unfinished', [open]),
    ...rowsOf('flaky', flaky.taken),
    ...rowsOf('fixed', fixed),
    ...rowsOf('passed', [fold('passed', steady, passedLine, room)]),
    ...rowsOf('end', [frame.end.filter((part) => part !== '').join('\n\n')]),
  ];
}

/** Rows of a kind; none of empty texts. */
export function rowsOf(kind: RowKind, texts: readonly string[]): Row[] {
  return texts.filter((text) => text !== '').map((text) => ({ kind, text }));
}

/** How much room texts take as rows. */
export function sizeOf(texts: readonly string[]): number {
  return texts.reduce((sum, text) => sum + text.length + rowOverhead, 0);
}

/** A row, or a line between rows that is written anew each time. */
export interface Piece {
  readonly kind: RowKind | 'glue';
  readonly text: string;
}

/**
 * Puts rows in order, as many as have room, with a line that counts what is left out.
 * @param counts of all the cases that the rows are about.
 */
export function arrangeRows(rows: readonly Row[], counts: Counts, maxCharacters: number): Piece[] {
  const ofKind = (...kinds: RowKind[]) => rows.filter(({ kind }) => kinds.includes(kind));
  const texts = (some: readonly Row[]) => some.map(({ text }) => text);
  const [reason, end] = [ofKind('reason'), ofKind('end')];
  const room = new Room(maxCharacters - spareCharacters - sizeOf(texts([...reason, ...end])));
  const take = (kind: RowKind) =>
    rowsOf(kind, room.take(texts(ofKind(kind)), (text) => text, ' '.repeat(rowOverhead)).taken);
  const problem = take('problem');
  const unfinished = take('unfinished');
  const unfinishedLeft = unfinished.length > 0 ? 0 : counts.total - counts.passed - counts.failed;
  const flaky = take('flaky');
  const flakyLeft = counts.flaky - flaky.length;
  return [
    ...reason,
    ...problem,
    ...leftOut(counts.failed - problem.length, 'that did not pass'),
    ...unfinished,
    ...leftOut(unfinishedLeft, 'that did not finish'),
    ...(flaky.length + flakyLeft > 0 ? [glue('#### Flaky: passed, but not at the first attempt')] : []),
    ...flaky,
    ...leftOut(flakyLeft, 'that passed at a later attempt'),
    ...take('fixed'),
    ...take('passed'),
    ...take('other'),
    ...end,
  ];
}

/** A line between rows. */
export function glue(text: string): Piece {
  return { kind: 'glue', text };
}

function fixedList(fixed: readonly CaseResult[]): string[] {
  if (fixed.length === 0) return [];
  const more = fixed.length > maxFixed ? [`- _${fixed.length - maxFixed} more_`] : [];
  const lines = fixed.slice(0, maxFixed).map((each) => `- ${caseName(each)}`);
  return [['#### Fixed', '', ...lines, ...more].join('\n')];
}

/** Cases in a line each, behind a fold. @param which in words, such as `passed`. */
function fold(
  which: string,
  results: readonly CaseResult[],
  lineOf: (result: CaseResult) => string,
  room: Room,
): string {
  if (results.length === 0) return '';
  const { taken, left } = room.take(results, lineOf, '\n');
  return [
    `<details><summary>${results.length} ${which}</summary>`,
    taken.join('\n'),
    ...leftOut(left, `that ${which}`).map(({ text }) => text),
    '</details>',
  ].join('\n\n');
}

function leftOut(count: number, which: string): Piece[] {
  if (count <= 0) return [];
  return [glue(`_${moreCases(count)} ${which}: see the job summary and the results file._`)];
}
