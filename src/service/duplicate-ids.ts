import type { ExchangeTestCase } from '../contract/exchange/test-case.ts';
import { HttpProblem } from './http/http-problem.ts';

/** @throws HttpProblem 400 where two pushed cases have one id. */
export function refuseDuplicateIds(testCases: readonly ExchangeTestCase[]): void {
  const seen = new Set<string>();
  for (const [index, { id }] of testCases.entries()) {
    if (seen.has(id)) throw HttpProblem.invalid(['testCases', index, 'id'], `the id ${id} occurs twice`);
    seen.add(id);
  }
}
