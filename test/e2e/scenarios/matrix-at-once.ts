import { expect } from 'vitest';
import { startArtifactServer } from '../../support/artifact-server.ts';
import { ended, failedAt, type HostedStandIn, startHosted } from '../../support/hosted-stand-in.ts';
import { randomFrom } from '../../support/random.ts';
import { expectRequests } from '../../support/request-table.ts';
import type { ActionResult } from '../../support/run-action.ts';
import { clickCase, makeScenario, makeStep, type RunOptions, type Scenario } from '../../support/scenario.ts';

/** A job of a matrix. */
export interface Job {
  readonly browser: string;
  readonly screen: string;
}

export const files = { 'browser-tests/a.yaml': clickCase('Ada logs in', 'Pay', 'Thank you') };
export const failing = ended((each) => failedAt(each, 0, 'no button'));

/** Eight jobs. */
export const jobs: readonly Job[] = ['chrome', 'firefox', 'safari', 'edge'].flatMap((browser) => [
  { browser, screen: 'wide' },
  { browser, screen: 'narrow' },
]);

const tokenOf = ({ browser, screen }: Job) => `ghs_token-${browser}-${screen}`;

/** The inputs and the environment of a job. Each has its own token, so that its requests can be counted. */
export function optionsOf(job: Job, hosted: HostedStandIn, env: RunOptions['env'] = {}, jobTotal = 8) {
  const matrix = { matrix: JSON.stringify(job), 'job-total': String(jobTotal) };
  return { inputs: { ...hosted.inputs, ...matrix, 'github-token': tokenOf(job) }, env };
}

/** Runs steps at the same time, each with a runner of its own. @returns how they ended, and what runs their post steps. */
export async function runAtOnce(scenario: Scenario, all: readonly RunOptions[], stack: AsyncDisposableStack) {
  const steps = await Promise.all(
    all.map(async (options) => ({ options, step: stack.use(await makeStep(scenario)) })),
  );
  const runs = await Promise.all(steps.map(({ step, options }) => step.main(options)));
  return { runs, post: () => Promise.all(steps.map(({ step, options }) => step.post(options))) };
}

/** The only comment. */
export function bodyOf({ github }: Scenario): string {
  expect(github.comments).toHaveLength(1);
  return github.comments[0]?.body ?? '';
}

/** The job's row of the table. */
function rowOf(body: string, { browser, screen }: Job): string {
  return (
    body.split('\n').find((line) => line.startsWith('|') && line.includes(`${browser}, ${screen}`)) ?? ''
  );
}

export function expectSameUrl({ github }: Scenario, runs: readonly ActionResult[]): void {
  const urls = new Set(runs.map(({ outputs }) => outputs['comment-url']));
  urls.delete('');
  expect([...urls]).toEqual([github.comments[0]?.html_url]);
}

/** Runs a matrix twice, all jobs at once: those of Safari fail at first. Each push has one comment, with few requests. */
export async function expectOneComment(all: readonly Job[]): Promise<void> {
  const random = randomFrom(8);
  await using scenario = await makeScenario({ files, github: { latency: () => random() * 20 } });
  await using good = await startHosted(ended());
  await using bad = await startHosted(failing);
  const { github } = scenario;
  const isRed = ({ browser }: Job) => browser === 'safari';
  const red = all.filter(isRed).length;

  const push = async (runId: string, hostedOf: (job: Job) => HostedStandIn) => {
    await using stack = new AsyncDisposableStack();
    const uploads = stack.use(await startArtifactServer());
    const env = { ...uploads.env, GITHUB_RUN_ID: runId };
    const before = github.requests.length;
    const options = all.map((job) => optionsOf(job, hostedOf(job), env, all.length));
    const { runs, post } = await runAtOnce(scenario, options, stack);
    expectSameUrl(scenario, runs);
    const requests = github.requests.slice(before);
    for (const job of all) {
      const own = requests.filter(({ headers }) => headers.authorization?.endsWith(tokenOf(job)));
      expect(own.length).toBeLessThanOrEqual(4);
      await expectRequests('matrix, jobs at once, each job', own, { reading: 3, writing: 3 });
    }
    expect((await post()).map(({ exitCode }) => exitCode)).toEqual(all.map(() => 0));
    return runs.map(({ exitCode }) => exitCode);
  };

  const first = await push('100', (job) => (isRed(job) ? bad : good));
  expect(first).toEqual(all.map((job) => (isRed(job) ? 1 : 0)));
  const redBody = bodyOf(scenario);
  expect(redBody).toContain(
    `### ❌ Browser tests failed (${red} failed, ${all.length - red} passed of ${all.length}, ${all.length} jobs`,
  );
  for (const job of all) expect(rowOf(redBody, job)).toContain(isRed(job) ? '❌' : '✅');

  expect(await push('101', () => good)).toEqual(all.map(() => 0));
  const greenBody = bodyOf(scenario);
  expect(greenBody).toContain(
    `### ✅ Browser tests passed (${all.length} passed of ${all.length}, ${all.length} jobs`,
  );
  expect(greenBody).toContain(`${red} fixed`);
  for (const job of all) expect(rowOf(greenBody, job)).toContain('✅');
}
