import { beforeAll, describe, expect, it } from 'vitest';
import { whyNot } from '../../support/test-runner.ts';
import { deepRows, quickRows } from './broken-rows.ts';
import { runRun } from './run-rows.ts';

const reason = await whyNot('FIREFOX');
/** What does not depend on the names that a browser gives to failed connections, and not on timers. */
const rows = [
  ...quickRows.filter(({ timesOut }) => timesOut === undefined),
  ...deepRows.filter(({ what }) =>
    /^an app that leaves only|^a frame of another|^a canvas|^an image/.test(what),
  ),
];

describe.runIf(reason === undefined)(`in an installed Firefox (${reason ?? 'it is here'})`, () => {
  let outcomes: Awaited<ReturnType<typeof runRun>>;
  beforeAll(async () => {
    outcomes = await runRun(rows, { workers: 2 }, 'FIREFOX');
  });

  it.each(rows.filter(({ broken }) => broken !== undefined))('a test case fails because of $what', (row) => {
    expect(outcomes.get(row)).toMatchObject({ status: 'FAILED' });
  });

  it.each(rows.filter(({ broken }) => broken === undefined))(
    'a test case passes in spite of $what',
    (row) => {
      expect(outcomes.get(row)).toMatchObject({ status: 'PASSED', errorMessage: null });
    },
  );
});
