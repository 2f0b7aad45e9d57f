import { setImmediate as idle } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { type CommentRun, commentOf, shownText } from '../../support/comment-run.ts';
import { commentsInMemory } from '../../support/comments-in-memory.ts';
import { aRun } from '../../support/verdicts.ts';

/** A run whose clock the test moves, at a GitHub that answers when the test lets it. */
function makeRun(given: CommentRun = {}) {
  let nowMs = 1_800_000_000_000;
  let gate: Promise<void> = Promise.resolve();
  let calls = 0;
  const { api, stored } = commentsInMemory(() => {
    calls += 1;
    return gate;
  });
  const comment = commentOf('', given, { github: api, now: () => nowMs, settle: async () => {} });
  const settle = async () => {
    for (let turn = 0; turn < 20; turn += 1) await idle();
  };
  return {
    comment,
    settle,
    text: () => shownText(stored[0]?.body ?? ''),
    /** So many requests, since it was asked last. */
    requests: () => {
      // The way there, and the way back.
      const count = calls / 2;
      calls = 0;
      return count;
    },
    /** Some time later, so many are done. */
    async later(seconds: number, done: number, failed = 0) {
      nowMs += seconds * 1000;
      comment.progress({ total: 40, done, failed });
      await settle();
    },
    /** Requests hang until the function that it returns is called. */
    hang: () => {
      const { promise, resolve } = Promise.withResolvers<void>();
      gate = promise;
      return () => {
        gate = Promise.resolve();
        resolve();
      };
    },
    async announce() {
      comment.announce();
      await settle();
    },
  };
}

describe('the comment of a run that goes on', () => {
  it('says how far it is, after 15 s for the first time, then at least 30 s apart', async () => {
    const { announce, later, text, requests } = makeRun();
    await announce();
    requests();
    await later(14, 3);
    expect(requests()).toBe(0);
    await later(2, 12, 1);
    expect(text().split('\n')[0]).toBe('### ⏳ Browser tests are running (12 of 40, 1 failed so far)');
    expect(requests()).toBe(2);
    await later(29, 15);
    expect(requests()).toBe(0);
    await later(1, 16);
    expect(text()).toContain('(16 of 40)');
  });

  it('writes the less often the longer it runs, and never without news', async () => {
    const { announce, later, requests } = makeRun();
    await announce();
    await later(3600, 1);
    requests();
    await later(300, 2);
    expect(requests()).toBe(0);
    await later(100, 1);
    expect(requests()).toBe(0);
    await later(0, 2);
    expect(requests()).toBe(2);
  });

  it('is not written while it is being written', async () => {
    const { announce, later, hang, text, settle } = makeRun();
    await announce();
    const go = hang();
    await later(20, 5);
    await later(60, 6);
    go();
    await settle();
    expect(text()).toContain('(5 of 40)');
    await later(60, 7);
    expect(text()).toContain('(7 of 40)');
  });

  it('is not written where it was not announced', async () => {
    const { later, requests } = makeRun();
    await later(1000, 5);
    expect(requests()).toBe(0);
  });

  it('stops before the verdict: what was being read for it is not written any more', async () => {
    const { announce, later, hang, text, comment, requests } = makeRun();
    await announce();
    const go = hang();
    await later(20, 5);
    requests();
    const concluded = comment.conclude(aRun());
    go();
    await concluded;
    // The verdict’s own two: the one that was under way had begun before.
    expect(requests()).toBe(2.5);
    expect(text()).toContain('✅ Browser tests passed');
    await later(1000, 6);
    expect(text()).toContain('✅ Browser tests passed');
  });

  it('is overtaken by no late state: one that is being written arrives before the verdict', async () => {
    const { announce, later, hang, text, comment, settle } = makeRun({ part: 'one' });
    await announce();
    await later(20, 5);
    const go = hang();
    await later(60, 6);
    const concluded = comment.conclude(aRun());
    await settle();
    go();
    await concluded;
    await settle();
    expect(text()).toContain('✅ Browser tests passed');
  });

  it('does not matter where it fails', async () => {
    const { api, stored } = commentsInMemory(async () => {});
    let nowMs = 0;
    const comment = commentOf('', {}, { github: api, now: () => nowMs });
    comment.announce();
    await expect.poll(() => stored).toHaveLength(1);
    await idle();
    Object.assign(api, { getComment: () => Promise.reject(new Error('no')) });
    nowMs = 20_000;
    comment.progress({ total: 2, done: 1, failed: 0 });
    await idle();
    Object.assign(api, commentsInMemory(async () => {}).api);
    expect(await comment.conclude(aRun())).toMatch(/^https:/);
  });
});
