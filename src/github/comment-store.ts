import { z } from 'zod';
import type { GitHubClient } from './github-client.ts';
import { httpStatusOf, isRateLimit, sendOnce } from './refusal.ts';

export interface StoredComment {
  readonly id: number;
  readonly body: string;
  readonly url: string;
}

/** The account that GITHUB_TOKEN writes as. */
const actionsBot = 'github-actions[bot]';

const account = z.object({ login: z.string() });
const listedComment = z.object({
  id: z.int(),
  body: z.string().optional(),
  html_url: z.string(),
  user: account.nullish(),
});
/** Its login; empty if the token belongs to nobody. */
const viewerAnswer = z
  .object({ data: z.object({ viewer: account }).nullish() })
  .transform(({ data }) => data?.viewer.login ?? '');

export type CommentStore = ReturnType<typeof commentStore>;

/** The comments of pull requests that the token's own account has written. Each operation throws what GitHub answers. */
export function commentStore(client: GitHubClient, apiUrl: string) {
  const isOurs = authorCheck(client, apiUrl);
  const path = '/repos/{owner}/{repo}/issues';
  return {
    /**
     * The comments of ours whose body is marked, the oldest first. Those of others are ignored, even if they copy the mark.
     * @param pagesBehind how many pages of a hundred comments are read behind the first one that has any.
     */
    async find(
      issueNumber: number,
      isMarked: (body: string) => boolean,
      signal: AbortSignal,
      pagesBehind = 1,
    ): Promise<StoredComment[]> {
      const found: StoredComment[] = [];
      let pagesLeft = pagesBehind + 1;
      const parameters = { issue_number: issueNumber };
      const request = { route: `GET ${path}/{issue_number}/comments`, parameters };
      for await (const page of client.pages(request, z.array(listedComment), signal)) {
        for (const comment of page.filter(({ body = '' }) => isMarked(body))) {
          if (await isOurs(comment, signal)) found.push(stored(comment));
        }
        if (found.length > 0) pagesLeft -= 1;
        if (pagesLeft === 0) break;
      }
      return found.sort((a, b) => a.id - b.id);
    },
    /** Creates a comment. If the response is lost, it looks for a comment of ours with exactly this body, see `sendOnce`. */
    async create(issueNumber: number, body: string, signal: AbortSignal): Promise<StoredComment> {
      const parameters = { issue_number: issueNumber, body };
      const request = { route: `POST ${path}/{issue_number}/comments`, parameters };
      return sendOnce(
        async () => stored(await client.request(request, listedComment, signal)),
        async () => (await this.find(issueNumber, (each) => each === body, signal))[0],
        signal,
      );
    },
    /** @returns undefined if the comment no longer exists. */
    async update(id: number, body: string, signal: AbortSignal): Promise<StoredComment | undefined> {
      const request = { route: `PATCH ${path}/comments/{comment_id}`, parameters: { comment_id: id, body } };
      const updated = await unlessMissing(client.request(request, listedComment, signal));
      return updated && stored(updated);
    },
    /** Deletes a comment, if it still exists. */
    async remove(id: number, signal: AbortSignal): Promise<void> {
      const request = { route: `DELETE ${path}/comments/{comment_id}`, parameters: { comment_id: id } };
      await unlessMissing(client.request(request, z.unknown(), signal));
    },
  };
}

function stored({ id, body = '', html_url }: z.output<typeof listedComment>): StoredComment {
  return { id, body, url: html_url };
}

/** @returns undefined for a 404 or 410: anyone may delete a comment at any moment. */
async function unlessMissing<T>(request: Promise<T>): Promise<T | undefined> {
  return request.catch((error: unknown) => {
    if (![404, 410].includes(httpStatusOf(error) ?? 0)) throw error;
    return undefined;
  });
}

/**
 * Decides whether a comment is ours, since anyone may write one that begins with our mark. The owner of the token is
 * requested once, and only if the author of a comment leaves it open.
 */
function authorCheck(client: GitHubClient, apiUrl: string) {
  // GitHub Enterprise Server has GraphQL beside the REST API.
  const baseUrl = apiUrl.replace(/\/api\/v3\/?$/, '/api');
  const parameters = { baseUrl, query: '{ viewer { login } }' };
  const request = { route: 'POST /graphql', parameters, isRepeatable: true };
  let viewer: string | undefined;
  return async ({ user }: z.output<typeof listedComment>, signal: AbortSignal): Promise<boolean> => {
    // GitHub always names a user, or null for a deleted one; without the field there is nobody to confuse us with.
    if (user === undefined || user?.login === actionsBot) return true;
    if (user === null) return false;
    viewer ??= await client.request(request, viewerAnswer, signal).catch((error: unknown) => {
      if (![403, 404].includes(httpStatusOf(error) ?? 0) || isRateLimit(error)) throw error;
      return '';
    });
    return user.login === viewer;
  };
}
