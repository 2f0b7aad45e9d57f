import { getOctokit } from '@actions/github';
import { EnvHttpProxyAgent, fetch, type RequestInit } from 'undici';
import { z } from 'zod';
import { type CommentApi, statusOf } from './comment.ts';
import { patientFetch } from './patient-fetch.ts';

/** The repository that comments belong to. */
export interface Repository {
  readonly owner: string;
  readonly repo: string;
}

/** What the action asks of GitHub. */
export interface GitHubApi extends CommentApi {
  /** The head of a pull request: for events whose payload does not have it. */
  pullRequestHead(issueNumber: number): Promise<{ sha: string; ref: string }>;
}

/** Time for one request, in ms: a comment must never keep a job waiting. */
const attemptMs = 15_000;

/** All that waiting for GitHub's limits and repeating failed requests may take together, in ms. */
const patienceMs = 60_000;

/** What is left for GitHub once the job is cancelled, in ms: the runner kills soon after. */
const cancelledMs = 3000;

const viewer = z.object({ viewer: z.object({ login: z.string() }) });

/**
 * GitHub's API by its own client. Where GitHub limits requests it waits, a minute in all; what only failed on the way is
 * repeated, except a create: that would post twice.
 * @param apiUrl the API's root, which differs on GitHub Enterprise Server.
 * @param cancel when it is aborted, requests have 3 s left.
 */
export function connectGitHub(
  token: string,
  apiUrl: string,
  { owner, repo }: Repository,
  cancel: AbortSignal = new AbortController().signal,
): GitHubApi {
  const dispatcher = new EnvHttpProxyAgent();
  const hurry = new AbortController();
  const leave = () => setTimeout(() => hurry.abort(new Error('the job was cancelled')), cancelledMs).unref();
  cancel.addEventListener('abort', leave, { once: true });
  if (cancel.aborted) leave();
  const limited = (url: string, init: RequestInit) =>
    fetch(url, {
      ...init,
      dispatcher,
      signal: AbortSignal.any([AbortSignal.timeout(attemptMs), hurry.signal]),
    });
  const octokit = getOctokit(token, {
    baseUrl: apiUrl,
    request: { fetch: patientFetch(limited, patienceMs, hurry.signal) },
  });
  const unlessRefused = async <T>(call: Promise<T>): Promise<T | undefined> =>
    call.catch((error: unknown) => {
      // Only GitHub's refusal tells something: after a lost answer, who we are is not known.
      const status = statusOf(error);
      if (status === undefined || status >= 500) throw error;
      return undefined;
    });
  return {
    async *listComments(issueNumber) {
      const pages = octokit.paginate.iterator(octokit.rest.issues.listComments, {
        owner,
        repo,
        issue_number: issueNumber,
        per_page: 100,
      });
      for await (const { data } of pages) yield data;
    },
    getComment: async (commentId) =>
      (await octokit.rest.issues.getComment({ owner, repo, comment_id: commentId })).data,
    createComment: async (issueNumber, body) =>
      (await octokit.rest.issues.createComment({ owner, repo, issue_number: issueNumber, body })).data,
    updateComment: async (commentId, body) =>
      (await octokit.rest.issues.updateComment({ owner, repo, comment_id: commentId, body })).data,
    async deleteComment(commentId) {
      await octokit.rest.issues.deleteComment({ owner, repo, comment_id: commentId });
    },
    ownLogin: async () => (await unlessRefused(octokit.rest.users.getAuthenticated()))?.data.login,
    async ownApp() {
      const answer = viewer.safeParse(await unlessRefused(octokit.graphql('{ viewer { login } }')));
      return answer.success ? answer.data.viewer.login : undefined;
    },
    async pullRequestHead(issueNumber) {
      const { data } = await octokit.rest.pulls.get({ owner, repo, pull_number: issueNumber });
      return { sha: data.head.sha, ref: data.head.ref };
    },
  };
}
