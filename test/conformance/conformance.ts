import { beforeAll, describe, expect, it } from 'vitest';
import type { Browser } from '../../src/contract/values.ts';
import { openRunner } from '../../src/runner/open-runner.ts';
import type { CaseOutcome } from '../../src/runner/runner.ts';
import { aCase } from '../support/cases.ts';
import { freePort } from '../support/free-port.ts';
import { aPlan, play, testMachine } from '../support/play.ts';
import { startApp } from './app.ts';
import type { Row } from './rows/row.ts';
import { rows } from './rows/rows.ts';

/** How the rows are played in a browser. */
export interface Conformance {
  readonly browser: Browser;
  /** So many cases play at a time: most wait, for what does not come. */
  readonly workers: number;
  /** What a step has where it is meant to pass, in ms. */
  readonly ampleMs: number;
  /**
   * What a step has where it is meant to fail, in ms: most of them take it. Where a busy browser was too slow for an
   * earlier step, the case is played again with ample time, and that is what is judged.
   */
  readonly shortMs: number;
}

/** How long playing all rows may take, in ms. */
const playMs = 600_000;

/** Whether a case that is meant to fail has failed in its last step, with the words that its row gives. */
function failsAsMeant({ fail, message }: Row, outcome: CaseOutcome | undefined): boolean {
  if (outcome?.status !== 'FAILED' || outcome.failedStep?.elementIndex !== fail.length - 1) return false;
  const told = outcome.errorMessage ?? '';
  return typeof message === 'string' ? told.includes(message) : message.test(told);
}

/** Plays all rows in a browser, those that are meant to pass and those that are meant to fail, and tests each. */
export function testConformance({ browser, workers, ampleMs, shortMs }: Conformance): void {
  const able = rows.filter(({ exceptIn }) => exceptIn?.[browser] === undefined);
  let passing: ReadonlyMap<Row, CaseOutcome>;
  let failing: ReadonlyMap<Row, CaseOutcome>;
  beforeAll(async () => {
    const mailPort = await freePort();
    const pages = able.map(({ html }) => html);
    await using app = await startApp(pages, mailPort);
    await using runner = openRunner(await testMachine(), { retries: 0, workers, mailPort });
    await runner.prepare(browser);
    const playAll = async (of: 'pass' | 'fail', timeoutPerStepMs: number, some = able) => {
      const cases = new Map(
        some.map((row) => [
          row,
          aCase({
            description: row.name,
            entryPointUrlPath: `/row/${able.indexOf(row)}`,
            elements: [...row[of]],
          }),
        ]),
      );
      const outcomes = await play(runner, aPlan(app.url, [...cases.values()], { browser, timeoutPerStepMs }));
      const byId = new Map(outcomes.map((outcome) => [outcome.testCaseId, outcome]));
      return new Map(
        [...cases].flatMap(([row, { id }]) => {
          const outcome = byId.get(id);
          return outcome === undefined ? [] : [[row, outcome] as const];
        }),
      );
    };
    passing = await playAll('pass', ampleMs);
    const hasty = await playAll('fail', shortMs);
    const otherwise = able.filter((row) => !failsAsMeant(row, hasty.get(row)));
    failing = new Map([...hasty, ...(await playAll('fail', ampleMs, otherwise))]);
  }, playMs);

  describe.each(rows)('$of: $name', (row) => {
    const reason = row.exceptIn?.[browser];
    const title = reason === undefined ? '' : `, not in ${browser}: ${reason}`;

    it.skipIf(reason !== undefined)(`passes${title}`, () => {
      expect(passing.get(row)).toMatchObject({ errorMessage: null, status: 'PASSED' });
    });

    it.skipIf(reason !== undefined)(`fails in its last step${title}`, () => {
      const outcome = failing.get(row);
      expect(outcome?.errorMessage).toMatch(row.message);
      expect(outcome).toMatchObject({ status: 'FAILED', failedStep: { elementIndex: row.fail.length - 1 } });
    });
  });
}
