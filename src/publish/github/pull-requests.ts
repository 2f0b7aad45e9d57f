import { z } from 'zod';
import { type Asking, plain } from './asking.ts';
import { paged } from './paged.ts';

/** A pull request as GitHub lists it. */
export interface ListedPull {
  readonly number: number;
  readonly head: {
    readonly sha: string;
    readonly ref: string;
    /** `null` where the fork was deleted. */
    readonly repo?: { readonly full_name: string } | null | undefined;
  };
}

/** The head of a pull request, and the commit in which it is merged with its base for a trial. */
export interface PullRequestHead {
  readonly sha: string;
  readonly ref: string;
  readonly mergeSha?: string | undefined;
}

/** The calls that are about pull requests themselves. */
export interface PullRequests {
  /** The head of a pull request: for events whose payload does not have it. */
  pullRequestHead(issueNumber: number): Promise<PullRequestHead>;
  /** Open pull requests, the newest first, page by page. @param head those from this branch alone, `owner:branch`. */
  openPulls(head?: string): AsyncIterable<readonly ListedPull[]>;
}

const head = z.object({ sha: z.string(), ref: z.string() });
const pull = z.object({ head, merge_commit_sha: z.string().nullish() });
const listedPull = z.object({
  number: z.int().positive(),
  head: head.extend({ repo: z.object({ full_name: z.string() }).nullish() }),
});

/** Makes them. */
export function pullRequests({ octokit, repository, reading }: Asking): PullRequests {
  const { pulls } = octokit.rest;
  return {
    async pullRequestHead(issueNumber) {
      const { data } = await plain(pulls.get({ ...repository, pull_number: issueNumber, ...reading(pull) }));
      const { sha, ref } = data.head;
      return { sha, ref, mergeSha: data.merge_commit_sha ?? undefined };
    },
    openPulls: (from) =>
      paged(
        (most) => `More than ${most} pull requests are open`,
        async (page) => {
          const filter = { state: 'open' as const, ...(from === undefined ? {} : { head: from }) };
          const list = { ...repository, ...filter, ...page };
          const { data, headers } = await plain(pulls.list({ ...list, ...reading(z.array(listedPull)) }));
          return { items: data.map((each) => ({ ...each, id: each.number })), link: headers.link };
        },
      ),
  };
}
