import { createHash } from 'node:crypto';
import type { LoadedCase } from '../../test-files/loaded-case.ts';

/** One part of the test cases: number 1 to `total`. */
export interface Shard {
  readonly number: number;
  readonly total: number;
}

type Library = ReadonlyMap<string, LoadedCase>;

/** So much longer than the average a shard may be. */
const slack = 0.1;

/**
 * What one shard plays: its part of `selected`, and what that needs: dependencies and teardowns, switched off so that
 * they are not run for their own sake. Every shard computes the same split, in whatever order the cases come.
 * @param selected those of `cases` that a run without shards would play.
 * @returns the cases to push, in the order of `cases`; none where nothing is left for this shard.
 */
export function casesOfShard(
  cases: readonly LoadedCase[],
  selected: readonly LoadedCase[],
  shard: Shard,
): LoadedCase[] {
  const library = new Map(cases.map((each) => [each.testCase.id, each]));
  const mine = new Set(split(selected, library, shard.total)[shard.number - 1]);
  const needed = withReferences(mine, library);
  return cases.flatMap((each) => {
    if (mine.has(each)) return [each];
    return needed.has(each) ? [{ ...each, testCase: { ...each.testCase, runStatus: 'OFF' as const } }] : [];
  });
}

/** The cases and all that they name, directly or not: a service refuses a case that names one it does not know. */
function withReferences(cases: ReadonlySet<LoadedCase>, library: Library): Set<LoadedCase> {
  const found = new Set(cases);
  // A set yields what is added to it on the way.
  for (const { testCase } of found) {
    for (const id of [testCase.dependencyId, testCase.teardownId]) {
      const named = library.get(id ?? '');
      if (named !== undefined) found.add(named);
    }
  }
  return found;
}

/** A shard while it is filled. */
class Part {
  readonly cases: LoadedCase[] = [];
  weight = 0;

  add({ loaded, weight }: Weighed): void {
    this.cases.push(loaded);
    this.weight += weight;
  }
}

interface Weighed {
  readonly loaded: LoadedCase;
  readonly id: string;
  /** The steps that are played for the case, and one for its context. */
  readonly weight: number;
}

/**
 * Each case has an order of the shards of its own, drawn from its id, and goes into the first that has room
 * (consistent hashing with bounded loads): no shard gets much longer than the others, and a case that is added or
 * taken away moves few others.
 */
function split(cases: readonly LoadedCase[], library: Library, total: number): LoadedCase[][] {
  const weighed = cases
    .map((loaded): Weighed => ({ loaded, id: loaded.testCase.id, weight: weightOf(loaded, library) }))
    // Long cases first, for they need the room. Lengths are told apart roughly: a step more rarely changes the order.
    .sort((a, b) => magnitude(b) - magnitude(a) || (a.id < b.id ? -1 : 1));
  const room = ((1 + slack) * weighed.reduce((sum, { weight }) => sum + weight, 0)) / total;
  const parts = Array.from({ length: total }, () => new Part());
  for (const each of weighed) {
    const order = parts
      .map((part, index) => ({ part, place: draw(`${index} ${each.id}`) }))
      .sort((a, b) => a.place - b.place)
      .map(({ part }) => part);
    const fitting = order.find(({ weight }) => weight + each.weight <= room);
    (fitting ?? lightest(order))?.add(each);
  }
  return parts.map((part) => part.cases);
}

function lightest(parts: readonly Part[]): Part | undefined {
  const least = Math.min(...parts.map(({ weight }) => weight));
  return parts.find(({ weight }) => weight === least);
}

function magnitude({ weight }: Weighed): number {
  return Math.floor(Math.log2(weight));
}

/** A number that depends on the text alone. */
function draw(text: string): number {
  return createHash('sha256').update(text).digest().readUIntBE(0, 6);
}

function weightOf(loaded: LoadedCase, library: Library): number {
  return played(loaded, library).reduce((sum, { testCase }) => sum + testCase.elements.length, 1);
}

/** The cases that are played for a case: its dependencies, itself, and the teardowns of them all. */
function played(loaded: LoadedCase, library: Library): LoadedCase[] {
  const chain: LoadedCase[] = [];
  for (
    let each: LoadedCase | undefined = loaded;
    each !== undefined && !chain.includes(each);
    each = library.get(each.testCase.dependencyId ?? '')
  ) {
    chain.push(each);
  }
  return [...chain, ...chain.flatMap(({ testCase }) => library.get(testCase.teardownId ?? '') ?? [])];
}
