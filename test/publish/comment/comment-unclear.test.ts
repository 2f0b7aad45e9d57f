import type { ServerResponse } from 'node:http';
import { describe, expect, it } from 'vitest';
import { type CommentOutcome, putComment } from '../../../src/publish/comment/comment.ts';
import { commentKey, writeMarker } from '../../../src/publish/comment/comment-marker.ts';
import { connectGitHub } from '../../../src/publish/github/github-api.ts';
import { wholeComment } from '../../support/comment-merge.ts';
import { type GitHubServer, startGitHub } from '../../support/github-server.ts';
import { sendJson } from '../../support/http-server.ts';

const key = commentKey('CI', 'browser');
const run = { runId: 50, attempt: 1 };
const body = `${writeMarker(key, run)}\nnew`;
const old = `${writeMarker(key, { runId: 49, attempt: 1 })}\nold`;

function put(github: GitHubServer, known?: number): Promise<CommentOutcome> {
  const api = connectGitHub('token', github.url, { owner: 'acme', repo: 'shop' });
  const write = wholeComment(key, run, body);
  return putComment(api, { issueNumber: 7, key, known, ...write, create: true, settle: async () => {} });
}

/** GitHub, which answers each request of a kind otherwise, `times` times. */
function answering(
  kind: (method: string, url: string) => boolean,
  times: number,
  answer: (response: ServerResponse) => void,
): Promise<GitHubServer> {
  let left = times;
  return startGitHub({
    intercept: ({ method, url }, response) => {
      if (left === 0 || !kind(method, url)) return false;
      left -= 1;
      answer(response);
      return true;
    },
  });
}

const bodies = (github: GitHubServer) => github.comments.map((each) => each.body);

describe('a comment that can’t be told to be there or not', () => {
  it('is not made', async () => {
    await using github = await answering(
      (method) => method === 'GET',
      100,
      (response) => sendJson(response, 200, null),
    );
    github.addComment(old);
    await expect(put(github)).rejects.toThrow("can't be told: none is made");
    expect(bodies(github)).toEqual([old]);
  });

  it('is looked for in the list where this run’s own has been answered with a 404', async () => {
    await using github = await answering(
      (method, url) => method === 'GET' && url.includes('/issues/comments/'),
      1,
      (response) => sendJson(response, 404, { message: 'Not Found' }),
    );
    const { id } = github.addComment(old);
    expect(await put(github, id)).toMatchObject({ kind: 'updated', id });
    expect(bodies(github)).toEqual([body]);
  });

  it('is not made once more where an update was answered with a 404, and it is still listed', async () => {
    await using github = await answering(
      (method) => method === 'PATCH',
      100,
      (response) => sendJson(response, 404, { message: 'Not Found' }),
    );
    github.addComment(old);
    await expect(put(github)).rejects.toMatchObject({ status: 404 });
    expect(bodies(github)).toEqual([old]);
  });
});

describe('an odd success', () => {
  it.each([
    [299, '{"message":"No"}'],
    [201, '{"id":5}'],
    [204, ''],
  ])('of a create that was none is no comment: %i', async (status, text) => {
    await using github = await answering(
      (method) => method === 'POST',
      1,
      (response) => void response.writeHead(status, { 'content-type': 'application/json' }).end(text),
    );
    expect(await put(github)).toMatchObject({ kind: 'created', url: github.comments[0]?.html_url });
    expect(bodies(github)).toEqual([body]);
  });

  it('of an update that was none is sent again, and told where it stays so', async () => {
    await using github = await answering(
      (method) => method === 'PATCH',
      100,
      (response) => sendJson(response, 299, { message: 'No' }),
    );
    github.addComment(old);
    await expect(put(github)).rejects.toThrow('answered 299 with what GitHub never says');
    expect(github.requests.filter(({ method }) => method === 'PATCH')).toHaveLength(4);
  });
});
