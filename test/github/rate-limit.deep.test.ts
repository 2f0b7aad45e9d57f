import type { ServerResponse } from 'node:http';
import { describe, expect, it } from 'vitest';
import { deadlineSignal } from '../../src/github/deadline.ts';
import { connectGitHub } from '../../src/github/github.ts';
import { type GitHubServer, startGitHub } from '../support/github-server.ts';
import { sendJson } from '../support/http-server.ts';

type Refusal = (response: ServerResponse) => void;

/** Refuses the first requests of a method, one after the other. */
function refusing(method: string, refusals: readonly Refusal[]): Promise<GitHubServer> {
  const left = [...refusals];
  return startGitHub({
    intercept: (request, response) => {
      const refusal = request.method === method ? left.shift() : undefined;
      refusal?.(response);
      return refusal !== undefined;
    },
  });
}

const limit =
  (status: number, headers: Record<string, string>): Refusal =>
  (response) =>
    sendJson(response, status, { message: 'You have exceeded a secondary rate limit' }, headers);
const broken =
  (status: number): Refusal =>
  (response) =>
    sendJson(response, status, { message: 'Server Error' });
const cut: Refusal = (response) => response.destroy();

const never = new AbortController().signal;
const aMinute = () => deadlineSignal(never, 60_000);

function comments(github: GitHubServer) {
  return connectGitHub('token', github.url, { owner: 'acme', repo: 'shop' }).comments;
}

function sent(github: GitHubServer, method: string): number {
  return github.requests.filter((request) => request.method === method).length;
}

describe('a limit of GitHub', () => {
  it.each([
    ['429 with seconds', limit(429, { 'retry-after': '1' })],
    ['403 with seconds', limit(403, { 'retry-after': '1' })],
    [
      '403 with nothing left until a moment of GitHub’s own clock',
      limit(403, {
        'x-ratelimit-remaining': '0',
        'x-ratelimit-reset': '1000000000',
        date: new Date(1_000_000_000_000).toUTCString(),
      }),
    ],
    [
      '429 with a date of GitHub’s own clock',
      limit(429, {
        'retry-after': new Date(1_000_000_001_000).toUTCString(),
        date: new Date(1_000_000_000_000).toUTCString(),
      }),
    ],
  ])('is waited for, as GitHub says: %s', async (_, refusal) => {
    await using github = await refusing('POST', [refusal]);
    const startedAt = performance.now();
    await comments(github).create(7, 'hello', aMinute());
    expect(performance.now() - startedAt).toBeGreaterThan(950);
    expect(github.comments.map(({ body }) => body)).toEqual(['hello']);
  });

  it.each([
    ['asks for more than a minute', limit(429, { 'retry-after': '61' })],
    ['ends in an hour', limit(403, { 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': '9999999999' })],
  ])('is an error at once if it %s', async (_, refusal) => {
    await using github = await refusing('POST', [refusal]);
    await expect(comments(github).create(7, 'hello', aMinute())).rejects.toThrow('secondary rate limit');
    expect(sent(github, 'POST')).toBe(1);
  });

  it('is waited for a minute in all, not a minute each', async () => {
    await using github = await refusing('GET', [
      limit(429, { 'retry-after': '1' }),
      limit(429, { 'retry-after': '60' }),
    ]);
    await expect(comments(github).find(7, () => true, aMinute())).rejects.toThrow('secondary rate limit');
    expect(sent(github, 'GET')).toBe(2);
  });

  it('is no longer waited for once the job is cancelled', async () => {
    await using github = await refusing('POST', [limit(429, { 'retry-after': '50' })]);
    const startedAt = performance.now();
    await expect(
      comments(github).create(7, 'hello', deadlineSignal(AbortSignal.abort(), 60_000)),
    ).rejects.toThrow();
    expect(performance.now() - startedAt).toBeLessThan(49_000);
  });

  it.each([429, 403])('that names no time is waited for, too: %i', async (status) => {
    await using github = await refusing('POST', [limit(status, {})]);
    const startedAt = performance.now();
    await comments(github).create(7, 'hello', deadlineSignal(never, 8000));
    // A quarter of the time that there is.
    expect(performance.now() - startedAt).toBeGreaterThan(1000);
    expect(github.comments.map(({ body }) => body)).toEqual(['hello']);
  });

  it('is not the same as any other 403', async () => {
    await using github = await startGitHub({ readOnly: true });
    await expect(comments(github).create(7, 'hello', aMinute())).rejects.toThrow('Resource not accessible');
    expect(sent(github, 'POST')).toBe(1);
  });
});

describe('a request that failed on the way', () => {
  it.each([['GET'], ['PATCH'], ['DELETE']])('is sent again, three times: %s', async (method) => {
    await using github = await refusing(method, [broken(502), cut, broken(503)]);
    const { id } = github.addComment('hello');
    if (method === 'GET') await comments(github).find(7, () => true, aMinute());
    if (method === 'PATCH') await comments(github).update(id, 'new', aMinute());
    if (method === 'DELETE') await comments(github).remove(id, aMinute());
    expect(sent(github, method)).toBe(4);
    expect(github.comments.map(({ body }) => body)).toEqual(
      { GET: ['hello'], PATCH: ['new'], DELETE: [] }[method],
    );
  });

  it('is given up after that', async () => {
    await using github = await refusing('GET', Array(5).fill(broken(502)));
    await expect(comments(github).find(7, () => true, aMinute())).rejects.toMatchObject({ status: 502 });
    expect(sent(github, 'GET')).toBe(4);
  });

  it('is refused once if it is refused for good', async () => {
    await using github = await refusing('GET', [
      (response) => sendJson(response, 404, { message: 'Not Found' }),
    ]);
    await expect(comments(github).find(7, () => true, aMinute())).rejects.toMatchObject({ status: 404 });
    expect(sent(github, 'GET')).toBe(1);
  });
});
