import { beforeAll, describe, it } from 'vitest';
import { quickPassingRows } from './passing-rows.ts';
import { expectOutcome, runRows } from './run-rows.ts';

let outcomes: Awaited<ReturnType<typeof runRows>>;
beforeAll(async () => {
  outcomes = await runRows(quickPassingRows);
});

describe('a test case whose steps pass', () => {
  it.each(quickPassingRows)('ends as it should with $what', (row) => expectOutcome(row, outcomes.get(row)));
});
