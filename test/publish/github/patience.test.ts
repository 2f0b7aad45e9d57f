import { describe, expect, it } from 'vitest';
import { connectGitHub } from '../../../src/publish/github/github-api.ts';
import { Patience, patienceFor } from '../../../src/publish/github/patience.ts';
import { startFaultyServer } from '../../support/faults.ts';
import { startGitHub } from '../../support/github-server.ts';
import { sendJson } from '../../support/http-server.ts';

const repository = { owner: 'acme', repo: 'shop' };
const never = new AbortController().signal;

describe('the time for GitHub', () => {
  it.each([
    [-5000, 8000],
    [20_000, 20_000],
    [600_000, 60_000],
  ])('is what is left of the timeout, from 8 s to a minute: %i ms', (leftMs, patience) => {
    expect(patienceFor(leftMs)).toBe(patience);
  });

  it('has room for four attempts', () => {
    expect([8000, 20_000, 60_000].map((ms) => new Patience(ms, never).attemptMs)).toEqual([
      2000, 5000, 15_000,
    ]);
  });

  it('has attempts of whole milliseconds, as timers want them', () => {
    expect(new Patience(9001, never).attemptMs).toBe(2251);
  });

  it('is 2.5 s at most once the job is cancelled, however often more is allowed', () => {
    const patience = new Patience(60_000, AbortSignal.abort());
    patience.allow(60_000);
    expect(patience.leftMs()).toBeLessThanOrEqual(2500);
  });

  it('begins anew when more is allowed after it was over', async () => {
    await using github = await startGitHub();
    const { id } = github.addComment('hello');
    const api = connectGitHub('token', github.url, repository, never, 0);
    await expect.poll(() => api.getComment(id).catch(() => 'over')).toBe('over');
    api.allow(60_000);
    expect(await api.getComment(id)).toMatchObject({ body: 'hello' });
  });

  it('ends what is under way', async () => {
    await using github = await startFaultyServer('silence');
    const api = connectGitHub('token', github.url, repository);
    const asked = api.getComment(5);
    api.allow(300);
    await expect(asked).rejects.toThrow('the time that was left for GitHub is over');
  });

  it('is not used up by a limit that names no time', async () => {
    await using github = await startGitHub({
      intercept: (_, response) => {
        sendJson(response, 429, { message: 'Slow down' }, { 'retry-after': 'soon' });
        return true;
      },
    });
    const patienceMs = 6000;
    const startedAt = performance.now();
    const api = connectGitHub('token', github.url, repository, never, patienceMs);
    await expect(api.createComment(7, 'hello')).rejects.toMatchObject({ status: 429 });
    expect(performance.now() - startedAt).toBeLessThan(patienceMs);
    expect(github.requests).toHaveLength(4);
  });

  it('is not used up by a limit of a moment that comes again and again', async () => {
    await using github = await startGitHub({
      intercept: (_, response) => {
        sendJson(response, 429, { message: 'Slow down' }, { 'retry-after': '0' });
        return true;
      },
    });
    const api = connectGitHub('token', github.url, repository);
    await expect(api.createComment(7, 'hello')).rejects.toMatchObject({ status: 429 });
    expect(github.requests).toHaveLength(4);
  });
});
