import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { UserError } from '../../../src/common/errors.ts';
import { buildContext } from '../../../src/gate/context/context.ts';

const headSha = 'a'.repeat(40);
const mergeSha = 'd'.repeat(40);
const env = {
  GITHUB_REPOSITORY: 'acme/shop',
  GITHUB_SHA: mergeSha,
  GITHUB_REF: 'refs/pull/7/merge',
  GITHUB_EVENT_NAME: 'pull_request',
};
const workflowCommit = { ref: env.GITHUB_REF, sha: mergeSha };
const acmeShop = { source: 'github', owner: 'acme', repo: 'shop' };

const pullRequest = (repo: unknown = { full_name: 'acme/shop' }) => ({
  number: 7,
  pull_request: { number: 7, head: { sha: headSha, ref: 'feature', repo }, base: { sha: 'b'.repeat(40) } },
});
const on = (eventName: string, event?: unknown) =>
  buildContext({ ...env, GITHUB_EVENT_NAME: eventName }, event);

describe('the report context', () => {
  it.each(['pull_request', 'pull_request_target', 'pull_request_review'])(
    "of %s has the head's commit, not that of the merge",
    (eventName) => {
      expect(on(eventName, pullRequest()).report).toEqual({
        ...acmeShop,
        ref: 'feature',
        sha: headSha,
        issueNumber: 7,
      });
    },
  );

  it.each([
    ['a fork', { full_name: 'eve/shop' }],
    ['a fork that was deleted', null],
  ])('of pull_request may have the head of %s', (_, repo) => {
    expect(on('pull_request', pullRequest(repo)).report).toMatchObject({ sha: headSha, issueNumber: 7 });
  });

  it.each([
    ['push', { ref: 'refs/heads/main', after: headSha, head_commit: { id: headSha } }],
    ['workflow_dispatch', { ref: 'refs/heads/main', inputs: { a: 'b' } }],
    ['schedule', { schedule: '0 0 * * *' }],
    ['an event without a file', undefined],
  ])("of %s has the workflow's commit and no pull request", (eventName, event) => {
    const context = on(eventName, event);
    expect(context.report).toEqual({ ...acmeShop, ...workflowCommit });
    expect(context.pullRequest).toBeUndefined();
    expect(context.isHeadUnknown).toBe(false);
  });

  it.each([
    ['main', 'pr-12', 12],
    ['release/pr-5', 'pr-12', 12],
    ['main', 'something-else', undefined],
    ['main', 'pr-99999999999999999999', undefined],
    ['main', 'pr-0', undefined],
  ])('of merge_group has the pull request that its ref names: %s/%s', (base, name, number) => {
    const ref = `refs/heads/gh-readonly-queue/${base}/${name}-${'e'.repeat(40)}`;
    const context = on('merge_group', { merge_group: { head_sha: headSha, head_ref: ref } });
    expect(context.pullRequest).toBe(number);
    expect(context.report).toEqual({
      ...acmeShop,
      ref,
      sha: headSha,
      ...(number === undefined ? {} : { issueNumber: number }),
    });
  });

  it("of deployment_status has the deployment's commit", () => {
    const event = {
      deployment: { sha: headSha, ref: 'feature' },
      deployment_status: { state: 'success' },
      check_run: null,
    };
    expect(on('deployment_status', event).report).toEqual({ ...acmeShop, ref: 'feature', sha: headSha });
  });

  it.each(['queued', 'in_progress', 'failure', 'error', 'inactive'])(
    'of a deployment with the state %s is refused: its URL may show another commit',
    (state) => {
      const event = { deployment: { sha: headSha, ref: 'feature' }, deployment_status: { state } };
      const words = `The deployment has the state ${state}, so its URL may show another commit.`;
      expect(() => on('deployment_status', event)).toThrow(words);
    },
  );

  const workflowRun = (overrides: object = {}) => ({
    action: 'completed',
    workflow_run: {
      head_sha: headSha,
      head_branch: 'feature',
      head_repository: { full_name: 'acme/shop' },
      pull_requests: [{ number: 7, head: { sha: headSha } }],
      ...overrides,
    },
  });

  it("of workflow_run has that run's head, and the pull request that still has it", () => {
    const report = { ...acmeShop, ref: 'feature', sha: headSha };
    expect(on('workflow_run', workflowRun()).report).toEqual({ ...report, issueNumber: 7 });
    const moved = { pull_requests: [{ number: 7, head: { sha: mergeSha } }] };
    expect(on('workflow_run', workflowRun(moved)).report).toEqual(report);
    const two = [7, 8].map((number) => ({ number, head: { sha: headSha } }));
    expect(on('workflow_run', workflowRun({ pull_requests: two })).report).toEqual(report);
    expect(on('workflow_run', workflowRun({ pull_requests: 'x' })).report).toEqual(report);
  });

  it.each([
    ['a fork', { full_name: 'eve/shop' }, 'eve/shop'],
    ['a fork that was deleted', null, 'an unknown repository'],
    ['a repository that is not named', undefined, 'an unknown repository'],
  ])('of workflow_run is refused for the head of %s, unless nothing of it is tested', (_, repo, from) => {
    const event = workflowRun({ head_repository: repo, pull_requests: [] });
    const message = `The event workflow_run is for a head in ${from}: code from a fork would run with this repository's token and secrets. Test with the event pull_request, and publish the results here with \`mode: publish\`.`;
    expect(() => on('workflow_run', event)).toThrow(new UserError(message));
    const env = { GITHUB_EVENT_NAME: 'workflow_run', GITHUB_REPOSITORY: 'acme/shop' };
    expect(buildContext(env, event, { runsTests: false }).pullRequest).toBeUndefined();
  });

  it('of a comment on a pull request has its number; the head is still to be asked for', () => {
    const event = {
      issue: { number: 7, pull_request: { url: 'https://api.example' } },
      comment: { body: '/test' },
    };
    expect(on('issue_comment', event)).toMatchObject({
      pullRequest: 7,
      isHeadUnknown: true,
      report: { ...acmeShop, ...workflowCommit, issueNumber: 7 },
    });
  });

  it('of a comment on an issue has no pull request', () => {
    const context = on('issue_comment', { issue: { number: 7 }, comment: { body: '/test' } });
    expect(context.report).toEqual({ ...acmeShop, ...workflowCommit });
    expect(context.isHeadUnknown).toBe(false);
  });

  it.each([undefined, '', 'shop', 'a/b/c', '/'])(
    'has no repository if its value is invalid: %j',
    (repository) => {
      const context = buildContext({ ...env, GITHUB_REPOSITORY: repository }, undefined);
      expect(context.repository).toBeUndefined();
      expect(context.report).toEqual({ source: 'github', ...workflowCommit });
    },
  );

  it('keeps the pull request where another part of the payload is odd', () => {
    const event = { ...pullRequest(), deployment: null, issue: 'x', merge_group: [] };
    expect(on('pull_request', event).report).toMatchObject({ sha: headSha, issueNumber: 7 });
  });

  it.each([0, -7, 1.5, '7', null, 1e300])('has no pull request of the number %j', (number) => {
    const event = { pull_request: { ...pullRequest().pull_request, number } };
    expect(on('pull_request', event).report).toEqual({ ...acmeShop, ...workflowCommit });
  });
});

describe('pull_request_target', () => {
  it.each([
    ['of a fork', pullRequest({ full_name: 'eve/shop' }), 'eve/shop'],
    ['of a fork that was deleted', pullRequest(null), 'an unknown repository'],
    [
      'whose repository is not named',
      { pull_request: { number: 7, head: { sha: headSha, ref: 'feature' } } },
      'an unknown repository',
    ],
    ['that the payload does not name', { pull_request: { number: 7 } }, 'an unknown repository'],
    ['without a payload', undefined, 'an unknown repository'],
  ])('is refused with a head %s', (_, event, from) => {
    const message = `The event pull_request_target is for a head in ${from}: code from a fork would run with this repository's token and secrets. Use the event pull_request instead.`;
    expect(() => on('pull_request_target', event)).toThrow(new UserError(message));
  });

  it('is refused if this repository is unknown', () => {
    const unknown = { ...env, GITHUB_REPOSITORY: undefined, GITHUB_EVENT_NAME: 'pull_request_target' };
    expect(() => buildContext(unknown, pullRequest(null))).toThrow(UserError);
  });
});

describe('the run', () => {
  it("is read from the runner's variables", () => {
    const context = buildContext(
      {
        ...env,
        GITHUB_WORKFLOW: 'Checks',
        GITHUB_JOB: 'browser',
        GITHUB_ACTION: 'gate',
        GITHUB_RUN_ID: '100',
        GITHUB_RUN_ATTEMPT: '2',
        GITHUB_SERVER_URL: 'https://github.example',
        GITHUB_API_URL: 'https://github.example/api/v3',
        GITHUB_WORKSPACE: '/w',
        RUNNER_TEMP: '/t',
      },
      undefined,
    );
    expect(context).toMatchObject({
      job: { workflow: 'Checks', job: 'browser', step: 'gate', runId: 100, attempt: 2 },
      workflowRunUrl: 'https://github.example/acme/shop/actions/runs/100',
      apiUrl: 'https://github.example/api/v3',
      workspace: '/w',
      tempFolder: '/t',
    });
  });

  it.each([undefined, ''])('has defaults if the variables are %j', (nothing) => {
    const names = [
      'GITHUB_SHA',
      'GITHUB_REF',
      'GITHUB_API_URL',
      'GITHUB_WORKSPACE',
      'RUNNER_TEMP',
      'GITHUB_RUN_ID',
      'GITHUB_JOB',
    ];
    const context = buildContext(Object.fromEntries(names.map((name) => [name, nothing])), undefined);
    expect(context).toMatchObject({
      report: { source: 'github' },
      job: { workflow: '', job: '', step: '', runId: 0, attempt: 0 },
      apiUrl: undefined,
      workspace: process.cwd(),
      tempFolder: '/tmp',
    });
    expect(context.report).toEqual({ source: 'github' });
    expect(context.workflowRunUrl).toBeUndefined();
  });

  it.each(['-1', '1.5', 'x', '99999999999999999999'])(
    'has the id 0 if the variable is not a number: %s',
    (id) => {
      expect(buildContext({ ...env, GITHUB_RUN_ID: id }, undefined).job.runId).toBe(0);
    },
  );
});

describe('the job of a workflow that others call', () => {
  const run = '89c72d20-71e7-4948-8eb8-0d8f0e417443';
  const jobWith = (id: string, job = 'browser') =>
    buildContext({ ...env, GITHUB_JOB: job, ACTIONS_ORCHESTRATION_ID: id }, undefined).job.job;

  it.each([
    ['chrome.browser.__default', 'chrome / browser'],
    ['e2e.chrome.browser.linux', 'e2e.chrome / browser'],
    ['chrome.browser.browser.1', 'chrome / browser'],
  ])('has the job that calls it before it: %s', (path, name) => {
    expect(jobWith(`${run}.${path}`)).toBe(name);
  });

  it.each(['browser.__default', 'browser.chrome.browser.1', 'other.__default', ''])(
    'is no other than its own with %j',
    (path) => {
      expect(jobWith(`${run}.${path}`)).toBe('browser');
      expect(jobWith(`${run}.${path}`, '')).toBe('');
    },
  );
});

describe('a pull request', () => {
  it.each([
    ['is of a fork if its head is in another repository', { full_name: 'eve/shop' }, 'ann', true],
    ['is of a fork if that was deleted', null, 'ann', true],
    ['is of a fork if it is Dependabot’s, which gets a read-only token', undefined, 'dependabot[bot]', true],
    ['is not of a fork if its head is here', undefined, 'ann', false],
    ['is not of a fork if the case of the name differs', { full_name: 'Acme/Shop' }, 'ann', false],
  ])('%s', (_, repo, actor, isFork) => {
    const context = buildContext({ ...env, GITHUB_ACTOR: actor }, pullRequest(repo));
    expect(context.isFork).toBe(isFork);
  });

  it('is not of a fork if there is none', () => {
    expect(on('push', {}).isFork).toBe(false);
  });
});

describe('any payload', () => {
  it('gives a context', () => {
    const key = fc.constantFrom(
      'pull_request',
      'issue',
      'merge_group',
      'deployment',
      'workflow_run',
      'pull_requests',
      'head_repository',
      'head',
      'number',
      'repo',
      'sha',
      'ref',
      'head_ref',
      '__proto__',
    );
    const { event } = fc.letrec((tie) => ({
      event: fc.oneof(
        { depthSize: 'medium' },
        fc.jsonValue({ maxDepth: 1 }),
        fc.dictionary(key, tie('event'), { maxKeys: 5 }),
      ),
    }));
    fc.assert(
      fc.property(event, (payload) => {
        expect(on('pull_request', payload).report.source).toBe('github');
        const { issueNumber } = on('issue_comment', payload).report;
        expect(issueNumber === undefined || Number.isSafeInteger(issueNumber)).toBe(true);
      }),
      { numRuns: 1000 },
    );
  });
});
