import { expect, it } from 'vitest';
import { ctrfJson } from '../../../src/report/files/ctrf.ts';
import { junitXml } from '../../../src/report/files/junit.ts';
import { ctrfErrors } from '../../support/ctrf.ts';
import { junitErrors } from '../../support/junit/validate-junit.ts';
import { failedAttemptOf, failedCaseOf, resultsOf } from '../../support/results.ts';

const long = 'é'.repeat(1_000_000);
const run = resultsOf({
  status: 'failed',
  results: [failedCaseOf({ errorMessage: long, earlierAttempts: [failedAttemptOf({ errorMessage: long })] })],
});

it('a message of a million characters is cut visibly in the JUnit file and the CTRF file', async () => {
  const [junit, ctrf] = [junitXml(run), ctrfJson(run)];
  for (const content of [junit, ctrf]) {
    expect(content).toContain(`${'é'.repeat(20_000)}…`);
    expect(content.length).toBeLessThan(100_000);
  }
  expect(await junitErrors([junit])).toEqual([]);
  expect(ctrfErrors(ctrf)).toEqual([]);
});
