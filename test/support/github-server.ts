import type { ServerResponse } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { createCheckRuns, type StoredCheckRun } from './github/check-runs.ts';
import { createComments, type StoredComment } from './github/comments.ts';
import { openDescription } from './github/description.ts';
import { createPulls, type StoredPull } from './github/pulls.ts';
import { type Call, type Handlers, notFound, type Reply, refused } from './github/resource.ts';
import { type Runs, startRuns } from './github/runs.ts';
import { type SeenRequest, sendJson, startHttpServer, type TestServer } from './http-server.ts';

export interface GitHubServer extends AsyncDisposable {
  readonly url: string;
  readonly requests: readonly SeenRequest[];
  readonly comments: StoredComment[];
  /** Adds a comment by someone else, or by an earlier run. */
  addComment(body: string, user?: StoredComment['user']): StoredComment;
  readonly checkRuns: StoredCheckRun[];
  /** Those that are listed. One of another number can be asked for by it. */
  readonly pulls: StoredPull[];
  /** Adds a run of a workflow. Artifacts that are added belong to the last one. */
  readonly addRun: Runs['addRun'];
  readonly addArtifact: Runs['addArtifact'];
  /** The last one is that of artifacts. */
  readonly runs: Runs['stored'];
  /** The jobs of the runs. */
  readonly jobs: Runs['jobs'];
  /** Where the bytes of artifacts lie: another origin. */
  readonly blobs: TestServer;
  /** What GitHub's description does not allow of the requests. Disposing of the server throws where there is any. */
  readonly invalid: string[];
}

export interface GitHubOptions {
  /** The job's token may not write. */
  readonly readOnly?: boolean;
  /** Head of every pull request. */
  readonly head?: { readonly sha: string; readonly ref: string };
  /** The first answer to a create is lost after the comment was stored. */
  readonly loseFirstCreate?: boolean;
  /** The token is this person's; without it, the token is an app's. */
  readonly login?: string;
  /** The app whose token it is: `github-actions[bot]` by default. */
  readonly app?: string;
  /** How long a request takes to arrive, and its answer to come back, in ms. */
  readonly latency?: () => number;
  /** Sees each request before it is answered, and may answer it itself: then it returns true. */
  readonly intercept?: (request: SeenRequest, response: ServerResponse) => boolean;
  /** The same for requests for the bytes of an artifact. */
  readonly interceptBlob?: (request: SeenRequest, response: ServerResponse) => boolean;
}

/** Below these GitHub Enterprise Server has its API. */
const enterprisePath = /^\/api(\/v3)?(?=\/)/;

/**
 * A local stand-in for the part of GitHub's API that the action calls: comments, check runs, pull requests, artifacts; with
 * pages, size limits, a read-only token. Requests are held against GitHub's own description of its API, and answers have
 * all that it says they have.
 */
export async function startGitHub(options: GitHubOptions = {}): Promise<GitHubServer> {
  const app = options.app ?? 'github-actions[bot]';
  const self =
    options.login === undefined ? { login: app, type: 'Bot' } : { login: options.login, type: 'User' };
  const comments = createComments({ self, loseFirstCreate: options.loseFirstCreate === true });
  const checks = createCheckRuns(app.replace('[bot]', ''));
  const pulls = createPulls(options.head ?? { sha: 'c'.repeat(40), ref: 'feature' });
  await using starting = new AsyncDisposableStack();
  const runs = starting.use(await startRuns(options.interceptBlob));
  const handlers: Handlers = {
    ...comments.handlers,
    ...checks.handlers,
    ...pulls.handlers,
    ...runs.handlers,
  };
  const description = await openDescription();
  const invalid: string[] = [];

  const server = starting.use(
    await startHttpServer(async (request, response) => {
      if (options.latency === undefined) return answer(request, response);
      await sleep(options.latency());
      answer(request, delayed(response, options.latency()));
    }),
  );

  function answer(given: SeenRequest, response: ServerResponse) {
    const request = { ...given, url: given.url.replace(enterprisePath, '') };
    if (request.headers.authorization === undefined) {
      return sendJson(response, 401, { message: 'Bad credentials' });
    }
    const { pathname } = new URL(request.url, server.url);
    const read = description.readCall(request, server.url);
    if (read.kind === 'invalid') invalid.push(...read.problems);
    if (options.intercept?.(request, response) === true) return;
    if (pathname === '/graphql') {
      return sendJson(response, 200, { data: { viewer: { login: self.login } } });
    }
    if (read.kind === 'invalid') {
      return send(response, { status: 422, body: { message: 'Invalid request', errors: read.problems } });
    }
    if (read.kind === 'unknown') {
      invalid.push(
        `${request.method} ${pathname} is no operation that scripts/github-openapi.ts has cut out`,
      );
      return send(response, notFound);
    }
    if (options.readOnly === true && request.method !== 'GET') return send(response, refused);
    handle(read.operation, read.call, response);
  }

  function handle(operation: string, call: Call, response: ServerResponse): void {
    const known = handlers[operation]?.(call) ?? notFound;
    if (known === 'lost') return void response.destroy();
    const { reply, problems } = description.completeReply(operation, known);
    invalid.push(...problems);
    send(response, reply);
  }

  const started = starting.move();
  return {
    url: server.url,
    requests: server.requests,
    comments: comments.stored,
    addComment: comments.add,
    checkRuns: checks.stored,
    pulls: pulls.stored,
    addRun: runs.addRun,
    addArtifact: runs.addArtifact,
    runs: runs.stored,
    jobs: runs.jobs,
    blobs: runs.blobs,
    invalid,
    async [Symbol.asyncDispose]() {
      await started.disposeAsync();
      if (invalid.length > 0) throw new Error(`GitHub would not take this: ${invalid.join('\n')}`);
    },
  };
}

function send(response: ServerResponse, { status, body, headers = {} }: Reply): void {
  if (body === undefined) response.writeHead(status, headers).end();
  else sendJson(response, status, body, headers);
}

/** Sends the answer so many ms later. */
function delayed(response: ServerResponse, ms: number): ServerResponse {
  const end = response.end.bind(response);
  return Object.assign(response, {
    end(text = '') {
      setTimeout(() => end(text), ms);
      return response;
    },
  });
}
