import { z } from 'zod';
import type { CheckApi } from '../check/check-api.ts';
import { type CommentApi, statusOf } from '../comment/comment.ts';
import { openAsking, plain, type Repository } from './asking.ts';
import { checkRuns } from './check-runs.ts';
import { paged } from './paged.ts';
import { mostPatienceMs } from './patience.ts';
import { type PullRequests, pullRequests } from './pull-requests.ts';
import { type RunArtifacts, runArtifacts } from './run-artifacts.ts';

export type { Repository } from './asking.ts';

/** What the action asks of GitHub. */
export interface GitHubApi extends CommentApi, CheckApi, PullRequests, RunArtifacts {
  /** From now on, all requests together have so long, in ms. */
  allow(ms: number): void;
}

const account = z.looseObject({ login: z.string() });
const comment = z.object({
  id: z.int(),
  body: z.string().optional(),
  html_url: z.string(),
  user: account.nullish(),
});
const viewer = z.object({ viewer: z.object({ login: z.string() }) });

/**
 * GitHub's API by its own client, which is handed only answers that can be read. Where GitHub limits requests it waits;
 * what only failed on the way is repeated, except a create: that would post twice.
 * @param apiUrl the API's root, which differs on GitHub Enterprise Server.
 * @param cancel when it is aborted, requests have 2.5 s left.
 * @param patienceMs the time that all requests have together, until they are allowed another.
 */
export function connectGitHub(
  token: string,
  apiUrl: string,
  repository: Repository,
  cancel: AbortSignal = new AbortController().signal,
  patienceMs: number = mostPatienceMs,
): GitHubApi {
  const asking = openAsking(token, apiUrl, repository, cancel, patienceMs);
  const { octokit, patience, reading } = asking;
  const { owner, repo } = repository;
  const { issues } = octokit.rest;
  const unlessRefused = async <T>(call: Promise<T>): Promise<T | undefined> =>
    call.catch((error: unknown) => {
      // Only GitHub's refusal tells something: after a lost answer, who we are is not known.
      const status = statusOf(error);
      if (status === undefined || status >= 500) throw error;
      return undefined;
    });
  return {
    allow: (ms) => patience.allow(ms),
    listComments: (issueNumber) =>
      paged(
        (most) => `The pull request has more than ${most} comments`,
        async (page) => {
          const list = { owner, repo, issue_number: issueNumber, ...page };
          const { data, headers } = await plain(
            issues.listComments({ ...list, ...reading(z.array(comment)) }),
          );
          return { items: data, link: headers.link };
        },
      ),
    getComment: async (commentId) =>
      (await plain(issues.getComment({ owner, repo, comment_id: commentId, ...reading(comment) }))).data,
    createComment: async (issueNumber, body) =>
      (
        await plain(
          issues.createComment({ owner, repo, issue_number: issueNumber, body, ...reading(comment) }),
        )
      ).data,
    updateComment: async (commentId, body) =>
      (await plain(issues.updateComment({ owner, repo, comment_id: commentId, body, ...reading(comment) })))
        .data,
    async deleteComment(commentId) {
      await plain(issues.deleteComment({ owner, repo, comment_id: commentId, ...reading(undefined) }));
    },
    ownLogin: async () =>
      (await unlessRefused(plain(octokit.rest.users.getAuthenticated(reading(account)))))?.data.login,
    async ownApp() {
      const asked = octokit.graphql('{ viewer { login } }', reading(z.looseObject({}), { mayRepeat: true }));
      const answer = viewer.safeParse(await unlessRefused(plain(asked)));
      return answer.success ? answer.data.viewer.login : undefined;
    },
    ...checkRuns(asking),
    ...pullRequests(asking),
    ...runArtifacts(asking),
  };
}
