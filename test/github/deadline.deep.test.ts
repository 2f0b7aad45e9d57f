import { describe, expect, it } from 'vitest';
import { deadlineSignal } from '../../src/github/deadline.ts';
import { connectGitHub } from '../../src/github/github.ts';
import { startGitHub } from '../support/github-server.ts';
import { sendJson } from '../support/http-server.ts';

const repository = { owner: 'acme', repo: 'shop' };
const never = new AbortController().signal;

describe('a deadline', () => {
  it('leaves time for a second attempt if the first one hangs', async () => {
    const head = { sha: 'a'.repeat(40), ref: 'feature' };
    let requests = 0;
    await using github = await startGitHub({
      head,
      intercept: () => {
        requests += 1;
        return requests === 1;
      },
    });
    const { pullRequests } = connectGitHub('token', github.url, repository);
    const deadline = deadlineSignal(never, 30_000);
    expect(await pullRequests.pullRequestHead(7, deadline)).toMatchObject(head);
    expect(requests).toBe(2);
  });

  it.each([
    ['names no time', 'soon', 6000],
    ['is over in a moment', '0', 60_000],
  ])('is not used up by a rate limit that %s and comes again and again', async (_, retryAfter, ms) => {
    await using github = await startGitHub({
      intercept: (_request, response) => {
        sendJson(response, 429, { message: 'Slow down' }, { 'retry-after': retryAfter });
        return true;
      },
    });
    const deadline = deadlineSignal(never, ms);
    const { comments } = connectGitHub('token', github.url, repository);
    await expect(comments.create(7, 'hello', deadline)).rejects.toMatchObject({
      status: 429,
      message: 'Slow down',
    });
    expect(deadline.aborted).toBe(false);
    expect(github.requests.length).toBeGreaterThan(1);
    expect(github.requests.length).toBeLessThanOrEqual(4);
  });
});
