import { describe, expect, it } from 'vitest';
import { buildContext, type RunContext } from '../../../src/action/context/context.ts';
import { withPart } from '../../../src/action/context/job-part.ts';
import { readCheck } from '../../../src/action/inputs/check-input.ts';
import { endLeftCheck, openRunCheck, type RunCheckOptions } from '../../../src/action/publish/check-run.ts';
import type { CheckIdentity } from '../../../src/publish/check/check-api.ts';
import { connectGitHub } from '../../../src/publish/github/github-api.ts';
import { type GitHubServer, startGitHub } from '../../support/github-server.ts';
import { sendJson } from '../../support/http-server.ts';
import { createRecordingHost } from '../../support/recording-host.ts';
import { aFailure, aRun } from '../../support/verdicts.ts';

const env = {
  GITHUB_REPOSITORY: 'acme/shop',
  GITHUB_SERVER_URL: 'https://github.example',
  GITHUB_SHA: 'd'.repeat(40),
  GITHUB_WORKFLOW: 'CI',
  GITHUB_JOB: 'browser',
  GITHUB_RUN_ID: '50',
  GITHUB_RUN_ATTEMPT: '2',
};
const head = { sha: 'a'.repeat(40), ref: 'x', repo: { full_name: 'acme/shop' } };
const context = buildContext(env, { pull_request: { number: 7, head } });
const red = aRun({ status: 'failed', green: false, results: [aFailure()] });

function open(github: GitHubServer | undefined, more: Partial<RunCheckOptions> = {}) {
  const host = createRecordingHost();
  const begun: CheckIdentity[] = [];
  const concluded: string[] = [];
  const check = openRunCheck({
    check: {},
    context,
    github: github && connectGitHub('token', github.url, { owner: 'acme', repo: 'shop' }),
    patienceMs: () => 10_000,
    host,
    redact: (text) => text.replaceAll('hunter2', '***'),
    onBegin: (identity) => begun.push(identity),
    onConcluded: () => concluded.push('concluded'),
    ...more,
  });
  return { check, host, begun, concluded };
}

const partOf = (given: RunContext, matrix: object) =>
  withPart(given, { matrix: JSON.stringify(matrix), shard: undefined });

describe('the check run of a run', () => {
  it('stands on the pull request’s head, under the name of workflow and job', async () => {
    await using github = await startGitHub();
    const { check, host, begun, concluded } = open(github);
    check.begin();
    expect(begun).toEqual([{ sha: head.sha, name: 'CI / browser', externalId: expect.any(String) }]);
    expect(await check.conclude(red)).toBe(true);
    expect(concluded).toEqual(['concluded']);
    expect(host.lines).toEqual([`Check run: ${github.checkRuns[0]?.html_url}`]);
    expect(github.checkRuns).toMatchObject([
      {
        name: 'CI / browser',
        head_sha: head.sha,
        conclusion: 'failure',
        details_url: 'https://github.example/acme/shop/actions/runs/50',
        external_id: expect.stringMatching(/^browser-test-gate 50\.2\.[0-9a-f]{16}$/),
      },
    ]);
  });

  it.each([
    ['of a matrix job', {}, partOf(context, { browser: 'FIREFOX' }), 'CI / browser (FIREFOX)'],
    ['that has a name of its own', { name: 'Gate' }, context, 'Gate'],
    ['that has one in a matrix', { name: 'Gate' }, partOf(context, { n: 1 }), 'Gate (1)'],
    ['without workflow and job', {}, buildContext({ GITHUB_SHA: head.sha }, {}), 'Browser tests'],
    ['with a secret in it', { name: 'x hunter2' }, context, 'x ***'],
    ['in several lines', { name: 'a\nb\u202e' }, context, 'a b\\u202e'],
  ])('%s is told apart by its name', async (_, check, given, name) => {
    await using github = await startGitHub();
    await open(github, { check, context: given }).check.conclude(red);
    expect(github.checkRuns.map((each) => each.name)).toEqual([name]);
  });

  it('is another one for each job, step and attempt', () => {
    const ids = [
      context,
      partOf(context, { n: 1 }),
      { ...context, job: 'other' },
      { ...context, stepName: 'second' },
      { ...context, run: { runId: 50, attempt: 3 } },
    ].map((given) => {
      const { check, begun } = open(undefined, {
        context: given,
        github: connectGitHub('token', 'http://127.0.0.1:1', { owner: 'acme', repo: 'shop' }),
      });
      check.begin();
      return begun[0]?.externalId;
    });
    expect(new Set(ids).size).toBe(ids.length);
  });

  it.each([
    ['there is no token', { github: undefined }, '`github-token` is empty'],
    ['the commit is not known', { context: buildContext({}, {}) }, 'its commit is not known'],
    [
      'the pull request’s head is not known',
      { context: buildContext(env, { issue: { number: 7, pull_request: {} } }) },
      'its commit is not known',
    ],
  ])('is left out with a line where %s', async (_, more, words) => {
    await using github = await startGitHub();
    const { check, host } = open(github, more);
    check.begin();
    expect(await check.conclude(red)).toBe(false);
    expect(host.lines).toEqual([expect.stringContaining(`No check run: ${words}`)]);
    expect(github.requests).toEqual([]);
  });

  it('is nothing at all where none is asked for', async () => {
    await using github = await startGitHub();
    const { check, host } = open(github, { check: undefined });
    check.begin();
    expect(await check.conclude(red)).toBe(false);
    expect(host.lines).toEqual([]);
    expect(github.requests).toEqual([]);
  });
});

describe('where GitHub refuses a check run', () => {
  it('one warning names the permission', async () => {
    await using github = await startGitHub({ readOnly: true });
    const { check, host, concluded } = open(github);
    check.begin();
    expect(await check.conclude(red)).toBe(false);
    expect(host.lines).toEqual([
      'warning: GitHub does not let this job write a check run (403: Resource not accessible by integration). Add `permissions: checks: write` to the job; on pull requests from forks GitHub never allows it. The verdict stands, and the job summary has everything.',
    ]);
    expect(concluded).toEqual([]);
    expect(github.requests.length).toBeLessThanOrEqual(3);
  });

  it.each([
    [403, 'You must authenticate via a GitHub App.', 'Only apps may'],
    [401, 'Bad credentials', 'Check `github-token`'],
    [404, 'Not Found', '`github-token` may not see it'],
    [403, 'API rate limit exceeded', 'Its limit for requests is reached'],
    [422, 'No commit found for SHA', 'could not be written: No commit found for SHA.'],
  ])('%i (%s) says what to do', async (status, message, words) => {
    await using github = await startGitHub({
      intercept: ({ method }, response) => {
        if (method === 'GET') return false;
        sendJson(response, status, { message });
        return true;
      },
    });
    const { check, host } = open(github);
    await check.conclude(red);
    expect(host.lines).toEqual([expect.stringContaining(words)]);
  });
});

describe('a check run that was left in progress', () => {
  it('is ended', async () => {
    await using github = await startGitHub();
    const { check, begun } = open(github);
    check.begin();
    await expect.poll(() => github.checkRuns.length).toBe(1);
    const api = connectGitHub('token', github.url, { owner: 'acme', repo: 'shop' });
    const [identity] = begun;
    if (identity === undefined) throw new Error('it was not begun');
    await endLeftCheck(api, identity, aRun({ status: 'cancelled', green: false, results: [] }));
    expect(github.checkRuns).toMatchObject([{ status: 'completed', conclusion: 'cancelled' }]);
  });

  it('is left alone where it has ended, or is not there', async () => {
    await using github = await startGitHub();
    const { check, begun } = open(github);
    check.begin();
    await check.conclude(red);
    const api = connectGitHub('token', github.url, { owner: 'acme', repo: 'shop' });
    const cancelled = aRun({ status: 'cancelled', green: false, results: [] });
    for (const identity of begun) await endLeftCheck(api, identity, cancelled);
    await endLeftCheck(api, { sha: head.sha, name: 'x', externalId: 'y' }, cancelled);
    expect(github.checkRuns).toMatchObject([{ conclusion: 'failure' }]);
  });
});

it.each([
  ['', undefined],
  ['false', undefined],
  ['False', undefined],
  ['no', undefined],
  ['true', {}],
  [' TRUE ', {}],
  ['Browser tests', { name: 'Browser tests' }],
])('the input %j asks for %o', (text, check) => {
  expect(readCheck(text)).toEqual(check);
});
