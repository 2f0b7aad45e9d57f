import { strToU8, zipSync } from 'fflate';
import { describe, expect, it } from 'vitest';
import { sendJson } from '../support/http-server.ts';
import { textByMicromark } from '../support/parsed-markdown.ts';
import { archiveOf, eventOf, headSha, makePublishing, resultsOf } from '../support/publishing.ts';
import { token } from '../support/scenario.ts';
import { aFailure, aFlaky, aResult, aRun } from '../support/verdicts.ts';

const failed = aRun({
  status: 'failed',
  reason: '1 of 3 test cases failed.',
  green: false,
  results: [aFailure({ trace: { path: 'pay-1.zip' } }), aFlaky(), aResult()],
});
const passed = aRun();
const archive = (run = failed) => archiveOf({ 'results.json': resultsOf(run), 'pay-1.zip': 'a trace' });

describe("the results of a fork's run", () => {
  it('are told on its pull request, with links that GitHub vouches for; the job is green', async () => {
    await using publishing = await makePublishing();
    const { github } = publishing;
    const run = github.addRun({ conclusion: 'failure' });
    const { id } = github.addArtifact('browser-tests', archive());
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
      expect(text).toContain(`${page}/actions/runs/${run.id}/artifacts/${id}`);
    }
    const created = github.requests.filter(({ method }) => method === 'POST');
    expect(created.map(({ url }) => url)).toEqual(['/repos/acme/shop/issues/7/comments']);
  });

  it('are fetched without the token from where GitHub keeps them', async () => {
    await using publishing = await makePublishing();
    const run = publishing.github.addRun();
    publishing.github.addArtifact('browser-tests', archive());
    await publishing.publish(run);
    expect(publishing.github.blobs.requests).toHaveLength(1);
    expect(JSON.stringify(publishing.github.blobs.requests)).not.toContain(token);
    expect(publishing.github.blobs.requests[0]?.headers).not.toHaveProperty('authorization');
  });

  it('are read where a large trace stands beside them: it is not fetched', async () => {
    const trace = new Uint8Array(20 * 1024 * 1024);
    const large = Buffer.from(
      zipSync({ 'a.zip': [trace, { level: 0 }], 'results.json': strToU8(resultsOf(failed)) }),
    );
    await using publishing = await makePublishing({
      interceptBlob: ({ headers }, response) => {
        const [, from = 0, to = 0] = (/^bytes=(\d+)-(\d+)$/.exec(headers.range ?? '') ?? []).map(Number);
        const piece = large.subarray(from, to + 1);
        response.writeHead(206, {
          'content-range': `bytes ${from}-${from + piece.length - 1}/${large.length}`,
        });
        response.end(piece);
        return true;
      },
    });
    const run = publishing.github.addRun();
    publishing.github.addArtifact('browser-tests', new Uint8Array());
    const { exitCode, log, outputs } = await publishing.publish(run);
    expect(exitCode, log).toBe(0);
    expect(outputs).toMatchObject({ status: 'failed', total: '3' });
    const asked = publishing.github.blobs.requests.slice(1).map(({ headers }) => {
      const [, from = 0, to = 0] = (/(\d+)-(\d+)/.exec(headers.range ?? '') ?? []).map(Number);
      return to - from + 1;
    });
    expect(asked.reduce((total, bytes) => total + bytes, 0)).toBeLessThan(100_000);
  });

  it('take over the comment of an earlier run, and never that of a later one', async () => {
    await using publishing = await makePublishing();
    const { github } = publishing;
    const first = github.addRun({ id: 300 });
    github.addArtifact('browser-tests', archive(passed));
    const second = github.addRun({ id: 301 });
    github.addArtifact('browser-tests', archive());
    await publishing.publish(first);
    expect(github.comments.map(({ body }) => body)).toEqual([expect.stringContaining('✅')]);
    await publishing.publish(second);
    expect(github.comments.map(({ body }) => body)).toEqual([expect.stringContaining('❌')]);
    const { log, exitCode } = await publishing.publish(first);
    expect(exitCode).toBe(0);
    expect(log).toContain('a later run has written it already');
    expect(github.comments.map(({ body }) => body)).toEqual([expect.stringContaining('❌')]);
  });

  it('of a matrix are sections of one comment; its outputs count them all', async () => {
    await using publishing = await makePublishing();
    const { github } = publishing;
    const run = github.addRun();
    github.addArtifact('browser-tests-1-2', archive(passed));
    github.addArtifact('browser-tests-2-2', archive());
    github.addArtifact('browser-tests-2-2-attempt-2', archive(passed));
    const { exitCode, outputs, log } = await publishing.publish(run);
    expect(exitCode, log).toBe(0);
    expect(outputs).toMatchObject({ status: 'failed', total: '4', passed: '3' });
    expect(github.comments).toHaveLength(1);
    const told = textByMicromark(github.comments[0]?.body ?? '');
    expect(told).toContain('browser-tests (1-2)');
    expect(told).toContain('browser-tests (2-2)');
    // Once the failed job has run again.
    const again = await publishing.publish(run, { event: eventOf(run, { run_attempt: 2 }) });
    expect(again.outputs).toMatchObject({ status: 'passed', total: '2' });
    expect(github.comments.map(({ body }) => body)).toEqual([expect.stringContaining('✅')]);
  });

  it('are on a check run of the commit where one is asked for', async () => {
    await using publishing = await makePublishing();
    const { github } = publishing;
    const inputs = { check: 'Browser tests', comment: 'never' };
    const run = github.addRun();
    github.addArtifact('browser-tests', archive());
    expect((await publishing.publish(run, { inputs })).exitCode).toBe(0);
    const green = github.addRun();
    github.addArtifact('browser-tests', archive(passed));
    await publishing.publish(green, { inputs });
    const check = { name: 'Browser tests', head_sha: headSha, status: 'completed' };
    expect(github.checkRuns).toMatchObject([
      { ...check, conclusion: 'failure' },
      { ...check, conclusion: 'success' },
    ]);
    expect(github.comments).toEqual([]);
  });

  it('are beside artifacts of other tools, which are left alone', async () => {
    await using publishing = await makePublishing();
    const { github } = publishing;
    const run = github.addRun();
    github.addArtifact('browser-tests', archive(passed));
    github.addArtifact('browser-tests-jest', archiveOf({ 'results.json': '{"numTotalTests": 1}' }));
    github.addArtifact('browser-tests-logs', archiveOf({ 'results-jest.json': '{}' }));
    const { exitCode, log, outputs } = await publishing.publish(run);
    expect(exitCode, log).toBe(0);
    expect(outputs).toMatchObject({ status: 'passed', total: '1' });
    for (const name of ['browser-tests-jest', 'browser-tests-logs']) {
      expect(log).toContain(`The artifact ${name} holds no results of this action: it is left alone.`);
    }
    const alone = github.addRun({ conclusion: 'cancelled' });
    github.addArtifact('browser-tests-logs', archiveOf({ 'results-jest.json': '{}' }));
    expect((await publishing.publish(alone)).exitCode).toBe(0);
  });
});

describe('nothing is posted, and the job is green,', () => {
  it('where the run has left no artifact', async () => {
    await using publishing = await makePublishing();
    const { github } = publishing;
    const run = github.addRun({ conclusion: 'failure' });
    github.addArtifact('coverage', archive());
    const { exitCode, log, outputs } = await publishing.publish(run);
    expect(exitCode).toBe(0);
    expect(log).toContain(
      `::warning::Run ${run.id} has no artifact browser-tests: it failed before its tests had begun, or the step that tests has no input \`artifact: browser-tests\`.`,
    );
    expect(outputs).toMatchObject({ status: 'nothing-to-run', total: '0', 'comment-url': '' });
    const passed = await publishing.publish(github.addRun());
    expect(passed.log).toContain('Give the step that tests the input `artifact: browser-tests`.');
    const cancelled = await publishing.publish(github.addRun({ conclusion: 'cancelled' }));
    expect(cancelled.log).not.toContain('::warning');
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
  ])('where the pull request %s; the summary has the results', async (_, head, line) => {
    await using publishing = await makePublishing();
    const { github } = publishing;
    const run = github.addRun();
    github.addArtifact('browser-tests', archive());
    const [pull] = github.pulls.splice(0);
    if (pull !== undefined) github.pulls.push({ ...pull, head: { ...pull.head, ...head } });
    const { exitCode, log, summary } = await publishing.publish(run);
    expect(exitCode, log).toBe(0);
    expect(log).toContain(`No comment: ${line}`);
    expect(summary).toContain('### ❌ Browser tests failed');
    expect(github.comments).toEqual([]);
  });

  it('where the pull request is closed', async () => {
    await using publishing = await makePublishing();
    const run = publishing.github.addRun();
    publishing.github.addArtifact('browser-tests', archive());
    for (const pull of publishing.github.pulls) pull.state = 'closed';
    const { exitCode, log } = await publishing.publish(run);
    expect(exitCode).toBe(0);
    expect(log).toContain('No comment: no open pull request has the commit aaaaaaa of eve/shop as its head.');
    expect(publishing.github.comments).toEqual([]);
  });

  it('where the token may not write: a warning names the permission', async () => {
    await using publishing = await makePublishing({ readOnly: true });
    const run = publishing.github.addRun();
    publishing.github.addArtifact('browser-tests', archive());
    const { exitCode, log } = await publishing.publish(run);
    expect(exitCode).toBe(0);
    expect(log).toContain('Add `permissions: pull-requests: write` to the job');
  });
});

describe('the job is red', () => {
  it('where the artifacts may not be read', async () => {
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
    expect(log).toContain(
      "The artifacts of the run can't be read (403: Resource not accessible by integration). Add `permissions: actions: read` to the job. Nothing was published.",
    );
  });

  it.each([
    [
      'for another event',
      { eventName: 'push', event: {} },
      'this is the event push. Write `on: { workflow_run:',
    ],
    [
      'before the run is over',
      { event: { action: 'requested', workflow_run: { id: 1, event: 'push', head_sha: headSha } } },
      'The workflow run 1 is not over (requested)',
    ],
    ['without a payload', { event: {} }, "The event's payload names no workflow run that can be read."],
    [
      'without a token',
      { inputs: { 'github-token': '' } },
      '`mode: publish` reads an artifact from GitHub, and `github-token` is empty.',
    ],
    ['without a GitHub', { env: { GITHUB_API_URL: '' } }, 'GITHUB_API_URL is not set'],
    ['without a name', { inputs: { artifact: '' } }, 'artifact: is missing'],
  ])('%s, and says what to do', async (_, options, words) => {
    await using publishing = await makePublishing();
    const run = publishing.github.addRun();
    const { exitCode, log } = await publishing.publish(run, options);
    expect(exitCode).toBe(1);
    expect(log).toContain(words);
    expect(publishing.github.requests).toEqual([]);
  });
});
