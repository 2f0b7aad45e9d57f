import type { SectionData } from './section.ts';

/**
 * How many jobs must still run for a commit, as far as is known: those that have run for an earlier one, and shards that
 * nothing was heard of. A step that has run for an earlier one is not waited for where its job is there: it may be gone.
 * @param current what has run, or runs, for the commit.
 * @param stale what has not.
 */
export function jobsToCome(current: readonly SectionData[], stale: readonly SectionData[]): number {
  const titles = new Set(current.map(({ title }) => title));
  const awaited = stale.filter(({ title }) => !titles.has(title));
  return awaited.length + shardsUnheard(current, awaited);
}

function shardsUnheard(current: readonly SectionData[], awaited: readonly SectionData[]): number {
  const splits = new Map(
    current.flatMap(({ kin }) => (kin?.split ? [[kin.split.of, kin.split.shards]] : [])),
  );
  const heard = (of: string) => [...current, ...awaited].filter(({ kin }) => kin?.split?.of === of).length;
  return [...splits].reduce((sum, [of, shards]) => sum + Math.max(0, shards - heard(of)), 0);
}
