import type { ExchangeTestCase } from '../contract/exchange/test-case.ts';

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

/**
 * How many of the chain's first dependencies leave nothing behind but a state that can be kept: logins and cookie
 * banners without a teardown, which would take that state away again.
 */
export function reusableLength(chain: readonly ExchangeTestCase[]): number {
  const dependencies = chain.slice(0, -1);
  const other = dependencies.findIndex(
    ({ type, teardownId }) => (type !== 'LOGIN' && type !== 'COOKIE_BANNER') || teardownId !== undefined,
  );
  return other === -1 ? dependencies.length : other;
}

/**
 * The case whose end is the state that others can go on from: the last of the reusable dependencies.
 * @throws BrokenDependency
 */
export function loginOf(testCase: ExchangeTestCase, library: Library): ExchangeTestCase | undefined {
  const chain = caseChain(testCase, library);
  return chain[reusableLength(chain) - 1];
}
