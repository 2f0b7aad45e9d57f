import { beforeAll, describe, it, vi } from 'vitest';
import { deepRows } from './broken-rows.ts';
import { expectOutcome, runRows } from './run-rows.ts';

// All rows share one run.
vi.setConfig({ hookTimeout: 900_000 });

let outcomes: Awaited<ReturnType<typeof runRows>>;
beforeAll(async () => {
  outcomes = await runRows(deepRows);
});

const [broken, fine] = [true, false].map((isBroken) =>
  deepRows.filter((row) => (row.broken !== undefined) === isBroken),
);

describe('a test case fails because of', () => {
  it.each(broken ?? [])('$what', (row) => expectOutcome(row, outcomes.get(row)));
});

describe('a test case passes in spite of', () => {
  it.each(fine ?? [])('$what', (row) => expectOutcome(row, outcomes.get(row)));
});
