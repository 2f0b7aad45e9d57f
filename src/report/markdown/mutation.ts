import { formatCount } from '../../common/text.ts';
import type { MutationResults } from '../../results/mutation-results.ts';
import type { RunResults } from '../../results/run-results.ts';
import type { Budget } from './budget.ts';
import { code, fold, oneLine } from './markdown.ts';

/** The broken behaviours that no test case noticed, by page. @param folded whether a line that counts them unfolds them. */
export function survivorSections({ mutation }: RunResults, budget: Budget, folded: boolean): string[] {
  const survivors = survivorsOf(mutation);
  if (mutation === undefined || survivors.length === 0) return [];
  const missed = mutation.made - mutation.killed;
  const title = `${formatCount(missed, 'broken behaviour')} that no test case notices`;
  const { texts } = budget.take(
    survivors,
    ({ page, description }) => `- ${code(page)}: ${oneLine(description)}`,
    '\n',
  );
  const left = missed - texts.length;
  const list = [...texts, ...(left === 0 ? [] : [`- … and ${left} more in ${code('mutation.json')}`])].join(
    '\n',
  );
  return folded ? [fold(title, [list])] : [`#### ${title}`, list];
}

/** The mutants that survived, by page. */
export function survivorsOf(mutation: MutationResults | undefined): MutationResults['mutants'] {
  const survivors = (mutation?.mutants ?? []).filter(({ status }) => status === 'survived');
  return survivors.toSorted((a, b) => (a.page < b.page ? -1 : a.page > b.page ? 1 : 0));
}
