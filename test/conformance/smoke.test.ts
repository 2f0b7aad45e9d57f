import { beforeAll, expect, it } from 'vitest';
import type { CaseOutcome } from '../../src/runner/runner.ts';
import { testMachine } from '../support/play.ts';
import { playRows } from './play-rows.ts';
import type { Row } from './rows/row.ts';
import { rows } from './rows/rows.ts';

/** The first row of each action, expectation and type of selector; the deep tests play all rows, in several browsers. */
const firstRows = rows.filter((row, index) => rows.findIndex(({ of }) => of === row.of) === index);

let outcomes: ReadonlyMap<Row, CaseOutcome>;
beforeAll(async () => {
  outcomes = await playRows(
    { browser: 'CHROMIUM', machine: await testMachine(), workers: 4 },
    firstRows,
    'pass',
  );
});

it.each(firstRows)('$of passes in Chromium: $name', (row) => {
  expect(outcomes.get(row)).toMatchObject({ errorMessage: null, status: 'PASSED' });
});
