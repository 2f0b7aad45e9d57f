import type { ExchangeTestCase } from '../../src/contract/exchange/exchange-test-case.ts';
import type { GenerationRequest } from '../../src/contract/generation.ts';
import type { Generate } from '../../src/service/generation-jobs.ts';

/** A generation that a test ends by hand. */
export interface Generation {
  readonly request: GenerationRequest;
  readonly signal: AbortSignal;
  make(...testCases: ExchangeTestCase[]): void;
  fail(reason: string): void;
}

/** A generator that makes what the test says, when the test says so. It does not care for its signal. */
export function createGenerator() {
  const generations: Generation[] = [];
  const generate: Generate = (request, signal) => {
    const { promise, resolve, reject } = Promise.withResolvers<readonly ExchangeTestCase[]>();
    generations.push({
      request,
      signal,
      make: (...testCases) => resolve(testCases),
      fail: (reason) => reject(new Error(reason)),
    });
    return promise;
  };
  const at = (index: number): Generation => {
    const generation = generations.at(index);
    if (generation === undefined) throw new Error('no generation was started');
    return generation;
  };
  return { generate, latest: () => at(-1), at };
}
