import { describe, expect, it } from 'vitest';
import { splitMessage } from '../../../src/contract/error-message.ts';
import { openStage } from '../steps/stage.ts';
import { quickRows } from './sentence-rows.ts';

const { failOn } = openStage();

describe.concurrent('the sentence about a failure', () => {
  it.each(quickRows)('$sentence', async ({ sentence, html, step }) => {
    const outcome = await failOn(html, [step], { variables: { PRICE: ['€10'] } });
    expect(outcome).toMatchObject({ status: 'FAILED', failedStep: { elementIndex: 1 } });
    const parts = splitMessage(outcome.errorMessage ?? '');
    expect(parts.sentence).toBe(sentence);
    expect(parts.details).not.toBe('');
  });
});
