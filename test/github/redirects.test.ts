import { describe, expect, it } from 'vitest';
import { deadlineSignal } from '../../src/github/deadline.ts';
import { connectGitHub } from '../../src/github/github.ts';
import { type GitHubServer, startGitHub } from '../support/github-server.ts';
import { sendJson, startHttpServer } from '../support/http-server.ts';

/** GitHub, which sends each request with the method on, unless it is for the repository's new name. */
function moving(method: string, to: (url: string) => string): Promise<GitHubServer> {
  return startGitHub({
    intercept: (request, response) => {
      if (request.method !== method || request.url.startsWith(renamed)) return false;
      response.writeHead(307, { location: to(request.url) }).end('moved');
      return true;
    },
  });
}

const renamed = '/repos/acme/store/';

/** The address under the repository's new name. */
function moved(url: string): string {
  return url.replace('/repos/acme/shop/', renamed);
}

const signal = deadlineSignal(new AbortController().signal, 60_000);

function connect(github: GitHubServer) {
  return connectGitHub('token', github.url, { owner: 'acme', repo: 'shop' });
}

/** Sends a GET. */
function pullHead(github: GitHubServer) {
  return connect(github).pullRequests.pullRequestHead(7, signal);
}

describe('a redirect', () => {
  it('of a GET is followed within its origin', async () => {
    await using github = await moving('GET', moved);
    expect(await pullHead(github)).toMatchObject({ ref: 'feature' });
  });

  it('in a loop is given up', async () => {
    await using github = await moving('GET', (url) => url);
    await expect(pullHead(github)).rejects.toThrow('redirect count exceeded');
  });

  it.each([['POST'], ['PATCH']])(
    'of a request that changes something is not followed: %s',
    async (method) => {
      await using github = await moving(method, moved);
      const { id } = github.addComment('old');
      const sent =
        method === 'POST'
          ? connect(github).comments.create(7, 'new', signal)
          : connect(github).comments.update(id, 'new', signal);
      await expect(sent).rejects.toThrow(`redirects to ${github.url}, which is not followed`);
      expect(github.comments.map(({ body }) => body)).toEqual(['old']);
      expect(github.requests).toHaveLength(1);
    },
  );

  it('to another origin gets no token, and its answer is not believed', async () => {
    const head = { sha: 'a'.repeat(40), ref: 'feature', repo: null };
    await using elsewhere = await startHttpServer((_, response) => sendJson(response, 200, { head }));
    await using github = await moving('GET', () => elsewhere.url);
    await expect(pullHead(github)).rejects.toThrow(`redirects to ${elsewhere.url}, which is not followed`);
    expect(elsewhere.requests).toHaveLength(1);
    expect(elsewhere.requests[0]?.headers).not.toHaveProperty('authorization');
  });

  it('to an address with a user name is not followed', async () => {
    await using elsewhere = await startHttpServer((_request, response) => void response.end('{}'));
    await using github = await moving('GET', () => elsewhere.url.replace('//', '//me@'));
    await expect(pullHead(github)).rejects.toThrow('got no complete response');
    expect(elsewhere.requests).toEqual([]);
  });
});
