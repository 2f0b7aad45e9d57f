import { z } from 'zod';
import { commentMarker, readCommentMarker } from '../../src/report/comment/hidden-lines.ts';
import { gateKey } from '../../src/results/jobs.ts';
import type { Answer, WireRequest } from './wire.ts';

export interface Comment {
  readonly id: number;
  body: string;
  readonly user: { readonly login: string; readonly type: string };
  readonly html_url: string;
}

export interface GitHubOptions {
  /** A comment of an earlier run is there. */
  readonly earlier: boolean;
  /** So many comments of others come before it. */
  readonly others: number;
  /** The comment is gone when it is to be updated. */
  readonly deletedMeanwhile?: boolean;
  /** Link of each page of the list, in place of the true one. */
  readonly link?: string;
}

/** The key of the job that test/support/run-action.ts makes up. */
export const key = gateKey({ workflow: 'Checks', job: 'browser' });
const bot = { login: 'github-actions[bot]', type: 'Bot' };
const person = { login: 'mallory', type: 'User' };
const bodySchema = z.object({ body: z.string() });

/** The part of GitHub's API that the action calls, which knows the comments that there really are. */
export class GitHubTruth {
  readonly token = 'ghs_token-of-the-faults';
  comments: Comment[] = [];
  readonly #options: GitHubOptions;
  /** Set once the port is known. */
  url = '';
  #lastId = 0;
  readonly #earlier: number;

  constructor(options: GitHubOptions) {
    this.#options = options;
    // Anyone may write what looks like ours.
    this.#add(`${commentMarker(key, { runId: 1, attempt: 1 }, true)}\nnot ours`, person);
    for (let index = 0; index < options.others; index += 1) this.#add('Looks good to me.', person);
    if (options.earlier) this.#add(`${commentMarker(key, { runId: 99, attempt: 1 }, true)}\nearlier`, bot);
    this.#earlier = this.#lastId;
  }

  /** The comments that this job has written. */
  own(): Comment[] {
    return this.comments.filter(
      ({ body, user }) => user === bot && readCommentMarker(body, key) !== undefined,
    );
  }

  async handle(request: WireRequest): Promise<Answer> {
    const { pathname, searchParams } = new URL(request.path, 'http://github');
    if (!request.headers.get('authorization')?.includes(this.token)) {
      return json(401, { message: 'Bad credentials' });
    }
    if (request.method === 'GET' && pathname.endsWith('/comments')) return this.#list(pathname, searchParams);
    if (request.method === 'POST' && pathname.endsWith('/comments')) {
      return json(201, this.#add(bodySchema.parse(JSON.parse(request.body)).body, bot));
    }
    const id = Number(/\/issues\/comments\/(\d+)$/.exec(pathname)?.[1]);
    if (this.#options.deletedMeanwhile === true && request.method === 'PATCH' && id === this.#earlier) {
      this.comments = this.comments.filter((each) => each.id !== id);
    }
    const found = this.comments.find((each) => each.id === id);
    if (found !== undefined && request.method === 'GET') return json(200, found);
    if (found !== undefined && request.method === 'DELETE') {
      this.comments = this.comments.filter((each) => each !== found);
      return { ...json(204, ''), body: Buffer.alloc(0) };
    }
    if (found !== undefined && request.method === 'PATCH') {
      found.body = bodySchema.parse(JSON.parse(request.body)).body;
      return json(200, found);
    }
    return pathname === '/graphql'
      ? json(200, { data: { viewer: bot } })
      : json(404, { message: 'Not Found' });
  }

  #list(pathname: string, query: URLSearchParams): Answer {
    const size = Number(query.get('per_page') ?? 30);
    const page = Number(query.get('page') ?? 1);
    const data = this.comments.slice(size * (page - 1), size * page);
    const next = `<${this.url}${pathname}?per_page=${size}&page=${page + 1}>; rel="next"`;
    const link = this.#options.link ?? (this.comments.length > size * page ? next : undefined);
    const answer = json(200, data);
    return link === undefined
      ? answer
      : {
          ...answer,
          headers: { ...answer.headers, link: link.replaceAll('SELF', `${this.url}${pathname}`) },
        };
  }

  #add(body: string, user: Comment['user']): Comment {
    this.#lastId += 1;
    const id = this.#lastId;
    const comment = {
      id,
      body,
      user,
      html_url: `https://github.example/acme/shop/pull/7#issuecomment-${id}`,
    };
    this.comments.push(comment);
    return comment;
  }
}

function json(status: number, body: unknown): Answer {
  return {
    status,
    headers: { 'content-type': 'application/json; charset=utf-8', date: new Date().toUTCString() },
    body: Buffer.from(JSON.stringify(body)),
  };
}
