import type { PublishedRun } from '../verdict.ts';
import {
  evidenceLine,
  flakySection,
  footer,
  headline,
  passedLine,
  problemSection,
  problems,
  reasonSection,
} from './sections.ts';

/** GitHub refuses a comment of more than 65,536 characters; some room is left for what it counts otherwise. */
export const maxCommentCharacters = 60_000;
/** GitHub drops a step's summary of more than 1 MiB whole. */
export const maxSummaryCharacters = 300_000;

/**
 * The results as Markdown: the verdict first, then what failed, then the flaky cases, then the others that passed,
 * folded. What does not fit is left out at a case's boundary, and counted.
 */
export function composeMarkdown(run: PublishedRun, maxCharacters: number): string {
  const head = [headline(run), ...reasonSection(run.verdict)].join('\n\n');
  const end = [evidenceLine(run.verdict), footer(run)].filter((part) => part !== '').join('\n\n');
  const room = new Room(maxCharacters - head.length - end.length - 600);
  const failures = room.take(problems(run.verdict), problemSection, '\n\n');
  const flaky = room.take(
    run.verdict.results.filter((result) => result.flaky),
    flakySection,
    '\n\n',
  );
  const passed = room.take(
    run.verdict.results.filter((result) => result.status === 'passed' && !result.flaky),
    passedLine,
    '\n',
  );
  return [
    head,
    ...failures.taken,
    leftOut(failures.left, 'that did not pass'),
    flaky.taken.length + flaky.left === 0 ? '' : '#### Flaky: passed, but not at the first attempt',
    ...flaky.taken,
    leftOut(flaky.left, 'that passed at a later attempt'),
    folded(passed.taken, passed.left),
    end,
  ]
    .filter((part) => part !== '')
    .join('\n\n');
}

function folded(lines: readonly string[], left: number): string {
  if (lines.length + left === 0) return '';
  const rest = leftOut(left, 'that passed');
  return [
    `<details><summary>${lines.length + left} passed</summary>`,
    lines.join('\n'),
    ...(rest === '' ? [] : [rest]),
    '</details>',
  ].join('\n\n');
}

function leftOut(count: number, which: string): string {
  if (count === 0) return '';
  const cases = count === 1 ? 'test case' : 'test cases';
  return `_${count} more ${cases} ${which}: see the job summary and the results file._`;
}

/** Hands out characters until they are used up. */
class Room {
  #left: number;

  constructor(characters: number) {
    this.#left = characters;
  }

  /** Writes the items up to the first that has no room; those behind it are not even written. */
  take<Item>(
    items: readonly Item[],
    write: (item: Item) => string,
    separator: string,
  ): { taken: string[]; left: number } {
    const taken: string[] = [];
    for (const item of items) {
      const part = write(item);
      this.#left -= part.length + separator.length;
      if (this.#left < 0) break;
      taken.push(part);
    }
    return { taken, left: items.length - taken.length };
  }
}
