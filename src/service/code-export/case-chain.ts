import type { ExchangeTestCase } from '../../contract/exchange/test-case.ts';
import { StepProblem } from './step-problem.ts';

/** Every case that may be played, by id. */
export type Library = ReadonlyMap<string, ExchangeTestCase>;

/**
 * The case's dependencies from the outermost in, and the case itself last.
 * @throws StepProblem where one does not exist, or where they form a loop.
 */
export function caseChain(testCase: ExchangeTestCase, library: Library): ExchangeTestCase[] {
  const chain = [testCase];
  const seen = new Set([testCase.id]);
  for (let id = testCase.dependencyId; id !== undefined; id = chain.at(-1)?.dependencyId) {
    const dependency = library.get(id);
    if (dependency === undefined) throw new StepProblem(`The dependency ${id} does not exist.`);
    if (seen.has(id)) {
      throw new StepProblem(`The dependencies of "${testCase.description}" form a loop.`);
    }
    seen.add(id);
    chain.push(dependency);
  }
  return chain.reverse();
}
