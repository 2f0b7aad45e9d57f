import { beforeAll, describe, it } from 'vitest';
import { quickRows } from './broken-rows.ts';
import { expectOutcome, runRows } from './run-rows.ts';

let outcomes: Awaited<ReturnType<typeof runRows>>;
beforeAll(async () => {
  outcomes = await runRows(quickRows);
});

const [broken, fine] = [true, false].map((isBroken) =>
  quickRows.filter((row) => (row.broken !== undefined) === isBroken),
);

describe('a test case fails because of', () => {
  it.each(broken ?? [])('$what', (row) => expectOutcome(row, outcomes.get(row)));
});

describe('a test case passes in spite of', () => {
  it.each(fine ?? [])('$what', (row) => expectOutcome(row, outcomes.get(row)));
});
