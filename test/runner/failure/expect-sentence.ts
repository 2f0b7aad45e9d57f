import { expect } from 'vitest';
import { splitMessage } from '../../../src/contract/error-message.ts';
import type { Stage } from '../steps/stage.ts';
import type { SentenceRow } from './sentence-rows.ts';

/**
 * Expects that a step fails with its sentence, and with details below it.
 * @param times of a step in ms. On a busy machine, a short one may not be enough to find out what is wrong: then the step
 * is run again with the next one.
 */
export async function expectSentence(
  { runOn }: Stage,
  { sentence, html, step }: SentenceRow,
  times: readonly number[],
): Promise<void> {
  let message = '';
  for (const timeoutPerStepMs of times) {
    const outcome = await runOn(html, [step], { variables: { PRICE: ['€10'] }, timeoutPerStepMs });
    expect(outcome.status).toBe('FAILED');
    message = outcome.errorMessage ?? '';
    if (splitMessage(message).sentence === sentence) break;
  }
  expect(splitMessage(message)).toEqual({ sentence, details: expect.stringMatching(/./) });
}
