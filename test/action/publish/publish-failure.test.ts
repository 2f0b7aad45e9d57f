import { expect, it } from 'vitest';
import { buildContext } from '../../../src/action/context/context.ts';
import {
  type FailurePlaces,
  likelyShard,
  publishFailure,
} from '../../../src/action/publish/publish-failure.ts';
import { openRunComment } from '../../../src/action/publish/run-comment.ts';
import { commentKey, writeMarker } from '../../../src/publish/comment/comment-marker.ts';
import { connectGitHub } from '../../../src/publish/github/github-api.ts';
import { type GitHubServer, startGitHub } from '../../support/github-server.ts';
import { createRecordingHost } from '../../support/recording-host.ts';
import { aRun } from '../../support/verdicts.ts';

const sha = 'a'.repeat(40);
const env = {
  GITHUB_EVENT_NAME: 'pull_request',
  GITHUB_REPOSITORY: 'acme/shop',
  GITHUB_WORKFLOW: 'CI',
  GITHUB_JOB: 'browser',
  GITHUB_RUN_ID: '50',
};
const event = {
  pull_request: { number: 7, head: { sha, ref: 'x', repo: { full_name: 'acme/shop' } } },
};
const earlier = (runId: number) =>
  `${writeMarker(commentKey('CI', 'browser'), { runId, attempt: 1 })}\n### ✅ Browser tests passed`;
const redact = (text: string) => text.replaceAll('hunter2', '***');

/** Tells that the inputs of run 50 are wrong. */
async function tell(github: GitHubServer, more: Partial<Pick<FailurePlaces, 'env' | 'event'>> = {}) {
  const host = createRecordingHost();
  const reason = 'api-key: hunter2 has a line break';
  await publishFailure(
    { status: 'error', reason, green: false, results: [] },
    {
      event,
      githubOf: async () => connectTo(github),
      host,
      redact,
      settle: async () => {},
      now: Date.now,
      ...more,
      env: { ...env, ...more.env },
    },
  );
  return host;
}

function connectTo(github: GitHubServer) {
  return connectGitHub('token', github.url, { owner: 'acme', repo: 'shop' });
}

it('an earlier green comment says that the tests could not run, and why; an output has its address', async () => {
  await using github = await startGitHub();
  const stored = github.addComment(earlier(40));
  const { outputs } = await tell(github);
  expect(stored.body).toContain('### ⚠️ Browser tests could not run\n');
  expect(stored.body).toContain('api-key: *** has a line break');
  expect(github.comments).toHaveLength(1);
  expect(outputs['comment-url']).toBe(stored.html_url);
});

it('the comment of a later run stays as it is, and none is created', async () => {
  await using later = await startGitHub();
  const stored = later.addComment(earlier(60));
  await tell(later);
  expect(stored.body).toBe(earlier(60));
  await using empty = await startGitHub();
  await tell(empty);
  expect(empty.comments).toEqual([]);
});

it('a comment that others share gets no section for it, for nobody would write over that again', async () => {
  await using github = await startGitHub();
  const other = openRunComment({
    when: 'always',
    commentKey: 'shop',
    context: buildContext({ ...env, GITHUB_JOB: 'other' }, event),
    github: connectTo(github),
    patienceMs: () => 10_000,
    host: createRecordingHost(),
    redact,
    settle: async () => {},
    now: Date.now,
  });
  await other.conclude(aRun());
  const before = github.comments[0]?.body;
  expect(before).toContain('✅ Browser tests passed');
  const { outputs } = await tell(github, { env: { 'INPUT_COMMENT-KEY': 'shop' } });
  expect(github.comments.map(({ body }) => body)).toEqual([before]);
  expect(outputs).not.toHaveProperty('comment-url');
});

it.each([
  ['with `comment: never`', { INPUT_COMMENT: 'never' }],
  ['in a mode that tests nothing', { INPUT_MODE: 'push' }],
  ['in the mode that publishes', { INPUT_MODE: 'publish' }],
])('%s no comment is touched', async (_, inputs) => {
  await using github = await startGitHub();
  const stored = github.addComment(earlier(40));
  await tell(github, { env: inputs });
  expect(stored.body).toBe(earlier(40));
  expect(github.requests).toEqual([]);
});

it('with `comment: never` a check run that is asked for is written all the same', async () => {
  await using github = await startGitHub();
  const stored = github.addComment(earlier(40));
  await tell(github, { env: { INPUT_COMMENT: 'never', INPUT_CHECK: 'Gate' } });
  expect(stored.body).toBe(earlier(40));
  expect(github.checkRuns).toMatchObject([{ name: 'Gate', head_sha: sha, conclusion: 'failure' }]);
});

it('after a deployment, it is told in the comment of the pull request whose head was deployed', async () => {
  await using github = await startGitHub();
  github.pulls.push({
    number: 7,
    state: 'open',
    head: { sha, ref: 'x', repo: { full_name: 'acme/shop' } },
  });
  const stored = github.addComment(earlier(40));
  await tell(github, {
    env: { GITHUB_EVENT_NAME: 'deployment_status' },
    event: { deployment: { sha, ref: 'x' } },
  });
  expect(stored.body).toContain('Browser tests could not run');
});

it('of a head that was refused nothing is told, and nobody is asked', async () => {
  await using github = await startGitHub();
  const { pull_request } = event;
  const head = { ...pull_request.head, repo: { full_name: 'eve/shop' } };
  const { lines } = await tell(github, {
    env: { GITHUB_EVENT_NAME: 'pull_request_target', INPUT_CHECK: 'true' },
    event: { pull_request: { ...pull_request, head } },
  });
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
