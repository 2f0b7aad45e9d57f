import { join } from 'node:path';
import type { Browser } from '../../src/contract/values.ts';
import type { Machine } from '../../src/runner/browser/browser-kinds.ts';
import { openRunner } from '../../src/runner/open-runner.ts';
import type { CaseOutcome } from '../../src/runner/runner.ts';
import { aCase } from '../support/cases.ts';
import { freePort } from '../support/free-port.ts';
import { aPlan } from '../support/test-runner.ts';
import { startApp } from './app.ts';
import type { Row } from './rows/row.ts';

/** One of the two cases of a row: the one that passes, or the one that fails in its last step. */
export type Variant = 'pass' | 'fail';

export interface BrowserUnderTest {
  readonly browser: Browser;
  readonly machine: Machine;
  /** How many cases run at a time. Most of them wait for something that does not come. */
  readonly workers: number;
}

/** The files that rows upload. */
const uploadFolder = join(import.meta.dirname, 'files');

interface Round {
  /** How many cases run in a browser before it is replaced: a browser that hangs costs one batch. */
  readonly batchSize: number;
  /** Timeout of a step, in ms. */
  readonly stepMs: number;
}

/**
 * A case whose outcome is not as meant is run again in the next round, by itself in a new browser and with more time, and
 * only its last outcome counts: the machine may stall for longer than a step has. A case that is meant to fail takes the
 * timeout of a step, so it gets little of it first.
 */
const rounds: Readonly<Record<Variant, readonly Round[]>> = {
  pass: [
    { batchSize: 40, stepMs: 30_000 },
    { batchSize: 1, stepMs: 150_000 },
  ],
  fail: [
    { batchSize: 40, stepMs: 3000 },
    { batchSize: 1, stepMs: 15_000 },
    { batchSize: 1, stepMs: 150_000 },
  ],
};

/** A browser in which no case ends for so long is given up, in ms. */
const stalledMs = 400_000;

/** Cases are run again for so long, in ms, so that a browser in which everything fails does not take hours. */
const secondRunMs = 600_000;

/** Whether a case ended as its row says: it passed, or failed in its last step with the row's message. */
export function endedAsMeant(row: Row, variant: Variant, outcome: CaseOutcome | undefined): boolean {
  if (variant === 'pass') return outcome?.status === 'PASSED';
  if (outcome?.status !== 'FAILED' || outcome.failedStep?.elementIndex !== row.fail.length - 1) return false;
  const message = outcome.errorMessage ?? '';
  return typeof row.message === 'string' ? message.includes(row.message) : row.message.test(message);
}

/** Runs one variant of each row, and runs again what did not end as meant, which is logged. */
export async function runRows(
  under: BrowserUnderTest,
  rows: readonly Row[],
  variant: Variant,
): Promise<ReadonlyMap<Row, CaseOutcome>> {
  const outcomes = new Map<Row, CaseOutcome>();
  let replayUntil = Number.POSITIVE_INFINITY;
  for (const [number, { batchSize, stepMs }] of rounds[variant].entries()) {
    const remaining = rows.filter((row) => !endedAsMeant(row, variant, outcomes.get(row)));
    if (number === 1) replayUntil = performance.now() + secondRunMs;
    for (let start = 0; start < remaining.length && performance.now() < replayUntil; start += batchSize) {
      const batch = remaining.slice(start, start + batchSize);
      if (number > 0) for (const row of batch) logSecondRun(under, row, variant, outcomes.get(row));
      // A case without a new outcome keeps none: its browser did not start, or hung.
      for (const row of batch) outcomes.delete(row);
      for (const [row, outcome] of await runBatch(under, batch, variant, stepMs)) outcomes.set(row, outcome);
    }
  }
  return outcomes;
}

/** A browser that is often too slow or stuck should be noticed. */
function logSecondRun(
  { browser }: BrowserUnderTest,
  { of, name }: Row,
  variant: Variant,
  outcome: CaseOutcome | undefined,
): void {
  const ended = outcome === undefined ? 'did not end' : `${outcome.status}, ${outcome.errorMessage}`;
  console.log(`Second run in ${browser} (${variant}): ${of}: ${name}: ${ended}`);
}

/** Runs rows in a browser and an app of their own. @returns the outcomes of those that ended in time. */
async function runBatch(
  { browser, machine, workers }: BrowserUnderTest,
  batch: readonly Row[],
  variant: Variant,
  timeoutPerStepMs: number,
): Promise<Map<Row, CaseOutcome>> {
  const mailPort = await freePort();
  await using app = await startApp(
    batch.map(({ html }) => html),
    mailPort,
  );
  await using runner = openRunner(machine, { retries: 0, workers, mailPort, uploadFolder });
  const rowsById = new Map<string, Row>();
  const cases = batch.map((row, index) => {
    const elements = [...row[variant]];
    const testCase = aCase({ description: row.name, entryPointUrlPath: `/row/${index}`, elements });
    rowsById.set(testCase.id, row);
    return testCase;
  });
  const outcomes = new Map<Row, CaseOutcome>();
  const stalled = new AbortController();
  const timer = setTimeout(() => stalled.abort(), stalledMs);
  const onOutcome = (outcome: CaseOutcome) => {
    timer.refresh();
    const row = rowsById.get(outcome.testCaseId);
    if (row !== undefined) outcomes.set(row, outcome);
  };
  const plan = aPlan(app.url, cases, { browser, timeoutPerStepMs });
  try {
    await runner.run(plan, { onStart: () => {}, onOutcome }, stalled.signal);
  } catch (error) {
    console.warn(`A batch of ${batch.length} in ${browser} ended early: ${error}`);
  } finally {
    clearTimeout(timer);
  }
  return outcomes;
}
