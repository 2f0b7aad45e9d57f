import { strToU8, type Zippable, zipSync } from 'fflate';
import { resultsJson } from '../../src/publish/files/results-file.ts';
import type { PublishedRun } from '../../src/publish/verdict.ts';
import type { StoredRun } from './github/runs.ts';
import { type GitHubOptions, type GitHubServer, startGitHub } from './github-server.ts';
import { type ActionResult, makeWorkspace, runAction } from './run-action.ts';
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
    publish: (run, { inputs, env, eventName = 'workflow_run', event = eventOf(run) } = {}) =>
      runAction({
        workspace: workspace.path,
        inputs: { mode: 'publish', artifact: 'browser-tests', 'github-token': token, ...inputs },
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

/** The results file of a run, as the workflow that tests leaves it. */
export function resultsOf(run: PublishedRun, context: object = { sha: headSha }): string {
  return resultsJson(run, { source: 'github', ...context }, (text) => text);
}

/** The archive of an artifact. */
export function archiveOf(files: Readonly<Record<string, string | Uint8Array>>): Uint8Array {
  const entries = Object.entries(files).map(
    ([name, content]) => [name, typeof content === 'string' ? strToU8(content) : content] as const,
  );
  const zippable: Zippable = Object.fromEntries(entries);
  return zipSync(zippable);
}
