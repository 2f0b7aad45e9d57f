import { z } from 'zod';
import { checkRunStore } from './check-run-store.ts';
import { commentStore } from './comment-store.ts';
import { type GitHubClient, listPages, openOctokit, type Repository } from './octokit.ts';

export type { Repository } from './octokit.ts';

/** What the action needs of GitHub's API. */
export type GitHub = ReturnType<typeof connectGitHub>;

/**
 * Connects to GitHub's API; nothing is requested yet.
 * @param apiUrl root of the API, which differs on GitHub Enterprise Server.
 */
export function connectGitHub(token: string, apiUrl: string, repository: Repository) {
  const client = openOctokit(token, apiUrl, repository);
  return {
    comments: commentStore(client, apiUrl),
    checks: checkRunStore(client),
    pullRequests: pullRequestStore(client),
    runArtifacts: runArtifactStore(client),
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
      const route = `GET ${path}/runs/{run_id}/artifacts`;
      const found: z.output<typeof listedArtifact>[] = [];
      for await (const page of listPages(client, route, { run_id: runId }, listedArtifacts, signal)) {
        found.push(...page);
      }
      return found;
    },
    /**
     * Downloads the zip archive of an artifact. Its signed address gets no token and appears in no message.
     * @throws also if it has more than `maxBytes`.
     */
    async download(artifactId: number, maxBytes: number, signal: AbortSignal): Promise<Buffer> {
      const route = `GET ${path}/artifacts/{artifact_id}/zip`;
      return client.download(route, { artifact_id: artifactId }, maxBytes, signal);
    },
  };
}

const head = z.object({
  sha: z.string(),
  ref: z.string(),
  /** Null if the fork was deleted. */
  repo: z.object({ full_name: z.string() }).nullish(),
});
const pull = z.object({ head, merge_commit_sha: z.string().nullish() });
const listedPull = z.object({ id: z.int(), number: z.int().positive(), head });

/** A pull request as GitHub lists it. */
export type ListedPull = Omit<z.output<typeof listedPull>, 'id'>;
/** The head of a pull request, and the commit that merges it with its base. */
export interface PullRequestHead {
  readonly sha: string;
  readonly ref: string;
  readonly mergeSha?: string | undefined;
  /** `owner/repo` of the head; undefined if the fork was deleted. */
  readonly repository?: string | undefined;
}
export type PullRequestStore = ReturnType<typeof pullRequestStore>;

/** The pull requests of the repository. Each operation throws what GitHub answers. */
function pullRequestStore(client: GitHubClient) {
  const route = 'GET /repos/{owner}/{repo}/pulls';
  return {
    async pullRequestHead(pullNumber: number, signal: AbortSignal): Promise<PullRequestHead> {
      const { data } = await client.request(
        `${route}/{pull_number}`,
        { pull_number: pullNumber },
        pull,
        signal,
      );
      const { sha, ref, repo } = data.head;
      return { sha, ref, repository: repo?.full_name, mergeSha: data.merge_commit_sha ?? undefined };
    },
    /** The paths of the files that a pull request changes: the first 100. */
    async changedFiles(pullNumber: number, signal: AbortSignal): Promise<string[]> {
      const { data } = await client.request(
        `${route}/{pull_number}/files`,
        { pull_number: pullNumber, per_page: 100 },
        z.array(z.object({ filename: z.string() })),
        signal,
      );
      return data.map(({ filename }) => filename);
    },
    /** Open pull requests, the newest first, page by page. @param from only those from this branch, `owner:branch`. */
    openPulls(from: string | undefined, signal: AbortSignal): AsyncIterable<readonly ListedPull[]> {
      const filter = { state: 'open', ...(from === undefined ? {} : { head: from }) };
      return listPages(client, route, filter, z.array(listedPull), signal);
    },
  };
}
