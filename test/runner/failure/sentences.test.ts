import { describe, it } from 'vitest';
import { openStage } from '../steps/stage.ts';
import { expectSentence } from './expect-sentence.ts';
import { immediateRows, sampleRows } from './sentence-rows.ts';

const stage = openStage();

describe.concurrent('the sentence about a failure', () => {
  it.each(immediateRows)('$sentence', async (row) => {
    await expectSentence(stage, row, [120_000]);
  });

  it.each(sampleRows)('$sentence', async (row) => {
    await expectSentence(stage, row, [2500, 30_000]);
  });
});
