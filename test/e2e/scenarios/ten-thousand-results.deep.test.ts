import { expect, it } from 'vitest';
import { ended, failedAt, startHosted } from '../../support/hosted-stand-in.ts';
import { expectRequests } from '../../support/request-table.ts';
import { makeScenario, manyCases } from '../../support/scenario.ts';

it('10,000 results: the one that failed comes first, and everything stays within its limit', async () => {
  await using scenario = await makeScenario({ files: manyCases(10_000) });
  await using hosted = await startHosted(
    ended((each) => (each.description === 'Case 7777' ? failedAt(each, 0, 'no button') : {})),
  );
  const { exitCode, outputs, summary, results } = await scenario.run({ inputs: hosted.inputs });
  expect(exitCode).toBe(1);
  expect(outputs).toMatchObject({ status: 'failed', total: '10000', passed: '9999', failed: '1' });
  expect(results).toMatchObject({ results: { length: 10_000 } });
  const body = scenario.github.comments[0]?.body ?? '';
  expect(body.length).toBeLessThan(60_000);
  for (const text of [body, summary]) {
    expect(text.indexOf('Case 7777')).toBeGreaterThan(0);
    expect(text.indexOf('Case 7777')).toBeLessThan(1000);
  }
  expect(Buffer.byteLength(summary)).toBeLessThan(1_000_000);
  await expectRequests('10,000 results', scenario.github.requests);
});
