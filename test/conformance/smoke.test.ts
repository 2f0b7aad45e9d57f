import { beforeAll, expect, it } from 'vitest';
import type { CaseOutcome } from '../../src/runner/runner.ts';
import { testMachine } from '../support/test-runner.ts';
import { expectationRows } from './rows/expectations.ts';
import type { Row } from './rows/row.ts';
import { rows } from './rows/rows.ts';
import { runRows } from './run-rows.ts';

/** The assertions on elements, which `runner/steps/expectations.test.ts` runs. */
const coveredElsewhere = expectationRows.filter(({ of }) => of !== 'TO_HAVE_URL' && of !== 'TO_HAVE_TITLE');
/** The first row of each other action, assertion and type of selector; the deep tests run all rows, in several browsers. */
const firstRows = rows.filter(
  (row, index) => !coveredElsewhere.includes(row) && rows.findIndex(({ of }) => of === row.of) === index,
);

let outcomes: ReadonlyMap<Row, CaseOutcome>;
beforeAll(async () => {
  outcomes = await runRows(
    { browser: 'CHROMIUM', machine: await testMachine(), workers: 4 },
    firstRows,
    'pass',
  );
});

it.each(firstRows)('$of passes in Chromium: $name', (row) => {
  expect(outcomes.get(row)).toMatchObject({ errorMessage: null, status: 'PASSED' });
});
