import type { ExchangeTestCase } from '../../src/contract/exchange/exchange-test-case.ts';
import type { LoadedCase } from '../../src/test-files/problem.ts';
import { aCase } from './cases.ts';

/** A test case as if it had been read from a file: the case at line 1, its step number n at line 10 + n. */
export function aLoadedCase(overrides: Partial<ExchangeTestCase> = {}, file = 'a.yaml'): LoadedCase {
  return {
    testCase: aCase(overrides),
    position: { file, line: 1, column: 1 },
    text: '',
    inList: false,
    positionOf: (path) => ({ file, line: 11 + Number(path.at(1) ?? 0), column: 5 }),
  };
}
