import { getOctokit } from '@actions/github';
import { EnvHttpProxyAgent, fetch } from 'undici';
import { z } from 'zod';
import { type CommentApi, statusOf } from '../comment/comment.ts';
import { GitHubFailure } from './github-failure.ts';
import { mostPatienceMs, Patience } from './patience.ts';
import { patientFetch } from './patient-fetch.ts';
import type { Fetch } from './whole-answer.ts';

/** The repository that comments belong to. */
export interface Repository {
  readonly owner: string;
  readonly repo: string;
}

/** What the action asks of GitHub. */
export interface GitHubApi extends CommentApi {
  /** From now on, all requests together have so long, in ms. */
  allow(ms: number): void;
  /** The head of a pull request: for events whose payload does not have it. */
  pullRequestHead(issueNumber: number): Promise<{ sha: string; ref: string }>;
}

const account = z.looseObject({ login: z.string() });
const comment = z.object({
  id: z.int(),
  body: z.string().optional(),
  html_url: z.string(),
  user: account.nullish(),
});
const pull = z.object({ head: z.object({ sha: z.string(), ref: z.string() }) });
const viewer = z.object({ viewer: z.object({ login: z.string() }) });

/** So many are on a page, and so many pages are read at most. */
const perPage = 100;
const maxPages = 100;

/**
 * GitHub's API by its own client, which is handed only answers that can be read. Where GitHub limits requests it waits;
 * what only failed on the way is repeated, except a create: that would post twice.
 * @param apiUrl the API's root, which differs on GitHub Enterprise Server.
 * @param cancel when it is aborted, requests have 3 s left.
 * @param patienceMs the time that all requests have together, until they are allowed another.
 */
export function connectGitHub(
  token: string,
  apiUrl: string,
  { owner, repo }: Repository,
  cancel: AbortSignal = new AbortController().signal,
  patienceMs: number = mostPatienceMs,
): GitHubApi {
  const dispatcher = new EnvHttpProxyAgent();
  const patience = new Patience(patienceMs, cancel);
  const fetchOnce: Fetch = (url, init) => fetch(url, { ...init, dispatcher });
  const octokit = getOctokit(token, { baseUrl: apiUrl });
  /** What a request is answered with. */
  const reading = (schema: z.ZodType | undefined, onlyAsks = false) => ({
    request: { fetch: patientFetch(fetchOnce, patience, schema, onlyAsks) },
  });
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
    async *listComments(issueNumber) {
      const page = {
        owner,
        repo,
        issue_number: issueNumber,
        per_page: perPage,
        ...reading(z.array(comment)),
      };
      const seen = new Set<number>();
      // Counted here: the address of the next page may lead anywhere, or back.
      for (let number = 1; number <= maxPages; number += 1) {
        const { data, headers } = await plain(issues.listComments({ ...page, page: number }));
        const fresh = data.filter(({ id }) => !seen.has(id));
        for (const { id } of fresh) seen.add(id);
        yield fresh;
        if (fresh.length === 0 || !/rel="?next"?/.test(headers.link ?? '')) return;
      }
      throw new Error(`The pull request has more than ${perPage * maxPages} comments`);
    },
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
      const asked = octokit.graphql('{ viewer { login } }', reading(z.looseObject({}), true));
      const answer = viewer.safeParse(await unlessRefused(plain(asked)));
      return answer.success ? answer.data.viewer.login : undefined;
    },
    async pullRequestHead(issueNumber) {
      const { data } = await plain(
        octokit.rest.pulls.get({ owner, repo, pull_number: issueNumber, ...reading(pull) }),
      );
      return { sha: data.head.sha, ref: data.head.ref };
    },
  };
}

/** GitHub's client gives our own error, which has no status, the status 500. */
async function plain<T>(call: Promise<T>): Promise<T> {
  return call.catch((error: unknown) => {
    throw error instanceof Error && error.cause instanceof GitHubFailure ? error.cause : error;
  });
}
