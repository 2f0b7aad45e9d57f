import { describe, expect, it } from 'vitest';
import { sendJson } from '../support/http-server.ts';
import { textByMicromark } from '../support/parsed-markdown.ts';
import { addResults, archiveOf, eventOf, headSha, inMatrix, makePublishing } from '../support/publishing.ts';
import { caseResultOf, failedCaseOf, flakyCaseOf } from '../support/results.ts';
import { token } from '../support/scenario.ts';

const failed = {
  reason: '1 of 3 test cases failed.',
  results: [failedCaseOf({ trace: { path: 'pay-1.zip' } }), flakyCaseOf(), caseResultOf()],
};

describe("the results of a fork's run", () => {
  it('are posted to its pull request, with links that GitHub vouches for; the job is green', async () => {
    await using publishing = await makePublishing();
    const { github } = publishing;
    const run = github.addRun({ conclusion: 'failure' });
    addResults(publishing, failed);
    const { exitCode, log, outputs, summary } = await publishing.publish(run);
    expect(exitCode, log).toBe(0);
    expect(outputs).toMatchObject({ status: 'failed', total: '3', passed: '2', failed: '1', flaky: '1' });
    const [comment] = github.comments;
    expect(github.comments).toHaveLength(1);
    expect(outputs['comment-url']).toBe(comment?.html_url);
    const page = 'https://github.example/acme/shop';
    for (const text of [comment?.body, summary]) {
      expect(text).toContain('### ❌ Browser tests failed (1 failed, 1 flaky, 1 passed of 3, 12.3 s)');
      expect(text).toContain('Pay by card');
      expect(text).toContain(`${page}/blob/${headSha}/tests/checkout.yaml#L17`);
      expect(text).toContain(`${page}/actions/runs/${run.id}`);
    }
    const created = github.requests.filter(({ method }) => method === 'POST');
    expect(created.map(({ url }) => url)).toEqual(['/repos/acme/shop/issues/7/comments']);
  });

  it('of many jobs are posted for 20 of them, first those that failed', async () => {
    await using publishing = await makePublishing();
    const run = publishing.github.addRun({ conclusion: 'failure' });
    for (let number = 1; number < 25; number += 1) addResults(publishing, { job: { job: `job-${number}` } });
    addResults(publishing, { ...failed, job: { job: 'last' } });
    const { log } = await publishing.publish(run);
    expect(log).toContain('The workflow run has results of 25 jobs. Only 20 of them get a comment');
    const { comments } = publishing.github;
    expect(comments).toHaveLength(20);
    expect(comments[0]?.body).toContain('❌ Browser tests failed');
  });

  it('are downloaded without the token from where GitHub keeps them', async () => {
    await using publishing = await makePublishing();
    const run = publishing.github.addRun();
    addResults(publishing);
    await publishing.publish(run);
    expect(publishing.github.blobs.requests.length).toBeGreaterThan(0);
    expect(JSON.stringify(publishing.github.blobs.requests)).not.toContain(token);
    for (const { headers } of publishing.github.blobs.requests)
      expect(headers).not.toHaveProperty('authorization');
  });

  it('replace the comment of an earlier run, and never that of a later one', async () => {
    await using publishing = await makePublishing();
    const { github } = publishing;
    const first = github.addRun({ id: 300 });
    addResults(publishing);
    const second = github.addRun({ id: 301 });
    addResults(publishing, failed);
    await publishing.publish(first);
    expect(github.comments.map(({ body }) => body)).toEqual([expect.stringContaining('✅')]);
    await publishing.publish(second);
    expect(github.comments.map(({ body }) => body)).toEqual([expect.stringContaining('❌')]);
    const { log, exitCode } = await publishing.publish(first);
    expect(exitCode).toBe(0);
    expect(log).toContain('a later run has already written it');
    expect(github.comments.map(({ body }) => body)).toEqual([expect.stringContaining('❌')]);
  });

  it('of a matrix are in one comment, with the newest attempt of each job; the outputs count all', async () => {
    await using publishing = await makePublishing();
    const { github } = publishing;
    const run = github.addRun();
    addResults(publishing, inMatrix('one', 2));
    addResults(publishing, { ...inMatrix('two', 2), ...failed });
    addResults(publishing, inMatrix('two', 2, 2));
    const { exitCode, outputs, log } = await publishing.publish(run);
    expect(exitCode, log).toBe(0);
    expect(outputs).toMatchObject({ status: 'failed', total: '4', passed: '3' });
    const shown = textByMicromark(github.comments[0]?.body ?? '');
    expect(shown).toContain('browser (one)');
    expect(shown).toContain('browser (two)');
    // Once the failed job has run again.
    const again = await publishing.publish(run, { event: eventOf(run, { run_attempt: 2 }) });
    expect(again.outputs).toMatchObject({ status: 'passed', total: '2' });
    expect(github.comments.map(({ body }) => body)).toEqual([expect.stringContaining('✅')]);
  });

  it('of two jobs are in two comments', async () => {
    await using publishing = await makePublishing();
    const run = publishing.github.addRun();
    addResults(publishing, failed);
    addResults(publishing, { title: 'Checks / api', job: { job: 'api' } });
    const { outputs } = await publishing.publish(run);
    expect(outputs).toMatchObject({ status: 'failed', total: '4' });
    expect(publishing.github.comments.map(({ body }) => /### (.)/u.exec(body)?.[1]).sort()).toEqual([
      '✅',
      '❌',
    ]);
  });

  it('are on a check run of the commit if one is wanted', async () => {
    await using publishing = await makePublishing();
    const { github } = publishing;
    const inputs = { check: 'Browser tests', comment: 'never' };
    const run = github.addRun();
    addResults(publishing, failed);
    expect((await publishing.publish(run, { inputs })).exitCode).toBe(0);
    const green = github.addRun();
    addResults(publishing);
    await publishing.publish(green, { inputs });
    const check = { name: 'Browser tests', head_sha: headSha, status: 'completed' };
    expect(github.checkRuns).toMatchObject([
      { ...check, conclusion: 'failure' },
      { ...check, conclusion: 'success' },
    ]);
    expect(github.comments).toEqual([]);
  });

  it('are found by themselves: the input `artifact` is ignored with a warning', async () => {
    await using publishing = await makePublishing();
    const { github } = publishing;
    const run = github.addRun();
    addResults(publishing);
    github.addArtifact('browser-tests', archiveOf({ 'results.json': '{"numTotalTests": 1}' }));
    const { exitCode, log, outputs } = await publishing.publish(run, {
      inputs: { artifact: 'browser-tests' },
    });
    expect(exitCode, log).toBe(0);
    expect(outputs).toMatchObject({ status: 'passed', total: '1' });
    expect(log).toContain('::warning::`artifact` is not read by `mode: publish`');
  });
});

describe('nothing is posted, and the job is green,', () => {
  it('if the run has left no results', async () => {
    await using publishing = await makePublishing();
    const { github } = publishing;
    const run = github.addRun({ conclusion: 'failure' });
    github.addArtifact('coverage', archiveOf({ 'results.json': '{}' }));
    const { exitCode, log, outputs } = await publishing.publish(run);
    expect(exitCode).toBe(0);
    expect(log).toContain(`Run ${run.id} has no results artifact`);
    expect(outputs).toMatchObject({ status: 'nothing-to-run', total: '0', 'comment-url': '' });
    const passed = await publishing.publish(github.addRun());
    expect(passed.log).toContain('::warning::Run ');
    expect(log).not.toContain('::warning');
    expect(github.comments).toEqual([]);
  });

  it.each([
    ['has moved on', { sha: 'b'.repeat(40) }, 'pull request 7 has moved on from aaaaaaa to bbbbbbb'],
    [
      'is of another fork with the same branch',
      { repo: { full_name: 'mallory/shop' } },
      'no open pull request',
    ],
    ['is of a fork that was deleted', { repo: null }, 'no open pull request'],
  ])('if the pull request %s; the summary has the results', async (_, head, line) => {
    await using publishing = await makePublishing();
    const { github } = publishing;
    const run = github.addRun();
    addResults(publishing, failed);
    const [pull] = github.pulls.splice(0);
    if (pull !== undefined) github.pulls.push({ ...pull, head: { ...pull.head, ...head } });
    const { exitCode, log, summary } = await publishing.publish(run);
    expect(exitCode, log).toBe(0);
    expect(log).toContain(`No comment: ${line}`);
    expect(summary).toContain('### ❌ Browser tests failed');
    expect(github.comments).toEqual([]);
  });

  it('if the pull request is closed', async () => {
    await using publishing = await makePublishing();
    const run = publishing.github.addRun();
    addResults(publishing, failed);
    for (const pull of publishing.github.pulls) pull.state = 'closed';
    const { exitCode, log } = await publishing.publish(run);
    expect(exitCode).toBe(0);
    expect(log).toContain('No comment: no open pull request has the commit aaaaaaa of eve/shop as its head.');
    expect(publishing.github.comments).toEqual([]);
  });

  it('if the token may not write: a warning names the permission', async () => {
    await using publishing = await makePublishing({ readOnly: true });
    const run = publishing.github.addRun();
    addResults(publishing, failed);
    const { exitCode, log } = await publishing.publish(run);
    expect(exitCode).toBe(0);
    expect(log).toContain('Add `permissions: pull-requests: write` to the job');
  });
});

describe('the job is red', () => {
  it('if the artifacts may not be read', async () => {
    await using publishing = await makePublishing({
      intercept: ({ url }, response) => {
        if (!url.includes('/actions/')) return false;
        sendJson(response, 403, { message: 'Resource not accessible by integration' });
        return true;
      },
    });
    const { exitCode, log, outputs } = await publishing.publish(publishing.github.addRun());
    expect(exitCode).toBe(1);
    expect(outputs.status).toBe('error');
    expect(log).toContain('The artifacts of the workflow run could not be listed: Resource not accessible');
    expect(log).toContain('Add `permissions: actions: read` to the job.');
  });

  it.each([
    [
      'before the run is completed',
      { event: { action: 'requested', workflow_run: { id: 1, event: 'push', head_sha: headSha } } },
      'The workflow run 1 is not completed (requested)',
    ],
    ['without a payload', { event: {} }, 'The event file has no readable workflow run.'],
    ['without a token', { inputs: { 'github-token': '' } }, '`github-token` is empty or GITHUB_API_URL'],
    ['without a GitHub', { env: { GITHUB_API_URL: '' } }, 'GITHUB_API_URL is not set'],
    [
      'with an invalid address of GitHub',
      { env: { GITHUB_API_URL: 'localhost:3000' } },
      'GITHUB_API_URL is not a URL that starts with `https://`',
    ],
    [
      'in a later job without an artifact service',
      { eventName: 'push', event: {} },
      'Cannot read the results of this workflow run: ACTIONS_RUNTIME_TOKEN is not set',
    ],
  ])('%s, and says what to do', async (_, options, words) => {
    await using publishing = await makePublishing();
    const run = publishing.github.addRun();
    const { exitCode, log } = await publishing.publish(run, options);
    expect(exitCode).toBe(1);
    expect(log).toContain(words);
    expect(publishing.github.requests).toEqual([]);
  });
});
