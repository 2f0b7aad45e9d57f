import { beforeAll, describe, expect, it } from 'vitest';
import type { CaseOutcome } from '../../src/runner/runner.ts';
import { type BrowserUnderTest, playRows } from './play-rows.ts';
import type { Row } from './rows/row.ts';
import { rows } from './rows/rows.ts';

/** Timeout for playing all rows, in ms: ample, since a machine of CI may be slow or stall. */
const playMs = 2_400_000;

/** Plays all rows in a browser, those that are meant to pass and those that are meant to fail, and tests each. */
export function testConformance(under: BrowserUnderTest): void {
  const { browser } = under;
  const supported = rows.filter(({ exceptIn }) => exceptIn?.[browser] === undefined);
  let passing: ReadonlyMap<Row, CaseOutcome>;
  let failing: ReadonlyMap<Row, CaseOutcome>;
  beforeAll(async () => {
    passing = await playRows(under, supported, 'pass');
    failing = await playRows(under, supported, 'fail');
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
