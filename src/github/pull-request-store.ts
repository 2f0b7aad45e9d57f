import { z } from 'zod';
import { type GitHubClient, listPages } from './octokit.ts';

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
export function pullRequestStore(client: GitHubClient) {
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
    /** Open pull requests, the newest first, page by page. @param from only those from this branch, `owner:branch`. */
    openPulls(from: string | undefined, signal: AbortSignal): AsyncIterable<readonly ListedPull[]> {
      const filter = { state: 'open', ...(from === undefined ? {} : { head: from }) };
      return listPages(client, route, filter, z.array(listedPull), signal);
    },
  };
}
