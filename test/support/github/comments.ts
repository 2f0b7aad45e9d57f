import { z } from 'zod';
import { type Handlers, notFound, page, type Reply, unprocessable } from './resource.ts';

/** A comment as GitHub stores it. */
export interface StoredComment {
  readonly id: number;
  body: string;
  readonly user: { readonly login: string; readonly type: string };
  readonly html_url: string;
}

export interface Comments {
  readonly stored: StoredComment[];
  readonly add: (body: string, user?: StoredComment['user']) => StoredComment;
  readonly handlers: Handlers;
}

interface CommentsOptions {
  /** Who the token belongs to. */
  readonly self: StoredComment['user'];
  /** The first answer to a create is lost after the comment was stored. */
  readonly loseFirstCreate: boolean;
}

/** Not in the description; GitHub's answer tells it. */
const maxBody = 65_536;
const sent = z.object({ body: z.string() });

/** The comments of the one pull request, the oldest first. */
export function createComments({ self, loseFirstCreate }: CommentsOptions): Comments {
  const stored: StoredComment[] = [];
  let creates = 0;
  let lastId = 999;
  const add = (body: string, user = self): StoredComment => {
    lastId += 1;
    const id = lastId;
    const comment = {
      id,
      body,
      user,
      html_url: `https://github.example/acme/shop/pull/7#issuecomment-${id}`,
    };
    stored.push(comment);
    return comment;
  };
  const withOne = (id: string | undefined, reply: (comment: StoredComment) => Reply): Reply => {
    const found = stored.find((each) => String(each.id) === id);
    return found === undefined ? notFound : reply(found);
  };
  const handlers: Handlers = {
    'issues/list-comments': (call) => {
      const { items, headers } = page(call, stored);
      return { status: 200, body: items, headers };
    },
    'issues/get-comment': ({ params }) =>
      withOne(params.comment_id, (comment) => ({ status: 200, body: comment })),
    'issues/create-comment': (call) => {
      const { body } = sent.parse(call.body);
      if (body.length > maxBody) return tooLong;
      const comment = add(body);
      creates += 1;
      return loseFirstCreate && creates === 1 ? 'lost' : { status: 201, body: comment };
    },
    'issues/update-comment': (call) =>
      withOne(call.params.comment_id, (comment) => {
        const { body } = sent.parse(call.body);
        if (body.length > maxBody) return tooLong;
        comment.body = body;
        return { status: 200, body: comment };
      }),
    'issues/delete-comment': ({ params }) =>
      withOne(params.comment_id, (comment) => {
        stored.splice(stored.indexOf(comment), 1);
        return { status: 204 };
      }),
  };
  return { stored, add, handlers };
}

const tooLong = unprocessable(`Body is too long (maximum is ${maxBody} characters)`);
