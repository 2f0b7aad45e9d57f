import { caseChain, type Library } from '../contract/exchange/case-chain.ts';
import type { ExchangeTestCase } from '../contract/exchange/test-case.ts';

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
