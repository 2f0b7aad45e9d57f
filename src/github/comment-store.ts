import { z } from 'zod';
import { type GitHubClient, listPages, type Repository } from './octokit.ts';
import { isRateLimit } from './refusal.ts';
import { httpStatusOf, mayBeDone } from './request-error.ts';

/** A comment of ours. */
export interface StoredComment {
  readonly id: number;
  readonly body: string;
  readonly url: string;
}

/** The comments of pull requests that the token's own account has written. Each operation throws what GitHub answers. */
export interface CommentStore {
  /**
   * The oldest comment of ours whose body is marked; no page after it is requested. Comments by others are ignored,
   * even if they copy the mark.
   */
  find(
    issueNumber: number,
    isMarked: (body: string) => boolean,
    signal: AbortSignal,
  ): Promise<StoredComment | undefined>;
  /** All of them, the oldest first. */
  findAll(
    issueNumber: number,
    isMarked: (body: string) => boolean,
    signal: AbortSignal,
  ): Promise<StoredComment[]>;
  /**
   * Creates a comment. If the answer is lost, it looks for a comment of ours with exactly this body before it sends the
   * request a second time, so that there are never two.
   */
  create(issueNumber: number, body: string, signal: AbortSignal): Promise<StoredComment>;
  /** @returns undefined if the comment no longer exists. */
  update(id: number, body: string, signal: AbortSignal): Promise<StoredComment | undefined>;
  /** Deletes a comment, if it still exists. */
  remove(id: number, signal: AbortSignal): Promise<void>;
}

/** The account that GITHUB_TOKEN writes as. */
const actionsBot = 'github-actions[bot]';

const account = z.object({ login: z.string(), type: z.string().optional() });
const listedComment = z.object({
  id: z.int(),
  body: z.string().optional(),
  html_url: z.string(),
  user: account.nullish(),
});
const viewerAnswer = z.object({ data: z.object({ viewer: account }).nullish() });

/** @param apiUrl root of the API. */
export function commentStore(client: GitHubClient, apiUrl: string, repository: Repository): CommentStore {
  const isOurs = authorCheck(client, apiUrl);
  const path = '/repos/{owner}/{repo}/issues';

  async function* ours(issueNumber: number, isMarked: (body: string) => boolean, signal: AbortSignal) {
    const parameters = { ...repository, issue_number: issueNumber };
    const route = `GET ${path}/{issue_number}/comments`;
    const list = listPages(client, route, parameters, z.array(listedComment), signal);
    for await (const page of list) {
      for (const comment of page) {
        if (isMarked(comment.body ?? '') && (await isOurs(comment, signal))) yield stored(comment);
      }
    }
  }

  async function find(issueNumber: number, isMarked: (body: string) => boolean, signal: AbortSignal) {
    for await (const comment of ours(issueNumber, isMarked, signal)) return comment;
    return undefined;
  }

  return {
    find,
    async findAll(issueNumber, isMarked, signal) {
      const found: StoredComment[] = [];
      for await (const comment of ours(issueNumber, isMarked, signal)) found.push(comment);
      return found.sort((a, b) => a.id - b.id);
    },
    async create(issueNumber, body, signal) {
      const parameters = { ...repository, issue_number: issueNumber, body };
      const route = `POST ${path}/{issue_number}/comments`;
      const send = async () => stored((await client.request(route, parameters, listedComment, signal)).data);
      return send().catch(async (error: unknown) => {
        if (!mayBeDone(error)) throw error;
        return (await find(issueNumber, (each) => each === body, signal)) ?? send();
      });
    },
    async update(id, body, signal) {
      const parameters = { ...repository, comment_id: id, body };
      const route = `PATCH ${path}/comments/{comment_id}`;
      const response = await unlessMissing(client.request(route, parameters, listedComment, signal));
      return response && stored(response.data);
    },
    async remove(id, signal) {
      const route = `DELETE ${path}/comments/{comment_id}`;
      await unlessMissing(client.request(route, { ...repository, comment_id: id }, z.unknown(), signal));
    },
  };
}

function stored({ id, body = '', html_url }: z.output<typeof listedComment>): StoredComment {
  return { id, body, url: html_url };
}

/** @returns undefined for a 404: anyone may delete a comment at any moment. */
async function unlessMissing<T>(request: Promise<T>): Promise<T | undefined> {
  return request.catch((error: unknown) => {
    if (httpStatusOf(error) !== 404) throw error;
    return undefined;
  });
}

/**
 * Makes what decides whether a comment is ours: anyone may write one that begins with our mark. GitHub is asked who the
 * token belongs to only if the author leaves it open, and once.
 */
function authorCheck(client: GitHubClient, apiUrl: string) {
  // GitHub Enterprise Server has GraphQL beside the REST API.
  const baseUrl = apiUrl.replace(/\/api\/v3\/?$/, '/api');
  const query = { baseUrl, query: '{ viewer { login } }' };
  const appLogin = onceAnswered(async (signal) => {
    const options = { repeatable: true };
    const { data } = await client.request('POST /graphql', query, viewerAnswer, signal, options);
    return data.data?.viewer.login;
  });
  const userLogin = onceAnswered(
    async (signal) => (await client.request('GET /user', {}, account, signal)).data.login,
  );
  return async ({ user }: z.output<typeof listedComment>, signal: AbortSignal): Promise<boolean> => {
    // GitHub always names a user, or null for a deleted one; without the field there is nobody to confuse us with.
    if (user === undefined) return true;
    if (user === null) return false;
    if (user.login === actionsBot) return true;
    const isApp = user.type === 'Bot' || user.login.endsWith('[bot]');
    return user.login === (await (isApp ? appLogin(signal) : userLogin(signal)));
  };
}

/** Keeps the first answer. A refusal is one as well: the token belongs to nobody of the kind that was asked for. */
function onceAnswered(ask: (signal: AbortSignal) => Promise<string | undefined>) {
  let answer: { readonly login: string | undefined } | undefined;
  return async (signal: AbortSignal): Promise<string | undefined> => {
    answer ??= {
      login: await ask(signal).catch((error: unknown) => {
        const isRefusal = [403, 404].includes(httpStatusOf(error) ?? 0) && !isRateLimit(error);
        if (!isRefusal) throw error;
        return undefined;
      }),
    };
    return answer.login;
  };
}
