import { beforeAll, describe, it } from 'vitest';
import { quickPassingRows } from './passing-rows.ts';
import { expectOutcome, playRows } from './play-rows.ts';

let outcomes: Awaited<ReturnType<typeof playRows>>;
beforeAll(async () => {
  outcomes = await playRows(quickPassingRows);
});

describe('a test case whose steps pass', () => {
  it.each(quickPassingRows)('ends as it should with $what', (row) => expectOutcome(row, outcomes.get(row)));
});
