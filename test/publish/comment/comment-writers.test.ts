import { describe, expect, it } from 'vitest';
import type { RunCommentOptions } from '../../../src/action/publish/run-comment.ts';
import { readBody } from '../../../src/publish/comment/comment-body.ts';
import { commentKey, type RunIdentity } from '../../../src/publish/comment/comment-marker.ts';
import { settleTime } from '../../../src/publish/comment/settle-time.ts';
import { type CommentRun, commentOf } from '../../support/comment-run.ts';
import { commentsInMemory } from '../../support/comments-in-memory.ts';
import { randomFrom } from '../../support/random.ts';
import { aRun } from '../../support/verdicts.ts';
import { VirtualTime } from '../../support/virtual-time.ts';

const key = commentKey('CI', 'browser');
const newer: RunIdentity = { runId: 51, attempt: 1 };
const parts = ['1', '2', '3', '4', '5', '6', '7'];
const seeds = Array.from({ length: 200 }, (_, seed) => seed);

/** What is left of the comments: the run of each section, and whether it has ended. */
function told(comments: readonly { readonly body: string }[]): unknown[] {
  return comments.map(({ body }) => {
    const content = readBody(body, key);
    if (content?.kind !== 'sections') return content;
    return content.sections
      .map(
        ({ data: { title, run, running } }) => `${title} ${run.runId}.${run.attempt} ${running ?? 'ended'}`,
      )
      .sort();
  });
}

/** A pull request on which runs write, in a time of its own. */
function makeWorld(seed: number) {
  const random = randomFrom(seed);
  const time = new VirtualTime();
  // Every fourth world has runs that are over before they have announced themselves.
  const longestMs = seed % 4 === 0 ? 300 : 20_000;
  // Up to 900 ms from a read to the write: less than what is waited for others.
  const { stored, api } = commentsInMemory(() => time.sleep(random() * 300));
  const open = (given: CommentRun, options: Partial<RunCommentOptions> = {}) =>
    commentOf('', given, {
      github: api,
      now: time.now,
      settle: (round) => time.sleep(settleTime(round, random())),
      ...options,
    });
  return {
    random,
    stored,
    time,
    open,
    /** A run as the action has it: it says that it is running, tests a while, and tells its verdict. */
    async play(given: CommentRun): Promise<void> {
      const comment = open(given);
      await time.sleep(random() * 1500);
      comment.announce();
      for (let done = 0; done < 3; done += 1) {
        await time.sleep(random() * longestMs);
        comment.progress({ total: 5, done, failed: 0 });
      }
      await comment.conclude(aRun());
    },
  };
}

/** Two runs of one section. */
async function pair(seed: number) {
  const { time, play, open, stored } = makeWorld(seed);
  const second = seed % 2 === 0 ? newer : { runId: 50, attempt: 2 };
  if (seed % 3 === 0) await time.run(open({ run: { runId: 1, attempt: 1 } }).conclude(aRun()));
  await time.run(Promise.all([play({ run: { runId: 50, attempt: 1 } }), play({ run: second })]));
  return { comments: told(stored), expected: [[`CI / browser ${second.runId}.${second.attempt} ended`]] };
}

/** Seven jobs of a matrix, and an older run of one of them that is still on its way. */
async function eight(seed: number) {
  const { time, play, open, stored } = makeWorld(seed);
  if (seed % 3 === 0) {
    await time.run(open({ run: { runId: 1, attempt: 1 }, part: '3' }).conclude(aRun()));
  }
  const older = { run: { runId: 50, attempt: 1 }, part: '3' };
  await time.run(Promise.all([play(older), ...parts.map((part) => play({ run: newer, part }))]));
  return { comments: told(stored), expected: [parts.map((part) => `CI / browser (${part}) 51.1 ended`)] };
}

/** @returns the seeds that end otherwise than expected. */
async function wrongSeeds(
  play: (seed: number) => Promise<{ comments: unknown; expected: unknown }>,
): Promise<unknown[]> {
  const wrong: unknown[] = [];
  for (const seed of seeds) {
    const { comments, expected } = await play(seed);
    if (JSON.stringify(comments) !== JSON.stringify(expected)) wrong.push({ seed, comments });
  }
  return wrong;
}

describe('several that write at once', () => {
  it('two runs end with one comment that shows the newer one, in 200 random interleavings', async () => {
    expect(await wrongSeeds(pair)).toEqual([]);
  });

  it('eight jobs end with one comment that has the newest run of each, in 200 random interleavings', async () => {
    expect(await wrongSeeds(eight)).toEqual([]);
  }, 300_000);
});
