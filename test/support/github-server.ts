import type { ServerResponse } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { type SeenRequest, sendJson, startHttpServer } from './http-server.ts';

/** A comment as GitHub stores it. */
export interface StoredComment {
  readonly id: number;
  body: string;
  readonly user: { readonly login: string; readonly type: string };
  readonly html_url: string;
}

export interface GitHubServer extends AsyncDisposable {
  readonly url: string;
  readonly requests: readonly SeenRequest[];
  readonly comments: StoredComment[];
  /** Adds a comment by someone else, or by an earlier run. */
  addComment(body: string, user?: StoredComment['user']): StoredComment;
}

export interface GitHubOptions {
  /** The job's token may not write. */
  readonly readOnly?: boolean;
  /** Head of every pull request. */
  readonly head?: { readonly sha: string; readonly ref: string };
  /** The first answer to a create is lost after the comment was stored. */
  readonly loseFirstCreate?: boolean;
  /** The token is this person's; without it, the token is an app's, which has no user. */
  readonly login?: string;
  /** The app whose token it is: `github-actions[bot]` by default. */
  readonly app?: string;
  /** How long a request takes to arrive, and its answer to come back, in ms. */
  readonly latency?: () => number;
  /** Sees each request before it is answered, and may answer it itself: then it returns true. */
  readonly intercept?: (request: SeenRequest, response: ServerResponse) => boolean;
}

const maxBody = 65_536;

/**
 * A local stand-in for the part of GitHub's API that the action calls: comments with pages and the size limit, pull
 * requests, a read-only token.
 */
export async function startGitHub(options: GitHubOptions = {}): Promise<GitHubServer> {
  const comments: StoredComment[] = [];
  let creates = 0;
  let lastId = 999;
  const self =
    options.login === undefined
      ? { login: options.app ?? 'github-actions[bot]', type: 'Bot' }
      : { login: options.login, type: 'User' };
  const add = (body: string, user = self): StoredComment => {
    lastId += 1;
    const id = lastId;
    const comment = {
      id,
      body,
      user,
      html_url: `https://github.example/acme/shop/pull/7#issuecomment-${id}`,
    };
    comments.push(comment);
    return comment;
  };
  const server = await startHttpServer(async (request, response) => {
    if (options.latency === undefined) return answer(request, response);
    await sleep(options.latency());
    const late = options.latency();
    const end = response.end.bind(response);
    Object.assign(response, {
      end(text = '') {
        setTimeout(() => end(text), late);
        return response;
      },
    });
    answer(request, response);
  });

  function answer(request: SeenRequest, response: ServerResponse) {
    const { pathname, searchParams } = new URL(request.url, 'http://github');
    const refused = { message: 'Resource not accessible by integration' };
    if (request.headers.authorization === undefined)
      return sendJson(response, 401, { message: 'Bad credentials' });
    if (options.intercept?.(request, response) === true) return;
    if (request.method === 'GET' && pathname.endsWith('/comments')) {
      const size = Number(searchParams.get('per_page') ?? 30);
      const page = Number(searchParams.get('page') ?? 1);
      const next = `<${server.url}${pathname}?per_page=${size}&page=${page + 1}>; rel="next"`;
      const more: Record<string, string> = comments.length > size * page ? { link: next } : {};
      return sendJson(response, 200, comments.slice(size * (page - 1), size * page), more);
    }
    if (request.method === 'GET' && /\/pulls\/\d+$/.test(pathname)) {
      return sendJson(response, 200, { head: options.head ?? { sha: 'c'.repeat(40), ref: 'feature' } });
    }
    if (request.method === 'GET' && pathname === '/user') {
      return options.login === undefined ? sendJson(response, 403, refused) : sendJson(response, 200, self);
    }
    if (pathname === '/graphql') return sendJson(response, 200, { data: { viewer: { login: self.login } } });
    const found = comments.find(({ id }) => pathname.endsWith(`/issues/comments/${id}`));
    if (request.method === 'GET' && found !== undefined) return sendJson(response, 200, found);
    if (options.readOnly === true) return sendJson(response, 403, refused);
    if (request.method === 'DELETE' && found !== undefined) {
      comments.splice(comments.indexOf(found), 1);
      return void response.writeHead(204).end();
    }
    if (request.method !== 'POST' && found === undefined)
      return sendJson(response, 404, { message: 'Not Found' });
    const { body } = JSON.parse(request.body);
    if (body.length > maxBody) {
      return sendJson(response, 422, { message: `Body is too long (maximum is ${maxBody} characters)` });
    }
    if (request.method === 'POST' && pathname.endsWith('/comments')) {
      const comment = add(body);
      creates += 1;
      if (options.loseFirstCreate === true && creates === 1) return void response.destroy();
      return sendJson(response, 201, comment);
    }
    if (request.method !== 'PATCH' || found === undefined)
      return sendJson(response, 404, { message: 'Not Found' });
    found.body = body;
    return sendJson(response, 200, found);
  }

  return {
    url: server.url,
    requests: server.requests,
    comments,
    addComment: add,
    [Symbol.asyncDispose]: () => server[Symbol.asyncDispose](),
  };
}
