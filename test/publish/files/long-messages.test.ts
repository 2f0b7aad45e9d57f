import { expect, it } from 'vitest';
import { ctrfJson } from '../../../src/publish/files/ctrf.ts';
import { junitXml } from '../../../src/publish/files/junit.ts';
import { ctrfErrors } from '../../support/ctrf.ts';
import { junitErrors } from '../../support/junit/validate-junit.ts';
import { aFailure, aRun } from '../../support/verdicts.ts';

const long = 'é'.repeat(1_000_000);
const run = aRun({
  status: 'failed',
  green: false,
  results: [aFailure({ errorMessage: long, earlierAttempts: [aFailure({ errorMessage: long })] })],
});

it('a message of a million characters does not swell the files for programs; its cut shows', async () => {
  const [junit, ctrf] = [junitXml(run), ctrfJson(run)];
  for (const content of [junit, ctrf]) {
    expect(content).toContain(`${'é'.repeat(20_000)}…`);
    expect(content.length).toBeLessThan(100_000);
  }
  expect(await junitErrors([junit])).toEqual([]);
  expect(ctrfErrors(ctrf)).toEqual([]);
});
