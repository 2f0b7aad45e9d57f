import { describe, expect, it } from 'vitest';
import { attemptLimitMs, deadlineSignal, githubTimeFor, timeLeftMs } from '../../src/github/deadline.ts';
import { connectGitHub } from '../../src/github/github.ts';
import { startFaultyServer } from '../support/faults.ts';
import { startGitHub } from '../support/github-server.ts';
import { sendJson } from '../support/http-server.ts';

const repository = { owner: 'acme', repo: 'shop' };
const never = new AbortController().signal;

describe('the time for GitHub', () => {
  it.each([
    [-5000, 8000],
    [20_000, 20_000],
    [600_000, 60_000],
  ])('is what is left of the timeout, from 8 s to a minute: %i ms', (leftMs, time) => {
    expect(githubTimeFor(leftMs)).toBe(time);
  });
});

describe('a deadline', () => {
  it('allows four attempts of whole milliseconds', () => {
    const limits = [8000, 20_000, 60_000].map((ms) => attemptLimitMs(deadlineSignal(never, ms)));
    const limitsMs = [2000, 5000, 15_000];
    for (const [index, limit] of limits.entries()) {
      expect(limit).toBeLessThanOrEqual(limitsMs[index] ?? 0);
      expect(limit).toBeGreaterThan((limitsMs[index] ?? 0) * 0.9);
      expect(Number.isInteger(limit)).toBe(true);
    }
    expect(attemptLimitMs(deadlineSignal(never, 100))).toBe(2000);
  });

  it('is at most 3.5 s away once the job is cancelled, before it was made or after', () => {
    const job = new AbortController();
    const deadline = deadlineSignal(job.signal, 60_000);
    expect(timeLeftMs(deadline)).toBeGreaterThan(50_000);
    job.abort();
    expect(timeLeftMs(deadline)).toBeLessThanOrEqual(1500);
    expect(timeLeftMs(deadlineSignal(job.signal, 60_000))).toBeLessThanOrEqual(3500);
    expect(timeLeftMs(deadlineSignal(job.signal, 100))).toBeLessThanOrEqual(100);
  });

  it('has the time limit or the cancellation as its reason', async () => {
    const over = deadlineSignal(never, 0);
    await expect.poll(() => over.aborted).toBe(true);
    expect(over.reason).toEqual(new Error('the time limit for requests to GitHub was reached'));
    const cancelled = deadlineSignal(AbortSignal.abort(), 0);
    await expect.poll(() => cancelled.aborted).toBe(true);
    expect(cancelled.reason).toEqual(new Error('the job was cancelled'));
  });

  it('ends a request that is under way', async () => {
    await using github = await startFaultyServer('silence');
    const { pullRequests } = connectGitHub('the-token', github.url, repository);
    await expect(pullRequests.pullRequestHead(7, deadlineSignal(never, 300))).rejects.toThrow(
      'GET /repos/acme/shop/pulls/7 got no response: the time limit for requests to GitHub was reached',
    );
  });

  it('ends a wait for a rate limit', async () => {
    const job = new AbortController();
    await using github = await startGitHub({
      intercept: (_, response) => {
        sendJson(response, 429, { message: 'Slow down' }, { 'retry-after': '50' });
        job.abort();
        return true;
      },
    });
    const { comments } = connectGitHub('token', github.url, repository);
    await expect(comments.create(7, 'hello', deadlineSignal(job.signal, 60_000))).rejects.toThrow();
    expect(github.requests).toHaveLength(1);
  });
});
