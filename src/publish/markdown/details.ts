import type { PublishedRun } from '../verdict.ts';
import { moreCases } from '../words/more-cases.ts';
import type { Room } from './room.ts';
import { failures, flakySection, problemSection } from './sections.ts';

/** So many are unfolded: behind them the table of all cases must still be found. */
const mostOpen = 10;

/**
 * What failed, then what is flaky, each with its step, place and message. From the eleventh on they are folded; what has no
 * room is left out at a case's boundary, and counted. What did not finish has its row in the table, and nothing more to tell.
 */
export function detailSections(run: PublishedRun, room: Room): string[] {
  const style = { links: run, brief: false };
  const failed = room.take(failures(run.verdict), (each) => problemSection(each, style), '\n\n');
  const flaky = room.take(
    run.verdict.results.filter((result) => result.flaky),
    (each) => flakySection(each, style),
    '\n\n',
  );
  return [
    ...folded(failed.taken, 'that did not pass'),
    ...leftOut(failed.left, 'that did not pass'),
    ...(flaky.taken.length + flaky.left === 0 ? [] : ['#### Flaky: passed, but not at the first attempt']),
    ...folded(flaky.taken, 'that passed at a later attempt'),
    ...leftOut(flaky.left, 'that passed at a later attempt'),
  ];
}

function folded(sections: readonly string[], which: string): readonly string[] {
  const rest = sections.slice(mostOpen);
  if (rest.length === 0) return sections;
  const title = `${moreCases(rest.length)} ${which}`;
  return [
    ...sections.slice(0, mostOpen),
    [`<details><summary>${title}</summary>`, ...rest, '</details>'].join('\n\n'),
  ];
}

function leftOut(count: number, which: string): string[] {
  return count === 0 ? [] : [`_${moreCases(count)} ${which}: see the table and the results file._`];
}
