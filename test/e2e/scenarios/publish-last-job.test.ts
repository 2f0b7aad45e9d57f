import { join } from 'node:path';
import { strToU8, zipSync } from 'fflate';
import { describe, expect, it } from 'vitest';
import { startArtifactServer } from '../../support/artifact-server.ts';
import { ended, failedAt, startHosted } from '../../support/hosted-stand-in.ts';
import { expectRequests } from '../../support/request-table.ts';
import { makeScenario } from '../../support/scenario.ts';
import { files, runJobs, runLastJob } from './last-job.ts';

describe('publish in the last job of the workflow: the check of a whole matrix', () => {
  it('is green if all jobs are', async () => {
    await using scenario = await makeScenario({ files });
    await using uploads = await startArtifactServer();
    await runJobs(scenario, uploads, ['good', 'good']);
    const { github } = scenario;
    const before = github.requests.length;
    const { exitCode, log, outputs, summary } = await runLastJob(scenario, uploads);
    expect(exitCode, log).toBe(0);
    expect(outputs).toMatchObject({ status: 'passed', total: '2', passed: '2' });
    expect(summary).toContain('✅ Browser tests passed');
    expect(github.comments).toHaveLength(1);
    expect(github.comments[0]?.body).toContain('### ✅ Browser tests passed (2 passed of 2, 2 jobs');
    expect(github.checkRuns).toMatchObject([{ name: 'Required gate', conclusion: 'success' }]);
    const requests = github.requests.slice(before);
    await expectRequests('publish in the last job, with a check run', requests, { reading: 3, writing: 2 });
  });

  it.each([{ matrix: JSON.stringify({ browser: 'chrome' }), 'job-total': '1' }, { shard: '1/1' }])(
    'is green after a matrix of one job, and after a single shard: %o',
    async (only) => {
      await using scenario = await makeScenario({ files });
      await using uploads = await startArtifactServer();
      await using hosted = await startHosted(ended());
      const job = { inputs: { ...hosted.inputs, ...only }, env: uploads.env };
      expect((await scenario.runInProcess(job)).exitCode).toBe(0);
      const { exitCode, log, outputs } = await runLastJob(scenario, uploads);
      expect(exitCode, log).toBe(0);
      expect(outputs).toMatchObject({ status: 'passed', total: '1', passed: '1' });
      expect(scenario.github.comments).toHaveLength(1);
    },
  );

  it('is that of the commit that the jobs have tested, if the workflow runs on another one', async () => {
    await using scenario = await makeScenario({ files });
    let isBroken = false;
    await using uploads = await startArtifactServer({
      interceptBlob: ({ method }, response) => {
        if (!isBroken || method !== 'GET') return false;
        response.end(zipSync({ 'results.json': strToU8('no JSON') }));
        return true;
      },
    });
    const { github } = scenario;
    const tested = 'a'.repeat(40);
    const head = { sha: tested, ref: 'feature', repo: { full_name: 'acme/shop' } };
    github.pulls.push({ number: 7, state: 'open', head });
    const comment = {
      eventName: 'issue_comment',
      event: { issue: { number: 7, pull_request: {} } },
      env: { GITHUB_REF: 'refs/heads/main' },
      checkedOut: tested,
    };
    await runJobs(scenario, uploads, ['good', 'good'], comment);
    const { exitCode, log } = await runLastJob(scenario, uploads, {}, comment);
    expect(exitCode, log).toBe(0);
    expect(github.checkRuns).toMatchObject([{ head_sha: tested, conclusion: 'success' }]);
    expect(github.comments[0]?.body).toContain('Commit `aaaaaaa`');
    // A job whose results cannot be read does not say which commit it has tested.
    isBroken = true;
    expect((await runLastJob(scenario, uploads, {}, comment)).exitCode).toBe(1);
    expect(github.checkRuns).toHaveLength(1);
    expect(github.comments[0]?.body).not.toContain('ddddddd');
  });

  it('is red if a job without a matrix failed, although GitHub may not know it, and shows all its steps', async () => {
    await using scenario = await makeScenario({ files });
    await using uploads = await startArtifactServer();
    await runJobs(scenario, uploads, ['good', 'good']);
    await using hosted = await startHosted(ended());
    // Steps of a job share the folder for its files.
    const temp = join(scenario.workspace.path, 'temp');
    const smoke = { ...uploads.env, GITHUB_JOB: 'smoke', RUNNER_TEMP: temp };
    await scenario.runInProcess({ inputs: hosted.inputs, env: { ...smoke, GITHUB_ACTION: 'first' } });
    expect(uploads.artifacts).toHaveLength(2);
    hosted.answer = ended((each) => failedAt(each, 0, 'no button'));
    await scenario.runInProcess({ inputs: hosted.inputs, env: { ...smoke, GITHUB_ACTION: 'second' } });
    // Results of both steps, and the report and failures.md of the second.
    expect(uploads.artifacts).toHaveLength(6);
    // `continue-on-error` makes the job a success.
    const { exitCode, outputs, log } = await runLastJob(scenario, uploads, { smoke: 'success' });
    expect(exitCode).toBe(1);
    expect(outputs).toMatchObject({ status: 'failed', total: '4', failed: '1' });
    expect(log).toMatch(/^::error::.*smoke/m);
    const ofSmoke = scenario.github.comments.find(({ body }) => body.includes('❌'));
    expect(ofSmoke?.body).toContain('1 failed, 1 passed of 2');
  });
});
