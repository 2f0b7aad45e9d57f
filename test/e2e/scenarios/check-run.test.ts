import { expect, it } from 'vitest';
import { ended, failedAt, startHosted } from '../../support/hosted-stand-in.ts';
import { expectRequests } from '../../support/request-table.ts';
import { makeScenario, manyCases } from '../../support/scenario.ts';

it('a check run with 120 failures: on the head commit, each failure on its line', async () => {
  await using scenario = await makeScenario({ files: manyCases(120) });
  const { github } = scenario;
  await using hosted = await startHosted(
    ended((each) => failedAt(each, 0, `no button for ${each.description}`)),
  );
  const { exitCode, log } = await scenario.runInProcess({
    inputs: { ...hosted.inputs, check: 'Browser tests' },
  });
  expect(exitCode).toBe(1);
  expect(github.checkRuns).toMatchObject([
    {
      name: 'Browser tests',
      head_sha: 'a'.repeat(40),
      status: 'completed',
      conclusion: 'failure',
      details_url: 'https://github.example/acme/shop/actions/runs/100',
    },
  ]);
  const annotations = github.checkRuns[0]?.annotations ?? [];
  expect(annotations).toHaveLength(120);
  expect(new Set(annotations.map(({ path, start_line }) => `${path}:${start_line}`)).size).toBe(120);
  expect(annotations[0]).toMatchObject({ path: 'browser-tests/from-1.json', annotation_level: 'failure' });
  expect(annotations[0]?.message).toContain('no button for Case 1');
  expect(github.checkRuns[0]?.output.summary).toContain('120 of 120 test cases failed');
  // They stand there, and not twice.
  expect((log.match(/^::error/gm) ?? []).length).toBe(1);
  await expectRequests('check run with 120 failures', github.requests, { reading: 3, writing: 6 });
});
