import { expect, it } from 'vitest';
import { ended, failedAt, startHosted } from '../../support/hosted-stand-in.ts';
import { expectRequests } from '../../support/request-table.ts';
import { makeScenario, manyCases } from '../../support/scenario.ts';

it('500 failures: the comment is cut between two cases, and says where the rest is', async () => {
  await using scenario = await makeScenario({ files: manyCases(500) });
  await using hosted = await startHosted(
    ended((each) => failedAt(each, 0, `no button for ${each.description}. ${'It took long. '.repeat(20)}`)),
  );
  const { exitCode, log, outputs, summary, results } = await scenario.runInProcess({ inputs: hosted.inputs });
  expect(exitCode).toBe(1);
  expect(outputs).toMatchObject({ status: 'failed', total: '500', failed: '500' });
  expect(results).toMatchObject({ results: { length: 500 } });
  const body = scenario.github.comments[0]?.body ?? '';
  expect(body.length).toBeLessThan(60_000);
  expect(body).toContain('500 failed');
  expect(body).toMatch(/job summary|results file/);
  // Each case that begins is described to its end.
  const begun = body.match(/no button for Case \d+\./g) ?? [];
  expect(begun.length).toBeGreaterThan(50);
  expect(begun.length).toBeLessThan(500);
  expect(body.match(/<details/g)?.length ?? 0).toBe(body.match(/<\/details>/g)?.length ?? 0);
  expect((body.match(/^```/gm)?.length ?? 0) % 2).toBe(0);
  // The summary has room for all.
  expect(Buffer.byteLength(summary)).toBeLessThan(1_000_000);
  expect(new Set(summary.match(/no button for Case \d+\./g)).size).toBe(500);
  expect((log.match(/^::error/gm) ?? []).length).toBeLessThanOrEqual(10);
  await expectRequests('500 failures', scenario.github.requests);
});
