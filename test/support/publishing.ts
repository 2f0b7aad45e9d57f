import { strToU8, type Zippable, zipSync } from 'fflate';
import { resultsArtifactName } from '../../src/github/results-store.ts';
import { formatResults } from '../../src/results/results-file.ts';
import type { Redacted, RunResults } from '../../src/results/run-results.ts';
import type { StoredRun } from './github/runs.ts';
import { type GitHubOptions, type GitHubServer, startGitHub } from './github-server.ts';
import { type ResultsOverrides, resultsOf } from './results.ts';
import { type ActionResult, makeWorkspace, runAction, runInProcess } from './run-action.ts';
import { token } from './scenario.ts';

/** GitHub with the open pull request 7 from a fork, and the workflow that publishes. */
export interface Publishing extends AsyncDisposable {
  readonly github: GitHubServer;
  /** Runs the action as that workflow does when a run is over; inputs, environment and payload add to the usual ones. */
  publish(run: StoredRun, more?: PublishOptions): Promise<ActionResult>;
}

interface PublishOptions {
  readonly inputs?: Readonly<Record<string, string>>;
  readonly env?: Readonly<Record<string, string>>;
  readonly eventName?: string;
  readonly event?: unknown;
  /** Runs the built action as a process. Default: in this process. */
  readonly built?: boolean;
}

/** The commit of the pull request. */
export const headSha = 'a'.repeat(40);

export async function makePublishing(options: GitHubOptions = {}): Promise<Publishing> {
  await using making = new AsyncDisposableStack();
  const github = making.use(await startGitHub(options));
  github.pulls.push({
    number: 7,
    state: 'open',
    head: { sha: headSha, ref: 'feature', repo: { full_name: 'eve/shop' } },
  });
  const workspace = making.use(await makeWorkspace());
  const made = making.move();
  return {
    github,
    publish: (run, { inputs, env, eventName = 'workflow_run', event = eventOf(run), built = false } = {}) =>
      (built ? runAction : runInProcess)({
        workspace: workspace.path,
        inputs: { mode: 'publish', 'github-token': token, ...inputs },
        eventName,
        event,
        env: {
          GITHUB_API_URL: github.url,
          GITHUB_REF: 'refs/heads/main',
          GITHUB_WORKFLOW: 'Browser test results',
          GITHUB_JOB: 'publish',
          GITHUB_RUN_ID: '999',
          ...env,
        },
      }),
    [Symbol.asyncDispose]: () => made.disposeAsync(),
  };
}

/** The payload for a run that is over; for forks it names no pull request. */
export function eventOf(run: StoredRun, overrides: object = {}) {
  return {
    action: 'completed',
    workflow_run: { ...run, pull_requests: [], ...overrides },
    repository: { full_name: 'acme/shop' },
  };
}

/** What a results artifact of the pull request's run has in it; name only what matters to the test. */
export function publishedOf({ job, ...overrides }: ResultsOverrides = {}): Redacted<RunResults> {
  return resultsOf({
    title: 'Checks / browser',
    context: { source: 'github', sha: headSha },
    ...overrides,
    job: { workflow: 'Checks', runId: 200, comment: 'always', ...job },
  });
}

/** Adds the results artifact of a job to the last run, under the name that the action gives it. @returns the name. */
export function addResults(
  { github }: Pick<Publishing, 'github'>,
  overrides: ResultsOverrides = {},
  archive?: Uint8Array,
): string {
  const runId = github.runs.at(-1)?.id ?? 200;
  const results = publishedOf({ ...overrides, job: { runId, ...overrides.job } });
  const name = resultsArtifactName(results.job);
  github.addArtifact(name, archive ?? archiveOf({ 'results.json': formatResults(results) }));
  return name;
}

/** Overrides for a job of a matrix with one value. */
export function inMatrix(value: string, total: number, attempt = 1): ResultsOverrides {
  return { title: `Checks / browser (${value})`, job: { matrix: [value], jobTotal: total, attempt } };
}

/** The archive of an artifact. */
export function archiveOf(files: Readonly<Record<string, string | Uint8Array>>): Uint8Array {
  const entries = Object.entries(files).map(
    ([name, content]) => [name, typeof content === 'string' ? strToU8(content) : content] as const,
  );
  const zippable: Zippable = Object.fromEntries(entries);
  return zipSync(zippable);
}
