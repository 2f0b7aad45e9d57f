import { join } from 'node:path';
import { expect, it } from 'vitest';
import { likelyShard, publishFailure } from '../../src/gate/publish-failure.ts';
import { Session } from '../../src/gate/session.ts';
import { openJobArtifacts } from '../../src/github/job-artifacts.ts';
import { renderComment } from '../../src/report/comment/render-comment.ts';
import type { JobIdentity } from '../../src/results/run-results.ts';
import { startArtifactServer } from '../support/artifact-server.ts';
import { type GitHubServer, startGitHub } from '../support/github-server.ts';
import { headSha as sha } from '../support/publishing-options.ts';
import { createRecordingHost } from '../support/recording-host.ts';
import { contentOf, resultsOf, visibleText } from '../support/results.ts';
import { makeWorkspace } from '../support/run-action.ts';

const head = { sha, ref: 'x', repo: { full_name: 'acme/shop' } };
const event = { pull_request: { number: 7, head } };
const bodyOf = (runId: number, job: Partial<JobIdentity> = {}) =>
  renderComment(contentOf([resultsOf({ job: { ...job, runId } })]));

/** Publishes that the inputs of run 50 are wrong. */
async function publishWith(
  github: GitHubServer,
  env: Readonly<Record<string, string>> = {},
  payload: object = event,
) {
  await using workspace = await makeWorkspace({ 'event.json': JSON.stringify(payload) });
  const host = createRecordingHost();
  await using artifacts = new AsyncDisposableStack();
  const runner = {
    GITHUB_EVENT_NAME: 'pull_request',
    GITHUB_EVENT_PATH: join(workspace.path, 'event.json'),
    GITHUB_API_URL: github.url,
    GITHUB_REPOSITORY: 'acme/shop',
    GITHUB_WORKFLOW: 'CI',
    GITHUB_JOB: 'browser',
    GITHUB_RUN_ID: '50',
    RUNNER_TEMP: workspace.path,
    'INPUT_GITHUB-TOKEN': 'github-token-1',
    'INPUT_API-KEY': 'hunter2000',
  };
  const session = new Session(
    { ...runner, ...env },
    {
      cancel: new AbortController().signal,
      openHost: () => host,
      saveState: () => {},
      openArtifacts: (options) =>
        artifacts.use(
          openJobArtifacts({
            ...options,
            script: join(import.meta.dirname, '../../src/github/artifact-thread.ts'),
          }),
        ),
    },
  );
  await publishFailure(session, 'api-key: hunter2000 has a line break');
  return host;
}

it('an earlier green comment says that the tests could not run, and why; an output has its URL', async () => {
  await using github = await startGitHub();
  const stored = github.addComment(bodyOf(40));
  const { outputs, summary } = await publishWith(github);
  expect(visibleText(stored.body)).toMatch(/^### ⚠️ Browser tests could not run\n/);
  expect(stored.body).toContain('api-key: *** has a line break');
  expect(github.comments).toHaveLength(1);
  expect(outputs).toMatchObject({ status: 'error', 'comment-url': stored.html_url, 'artifact-name': '' });
  expect(summary.join()).toContain('api-key: *** has a line break');
});

it('the comment of a later run stays as it is', async () => {
  await using github = await startGitHub();
  const stored = github.addComment(bodyOf(60));
  await publishWith(github);
  expect(stored.body).toBe(bodyOf(60));
});

it('a matrix job shares its failure, and the comment of the matrix shows it', async () => {
  await using github = await startGitHub();
  await using server = await startArtifactServer();
  const stored = github.addComment(bodyOf(40, { matrix: ['firefox'], jobTotal: 2 }));
  const matrix = { INPUT_MATRIX: '{"browser": "firefox"}', 'INPUT_JOB-TOTAL': '2' };
  await publishWith(github, { ...server.env, ...matrix });
  expect(server.artifacts).toHaveLength(1);
  expect(github.comments).toHaveLength(1);
  expect(visibleText(stored.body)).toMatch(/^### ⚠️ Browser tests could not run \(1 of 2 jobs reported\)\n/);
});

it('a job alone shares its failure for a last job, also without a comment', async () => {
  await using github = await startGitHub();
  await using server = await startArtifactServer();
  await publishWith(github, { ...server.env, INPUT_COMMENT: 'never' });
  expect(server.artifacts).toHaveLength(1);
  expect(github.requests).toEqual([]);
});

it.each([
  ['with `comment: never`', { INPUT_COMMENT: 'never' }],
  ['in a mode that runs no tests', { INPUT_MODE: 'push' }],
  ['in `mode: publish`', { INPUT_MODE: 'publish' }],
])('%s no comment is written', async (_, inputs) => {
  await using github = await startGitHub();
  const stored = github.addComment(bodyOf(40));
  await publishWith(github, inputs);
  expect(stored.body).toBe(bodyOf(40));
  expect(github.requests).toEqual([]);
});

it('with `comment: never` the check run is written all the same', async () => {
  await using github = await startGitHub();
  const stored = github.addComment(bodyOf(40));
  await publishWith(github, { INPUT_COMMENT: 'never', INPUT_CHECK: 'Gate' });
  expect(stored.body).toBe(bodyOf(40));
  expect(github.checkRuns).toMatchObject([{ name: 'Gate', head_sha: sha, conclusion: 'failure' }]);
});

it('after a deployment, the comment of the deployed pull request shows it', async () => {
  await using github = await startGitHub();
  github.pulls.push({ number: 7, state: 'open', head });
  const stored = github.addComment(bodyOf(40));
  const env = { GITHUB_EVENT_NAME: 'deployment_status' };
  await publishWith(github, env, { deployment: { sha, ref: 'x' } });
  expect(stored.body).toContain('Browser tests could not run');
});

it('nothing is written for a head that was refused, and nothing is requested', async () => {
  await using github = await startGitHub();
  const fork = { ...head, repo: { full_name: 'eve/shop' } };
  const env = { GITHUB_EVENT_NAME: 'pull_request_target', INPUT_CHECK: 'true' };
  const { lines } = await publishWith(github, env, { pull_request: { number: 7, head: fork } });
  expect(lines).toEqual([]);
  expect(github.requests).toEqual([]);
});

it.each([
  ['2/4', { number: 2, total: 4 }],
  [' 2 / 4 ', { number: 2, total: 4 }],
  ['', undefined],
  ['two', undefined],
  [undefined, undefined],
])('the shard of %j is %j', (text, shard) => {
  expect(likelyShard(text)).toEqual(shard);
});
