import { setImmediate as idle } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { buildContext } from '../../../src/action/context/context.ts';
import { openRunCheck } from '../../../src/action/publish/check-run.ts';
import { publish } from '../../../src/action/publish/publish.ts';
import { openRunComment } from '../../../src/action/publish/run-comment.ts';
import { connectGitHub } from '../../../src/publish/github/github-api.ts';
import type { PublishedArtifact } from '../../../src/publish/verdict.ts';
import { type GitHubServer, startGitHub } from '../../support/github-server.ts';
import { createHandClock } from '../../support/hand-clock.ts';
import { createRecordingHost } from '../../support/recording-host.ts';
import { makeWorkspace } from '../../support/run-action.ts';
import { aFailure, aRun } from '../../support/verdicts.ts';

const artifact = {
  name: 'gate',
  id: 1000,
  url: 'https://github.example/acme/shop/actions/runs/100/artifacts/1000',
};
const link = `[\`gate\`](<${artifact.url}>)`;

/** A failed run that is published; its artifact is there when the test says so, and time passes when it says so. */
async function publishing(github: GitHubServer, tempFolder: string) {
  const event = {
    pull_request: { number: 7, head: { sha: 'a'.repeat(40), ref: 'x', repo: { full_name: 'acme/shop' } } },
  };
  const context = buildContext(
    { GITHUB_REPOSITORY: 'acme/shop', GITHUB_RUN_ID: '100', RUNNER_TEMP: tempFolder },
    event,
  );
  const host = createRecordingHost();
  const clock = createHandClock();
  const upload = Promise.withResolvers<PublishedArtifact | undefined>();
  const usual = {
    context,
    host,
    redact: (text: string) => text,
    github: connectGitHub('token', github.url, { owner: 'acme', repo: 'shop' }),
    patienceMs: () => 10_000,
  };
  const run = aRun({ status: 'failed', green: false, results: [aFailure({ trace: { path: 'a-1.zip' } })] });
  const done = publish(run, {
    ...usual,
    comment: openRunComment({
      ...usual,
      when: 'always',
      commentKey: '',
      now: Date.now,
      settle: async () => {},
    }),
    check: openRunCheck({ ...usual, check: {} }),
    artifact: { upload: () => upload.promise },
    clock,
  });
  return { host, clock, upload, done };
}

it('the comment leads to an artifact that is there soon, with one write', async () => {
  await using github = await startGitHub();
  await using temp = await makeWorkspace();
  const { host, clock, upload, done } = await publishing(github, temp.path);
  await expect.poll(() => clock.sleeping).toBe(1);
  await clock.advance(14_000);
  // What people read at the end is there before anything is waited for.
  expect(host.outputs).toMatchObject({ status: 'failed', failed: '1', 'comment-url': '' });
  expect(host.summary.join()).toContain('❌ Browser tests failed');
  expect(github.comments).toEqual([]);
  upload.resolve(artifact);
  await done;
  expect(clock.sleeping).toBe(0);
  expect(github.comments[0]?.body).toContain(link);
  expect(host.summary).toHaveLength(1);
  expect(host.summary[0]).toContain(link);
  expect(host.outputs).toMatchObject({ 'artifact-id': '1000', 'comment-url': github.comments[0]?.html_url });
  expect(github.requests.filter(({ method, url }) => method === 'PATCH' && /comments/.test(url))).toEqual([]);
});

it('a slow artifact does not keep the verdict from being seen, and is put into the comment when it is there', async () => {
  await using github = await startGitHub();
  await using temp = await makeWorkspace();
  const { host, clock, upload, done } = await publishing(github, temp.path);
  await expect.poll(() => clock.sleeping).toBe(1);
  await clock.advance(15_000);
  await expect.poll(() => github.checkRuns[0]?.conclusion).toBe('failure');
  const [comment] = github.comments;
  expect(comment?.body).toContain('❌ Browser tests failed');
  expect(comment?.body).not.toContain(link);
  upload.resolve(artifact);
  await done;
  expect(github.comments).toHaveLength(1);
  expect(comment?.body).toContain(link);
  expect(comment?.body).toContain('**Pay by card**');
  expect(host.summary).toEqual([expect.stringContaining(link)]);
  expect(host.outputs).toMatchObject({ 'artifact-name': 'gate', 'comment-url': comment?.html_url });
  expect(github.checkRuns).toHaveLength(1);
});

it('an artifact that never comes leaves all else as it is', async () => {
  await using github = await startGitHub();
  await using temp = await makeWorkspace();
  const { host, clock, upload, done } = await publishing(github, temp.path);
  await expect.poll(() => clock.sleeping).toBe(1);
  await clock.advance(15_000);
  await expect.poll(() => github.checkRuns[0]?.conclusion).toBe('failure');
  const requests = github.requests.length;
  upload.resolve(undefined);
  await done;
  await idle();
  expect(github.requests).toHaveLength(requests);
  expect(host.outputs).toMatchObject({ 'artifact-name': '', 'comment-url': github.comments[0]?.html_url });
  expect(host.summary).toHaveLength(1);
});
