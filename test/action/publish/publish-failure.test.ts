import { expect, test } from 'vitest';
import { buildContext } from '../../../src/action/context/context.ts';
import { likelyShard, publishFailure } from '../../../src/action/publish/publish-failure.ts';
import { openRunComment } from '../../../src/action/publish/run-comment.ts';
import { commentKey, writeMarker } from '../../../src/publish/comment/comment-marker.ts';
import { connectGitHub } from '../../../src/publish/github/github-api.ts';
import { type GitHubServer, startGitHub } from '../../support/github-server.ts';
import { createRecordingHost } from '../../support/recording-host.ts';

const env = {
  GITHUB_REPOSITORY: 'acme/shop',
  GITHUB_WORKFLOW: 'CI',
  GITHUB_JOB: 'browser',
  GITHUB_RUN_ID: '50',
};
const context = buildContext(env, {
  pull_request: { number: 7, head: { sha: 'abc', ref: 'x', repo: { full_name: 'acme/shop' } } },
});
const earlier = (runId: number) =>
  `${writeMarker(commentKey('CI', 'browser'), { runId, attempt: 1 })}\n### ✅ Browser tests passed`;

async function tell(github: GitHubServer): Promise<void> {
  const comment = openRunComment({
    when: 'update',
    commentKey: '',
    now: Date.now,
    context,
    github: connectGitHub('token', github.url, { owner: 'acme', repo: 'shop' }),
    host: createRecordingHost(),
    redact: (text) => text.replaceAll('hunter2', '***'),
    patienceMs: () => 10_000,
    settle: async () => {},
  });
  await publishFailure('api-key: hunter2 has a line break', context, [comment], (text) =>
    text.replaceAll('hunter2', '***'),
  );
}

test('an earlier green comment says that the tests could not run, and why', async () => {
  await using github = await startGitHub();
  const stored = github.addComment(earlier(40));
  await tell(github);
  expect(stored.body).toContain('⚠️ Browser tests could not run');
  expect(stored.body).toContain('api-key: *** has a line break');
  expect(github.comments).toHaveLength(1);
});

test('the comment of a later run stays as it is, and none is created', async () => {
  await using later = await startGitHub();
  const stored = later.addComment(earlier(60));
  await tell(later);
  expect(stored.body).toBe(earlier(60));
  await using empty = await startGitHub();
  await tell(empty);
  expect(empty.comments).toEqual([]);
});

test.each([
  ['2/4', { number: 2, total: 4 }],
  [' 2 / 4 ', { number: 2, total: 4 }],
  ['', undefined],
  ['two', undefined],
  [undefined, undefined],
])('the shard of %j is %j', (text, shard) => {
  expect(likelyShard(text)).toEqual(shard);
});
