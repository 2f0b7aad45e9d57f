import { describe, expect, it } from 'vitest';
import { startArtifactServer } from '../../support/artifact-server.ts';
import { ended, startHosted } from '../../support/hosted-stand-in.ts';
import { makeScenario } from '../../support/scenario.ts';
import { bodyOf, expectOneComment, failing, files, jobs, optionsOf } from './matrix-at-once.ts';

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

  it('whose jobs fail in the same way shows the failure once, and a warning with the job that has it', async () => {
    await using scenario = await makeScenario({ files });
    await using uploads = await startArtifactServer();
    await using bad = await startHosted(failing);
    for (const job of jobs.slice(0, 2)) {
      const { inputs, env } = optionsOf(job, bad, uploads.env, 2);
      const more: Record<string, string> = job.screen === 'wide' ? { retrys: '0' } : {};
      await scenario.runInProcess({ inputs: { ...inputs, ...more }, env });
    }
    const body = bodyOf(scenario);
    expect(body).toContain('(2 failed of 2, 2 jobs');
    expect(body.match(/no button/g)).toHaveLength(1);
    expect(body).toMatch(/\*\*Ada logs in\*\*.* · also in browser \\\(chrome, wide\\\)<br>/);
    expect(body).toMatch(/⚠️ browser \\\(chrome, wide\\\): \\"retrys\\" is not an input/);
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
