import { z } from 'zod';
import type { CommentApi } from '../comment/comment.ts';
import { httpStatusOf } from '../http-status.ts';
import { type Asking, plain } from './asking.ts';
import { paged } from './paged.ts';

const account = z.looseObject({ login: z.string() });
const comment = z.object({
  id: z.int(),
  body: z.string().optional(),
  html_url: z.string(),
  user: account.nullish(),
});
const viewer = z.object({ viewer: z.object({ login: z.string() }) });

/** Makes the calls that are about the comments of pull requests, and about who writes them. */
export function comments({ octokit, repository, reading }: Asking): CommentApi {
  const { issues, users } = octokit.rest;
  return {
    listComments: (issueNumber) =>
      paged(
        (most) => `The pull request has more than ${most} comments`,
        async (page) => {
          const list = { ...repository, issue_number: issueNumber, ...page };
          const { data, headers } = await plain(
            issues.listComments({ ...list, ...reading(z.array(comment)) }),
          );
          return { items: data, link: headers.link };
        },
      ),
    async getComment(id) {
      return (await plain(issues.getComment({ ...repository, comment_id: id, ...reading(comment) }))).data;
    },
    async createComment(issueNumber, body) {
      const created = { ...repository, issue_number: issueNumber, body, ...reading(comment) };
      return (await plain(issues.createComment(created))).data;
    },
    async updateComment(id, body) {
      const updated = { ...repository, comment_id: id, body, ...reading(comment) };
      return (await plain(issues.updateComment(updated))).data;
    },
    async deleteComment(id) {
      await plain(issues.deleteComment({ ...repository, comment_id: id, ...reading(undefined) }));
    },
    async ownLogin() {
      return (await unlessRefused(plain(users.getAuthenticated(reading(account)))))?.data.login;
    },
    async ownApp() {
      const asked = octokit.graphql('{ viewer { login } }', reading(z.looseObject({}), { mayRepeat: true }));
      const answer = viewer.safeParse(await unlessRefused(plain(asked)));
      return answer.success ? answer.data.viewer.login : undefined;
    },
  };
}

/** @returns undefined where GitHub refuses. Only that tells something: after a lost answer, who we are is not known. */
async function unlessRefused<T>(call: Promise<T>): Promise<T | undefined> {
  return call.catch((error: unknown) => {
    const status = httpStatusOf(error);
    if (status === undefined || status >= 500) throw error;
    return undefined;
  });
}
