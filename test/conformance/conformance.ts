import { beforeAll, describe, expect, it } from 'vitest';
import type { CaseOutcome } from '../../src/runner/runner.ts';
import type { Row } from './rows/row.ts';
import { rows } from './rows/rows.ts';
import { type BrowserUnderTest, runRows } from './run-rows.ts';

/** Timeout for running all rows, in ms: ample, since a machine of CI may be slow or stall. */
const runTimeoutMs = 2_400_000;

/** Runs all rows in a browser, those that are meant to pass and those that are meant to fail, and tests each. */
export function testConformance(under: BrowserUnderTest): void {
  const { browser } = under;
  const supported = rows.filter(({ exceptIn }) => exceptIn?.[browser] === undefined);
  let passing: ReadonlyMap<Row, CaseOutcome>;
  let failing: ReadonlyMap<Row, CaseOutcome>;
  beforeAll(async () => {
    passing = await runRows(under, supported, 'pass');
    failing = await runRows(under, supported, 'fail');
  }, runTimeoutMs);

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
