import { describe, expect, it } from 'vitest';
import { openRunCheck, type RunCheckOptions } from '../../src/publish/run-check.ts';
import type { JobIdentity } from '../../src/results/run-results.ts';
import { type GitHubServer, startGitHub } from '../support/github-server.ts';
import { sendJson } from '../support/http-server.ts';
import { headSha, type PublishingOverrides, publishingOf } from '../support/publishing-options.ts';
import { factsOf, failedCaseOf, resultsOf } from '../support/results.ts';

const red = resultsOf({ results: [failedCaseOf()] });
const context = { sha: headSha };

/** Opens the check run of a job, and records what the post step would need. */
function open(
  github: GitHubServer | undefined,
  overrides: Partial<RunCheckOptions> & PublishingOverrides = {},
) {
  const publishing = publishingOf(github, overrides);
  const check = openRunCheck(publishing, { name: 'CI / browser', sha: headSha, ...overrides });
  return { check, host: publishing.host, states: publishing.states };
}

describe('the check run of a run', () => {
  it('is in progress on the commit, then ends with the verdict and its annotations', async () => {
    await using github = await startGitHub();
    const workflowRunUrl = 'https://github.example/acme/shop/actions/runs/50';
    const facts = factsOf({ workflowRunUrl, job: { attempt: 2 } });
    const { check, host, states } = open(github, { facts });
    check?.begin();
    const identity = { sha: headSha, name: 'CI / browser', externalId: expect.any(String) };
    expect(states).toMatchObject([{ check: identity }]);
    await expect.poll(() => github.checkRuns).toMatchObject([{ status: 'in_progress' }]);
    expect(await check?.conclude([red])).toBe(true);
    expect(states.at(-1)).toEqual({ check: undefined });
    expect(host.lines).toEqual([`Check run: ${github.checkRuns[0]?.html_url}`]);
    expect(github.checkRuns).toMatchObject([
      {
        name: 'CI / browser',
        head_sha: headSha,
        conclusion: 'failure',
        details_url: workflowRunUrl,
        external_id: expect.stringMatching(/^browser-test-gate 50\.2\.[0-9a-f]{16}$/),
        annotations: [{ path: 'tests/checkout.yaml', start_line: 17, title: 'Pay by card' }],
      },
    ]);
  });

  it('is created completed if the tests did not begin', async () => {
    await using github = await startGitHub();
    expect(await open(github).check?.conclude([resultsOf({ context })])).toBe(false);
    expect(github.checkRuns).toMatchObject([{ status: 'completed', conclusion: 'success' }]);
    expect(github.requests).toHaveLength(1);
  });

  it.each([
    ['a secret', 'x hunter2', 'x ***'],
    ['several lines', 'a\nb\u202e', 'a b\\u202e'],
    ['too many characters', 'x'.repeat(300), expect.stringMatching(/^x{50,200}…$/)],
  ])('has a name without %s', async (_, name, shown) => {
    await using github = await startGitHub();
    await open(github, { name }).check?.conclude([red]);
    expect(github.checkRuns.map((each) => each.name)).toEqual([shown]);
  });

  it('is another one for each workflow, job, part, step and attempt', async () => {
    await using github = await startGitHub();
    const jobs: Partial<JobIdentity>[] = [
      {},
      { workflow: 'Nightly' },
      { job: 'other' },
      { matrix: ['1'] },
      { shard: { number: 1, total: 2 } },
      { step: 'second' },
      { attempt: 3 },
      { runId: 51 },
    ];
    for (const job of jobs)
      await open(github, { facts: factsOf(job === undefined ? {} : { job }) }).check?.conclude([red]);
    expect(new Set(github.checkRuns.map(({ external_id }) => external_id)).size).toBe(jobs.length);
  });

  it.each<[string, Partial<RunCheckOptions> & PublishingOverrides, string[]]>([
    ['there is no token', { github: undefined }, ['No check run: `github-token` is empty, or']],
    ['the commit is not known', { sha: undefined }, ['No check run: its commit is unknown.']],
  ])('is not written if %s', async (_, overrides, lines) => {
    await using github = await startGitHub();
    const { check, host, states } = open(github, overrides);
    check?.begin();
    expect(await check?.conclude([red])).toBe(undefined);
    expect(host.lines).toEqual(lines.map((line) => expect.stringContaining(line)));
    expect([states, github.requests]).toEqual([[], []]);
  });

  it.each(['failure', 'cancelled', 'timed_out', 'skipped'])(
    'is no success if the workflow run ended as %s, although all results are green',
    async (runConclusion) => {
      await using github = await startGitHub();
      await open(github, { runConclusion }).check?.conclude([resultsOf()]);
      expect(github.checkRuns).toMatchObject([{ conclusion: 'failure' }]);
    },
  );

  it.each([
    ['of another commit', { sha: 'b'.repeat(40) }],
    ['of a commit that is not known', {}],
  ])('is not written for green results %s, and says so', async (_, other) => {
    await using github = await startGitHub();
    const { check, host } = open(github, { runConclusion: 'success' });
    const job = { matrix: ['b'], jobTotal: 2 };
    const results = [
      resultsOf({ context, job: { ...job, matrix: ['a'] } }),
      resultsOf({ context: other, job }),
    ];
    expect(await check?.conclude(results)).toBe(false);
    expect(github.checkRuns).toEqual([]);
    expect(host.lines).toEqual([
      expect.stringMatching(/^warning: No check run: not all jobs have tested its commit/),
    ]);
    await check?.conclude([...results.slice(1), red]);
    expect(github.checkRuns).toMatchObject([{ conclusion: 'failure' }]);
  });

  it('of one job of a matrix says how that job ended', async () => {
    await using github = await startGitHub();
    const job = { matrix: ['a'], shard: { number: 1, total: 2 }, jobTotal: 4 };
    await open(github).check?.conclude([resultsOf({ context, job })]);
    expect(github.checkRuns).toMatchObject([{ conclusion: 'success' }]);
  });

  it('of a whole matrix is no success if a job is missing', async () => {
    await using github = await startGitHub();
    const job = { matrix: ['a'], jobTotal: 2 };
    await open(github, { runConclusion: 'success' }).check?.conclude([resultsOf({ job })]);
    expect(github.checkRuns).toMatchObject([{ conclusion: 'failure' }]);
  });
});

describe('a check run that GitHub refuses', () => {
  it('is one warning that names the permission', async () => {
    await using github = await startGitHub({ readOnly: true });
    const { check, host, states } = open(github);
    check?.begin();
    expect(await check?.conclude([red])).toBe(false);
    expect(host.lines).toEqual([
      'warning: The check run could not be written: Resource not accessible by integration (403). Add `permissions: checks: write` to the job. GitHub never allows it for pull requests from forks. The test result is unaffected; the job summary shows it.',
    ]);
    expect(states).toMatchObject([{ check: { sha: headSha } }]);
  });

  it('leaves the annotations to the step if GitHub takes none', async () => {
    await using github = await startGitHub({
      intercept: ({ body }, response) => {
        if (!body.includes('"annotations"')) return false;
        sendJson(response, 422, { message: 'Invalid request' });
        return true;
      },
    });
    const { check, host } = open(github);
    check?.begin();
    expect(await check?.conclude([red])).toBe(false);
    expect(github.checkRuns).toMatchObject([{ conclusion: 'failure', annotations: [] }]);
    expect(host.lines).toEqual([expect.stringContaining('(0 of 1 annotations)')]);
  });
});
