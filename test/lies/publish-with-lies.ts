import { strToU8, zipSync } from 'fflate';
import { z } from 'zod';
import { messageOf } from '../../src/common/errors.ts';
import { readInputs } from '../../src/gate/inputs/read-inputs.ts';
import { connectGitHub, type GitHub } from '../../src/github/github.ts';
import { filesRead, listed } from '../../src/github/job-artifacts.ts';
import { openResultsStore, resultsArtifactName } from '../../src/github/results-store.ts';
import { type PublishRunOptions, publishRun } from '../../src/publish/publish-mode/publish-run.ts';
import { formatResults } from '../../src/results/results-file.ts';
import { redactDeep } from '../../src/results/run-results.ts';
import { type PublishingOverrides, publishingOf } from '../support/publishing-options.ts';
import { caseResultOf, factsOf, failedCaseOf, resultsOf } from '../support/results.ts';
import { type Answer, cases, context } from './honest-service.ts';

/** Where `mode: publish` runs: as the last job of the workflow that tests, or when the run of another one is over. */
export type PublishFlow = 'last-job' | 'finished-run';

/** What a run of `mode: publish` says: in its own workflow by its exit code, elsewhere by the check run that it creates. */
export interface Published {
  readonly green: boolean;
  readonly reason: string;
}

type ChangeBody = (answer: Pick<Answer, 'operation' | 'body'>) => unknown;

const [runId, attempt] = [100, 2];

/** A matrix of three jobs with three results each; one of them failed at first, and it and another one have run again. */
const jobs = [
  { browser: 'safari', attempt: 1, hasFailed: false },
  // Not among those that a lie is about: the first, the middle and the last.
  { browser: 'chrome', attempt: 1, hasFailed: true },
  { browser: 'chrome', attempt: 2, hasFailed: false },
  { browser: 'firefox', attempt: 2, hasFailed: false },
].map(({ browser, hasFailed, ...job }) => {
  const passed = cases.map(({ id, name }) => caseResultOf({ testCaseId: id, name }));
  return resultsOf({
    context,
    job: { workflow: 'Checks', runId, matrix: [browser], jobTotal: 3, ...job },
    results: hasFailed ? [failedCaseOf(), ...passed] : passed,
  });
});
const artifacts = jobs.map((results, index) => {
  const name = resultsArtifactName(results.job);
  return {
    id: 1000 + index,
    name,
    size: 1000,
    createdAt: '2026-01-01T00:00:00.000Z',
    expired: false,
    results,
  };
});

/** Publishes the jobs' results, of which everything that is read may be a lie. */
export async function publishWithLies(
  flow: PublishFlow,
  answer: (honest: Answer) => Answer,
): Promise<Published> {
  const change: ChangeBody = (honest) => answer({ ...honest, status: 200, date: undefined }).body;
  try {
    return await (flow === 'last-job' ? publishLastJob(change) : publishFinishedRun(change));
  } catch (error) {
    return { green: false, reason: messageOf(error) };
  }
}

async function publishLastJob(change: ChangeBody): Promise<Published> {
  const facts = factsOf({ job: { workflow: 'Checks', job: 'gate', runId, attempt } });
  const needs = change({
    operation: 'needs',
    body: Object.fromEntries(
      ['browser', 'build', 'smoke'].map((job) => [job, { result: 'success', outputs: {} }]),
    ),
  });
  const { mode } = readInputs({ INPUT_MODE: 'publish', INPUT_NEEDS: JSON.stringify(needs) });
  const given = redactDeep(facts, String);
  const resultsStore = openResultsStore(
    {
      upload: () => Promise.reject(new Error('nothing is uploaded')),
      uploadFile: () => Promise.reject(new Error('nothing is uploaded')),
      list: async () =>
        listed.parse(
          change({ operation: 'artifacts', body: artifacts.map(({ results: _, ...each }) => each) }),
        ),
      read: async ({ ids }) =>
        filesRead.parse(
          ids.flatMap((id) => {
            const content = contentOf(id, change);
            return content === undefined ? [] : [{ id, content: strToU8(content) }];
          }),
        ),
      async [Symbol.asyncDispose]() {},
    },
    given,
    String,
  );
  const { green, lines } = await publish(
    { facts: given, resultsStore, eventName: 'pull_request' },
    { needs: mode.kind === 'publish' ? mode.needs : undefined, sha: context.sha },
  );
  return { green, reason: lines.join('\n') };
}

async function publishFinishedRun(change: ChangeBody): Promise<Published> {
  const run = {
    ...{ id: runId, run_attempt: attempt, name: 'Checks', event: 'pull_request', conclusion: 'success' },
    ...{ head_sha: context.sha, head_branch: 'feature', head_repository: { full_name: 'eve/shop' } },
  };
  const event = change({ operation: 'event', body: { action: 'completed', workflow_run: run } });
  const conclusions: string[] = [];
  const offline = connectGitHub('token', 'http://127.0.0.1:1', { owner: 'acme', repo: 'shop' });
  const github: GitHub = {
    ...offline,
    runArtifacts: {
      list: async () =>
        listedByApi.parse(
          change({ operation: 'artifacts', body: artifacts.map(({ results: _, ...each }) => each) }),
        ),
      download: async (id) => Buffer.from(zipSync({ 'results.json': strToU8(contentOf(id, change) ?? '') })),
    },
    checks: {
      ...offline.checks,
      end: async (_, __, { conclusion }) => {
        conclusions.push(conclusion);
        return { id: 1, externalId: '', completed: true, url: undefined, annotationCount: 0 };
      },
    },
  };
  const { green } = await publish({ github, eventName: 'workflow_run' }, { event, check: {} });
  const isGreen =
    green && conclusions.length > 0 && conclusions.every((conclusion) => conclusion === 'success');
  return { green: isGreen, reason: conclusions.join() };
}

const listedByApi = z.array(z.object({ id: z.int(), name: z.string(), expired: z.boolean() }));

/** The content of an artifact's file. */
function contentOf(id: number, change: ChangeBody): string | undefined {
  const artifact = artifacts.find((each) => each.id === id);
  if (artifact === undefined) return undefined;
  return JSON.stringify(change({ operation: 'results', body: JSON.parse(formatResults(artifact.results)) }));
}

async function publish(overrides: PublishingOverrides, options: Partial<PublishRunOptions>) {
  const publishing = publishingOf(undefined, { pullRequest: undefined, ...overrides });
  const green = await publishRun(publishing, {
    ...{ when: 'never', check: undefined, sha: undefined, event: undefined, needs: undefined },
    ...{ repository: 'acme/shop', repositoryUrl: 'https://github.example/acme/shop' },
    ...options,
  });
  return { green, lines: publishing.host.lines };
}
