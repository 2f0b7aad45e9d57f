import { describe, it } from 'vitest';
import { openStage } from '../steps/stage.ts';
import { expectSentence } from './expect-sentence.ts';
import { waitingRows } from './sentence-rows.ts';

const stage = openStage();

describe.concurrent('the sentence about a failure', () => {
  it.each(waitingRows)('$sentence', async (row) => {
    await expectSentence(stage, row, [2500, 30_000]);
  });
});
