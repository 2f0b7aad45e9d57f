import { z } from 'zod';
import { type GitHubClient, listPages, type Repository } from './octokit.ts';

/** A pull request as GitHub lists it. */
export interface ListedPull {
  readonly number: number;
  readonly head: {
    readonly sha: string;
    readonly ref: string;
    /** `null` if the fork was deleted. */
    readonly repo?: { readonly full_name: string } | null | undefined;
  };
}

/** The head of a pull request, and the commit that merges it with its base. */
export interface PullRequestHead {
  readonly sha: string;
  readonly ref: string;
  readonly mergeSha?: string | undefined;
  /** `owner/repo` of the head; undefined if the fork was deleted. */
  readonly repository?: string | undefined;
}

/** The pull requests of the repository. Each operation throws what GitHub answers. */
export interface PullRequestStore {
  pullRequestHead(pullNumber: number, signal: AbortSignal): Promise<PullRequestHead>;
  /** Open pull requests, the newest first, page by page. @param head only those from this branch, `owner:branch`. */
  openPulls(head: string | undefined, signal: AbortSignal): AsyncIterable<readonly ListedPull[]>;
}

const head = z.object({
  sha: z.string(),
  ref: z.string(),
  repo: z.object({ full_name: z.string() }).nullish(),
});
const pull = z.object({ head, merge_commit_sha: z.string().nullish() });
const listedPull = z.object({ number: z.int().positive(), head });
const listedPulls = z
  .array(listedPull)
  .transform((list) => list.map((each) => ({ ...each, id: each.number })));

/** Makes the operations. */
export function pullRequestStore(client: GitHubClient, repository: Repository): PullRequestStore {
  return {
    async pullRequestHead(pullNumber, signal) {
      const parameters = { ...repository, pull_number: pullNumber };
      const route = 'GET /repos/{owner}/{repo}/pulls/{pull_number}';
      const { data } = await client.request(route, parameters, pull, signal);
      const { sha, ref, repo } = data.head;
      return { sha, ref, repository: repo?.full_name, mergeSha: data.merge_commit_sha ?? undefined };
    },
    openPulls(from, signal) {
      const filter = { state: 'open', ...(from === undefined ? {} : { head: from }) };
      const route = 'GET /repos/{owner}/{repo}/pulls';
      return listPages(client, route, { ...repository, ...filter }, listedPulls, signal);
    },
  };
}
