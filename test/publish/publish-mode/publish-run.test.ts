import { strToU8, zipSync } from 'fflate';
import { describe, expect, it } from 'vitest';
import { type ResultsStore, resultsArtifactName } from '../../../src/github/results-store.ts';
import { type PublishRunOptions, publishRun } from '../../../src/publish/publish-mode/publish-run.ts';
import { renderComment } from '../../../src/report/comment/render-comment.ts';
import { gateKey, singleJobKey } from '../../../src/results/jobs.ts';
import { formatResults } from '../../../src/results/results-file.ts';
import type { JobIdentity, RunResults } from '../../../src/results/run-results.ts';
import type { StoredRun } from '../../support/github/runs.ts';
import { type GitHubOptions, type GitHubServer, startGitHub } from '../../support/github-server.ts';
import { sendJson } from '../../support/http-server.ts';
import { headSha, type PublishingOverrides, publishingOf } from '../../support/publishing-options.ts';
import {
  caseResultOf,
  contentOf,
  factsOf,
  failedCaseOf,
  jobIdentityOf,
  resultsOf,
  visibleText,
} from '../../support/results.ts';

const publishFacts = factsOf({
  title: 'Publish / publish',
  job: { workflow: 'Publish', job: 'publish', runId: 999 },
});

/** GitHub with pull request 7 from a fork, and the finished run 100 of the workflow `Checks`. */
async function startFork({ conclusion = 'success', ...options }: GitHubOptions & Partial<StoredRun> = {}) {
  const github = await startGitHub(options);
  const repo = { full_name: 'eve/shop' };
  github.pulls.push({ number: 7, state: 'open', head: { sha: headSha, ref: 'feature', repo } });
  github.addRun({ id: 100, conclusion });
  return github;
}

/** Publishes the finished run. */
async function publishFinished(
  server: GitHubServer,
  run: Partial<StoredRun> = {},
  overrides: Partial<PublishRunOptions> & PublishingOverrides = {},
) {
  const workflowRun = {
    ...{ id: 100, run_attempt: 1, name: 'Checks', event: 'pull_request', conclusion: 'success' },
    ...{ head_sha: headSha, head_branch: 'feature', head_repository: { full_name: 'eve/shop' }, ...run },
  };
  const options = publishingOf(server, { facts: publishFacts, eventName: 'workflow_run', ...overrides });
  const error = await publishRun(options, {
    when: 'always',
    check: undefined,
    sha: undefined,
    event: { action: 'completed', workflow_run: workflowRun },
    repository: 'acme/shop',
    repositoryUrl: 'https://github.example/acme/shop',
    needs: undefined,
    ...overrides,
  }).catch((reason: unknown) => reason);
  return { host: options.host, error: error instanceof Error ? error.message : undefined };
}

const jobOf = (overrides: Partial<JobIdentity> = {}) => ({ runId: 100, workflow: 'Checks', ...overrides });
function upload(github: GitHubServer, overrides: Partial<RunResults> = {}, job: Partial<JobIdentity> = {}) {
  const results = resultsOf({ context: { sha: headSha }, ...overrides, job: jobOf(job) });
  const name = resultsArtifactName(results.job);
  github.addArtifact(name, zipSync({ 'results.json': strToU8(formatResults(results)) }));
}
const shown = ({ comments }: GitHubServer, index = 0) => visibleText(comments[index]?.body ?? '');
/** Markdown without backslashes. */
const unescaped = (text: string) => text.replaceAll('\\', '');
const checkOptions = { check: {} };

describe('a finished run of a fork', () => {
  it('gets comment, check run, summary and outputs, with the facts that GitHub knows', async () => {
    await using github = await startFork({ conclusion: 'failure' });
    const trace = { url: 'https://evil.example/t' };
    upload(github, { results: [failedCaseOf({ trace })], reportUrl: 'https://evil.example' });
    const { host, error } = await publishFinished(github, { conclusion: 'failure' }, checkOptions);
    expect(error).toBeUndefined();
    expect(shown(github)).toMatch(/^### ❌ Browser tests failed/);
    expect(shown(github)).toContain('https://github.example/acme/shop/actions/runs/100');
    expect(github.comments[0]?.body).not.toContain('evil');
    const key = gateKey(jobIdentityOf(jobOf()));
    expect(github.comments[0]?.body).toContain(`<!-- browser-test-gate:${key} run=100.1 -->`);
    const check = { name: 'Checks / browser', head_sha: headSha, conclusion: 'failure' };
    expect(github.checkRuns).toMatchObject([check]);
    expect(host.outputs).toMatchObject({ status: 'failed', failed: '1', 'comment-url': expect.any(String) });
    expect(host.summary.join()).toContain('Pay by card');
  });

  it('has one comment for each gate, with the newest attempt of each job', async () => {
    await using github = await startFork();
    const matrix = (browser: string, attempt = 1) => ({ matrix: [browser], jobTotal: 2, attempt });
    upload(github, { results: [failedCaseOf()] }, matrix('a'));
    upload(github, {}, matrix('b'));
    upload(github, {}, matrix('a', 2));
    upload(github, {}, { job: 'other' });
    const { error } = await publishFinished(github, { run_attempt: 2 });
    expect(error).toBeUndefined();
    expect(github.comments).toHaveLength(2);
    expect(shown(github)).toMatch(/^### ✅ Browser tests passed \(2 passed of 2, 2 jobs/);
    expect(shown(github)).toMatch(/: a \| 1 passed of 1 \|.*\n.*: b \| 1 passed of 1, from attempt 1 \|/);
  });

  it.each(['own', 'other'])(
    'is red if one of two artifacts of the same job is, whose workflows differ: %s',
    async (red) => {
      await using github = await startFork();
      const failed = { results: [failedCaseOf()] };
      upload(github, red === 'own' ? failed : {});
      upload(github, red === 'own' ? {} : failed, { workflow: 'Other' });
      await publishFinished(github, {}, checkOptions);
      expect(shown(github)).toMatch(/^### ❌ Browser tests failed/);
      expect(github.checkRuns).toMatchObject([{ conclusion: 'failure' }]);
    },
  );

  it.each(['failure', 'cancelled', 'timed_out', 'skipped'])(
    'that ended as %s is never green, although its results are',
    async (conclusion) => {
      await using github = await startFork({ conclusion });
      upload(github);
      const { host } = await publishFinished(github, { conclusion }, checkOptions);
      const headline = /⚠️ Browser tests passed, but the workflow run ended as/;
      expect(shown(github)).toMatch(/^### ⚠️ Browser tests passed, but the workflow run ended as/);
      expect(github.checkRuns).toMatchObject([{ conclusion: 'failure' }]);
      expect(host.outputs).toMatchObject({ status: 'error', total: '1', passed: '1' });
      expect(host.lines).toContainEqual(expect.stringMatching(headline));
      expect(host.summary.join()).toMatch(headline);
    },
  );

  it('names the shards that left no results, and is not green in any place', async () => {
    await using github = await startFork();
    for (const number of [1, 3]) upload(github, {}, { shard: { number, total: 4 } });
    const { host, error } = await publishFinished(github, {}, checkOptions);
    expect(error).toBeUndefined();
    const missing = 'Missing: shard 2/4; shard 4/4.';
    expect(shown(github)).toMatch(/^### ⚠️ Browser test results are missing \(2 of 4 jobs reported/);
    expect(unescaped(shown(github))).toContain(missing);
    expect(github.checkRuns).toMatchObject([{ conclusion: 'failure' }]);
    expect(unescaped(github.checkRuns[0]?.output?.summary ?? '')).toContain(missing);
    expect(host.outputs).toMatchObject({ status: 'error', total: '2', passed: '2' });
    expect(host.lines).toContainEqual(expect.stringContaining(missing));
    expect(unescaped(host.summary.join())).toContain(missing);
  });

  it('gets a comment with `on-failure` if a shard is missing, and none if all are there', async () => {
    await using github = await startFork();
    upload(github, {}, { shard: { number: 1, total: 2 } });
    await publishFinished(github, {}, { when: 'on-failure' });
    expect(shown(github)).toMatch(/^### ⚠️ Browser test results are missing/);
    await using complete = await startFork();
    for (const number of [1, 2]) upload(complete, {}, { shard: { number, total: 2 } });
    await publishFinished(complete, {}, { when: 'on-failure' });
    expect(complete.comments).toEqual([]);
  });

  it('names the jobs of GitHub that did not succeed if a job of the matrix left no results', async () => {
    await using github = await startFork({ conclusion: 'failure' });
    const ended = (id: number, name: string, conclusion: string | null, attempt = 1) =>
      github.jobs.push({
        ...{ id, name, conclusion, run_id: 100, run_attempt: attempt },
        status: conclusion === null ? 'in_progress' : 'completed',
      });
    ended(1, 'browser (chrome)', 'success');
    ended(2, 'browser (firefox) <b>', 'cancelled');
    ended(3, 'deploy', 'skipped');
    ended(4, 'publish', null);
    ended(5, 'browser (safari)', 'failure', 2);
    upload(github, {}, { matrix: ['chrome'], jobTotal: 2 });
    await publishFinished(github, { conclusion: 'failure' }, checkOptions);
    const named =
      'Missing: 1 other job. Jobs of the workflow run that did not succeed: browser (firefox) &lt;b&gt;, cancelled.';
    expect(unescaped(shown(github))).toContain(named);
    expect(github.comments[0]?.body).not.toContain('<b>');
    expect(unescaped(github.checkRuns[0]?.output?.summary ?? '')).toContain(named);
  });

  it('gets no check run and no commit in the comment if its results are not for a known one', async () => {
    await using github = await startFork();
    upload(github, { context: {} });
    const { host, error } = await publishFinished(github, {}, checkOptions);
    expect(error).toBeUndefined();
    expect(shown(github)).toMatch(/^### ✅ Browser tests passed/);
    expect(github.comments[0]?.body).not.toContain('aaaaaaa');
    expect(github.checkRuns).toEqual([]);
    expect(host.lines).toContainEqual(expect.stringMatching(/^warning: No check run: not all jobs/));
  });

  it('has an error beside the other results for what cannot be read, and the step fails', async () => {
    await using github = await startFork();
    upload(github, {}, { matrix: ['a'], jobTotal: 3 });
    const broken = resultsArtifactName(jobIdentityOf(jobOf({ matrix: ['b'] })));
    github.addArtifact(broken, strToU8('no archive'));
    upload(github, { context: { sha: 'b'.repeat(40) } }, { matrix: ['c'] });
    const { error } = await publishFinished(github, {}, checkOptions);
    expect(error?.split('\n')).toEqual([
      `The artifact ${broken} is not a zip archive, or is truncated.`,
      expect.stringMatching(/has results for a commit other than aaaaaaa\.$/),
    ]);
    expect(shown(github)).toMatch(/^### ⚠️ Browser tests could not run \(1 passed of 1, 3 jobs/);
    expect(shown(github)).toContain('is not a zip archive');
    expect(github.checkRuns).toMatchObject([{ conclusion: 'failure' }]);
  });

  it('is published even if unreadable results quote what GitHub says of a rate limit', async () => {
    await using github = await startFork();
    const results = resultsOf({ context: { sha: headSha }, job: jobOf() });
    const content = formatResults(results).replace('{', '{"rate limit": 1, "rate limit": 2,');
    github.addArtifact(resultsArtifactName(results.job), zipSync({ 'results.json': strToU8(content) }));
    const { error } = await publishFinished(github);
    expect(error).toContain('`rate limit` occurs twice in one object');
    expect(shown(github)).toMatch(/^### ⚠️ Browser tests could not run/);
  });

  it.each([
    ['another job', { job: 'other' }],
    ['other matrix values', { matrix: ['z'] }],
    ['another attempt', { attempt: 2 }],
    ['another run', { runId: 99 }],
  ])('is not green with results of %s', async (_, job) => {
    await using github = await startFork();
    const name = resultsArtifactName(jobIdentityOf(jobOf()));
    const results = resultsOf({ context: { sha: headSha }, job: jobOf(job) });
    github.addArtifact(name, zipSync({ 'results.json': strToU8(formatResults(results)) }));
    const { error } = await publishFinished(github, { run_attempt: 2 }, checkOptions);
    expect(error).toBe(`The artifact ${name} has results of another job, attempt or workflow run.`);
    expect(github.checkRuns).toMatchObject([{ conclusion: 'failure' }]);
  });

  it('has an error in place of the results that are too many to be read', async () => {
    await using github = await startFork({
      intercept({ url = '' }, response) {
        // After three failures, the others are not requested.
        if (!url.endsWith('/zip')) return false;
        sendJson(response, 404, { message: 'Not Found' });
        return true;
      },
    });
    for (let index = 0; index < 258; index += 1) upload(github, {}, { matrix: [`${index}`] });
    const { error } = await publishFinished(github);
    const lines = error?.split('\n');
    expect(lines).toHaveLength(257);
    expect(lines?.at(-1)).toContain('was not read, and neither were later ones');
  });

  it('cannot take the comment of another workflow over, whatever its artifacts are called', async () => {
    await using github = await startFork();
    const trusted = renderComment(contentOf([resultsOf({ job: { runId: 90 } })]));
    github.addComment(trusted);
    const job = { runId: 100 };
    const results = resultsOf({ context: { sha: headSha }, results: [failedCaseOf()], job });
    const name = resultsArtifactName(jobIdentityOf());
    github.addArtifact(name, zipSync({ 'results.json': strToU8(formatResults(results)) }));
    await publishFinished(github);
    expect(github.comments[0]?.body).toBe(trusted);
    expect(shown(github, 1)).toContain('❌');
  });

  it('gets no comment if the pull request has moved on; everything else is written', async () => {
    await using github = await startFork();
    upload(github);
    const [pull] = github.pulls;
    if (pull !== undefined) pull.head.sha = 'b'.repeat(40);
    const { host, error } = await publishFinished(github);
    expect(error).toBeUndefined();
    expect(github.comments).toEqual([]);
    expect(host.lines).toContainEqual(expect.stringContaining('No comment: pull request 7 has moved on'));
    expect(host.outputs).toMatchObject({ status: 'passed' });
  });

  it.each([
    [404, 'Add `permissions: actions: read` to the job.'],
    [401, 'Check `github-token`'],
  ])('is an error with what to do if its artifacts are refused with %i', async (status, hint) => {
    await using github = await startFork({
      intercept: ({ url }, response) => {
        if (!url.includes('/artifacts')) return false;
        sendJson(response, status, { message: 'No' });
        return true;
      },
    });
    expect((await publishFinished(github)).error).toContain(hint);
  });

  it('is an error without a token', async () => {
    await using github = await startFork();
    expect((await publishFinished(github, {}, { github: undefined })).error).toContain(
      '`github-token` is empty',
    );
  });
});

describe('a finished run without results', () => {
  const commentOf = (job: Partial<JobIdentity>, key?: string) =>
    renderComment(contentOf([resultsOf({ job: jobOf(job) })], key === undefined ? {} : { key }));

  it('replaces the comments that earlier runs of its workflow left, and no others', async () => {
    await using github = await startFork();
    const alone = jobIdentityOf(jobOf({ runId: 90, matrix: ['a'], jobTotal: 2 }));
    github.addComment(commentOf({ runId: 90 }));
    github.addComment(commentOf({ runId: 90 }, singleJobKey(alone)));
    const others = [
      commentOf({ runId: 90, workflow: 'Other' }),
      commentOf({ runId: 110, job: 'newer' }),
      commentOf({ runId: 100, job: 'written-by-this-run' }),
    ];
    for (const body of others) github.addComment(body);
    const { error } = await publishFinished(github, { conclusion: 'failure' });
    expect(error).toBeUndefined();
    for (const index of [0, 1]) {
      expect(shown(github, index)).toMatch(/^### ⚠️ Browser tests could not run/);
      expect(shown(github, index)).toContain('uploaded no results');
    }
    expect(github.comments.slice(2).map(({ body }) => body)).toEqual(others);
  });

  it('creates no comment, and warns only if it was a success', async () => {
    await using github = await startFork();
    const success = await publishFinished(github);
    expect(success.host.lines).toContainEqual(
      expect.stringMatching(/^warning: Run 100 has no results artifact/),
    );
    const failure = await publishFinished(github, { conclusion: 'failure' });
    expect(failure.host.lines.filter((line) => line.startsWith('warning'))).toEqual([]);
    expect(success.host.outputs).toMatchObject({ status: 'nothing-to-run' });
    expect(github.comments).toEqual([]);
  });
});

describe('the last job of the workflow that tests', () => {
  const results = (browser: string, overrides: Partial<RunResults> = {}) =>
    resultsOf({
      ...{ title: `CI / browser (${browser})`, context: { sha: headSha }, ...overrides },
      job: { matrix: [browser], jobTotal: 2 },
    });

  const succeeded = { browser: 'success' };

  /** Publishes these results as a later job of run 50. */
  async function publishLast(
    github: GitHubServer,
    all: readonly ReturnType<typeof resultsOf>[],
    needs: PublishRunOptions['needs'],
    ofEvent: string | null = headSha,
  ) {
    const resultsStore: ResultsStore = {
      upload: async () => 0,
      list: async () =>
        all.map((each, id) => ({ id, gate: gateKey(each.job), createdAt: id, results: each })),
    };
    const facts = factsOf({ title: 'CI / gate', job: { job: 'gate' } });
    return publishFinished(
      github,
      {},
      { eventName: 'pull_request', resultsStore, facts, needs, sha: ofEvent ?? undefined, ...checkOptions },
    );
  }

  it('is green if all jobs are', async () => {
    await using github = await startGitHub();
    const { error } = await publishLast(github, [results('a'), results('b')], succeeded);
    expect(error).toBeUndefined();
    expect(shown(github)).toMatch(/^### ✅ Browser tests passed \(2 passed of 2, 2 jobs/);
    expect(github.checkRuns).toMatchObject([{ name: 'CI / browser', conclusion: 'success' }]);
  });

  it('is red if a job is missing', async () => {
    await using github = await startGitHub();
    const { error } = await publishLast(github, [results('a')], succeeded);
    expect(error).toBe(
      'CI / browser: ⚠️ Browser test results are missing (1 of 2 jobs reported, 1 passed of 1). Missing: 1 other job.',
    );
    expect(shown(github)).toContain('⚠️ Browser test results are missing (1 of 2 jobs reported');
    expect(github.checkRuns).toMatchObject([{ conclusion: 'failure' }]);
  });

  it('is red if jobs are not green, and names them with each reason', async () => {
    await using github = await startGitHub();
    const failed = (name: string) => results(name, { reason: '1 of 1 failed.', results: [failedCaseOf()] });
    const { error, host } = await publishLast(github, [results('a'), failed('b'), failed('c')], succeeded);
    expect(error).toBeUndefined();
    expect(host.lines).toContain('failed: CI / browser (b), CI / browser (c): 1 of 1 failed.');
    expect(host.outputs).toMatchObject({ status: 'failed', total: '3' });
  });

  it.each([
    [{ browser: 'success', smoke: 'failure' }, 'The job `smoke` failed.'],
    [{ smoke: 'cancelled', browser: 'success' }, 'The job `smoke` was cancelled.'],
    [{ browser: 'success', smoke: 'skipped' }, 'The job `smoke` was skipped, so it tested nothing.'],
    [{ smoke: 'neutral' }, 'The job `smoke` ended with an unknown result.'],
    [{}, 'This job waits for no other job.'],
  ])('is red although all results are green if it waits for %o', async (needs, problem) => {
    await using github = await startGitHub();
    const { error } = await publishLast(github, [results('a'), results('b')], needs);
    expect(error).toContain(problem);
    expect(shown(github)).toMatch(/^### ⚠️ Browser tests passed, but the workflow run ended as failure/);
    expect(github.checkRuns).toMatchObject([{ conclusion: 'failure' }]);
  });

  describe('names the commit that was tested', () => {
    const otherSha = 'b'.repeat(40);
    const other = { context: { sha: otherSha } };
    const named = ({ comments }: GitHubServer) => /Commit `(\w+)`/.exec(comments[0]?.body ?? '')?.[1];
    const publishedFor = async (
      github: GitHubServer,
      all: Partial<RunResults>[],
      ofEvent: string | null = null,
    ) => {
      const jobs = all.map((each, index) => results(['a', 'b'][index] ?? '', each));
      return (await publishLast(github, jobs, succeeded, ofEvent)).error;
    };

    it('if the event is not about one', async () => {
      await using github = await startGitHub();
      expect(await publishedFor(github, [other, other])).toBeUndefined();
      expect(github.checkRuns).toMatchObject([{ head_sha: otherSha, conclusion: 'success' }]);
      expect(named(github)).toBe('bbbbbbb');
      expect(github.comments[0]?.body).not.toContain('aaaaaaa');
    });

    it('if it is one: none if the jobs have tested several, or do not know it', async () => {
      await using github = await startGitHub();
      expect(await publishedFor(github, [{}, other])).toBeUndefined();
      expect(await publishedFor(github, [{}, { context: {} }])).toBeUndefined();
      expect(await publishedFor(github, [{ context: {} }, { context: {} }], headSha)).toBeUndefined();
      expect([github.checkRuns, named(github)]).toEqual([[], undefined]);
    });

    it('and is red if that is not the commit of the event', async () => {
      await using github = await startGitHub();
      const error = await publishedFor(github, [{}, other], headSha);
      expect(error).toBe(
        'A job has results for commit bbbbbbb, but this workflow run is for aaaaaaa. Check out the same commit in all jobs.',
      );
      expect(github.checkRuns).toMatchObject([{ head_sha: headSha, conclusion: 'failure' }]);
      expect(named(github)).toBeUndefined();
    });
  });

  it('has a job summary that GitHub takes, however many jobs are missing and whatever they are called', async () => {
    await using github = await startGitHub();
    const jobs = Array.from({ length: 250 }, (_, index) => {
      const job = { job: `${index} ${'茶'.repeat(200)}`, jobTotal: 2 };
      const cases = Array.from({ length: 20 }, () => caseResultOf({ name: '茶'.repeat(500) }));
      return resultsOf({ title: job.job, results: cases, job });
    });
    const { host } = await publishLast(github, jobs, succeeded, null);
    const summary = host.summary.join('');
    expect(Buffer.byteLength(summary)).toBeLessThan(1024 ** 2);
    expect(summary).toMatch(/^CI \/ 0 茶/);
  });

  it('warns if it does not know which jobs it waits for', async () => {
    await using github = await startGitHub();
    const { error, host } = await publishLast(github, [results('a'), results('b')], undefined);
    expect(error).toBeUndefined();
    expect(host.lines).toContainEqual(expect.stringMatching(/^warning: The input `needs` is missing/));
  });

  it('is red with every reason if tests failed and a job was cancelled', async () => {
    await using github = await startGitHub();
    const failed = results('b', { reason: '1 of 1 failed.', results: [failedCaseOf()] });
    const needs = { browser: 'failure', smoke: 'cancelled' };
    const { error, host } = await publishLast(github, [results('a'), failed], needs);
    expect(error).toBeUndefined();
    expect(host.lines).toContain(
      'failed: The job `browser` failed.\nThe job `smoke` was cancelled.\nCI / browser (b): 1 of 1 failed.',
    );
    expect(shown(github)).toMatch(/^### ❌ Browser tests failed/);
  });

  it('is an error with what to do if there are no results, or none can be read', async () => {
    await using github = await startGitHub();
    expect((await publishLast(github, [], succeeded)).error).toContain(
      'list them in `needs`, and run this job with `if: always()`',
    );
    const eventName = 'pull_request';
    const missing = await publishFinished(github, {}, { eventName });
    expect(missing.error).toBe('Cannot read the results of this workflow run: not needed.');
    const list = () => Promise.reject(new Error('hunter2 is down'));
    const resultsStore: ResultsStore = { upload: async () => 0, list };
    const { error } = await publishFinished(github, {}, { eventName, resultsStore });
    expect(error).toContain('The artifacts of the workflow run could not be listed: *** is down.');
    expect(github.comments).toEqual([]);
  });
});
