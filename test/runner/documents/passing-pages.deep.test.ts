import { beforeAll, describe, it, vi } from 'vitest';
import { passingRows } from './passing-rows.ts';
import { expectOutcome, playRows } from './play-rows.ts';

// All rows are played in one run.
vi.setConfig({ hookTimeout: 900_000 });

let outcomes: Awaited<ReturnType<typeof playRows>>;
beforeAll(async () => {
  outcomes = await playRows(passingRows);
});

describe('a test case whose steps pass', () => {
  it.each(passingRows)('ends as it should with $what', (row) => expectOutcome(row, outcomes.get(row)));
});
