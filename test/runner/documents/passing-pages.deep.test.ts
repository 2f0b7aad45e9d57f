import { beforeAll, describe, it, vi } from 'vitest';
import { passingRows } from './passing-rows.ts';
import { expectOutcome, runRows } from './run-rows.ts';

// All rows share one run.
vi.setConfig({ hookTimeout: 900_000 });

let outcomes: Awaited<ReturnType<typeof runRows>>;
beforeAll(async () => {
  outcomes = await runRows(passingRows);
});

describe('a test case whose steps pass', () => {
  it.each(passingRows)('ends as it should with $what', (row) => expectOutcome(row, outcomes.get(row)));
});
