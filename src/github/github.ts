import { z } from 'zod';
import type { RunIdentity } from '../results/run-results.ts';
import { checkRunStore } from './check-run-store.ts';
import { commentStore } from './comment-store.ts';
import { GitHubClient, type Repository } from './github-client.ts';

/** What the action needs of GitHub's API. */
export type GitHub = ReturnType<typeof connectGitHub>;

/**
 * Connects to GitHub's API; nothing is requested yet.
 * @param apiUrl root of the API, which differs on GitHub Enterprise Server.
 */
export function connectGitHub(token: string, apiUrl: string, repository: Repository) {
  const client = new GitHubClient(token, apiUrl, repository);
  return {
    comments: commentStore(client, apiUrl),
    checks: checkRunStore(client),
    pullRequests: pullRequestStore(client),
    runArtifacts: runArtifactStore(client),
    unsuccessfulJobs: (run: RunIdentity, signal: AbortSignal) => unsuccessfulJobs(client, run, signal),
  };
}

const listedArtifact = z.object({ id: z.int(), name: z.string(), expired: z.boolean() });
const listedArtifacts = z.object({ artifacts: z.array(listedArtifact) }).transform((list) => list.artifacts);

/** The artifacts of any workflow run of the repository, with the token. Each operation throws what GitHub answers. */
function runArtifactStore(client: GitHubClient) {
  const path = '/repos/{owner}/{repo}/actions';
  return {
    /** The artifacts of all attempts of a run. */
    async list(runId: number, signal: AbortSignal) {
      const request = { route: `GET ${path}/runs/{run_id}/artifacts`, parameters: { run_id: runId } };
      return (await Array.fromAsync(client.pages(request, listedArtifacts, signal))).flat();
    },
    /**
     * Downloads the zip archive of an artifact. Its signed address gets no token and appears in no message.
     * @throws also if it has more than `maxBytes`.
     */
    async download(artifactId: number, maxBytes: number, signal: AbortSignal): Promise<Buffer> {
      const parameters = { artifact_id: artifactId };
      const request = { route: `GET ${path}/artifacts/{artifact_id}/zip`, parameters };
      return client.download(request, maxBytes, signal);
    },
  };
}

const listedJob = z.object({ id: z.int(), name: z.string(), conclusion: z.string().nullish() });
const listedJobs = z.object({ jobs: z.array(listedJob) }).transform((list) => list.jobs);

/** The jobs of a workflow run that have ended without success, such as `test (firefox), cancelled`. Throws what GitHub answers. */
async function unsuccessfulJobs(client: GitHubClient, { runId, attempt }: RunIdentity, signal: AbortSignal) {
  const route = 'GET /repos/{owner}/{repo}/actions/runs/{run_id}/attempts/{attempt_number}/jobs';
  const request = { route, parameters: { run_id: runId, attempt_number: attempt } };
  const jobs = (await Array.fromAsync(client.pages(request, listedJobs, signal))).flat();
  return jobs
    .filter(({ conclusion }) => !['success', 'skipped', null, undefined].includes(conclusion))
    .map(({ name, conclusion }) => `${name}, ${conclusion}`);
}

const head = z.object({
  sha: z.string(),
  ref: z.string(),
  /** Null if the fork was deleted. */
  repo: z.object({ full_name: z.string() }).nullish(),
});
const pull = z.object({ head, merge_commit_sha: z.string().nullish() });
const listedFiles = z.array(z.object({ filename: z.string() }));
const listedPull = z.object({ id: z.int(), number: z.int().positive(), head });

/** A pull request as GitHub lists it. */
export type ListedPull = Omit<z.output<typeof listedPull>, 'id'>;
export type PullRequestStore = ReturnType<typeof pullRequestStore>;

/** The pull requests of the repository. Each operation throws what GitHub answers. */
function pullRequestStore(client: GitHubClient) {
  const route = 'GET /repos/{owner}/{repo}/pulls';
  return {
    /** The head, with `owner/repo` unless the fork was deleted, and the commit that merges it with its base. */
    async pullRequestHead(pullNumber: number, signal: AbortSignal) {
      const request = { route: `${route}/{pull_number}`, parameters: { pull_number: pullNumber } };
      const { head, merge_commit_sha } = await client.request(request, pull, signal);
      const { sha, ref, repo } = head;
      return { sha, ref, repository: repo?.full_name, mergeSha: merge_commit_sha ?? undefined };
    },
    /** The paths of the files that a pull request changes: the first 100. */
    async changedFiles(pullNumber: number, signal: AbortSignal): Promise<string[]> {
      const parameters = { pull_number: pullNumber, per_page: 100 };
      const request = { route: `${route}/{pull_number}/files`, parameters };
      return (await client.request(request, listedFiles, signal)).map(({ filename }) => filename);
    },
    /** Open pull requests, the newest first, page by page. @param from only those from this branch, `owner:branch`. */
    openPulls(from: string | undefined, signal: AbortSignal): AsyncIterable<readonly ListedPull[]> {
      const parameters = { state: 'open', ...(from === undefined ? {} : { head: from }) };
      return client.pages({ route, parameters }, z.array(listedPull), signal);
    },
  };
}
