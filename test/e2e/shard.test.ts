import { expect, it } from 'vitest';
import { z } from 'zod';
import { startArtifactServer } from '../support/artifact-server.ts';
import { ended, type HostedAnswer, startHosted } from '../support/hosted-stand-in.ts';
import { makeScenario } from '../support/scenario.ts';

const results = z.object({ results: z.array(z.object({ name: z.string(), status: z.string() })) });
const loginId = '6f0c2c5e-4b8e-4c56-9a57-2f3f1f0a7d10';

/** A list of so many cases behind a login that is run for others alone. */
const casesBehindLogin = (count: number) => `- id: ${loginId}
  description: login
  type: LOGIN
  runStatus: OFF
  elements: []
${Array.from(
  { length: count },
  (_, index) => `- description: case ${index}
  dependencyId: ${loginId}
  elements:
    - selectors: [{ selectorType: ROLE, selector: heading, options: { name: Hello } }]
      assertion: { expectation: VISIBLE }
`,
).join('')}`;

const endedWithoutLogin: HostedAnswer = (cases, requests) =>
  ended()(
    cases.filter(({ description }) => description !== 'login'),
    requests,
  );

it('the jobs of a matrix run each case once, and share one comment', async () => {
  await using scenario = await makeScenario({ files: { 'browser-tests/all.yaml': casesBehindLogin(6) } });
  await using uploads = await startArtifactServer();
  await using hosted = await startHosted(endedWithoutLogin);
  const names: string[] = [];
  for (const shard of ['1/2', '2/2']) {
    const run = await scenario.runInProcess({ inputs: { ...hosted.inputs, shard }, env: uploads.env });
    expect(run.exitCode).toBe(0);
    expect(run.outputs.status).toBe('passed');
    expect(run.log).toMatch(new RegExp(`Shard ${shard.replace('/', ' of ')}: [1-5] of 6 test cases`));
    names.push(...results.parse(run.results).results.map(({ name }) => name));
  }
  expect(names.sort()).toEqual([0, 1, 2, 3, 4, 5].map((index) => `case ${index}`));
  const [comment, ...others] = scenario.github.comments;
  expect(others).toEqual([]);
  expect(comment?.body).toContain('### ✅ Browser tests passed (6 passed of 6, 2 jobs, ');
  for (const title of ['browser \\(1/2\\)', 'browser \\(2/2\\)']) expect(comment?.body).toContain(title);
});

it('a shard without test cases is green and explains why; the app is not contacted', async () => {
  await using scenario = await makeScenario({ files: { 'browser-tests/all.yaml': casesBehindLogin(1) } });
  await using hosted = await startHosted(ended());
  const run = (shard: string) => scenario.runInProcess({ inputs: { ...hosted.inputs, shard } });
  const runs = [await run('1/2'), await run('2/2')];
  expect(runs.map(({ exitCode }) => exitCode)).toEqual([0, 0]);
  expect(runs.map(({ outputs }) => outputs.status).sort()).toEqual(['nothing-to-run', 'passed']);
  const empty = runs.find(({ outputs }) => outputs.status === 'nothing-to-run');
  expect(empty?.summary).toMatch(/Shard [12] of 2 has no test case: there are fewer test cases than shards/);
});

it('shards of test cases that are all switched off are not green', async () => {
  await using scenario = await makeScenario({
    files: { 'browser-tests/a.yaml': 'description: A\nrunStatus: OFF\nelements: []\n' },
  });
  const { exitCode, outputs } = await scenario.runInProcess({ inputs: { shard: '1/2' } });
  expect(exitCode).toBe(1);
  expect(outputs.status).toBe('nothing-to-run');
});
