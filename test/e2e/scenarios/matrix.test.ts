import { describe, expect, it } from 'vitest';
import { startArtifactServer } from '../../support/artifact-server.ts';
import { ended, startHosted } from '../../support/hosted-stand-in.ts';
import { makeScenario } from '../../support/scenario.ts';
import { bodyOf, expectOneComment, files, jobs, optionsOf } from './matrix-at-once.ts';

describe('a matrix', () => {
  it('of jobs that run at once shares one comment, with few requests, at the first push and at the second', () =>
    expectOneComment(jobs.slice(3, 5)));

  it('is not green while jobs are missing, and says how many have reported', async () => {
    await using scenario = await makeScenario({ files });
    await using uploads = await startArtifactServer();
    await using good = await startHosted(ended());
    for (const job of jobs.slice(0, 3)) await scenario.runInProcess(optionsOf(job, good, uploads.env));
    expect(bodyOf(scenario)).toContain(
      '### ⏳ Browser tests are running (3 of 8 jobs reported, 3 passed of 3)',
    );
  });

  it('whose jobs have wrong inputs does not stay green from an earlier run', async () => {
    await using scenario = await makeScenario({ files });
    await using good = await startHosted(ended());
    const options = jobs.slice(0, 2).map((job) => {
      const { inputs } = optionsOf(job, good);
      return { ...inputs, 'job-total': '2' };
    });
    await using uploads = await startArtifactServer();
    for (const inputs of options) await scenario.runInProcess({ inputs, env: uploads.env });
    expect(bodyOf(scenario)).toContain('### ✅');
    await using next = await startArtifactServer();
    for (const inputs of options) {
      const env = { ...next.env, GITHUB_RUN_ID: '101' };
      expect((await scenario.runInProcess({ inputs: { ...inputs, timeout: 'soon' }, env })).exitCode).toBe(1);
    }
    expect(bodyOf(scenario)).toContain('### ⚠️ Browser tests could not run (2 jobs');
  });
});
