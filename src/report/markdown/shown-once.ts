import { andMore, joinFilled } from '../../common/text.ts';
import { sharedFailures } from '../../results/cases.ts';
import type { RunResults } from '../../results/run-results.ts';
import type { SectionOptions } from './failure.ts';

/** What several jobs have in common is shown once, with the names of the jobs. */

/** Named jobs; a matrix may have hundreds. */
const maxTitles = 10;

/** `a, b and 3 more`. @param titles as they are shown: in Markdown, finished Markdown. */
export function listTitles(titles: readonly string[]): string {
  return `${titles.slice(0, maxTitles).join(', ')}${andMore(titles.length - maxTitles)}`;
}

/**
 * Which failures of several runs an earlier run shows, and for those that are shown, in which other runs they occur.
 * @param titleOf finished Markdown.
 */
export function shownOnce(
  runs: readonly RunResults[],
  titleOf: (run: RunResults) => string,
  noteOf: SectionOptions['noteOf'] = () => undefined,
): Required<Pick<SectionOptions, 'isRepeated' | 'noteOf'>> {
  const { isRepeated, repetitionsOf } = sharedFailures(runs);
  return {
    isRepeated,
    noteOf(result) {
      const titles = repetitionsOf(result).map(({ run }) => titleOf(run));
      return joinFilled([noteOf(result), titles.length === 0 ? '' : `also in ${listTitles(titles)}`], ' · ');
    },
  };
}
