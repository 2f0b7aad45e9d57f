import { describe, expect, it } from 'vitest';
import { UserError } from '../../../src/common/errors.ts';
import { buildContext, completeContext } from '../../../src/gate/context/context.ts';
import type { ListedPull, PullRequestStore } from '../../../src/github/github.ts';
import { createRecordingHost } from '../../support/recording-host.ts';

const [sha = '', mergeSha = '', otherSha = ''] = ['a', 'b', 'd'].map((letter) => letter.repeat(40));
const aPull = (number: number, head: Partial<ListedPull['head']> = {}): ListedPull => ({
  number,
  head: { sha, ref: 'feature', repo: { full_name: 'acme/shop' }, ...head },
});

interface Answers {
  readonly head?: Awaited<ReturnType<PullRequestStore['pullRequestHead']>> | Error;
  readonly pages?: readonly (readonly ListedPull[])[] | Error;
}

/** Completes the context of an event with what GitHub answers. `requests` counts pages and heads. */
async function complete(eventName: string, event: unknown, answers: Answers) {
  const host = createRecordingHost();
  const env = {
    GITHUB_EVENT_NAME: eventName,
    GITHUB_REPOSITORY: 'Acme/shop',
    GITHUB_SHA: otherSha,
  };
  let requests = 0;
  const { head = new Error('no head'), pages = [] } = answers;
  const pullRequests = {
    async pullRequestHead() {
      requests += 1;
      if (head instanceof Error) throw head;
      return head;
    },
    async *openPulls() {
      if (pages instanceof Error) throw pages;
      for (const page of pages) {
        requests += 1;
        yield page;
      }
    },
  };
  const { signal } = new AbortController();
  const context = await completeContext(
    buildContext(env, event),
    async () => ({ pullRequests, signal }),
    host,
  );
  const { pullRequest, report, isHeadUnknown, mergeSha } = context;
  expect(report.issueNumber).toBe(pullRequest);
  return { pullRequest, sha: report.sha, mergeSha, isHeadUnknown, requests, lines: host.lines };
}

describe('the commit of an event that names only a pull request', () => {
  const comment = { issue: { number: 7, pull_request: {} } };
  const head = { sha, ref: 'feature', mergeSha, repository: 'acme/Shop' };

  it("is the pull request's head", async () => {
    expect(await complete('issue_comment', comment, { head })).toMatchObject({
      sha,
      mergeSha,
      isHeadUnknown: false,
      lines: [],
    });
  });

  it.each([
    ['a fork', 'eve/shop', 'eve/shop'],
    ['a fork that was deleted', undefined, 'an unknown repository'],
  ])('is refused if it is the head of %s', async (_, repository, from) => {
    const message = `The event issue_comment is for a head in ${from}: code from a fork would run with this repository's token and secrets. Use the event pull_request instead.`;
    await expect(complete('issue_comment', comment, { head: { ...head, repository } })).rejects.toThrow(
      new UserError(message),
    );
  });

  it('is unknown if GitHub does not answer', async () => {
    expect(await complete('issue_comment', comment, { head: new Error('no answer') })).toMatchObject({
      isHeadUnknown: true,
      lines: ['warning: Cannot read the head of pull request 7 (no answer).'],
    });
  });
});

const deployment = { deployment: { sha, ref: sha }, deployment_status: { state: 'success' } };

describe('a deployment', () => {
  it('belongs to the pull request whose head is its commit; no later page is requested', async () => {
    const pages = [[aPull(1, { sha: otherSha })], [aPull(7)], [aPull(8)]];
    expect(await complete('deployment_status', deployment, { pages })).toMatchObject({
      pullRequest: 7,
      requests: 2,
    });
  });

  it.each([
    ['two have that head', [[aPull(7), aPull(8)]]],
    ['none has that head', [[]]],
  ])('belongs to no pull request if %s', async (_, pages) => {
    expect((await complete('deployment_status', deployment, { pages })).pullRequest).toBeUndefined();
  });

  it.each([
    ['a fork', { full_name: 'eve/shop' }, 'pull request 7 from eve/shop'],
    ['a fork that was deleted', null, 'an unknown repository'],
  ])('of the head of %s is refused, also on a later page', async (_, repo, words) => {
    const pages = [[aPull(8, { sha: otherSha })], [aPull(7, { repo })]];
    await expect(complete('deployment_status', deployment, { pages })).rejects.toThrow(words);
    await expect(complete('deployment', deployment, { pages })).rejects.toThrow(UserError);
    // The commit is in this repository as well.
    expect(await complete('deployment', deployment, { pages: [...pages, [aPull(9)]] })).toMatchObject({
      pullRequest: 9,
    });
  });

  it('belongs to no pull request if GitHub refuses; a warning names the permission', async () => {
    const pages = new Error('Resource not accessible by integration');
    const { pullRequest, lines } = await complete('deployment_status', deployment, { pages });
    expect(pullRequest).toBeUndefined();
    expect(lines.join()).toMatch(
      /\(Resource not accessible by integration\)\. No comment is posted\. If the job lacks `permissions: pull-requests: write`, add it\.$/,
    );
  });
});

it.each([
  ['push', {}],
  ['workflow_dispatch', {}],
  ['schedule', {}],
  ['pull_request', { pull_request: { number: 7, head: { sha, ref: 'feature' } } }],
])('GitHub is not asked about %s', async (eventName, event) => {
  expect(await complete(eventName, event, { pages: [[aPull(8)]] })).toMatchObject({ requests: 0 });
});

it('the pull request of workflow_run is looked up only if the payload does not name it', async () => {
  const run = { head_sha: sha, head_branch: 'feature', head_repository: { full_name: 'acme/shop' } };
  const pages = [[aPull(7)]];
  expect(await complete('workflow_run', { workflow_run: run }, { pages })).toMatchObject({ pullRequest: 7 });
  const named = { ...run, pull_requests: [{ number: 5, head: { sha } }] };
  expect(await complete('workflow_run', { workflow_run: named }, { pages })).toMatchObject({
    pullRequest: 5,
    requests: 0,
  });
  // The event itself says that the run is for a branch of this repository.
  const foreign = [[aPull(7, { repo: { full_name: 'eve/shop' } })]];
  expect(await complete('workflow_run', { workflow_run: run }, { pages: foreign })).toMatchObject({
    pullRequest: undefined,
  });
});

it('a context stays as it is without GitHub', async () => {
  const context = buildContext(
    { GITHUB_EVENT_NAME: 'issue_comment' },
    { issue: { number: 7, pull_request: {} } },
  );
  expect(await completeContext(context, async () => undefined, createRecordingHost())).toBe(context);
});
