import { expect } from 'vitest';
import type { Browser } from '../../../src/contract/values.ts';
import { openRunner, type RunnerOptions } from '../../../src/runner/open-runner.ts';
import type { CaseOutcome } from '../../../src/runner/runner.ts';
import { aCase } from '../../support/cases.ts';
import { aPlan, runPlan, testMachine } from '../../support/test-runner.ts';
import { startBrokenApp } from './broken-app.ts';
import type { Row } from './broken-rows.ts';

/**
 * Runs all rows. Rows that did not end as they say are run once more, one at a time: next to others on a busy machine, a
 * step may begin later than what the page does by itself.
 * @returns the outcome of each.
 */
export async function runRows(rows: readonly Row[]): Promise<ReadonlyMap<Row, CaseOutcome>> {
  const outcomes = new Map(await runTogether(rows));
  for (const row of rows.filter((row) => !endedAsMeant(row, outcomes.get(row)))) {
    for (const [, outcome] of await runTogether([row])) outcomes.set(row, outcome);
  }
  return outcomes;
}

function endedAsMeant(row: Row, outcome: CaseOutcome | undefined): boolean {
  try {
    expectOutcome(row, outcome);
    return true;
  } catch {
    return false;
  }
}

async function runTogether(rows: readonly Row[]): Promise<ReadonlyMap<Row, CaseOutcome>> {
  const [brief, ample] = [true, false].map((timesOut) =>
    rows.filter((row) => (row.timesOut ?? false) === timesOut),
  );
  return new Map([
    ...(await runRun(brief ?? [], { expectTimeoutMs: 1000 })),
    ...(await runRun(ample ?? [], {})),
  ]);
}

/** Runs rows once. */
export async function runRun(
  rows: readonly Row[],
  options: RunnerOptions,
  browser: Browser = 'CHROMIUM',
): Promise<ReadonlyMap<Row, CaseOutcome>> {
  await using app = await startBrokenApp();
  await using runner = openRunner(await testMachine(), { retries: 0, workers: 4, ...options });
  const cases = rows.map(({ what, html, steps }) =>
    aCase({ description: what, entryPointUrlPath: app.pathOf(html), elements: [...steps] }),
  );
  const outcomes = await runPlan(runner, aPlan(app.url, cases, { browser }));
  const byId = new Map(outcomes.map((each) => [each.testCaseId, each]));
  return new Map(
    rows.flatMap((row, index) => {
      const outcome = byId.get(cases[index]?.id ?? '');
      return outcome === undefined ? [] : [[row, outcome]];
    }),
  );
}

/** Expects that a row ended as it says. */
export function expectOutcome({ broken, warning }: Row, outcome: CaseOutcome | undefined): void {
  if (broken === undefined) {
    expect(outcome).toMatchObject({ status: 'PASSED', errorMessage: null });
    expect(outcome?.warnings ?? []).toEqual(warning === undefined ? [] : [expect.stringContaining(warning)]);
  } else {
    expect(outcome).toMatchObject({
      status: 'FAILED',
      errorMessage: expect.stringMatching(broken.says),
    });
    if (broken.step !== 'any') expect(outcome?.failedStep?.elementIndex).toBe(broken.step);
  }
}
