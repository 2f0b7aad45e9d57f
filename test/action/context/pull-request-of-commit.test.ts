import { describe, expect, it } from 'vitest';
import { buildContext } from '../../../src/action/context/context.ts';
import { withPullRequestOfCommit } from '../../../src/action/context/pull-request-of-commit.ts';
import { UserError } from '../../../src/action/user-error.ts';
import type { ListedPull } from '../../../src/publish/github/pull-requests.ts';
import { createRecordingHost } from '../../support/recording-host.ts';

const sha = 'a'.repeat(40);
const aPull = (number: number, head: Partial<ListedPull['head']> = {}): ListedPull => ({
  number,
  head: { sha, ref: 'feature', repo: { full_name: 'acme/shop' }, ...head },
});

async function pullRequestOf(
  eventName: string,
  event: unknown,
  pages: readonly (readonly ListedPull[])[] | Error,
) {
  const host = createRecordingHost();
  const context = buildContext({ GITHUB_EVENT_NAME: eventName, GITHUB_REPOSITORY: 'Acme/shop' }, event);
  let asked = 0;
  const github = {
    async *openPulls() {
      if (pages instanceof Error) throw pages;
      for (const page of pages) {
        asked += 1;
        yield page;
      }
    },
  };
  const { pullRequest, report } = await withPullRequestOfCommit(context, github, host);
  expect(report.issueNumber).toBe(pullRequest);
  return { pullRequest, asked, lines: host.lines };
}

const deployment = { deployment: { sha, ref: sha }, deployment_status: { state: 'success' } };

describe('a deployment', () => {
  it('belongs to the pull request whose head is its commit; no page behind it is asked for', async () => {
    const pages = [[aPull(1, { sha: 'b'.repeat(40) })], [aPull(7)], [aPull(8)]];
    expect(await pullRequestOf('deployment_status', deployment, pages)).toMatchObject({
      pullRequest: 7,
      asked: 2,
    });
  });

  it.each([
    ['two have it', [[aPull(7), aPull(8)]]],
    ['none has it', [[]]],
  ])('belongs to none where %s', async (_, pages) => {
    expect((await pullRequestOf('deployment_status', deployment, pages)).pullRequest).toBeUndefined();
  });

  it.each([
    ['a fork', { full_name: 'eve/shop' }, 'pull request 7 from eve/shop'],
    ['a fork that was deleted', null, 'an unknown repository'],
  ])('of the head of %s is refused, also on a later page', async (_, repo, words) => {
    const pages = [[aPull(8, { sha: 'b'.repeat(40) })], [aPull(7, { repo })]];
    await expect(pullRequestOf('deployment_status', deployment, pages)).rejects.toThrow(words);
    await expect(pullRequestOf('deployment', deployment, pages)).rejects.toThrow(UserError);
    // The commit is this repository's, too.
    expect(await pullRequestOf('deployment', deployment, [...pages, [aPull(9)]])).toMatchObject({
      pullRequest: 9,
    });
  });

  it('belongs to none where GitHub does not tell; a line names the permission', async () => {
    const refused = new Error('Resource not accessible by integration');
    const { pullRequest, lines } = await pullRequestOf('deployment_status', deployment, refused);
    expect(pullRequest).toBeUndefined();
    expect(lines.join()).toContain('permissions: pull-requests: write');
  });
});

it.each([
  ['push', {}],
  ['workflow_dispatch', {}],
  ['schedule', {}],
])('for %s nobody is asked', async (eventName, event) => {
  expect(await pullRequestOf(eventName, event, [[aPull(7)]])).toMatchObject({
    pullRequest: undefined,
    asked: 0,
  });
});

it('for workflow_run it is asked where the payload names none', async () => {
  const run = { head_sha: sha, head_branch: 'feature', head_repository: { full_name: 'acme/shop' } };
  expect(await pullRequestOf('workflow_run', { workflow_run: run }, [[aPull(7)]])).toMatchObject({
    pullRequest: 7,
  });
  const named = { ...run, pull_requests: [{ number: 5, head: { sha } }] };
  expect(await pullRequestOf('workflow_run', { workflow_run: named }, [[aPull(7)]])).toMatchObject({
    pullRequest: 5,
    asked: 0,
  });
  // That the run is one of this repository's branch says the event itself.
  const foreign = [[aPull(7, { repo: { full_name: 'eve/shop' } })]];
  expect(await pullRequestOf('workflow_run', { workflow_run: run }, foreign)).toMatchObject({
    pullRequest: undefined,
  });
});
