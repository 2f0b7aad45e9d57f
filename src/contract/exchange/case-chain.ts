import type { ExchangeTestCase } from './test-case.ts';

/** Cases by id. */
export type Library = ReadonlyMap<string, ExchangeTestCase>;

/** A case can't be played as it stands: it needs a case that isn't there. */
export class BrokenDependency extends Error {}

/**
 * The case's dependencies from the outermost in, and the case itself last.
 * @throws BrokenDependency
 */
export function caseChain(testCase: ExchangeTestCase, library: Library): ExchangeTestCase[] {
  const chain = [testCase];
  const seen = new Set([testCase.id]);
  for (let id = testCase.dependencyId; id !== undefined; id = chain.at(-1)?.dependencyId) {
    const dependency = library.get(id);
    if (dependency === undefined) throw new BrokenDependency(`The dependency ${id} does not exist.`);
    if (seen.has(id)) {
      throw new BrokenDependency(`The dependencies of "${testCase.description}" form a loop.`);
    }
    seen.add(id);
    chain.push(dependency);
  }
  return chain.reverse();
}
