import type { CommentApi } from '../../src/publish/comment/comment.ts';
import type { ListedComment } from '../../src/publish/comment/own-comment.ts';

/** The comments of one pull request. */
export interface CommentsInMemory {
  readonly stored: readonly (ListedComment & { readonly body: string })[];
  /** What one writer calls. */
  readonly api: CommentApi & { allow(ms: number): void };
}

const user = { login: 'github-actions[bot]', type: 'Bot' };

/**
 * Comments as GitHub keeps them, without the network: for thousands of interleavings.
 * @param way passes the time that a request takes to arrive, or its answer to come back.
 */
export function commentsInMemory(way: () => Promise<void>): CommentsInMemory {
  const stored: (ListedComment & { body: string })[] = [];
  let lastId = 999;
  const find = (id: number) => {
    const found = stored.find((each) => each.id === id);
    if (found === undefined) throw Object.assign(new Error('Not Found'), { status: 404 });
    return found;
  };
  async function call<T>(answer: () => T): Promise<T> {
    await way();
    const answered = answer();
    await way();
    return answered;
  }
  return {
    stored,
    api: {
      allow() {},
      async *listComments() {
        yield await call(() => stored.map((each) => ({ ...each })));
      },
      getComment: (id) => call(() => ({ ...find(id) })),
      createComment: (_, body) =>
        call(() => {
          lastId += 1;
          const made = { id: lastId, body, user, html_url: `https://github.example/${lastId}` };
          stored.push(made);
          return { ...made };
        }),
      updateComment: (id, body) => call(() => Object.assign(find(id), { body })),
      deleteComment: (id) => call(() => void stored.splice(stored.indexOf(find(id)), 1)),
      ownLogin: async () => undefined,
      ownApp: async () => user.login,
    },
  };
}
