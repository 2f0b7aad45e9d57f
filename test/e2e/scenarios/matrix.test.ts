import { describe, expect, it } from 'vitest';
import { startArtifactServer } from '../../support/artifact-server.ts';
import { ended, failedAt, type HostedStandIn, startHosted } from '../../support/hosted-stand-in.ts';
import { randomFrom } from '../../support/random.ts';
import { expectRequests } from '../../support/request-table.ts';
import type { ActionResult } from '../../support/run-action.ts';
import {
  clickCase,
  makeScenario,
  makeStep,
  manyCases,
  type RunOptions,
  type Scenario,
} from '../../support/scenario.ts';

const files = { 'browser-tests/a.yaml': clickCase('Ada logs in', 'Pay', 'Thank you') };
const jobs = ['chrome', 'firefox', 'safari', 'edge'].flatMap((browser) => [
  { browser, screen: 'wide' },
  { browser, screen: 'narrow' },
]);
type Job = (typeof jobs)[number];

const failing = ended((each) => failedAt(each, 0, 'no button'));
const tokenOf = ({ browser, screen }: Job) => `ghs_token-${browser}-${screen}`;

/** The inputs and the environment of a job. Each has its own token, so that its requests can be counted. */
function optionsOf(job: Job, hosted: HostedStandIn, env: RunOptions['env'] = {}) {
  const matrix = { matrix: JSON.stringify(job), 'job-total': '8' };
  return { inputs: { ...hosted.inputs, ...matrix, 'github-token': tokenOf(job) }, env };
}

/** Runs steps at the same time, each with a runner of its own. @returns how they ended, and what runs their post steps. */
async function runAtOnce(scenario: Scenario, all: readonly RunOptions[], stack: AsyncDisposableStack) {
  const steps = await Promise.all(
    all.map(async (options) => ({ options, step: stack.use(await makeStep(scenario)) })),
  );
  const runs = await Promise.all(steps.map(({ step, options }) => step.main(options)));
  return { runs, post: () => Promise.all(steps.map(({ step, options }) => step.post(options))) };
}

function bodyOf({ github }: Scenario): string {
  expect(github.comments).toHaveLength(1);
  return github.comments[0]?.body ?? '';
}

/** The job's row of the table. */
function rowOf(body: string, { browser, screen }: Job): string {
  return (
    body.split('\n').find((line) => line.startsWith('|') && line.includes(`${browser}, ${screen}`)) ?? ''
  );
}

function expectSameUrl({ github }: Scenario, runs: readonly ActionResult[]): void {
  const urls = new Set(runs.map(({ outputs }) => outputs['comment-url']));
  urls.delete('');
  expect([...urls]).toEqual([github.comments[0]?.html_url]);
}

describe('a matrix of 8 jobs at once', () => {
  it('shares one comment, with few requests, at the first push and at the second', async () => {
    const random = randomFrom(8);
    await using scenario = await makeScenario({ files, github: { latency: () => random() * 20 } });
    await using good = await startHosted(ended());
    await using bad = await startHosted(failing);
    const { github } = scenario;

    const push = async (runId: string, hostedOf: (job: Job) => HostedStandIn) => {
      await using stack = new AsyncDisposableStack();
      const uploads = stack.use(await startArtifactServer());
      const env = { ...uploads.env, GITHUB_RUN_ID: runId };
      const before = github.requests.length;
      const all = jobs.map((job) => optionsOf(job, hostedOf(job), env));
      const { runs, post } = await runAtOnce(scenario, all, stack);
      expectSameUrl(scenario, runs);
      const requests = github.requests.slice(before);
      for (const job of jobs) {
        const own = requests.filter(({ headers }) => headers.authorization?.endsWith(tokenOf(job)));
        expect(own.length).toBeLessThanOrEqual(4);
        await expectRequests('matrix of 8 jobs at once, each job', own, { reading: 3, writing: 3 });
      }
      expect((await post()).map(({ exitCode }) => exitCode)).toEqual(jobs.map(() => 0));
      return runs.map(({ exitCode }) => exitCode);
    };

    const first = await push('100', ({ browser }) => (browser === 'safari' ? bad : good));
    expect(first).toEqual([0, 0, 0, 0, 1, 1, 0, 0]);
    const red = bodyOf(scenario);
    expect(red).toContain('### ❌ Browser tests failed (2 failed, 6 passed of 8, 8 jobs');
    for (const job of jobs) expect(rowOf(red, job)).toContain(job.browser === 'safari' ? '❌' : '✅');

    expect(await push('101', () => good)).toEqual(jobs.map(() => 0));
    const green = bodyOf(scenario);
    expect(green).toContain('### ✅ Browser tests passed (8 passed of 8, 8 jobs');
    expect(green).toContain('2 fixed');
    for (const job of jobs) expect(rowOf(green, job)).toContain('✅');
  });
});

describe('a matrix', () => {
  it('is not green while jobs are missing, and says how many have reported', async () => {
    await using scenario = await makeScenario({ files });
    await using uploads = await startArtifactServer();
    await using good = await startHosted(ended());
    for (const job of jobs.slice(0, 3)) await scenario.runInProcess(optionsOf(job, good, uploads.env));
    expect(bodyOf(scenario)).toContain(
      '### ⏳ Browser tests are running (3 of 8 jobs reported, 3 passed of 3)',
    );
  });

  it('has a comment for each job if there is no artifact service, which says why', async () => {
    await using scenario = await makeScenario({ files });
    await using good = await startHosted(ended());
    const two = jobs.slice(0, 2);
    for (const runId of ['100', '101']) {
      for (const job of two) {
        expect((await scenario.runInProcess(optionsOf(job, good, { GITHUB_RUN_ID: runId }))).exitCode).toBe(
          0,
        );
      }
    }
    expect(scenario.github.comments).toHaveLength(2);
    for (const [index, { body }] of scenario.github.comments.entries()) {
      expect(body).toContain('run=101.1 -->');
      expect(body).toContain('### ✅ Browser tests passed (1 passed of 1');
      expect(body).toContain('Each job posts its own comment, because this machine has no artifact service');
      expect(body).toContain(two[index]?.screen);
    }
  });

  it('has a check run for each job, which is green although others have not reported', async () => {
    await using scenario = await makeScenario({ files });
    await using uploads = await startArtifactServer();
    await using good = await startHosted(ended());
    for (const job of jobs.slice(0, 2)) {
      const { inputs, env } = optionsOf(job, good, uploads.env);
      await scenario.runInProcess({ inputs: { ...inputs, check: 'Gate', comment: 'never' }, env });
    }
    expect(scenario.github.checkRuns).toMatchObject([
      { name: 'Gate (chrome, wide)', conclusion: 'success' },
      { name: 'Gate (chrome, narrow)', conclusion: 'success' },
    ]);
  });

  it('shows the results of a job that ran again, and keeps those of the others', async () => {
    await using scenario = await makeScenario({ files });
    await using uploads = await startArtifactServer();
    await using hosted = await startHosted(ended());
    const two = jobs.slice(0, 2).map((job) => {
      const { inputs, env } = optionsOf(job, hosted, uploads.env);
      return { inputs: { ...inputs, 'job-total': '2' }, env };
    });
    const [one, other] = two;
    await scenario.runInProcess(one);
    hosted.play = failing;
    expect((await scenario.runInProcess(other)).exitCode).toBe(1);
    expect(bodyOf(scenario)).toContain('### ❌ Browser tests failed (1 failed, 1 passed of 2, 2 jobs');
    hosted.play = ended();
    const again = await scenario.runInProcess({ ...other, env: { ...uploads.env, GITHUB_RUN_ATTEMPT: '2' } });
    expect(again.exitCode).toBe(0);
    expect(bodyOf(scenario)).toContain('### ✅ Browser tests passed (2 passed of 2, 2 jobs');
    // Results of each, and the report and failures.md of the one that failed.
    expect(uploads.artifacts).toHaveLength(5);
  });

  it('whose jobs have wrong inputs does not stay green from an earlier run', async () => {
    await using scenario = await makeScenario({ files });
    await using good = await startHosted(ended());
    const options = jobs.slice(0, 2).map((job) => {
      const { inputs } = optionsOf(job, good);
      return { ...inputs, 'job-total': '2' };
    });
    await using uploads = await startArtifactServer();
    for (const inputs of options) await scenario.runInProcess({ inputs, env: uploads.env });
    expect(bodyOf(scenario)).toContain('### ✅');
    await using next = await startArtifactServer();
    for (const inputs of options) {
      const env = { ...next.env, GITHUB_RUN_ID: '101' };
      expect((await scenario.runInProcess({ inputs: { ...inputs, timeout: 'soon' }, env })).exitCode).toBe(1);
    }
    expect(bodyOf(scenario)).toContain('### ⚠️ Browser tests could not run (2 jobs');
  });

  it('of four shards shares one comment', async () => {
    await using scenario = await makeScenario({ files: manyCases(12) });
    await using uploads = await startArtifactServer();
    await using stack = new AsyncDisposableStack();
    const shards = [1, 2, 3, 4].map(async (shard) => ({
      shard,
      hosted: stack.use(await startHosted(ended())),
    }));
    const all = (await Promise.all(shards)).map(({ shard, hosted }) => ({
      inputs: {
        ...hosted.inputs,
        matrix: JSON.stringify({ shard }),
        shard: `${shard}/4`,
        'job-total': '4',
      },
      env: uploads.env,
    }));
    const { runs, post } = await runAtOnce(scenario, all, stack);
    await post();
    expect(runs.map(({ exitCode }) => exitCode)).toEqual([0, 0, 0, 0]);
    const body = bodyOf(scenario);
    expect(body).toContain('### ✅ Browser tests passed (12 passed of 12, 4 jobs');
    for (const shard of [1, 2, 3, 4]) expect(body).toContain(`browser \\(${shard}/4\\)`);
    expectSameUrl(scenario, runs);
  });
});
