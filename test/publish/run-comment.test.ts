import { describe, expect, it } from 'vitest';
import { openRunComment } from '../../src/publish/run-comment.ts';
import { renderComment } from '../../src/report/comment/render-comment.ts';
import { type GitHubServer, startGitHub } from '../support/github-server.ts';
import { sendJson } from '../support/http-server.ts';
import { type PublishingOverrides, publishingOf } from '../support/publishing-options.ts';
import { contentOf, factsOf, failedCaseOf, resultsOf, visibleText } from '../support/results.ts';

const missing = { missing: 'the artifact service is down' };

function open(github: GitHubServer | undefined, overrides: PublishingOverrides = {}) {
  const options = publishingOf(github, { resultsStore: missing, ...overrides });
  return { comment: openRunComment(options), host: options.host };
}

const onFailure = { comment: 'on-failure' } as const;

describe('there is no comment', () => {
  it.each<[string, PublishingOverrides, string[]]>([
    [
      'without a pull request',
      { pullRequest: undefined, eventName: 'push' },
      ['No comment: the event push has no pull request.'],
    ],
    [
      'without a pull request and an event',
      { pullRequest: undefined, eventName: '' },
      ['No comment: the event has no pull request.'],
    ],
    [
      'without a token',
      { github: undefined },
      [
        'No comment: `github-token` is empty, or GITHUB_REPOSITORY or GITHUB_API_URL is not set or not valid.',
      ],
    ],
  ])('%s, and at most one line says why', async (_, overrides, lines) => {
    await using github = await startGitHub();
    const { comment, host } = open(github, overrides);
    comment?.announce();
    comment?.progress({ total: 2, done: 1, failed: 0 });
    expect(await comment?.conclude(resultsOf(), undefined)).toBeUndefined();
    expect(host.lines).toEqual(lines);
    expect(github.requests).toEqual([]);
  });

  it('with `comment: on-failure` and green results, unless there is one already', async () => {
    await using github = await startGitHub();
    const { comment, host } = open(github);
    expect(await comment?.conclude(resultsOf({ job: onFailure }), undefined)).toBeUndefined();
    expect(host.lines).toEqual(['No comment: none exists, and this job does not need one.']);
    expect(github.comments).toEqual([]);
    const old = resultsOf({ job: { runId: 40 }, results: [failedCaseOf()] });
    const stored = github.addComment(renderComment(contentOf([old])));
    await open(github).comment?.conclude(resultsOf({ job: onFailure }), undefined);
    expect(visibleText(stored.body)).toContain('✅ Browser tests passed');
  });

  it('with `comment: on-failure` until the tests have failed', async () => {
    await using github = await startGitHub();
    const { comment } = open(github, { facts: factsOf({ job: onFailure }) });
    comment?.announce();
    const results = resultsOf({ results: [failedCaseOf()], job: onFailure });
    const url = await comment?.conclude(results, undefined);
    expect(github.comments).toMatchObject([{ html_url: url }]);
    const created = github.requests.filter(({ method }) => method === 'POST');
    expect(created).toHaveLength(1);
  });

  it('after a later run has written it', async () => {
    await using github = await startGitHub();
    const body = renderComment(contentOf([resultsOf({ job: { runId: 60 } })]));
    const stored = github.addComment(body);
    const { comment, host } = open(github);
    comment?.announce();
    expect(await comment?.conclude(resultsOf(), undefined)).toBeUndefined();
    expect(host.lines).toEqual(['No comment: a later run has already written it.']);
    expect(stored.body).toBe(body);
  });
});

it('a comment that GitHub refuses is one warning with what to do', async () => {
  await using github = await startGitHub({ readOnly: true });
  const { comment, host } = open(github);
  comment?.announce();
  expect(await comment?.conclude(resultsOf(), undefined)).toBeUndefined();
  expect(host.lines).toEqual([
    expect.stringMatching(
      /^warning: The comment could not be posted: Resource not accessible by integration \(403\)\. Add `permissions: pull-requests: write` to the job\..*\(docs\/forks\.md\)\. The test result is unaffected/,
    ),
  ]);
});

it('that the token of a fork is read-only is no warning', async () => {
  await using github = await startGitHub({ readOnly: true });
  const { comment, host } = open(github, { isFork: true });
  await comment?.conclude(resultsOf(), undefined);
  expect(host.lines).toEqual([expect.stringMatching(/^The comment could not be posted: .* forks;/)]);
});

it('a comment is written after a failure that was temporary', async () => {
  let failures = 1;
  await using github = await startGitHub({
    intercept: ({ method }, response) => {
      if (method !== 'GET' || failures === 0) return false;
      failures -= 1;
      sendJson(response, 502, { message: 'Bad gateway' });
      return true;
    },
  });
  expect(await open(github).comment?.conclude(resultsOf(), undefined)).toMatch(/^https:/);
});

it('no secret is in a comment', async () => {
  await using github = await startGitHub();
  const facts = factsOf({ title: 'CI / hunter2', url: 'https://hunter2.example', job: { job: 'hunter2' } });
  const { comment } = open(github, { facts });
  comment?.announce();
  await expect.poll(() => github.comments).toHaveLength(1);
  expect(github.comments[0]?.body).toContain('***');
  expect(JSON.stringify(github.comments)).not.toContain('hunter2');
});

describe('without the artifact service, each job of a matrix', () => {
  const jobs = ['chromium', 'firefox'].map((browser) => ({ matrix: [browser], jobTotal: 2 }));

  it('has its own comment, which says why', async () => {
    await using github = await startGitHub();
    const lines: string[] = [];
    for (const job of jobs) {
      const { comment, host } = open(github, { facts: factsOf({ job }) });
      comment?.announce();
      await comment?.conclude(resultsOf({ job }), undefined);
      lines.push(...host.lines);
    }
    expect(github.comments).toHaveLength(2);
    const note =
      'Each job posts its own comment, because this machine has no artifact service to share results: the artifact service is down.';
    for (const { body } of github.comments) {
      expect(visibleText(body)).toMatch(/^### ✅ Browser tests passed \(1 passed of 1, .*\)\n/);
      expect(body.split('\n')[0]).not.toContain('running');
      expect(body.replaceAll('\\', '')).toContain(note);
    }
    expect(lines.filter((line) => line === note)).toHaveLength(2);
  });

  it('has the same comment in every run and for all its steps', async () => {
    await using github = await startGitHub();
    const runs = [{}, { runId: 98 }, { runId: 99, step: 'other' }];
    for (const job of jobs.flatMap((each) => runs.map((run) => ({ ...each, ...run })))) {
      await open(github, { facts: factsOf({ job }) }).comment?.conclude(resultsOf({ job }), undefined);
    }
    expect(github.comments).toHaveLength(2);
    for (const { body } of github.comments) expect(body).toContain('run=99.1 -->');
  });
});
