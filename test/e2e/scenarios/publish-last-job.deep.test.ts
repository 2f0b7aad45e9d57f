import { describe, expect, it } from 'vitest';
import { startArtifactServer } from '../../support/artifact-server.ts';
import { makeScenario } from '../../support/scenario.ts';
import { files, runJobs, runLastJob } from './last-job.ts';

describe('publish in the last job of the workflow: the check of a whole matrix', () => {
  it('is red if one job failed', async () => {
    await using scenario = await makeScenario({ files });
    await using uploads = await startArtifactServer();
    await runJobs(scenario, uploads, ['good', 'bad']);
    const { exitCode, log, outputs } = await runLastJob(scenario, uploads);
    expect(exitCode).toBe(1);
    expect(outputs).toMatchObject({ status: 'failed', total: '2', failed: '1' });
    expect(log).toMatch(/^::error::.*firefox/m);
    expect(scenario.github.comments[0]?.body).toContain('### ❌ Browser tests failed');
    expect(scenario.github.checkRuns).toMatchObject([{ conclusion: 'failure' }]);
  });

  it('is red if a job has not reported', async () => {
    await using scenario = await makeScenario({ files });
    await using uploads = await startArtifactServer();
    await runJobs(scenario, uploads, ['good']);
    const { exitCode, log } = await runLastJob(scenario, uploads);
    expect(exitCode).toBe(1);
    expect(log).toContain('(1 of 2 jobs reported');
    const [comment] = scenario.github.comments;
    expect(comment?.body).toContain('### ⚠️ Browser test results are missing (1 of 2 jobs reported');
    expect(scenario.github.checkRuns).not.toMatchObject([{ conclusion: 'success' }]);
  });

  it('is red if a job without a matrix ended before its tests', async () => {
    await using scenario = await makeScenario({ files });
    await using uploads = await startArtifactServer();
    await runJobs(scenario, uploads, ['good', 'good']);
    const { exitCode, outputs, log } = await runLastJob(scenario, uploads, { smoke: 'failure' });
    expect(exitCode).toBe(1);
    expect(outputs.status).toBe('error');
    expect(log).toContain('The job `smoke` failed.');
    expect(scenario.github.checkRuns).not.toMatchObject([{ conclusion: 'success' }]);
  });

  it('is an error if no job has reported', async () => {
    await using scenario = await makeScenario({ files });
    await using uploads = await startArtifactServer();
    const { exitCode, log, outputs } = await runLastJob(scenario, uploads);
    expect(exitCode).toBe(1);
    expect(outputs.status).toBe('error');
    expect(log).toContain('No job of this workflow run has uploaded results.');
    expect(scenario.github.comments).toEqual([]);
  });
});
