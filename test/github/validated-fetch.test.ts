import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import type { StoredComment } from '../../src/github/comment-store.ts';
import { deadlineSignal } from '../../src/github/deadline.ts';
import { connectGitHub } from '../../src/github/github.ts';
import { type RawAnswer, rawAnswer, startFaultyServer, truncated } from '../support/faults.ts';
import { type GitHubServer, startGitHub } from '../support/github-server.ts';
import { sendJson } from '../support/http-server.ts';

const page = '<!doctype html><html><title>Sign in</title><h1>Please sign in</h1></html>';
const chunked = (body: string) =>
  `HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ntransfer-encoding: chunked\r\nconnection: close\r\n\r\n${body}`;
/** Without an author it counts as ours. */
const comment = { id: 5, body: 'hello', html_url: 'https://github.example/5' };
const good = rawAnswer(200, JSON.stringify([comment]));

const stored: StoredComment = { id: 5, body: 'hello', url: 'https://github.example/5' };

function list(url: string): Promise<StoredComment[]> {
  const { comments } = connectGitHub('token', url, { owner: 'acme', repo: 'shop' });
  const deadline = deadlineSignal(new AbortController().signal, 60_000);
  return comments.find(7, () => true, deadline, Number.POSITIVE_INFINITY);
}

const unreadable: readonly (readonly [string, RawAnswer])[] = [
  ['is cut', truncated(200)],
  ['has an invalid chunk size', chunked('zz\r\n[]\r\n0\r\n\r\n')],
  ['has no last chunk', chunked('2\r\n[]\r\n')],
  ['is broken gzip', rawAnswer(200, 'nonsense', ['content-encoding: gzip'])],
  ['is empty', rawAnswer(200, '')],
  ['has no content', 'HTTP/1.1 204 No Content\r\nconnection: close\r\n\r\n'],
  ['is null', rawAnswer(200, 'null')],
  ['is another object', rawAnswer(200, '{"hello":"world"}')],
  ['has values of another type', rawAnswer(200, JSON.stringify([{ ...comment, body: 17 }]))],
  ['is HTML that is called JSON', rawAnswer(200, page)],
  ['is cut JSON', rawAnswer(200, JSON.stringify([comment]).slice(0, -2))],
  ['is a 408', rawAnswer(408, '{"message":"Request Timeout"}')],
  ['is a 409', rawAnswer(409, '{"message":"Conflict"}')],
  ['is an odd success', rawAnswer(299, '{"message":"No"}')],
];

describe('a list of comments', () => {
  it.each(unreadable)('is requested again if the response %s', async (_, answer) => {
    await using github = await startFaultyServer(answer, good);
    expect(await list(github.url)).toEqual([stored]);
    expect(github.requests).toHaveLength(2);
  });

  it('is requested four times, and never taken for an empty one', async () => {
    await using github = await startFaultyServer(rawAnswer(200, page));
    const words = `GET /repos/acme/shop/issues/7/comments answered 200 with an unexpected body: ${page.slice(0, 100)}`;
    await expect(list(github.url)).rejects.toThrow(words);
    expect(github.requests).toHaveLength(4);
  });

  it('is not read on if it is too large, however small it is when packed', async () => {
    const bomb = gzipSync(Buffer.alloc(48 * 1024 * 1024, ' '));
    await using github: GitHubServer = await startGitHub({
      intercept: (_, response) => {
        if (github.requests.length > 1) return false;
        response.writeHead(200, { 'content-type': 'application/json', 'content-encoding': 'gzip' }).end(bomb);
        return true;
      },
    });
    expect(await list(github.url)).toEqual([]);
    expect(github.requests).toHaveLength(2);
  });

  it.each([
    ['itself', (url: string) => `${url}/repos/acme/shop/issues/7/comments?per_page=100&page=2`],
    ['elsewhere', () => 'https://elsewhere.example/comments'],
  ])('ends if its next page is %s', async (_, next) => {
    await using github: GitHubServer = await startGitHub({
      intercept: ({ url }, response) => {
        const link = `<${next(github.url)}>; rel="next"`;
        const first = new URL(url, github.url).searchParams.get('page') === '1';
        sendJson(response, 200, first ? [comment] : [{ ...comment, id: 6 }], { link });
        return true;
      },
    });
    expect((await list(github.url)).map(({ id }) => id)).toEqual([5, 6]);
    expect(github.requests).toHaveLength(3);
  });

  it('is given up if it never ends', async () => {
    let id = 0;
    await using github = await startGitHub({
      intercept: (_, response) => {
        id += 1;
        sendJson(response, 200, [{ ...comment, id }], { link: '<http://x.example>; rel="next"' });
        return true;
      },
    });
    await expect(list(github.url)).rejects.toThrow('/comments lists more than 10000 items');
    expect(github.requests).toHaveLength(100);
  });
});

describe('a refusal', () => {
  it('has GitHub’s message alone', async () => {
    const body = {
      message: 'Validation Failed',
      errors: [{ message: 'is spam' }],
      documentation_url: 'https://x',
    };
    await using github = await startFaultyServer(rawAnswer(422, JSON.stringify(body)));
    await expect(list(github.url)).rejects.toMatchObject({
      message: 'Validation Failed: is spam',
      status: 422,
    });
  });

  it('is quoted with a hundred characters if GitHub did not send it', async () => {
    await using github = await startFaultyServer(rawAnswer(403, `<p>${'x'.repeat(5000)}`));
    await expect(list(github.url)).rejects.toMatchObject({
      message: `GitHub answered 403: <p>${'x'.repeat(97)}…`,
    });
  });
});
