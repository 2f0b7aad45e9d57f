import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { putComment } from '../../../src/publish/comment/comment.ts';
import {
  commentKey,
  type RunIdentity,
  readMarker,
  writeMarker,
} from '../../../src/publish/comment/comment-marker.ts';
import { connectGitHub } from '../../../src/publish/github/github-api.ts';
import { type GitHubServer, startGitHub } from '../../support/github-server.ts';

const key = commentKey('CI', 'browser');
const longestWay = 6;

/** A sequence of numbers from 0 to 1 that is the same for the same seed. */
function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1_664_525 + 1_013_904_223) % 2 ** 32;
    return state / 2 ** 32;
  };
}

/** A run as the action has it: it says that it is running, tests a while, and tells its verdict. */
async function play(github: GitHubServer, run: RunIdentity, random: () => number): Promise<void> {
  const api = connectGitHub('token', github.url, { owner: 'acme', repo: 'shop' });
  const common = { issueNumber: 7, key, run, create: true, settle: () => sleep(20 * longestWay) };
  await sleep(random() * 5 * longestWay);
  const begun = await putComment(api, { ...common, write: () => `${writeMarker(key, run, true)}\n…` });
  // Tests take longer than a request of someone else.
  await sleep((15 + random() * 10) * longestWay);
  const known = 'id' in begun ? begun.id : undefined;
  await putComment(api, { ...common, known, write: () => `${writeMarker(key, run)}\nverdict` });
}

/** Two runs at once. @returns what is left of their comments. */
async function pair(seed: number): Promise<unknown[]> {
  const random = randomFrom(seed);
  await using github = await startGitHub({ latency: () => random() * longestWay });
  if (seed % 3 === 0) github.addComment(`${writeMarker(key, { runId: 1, attempt: 1 })}\nearlier`);
  await Promise.all([
    play(github, { runId: 50, attempt: 1 }, random),
    play(github, seed % 2 === 0 ? { runId: 51, attempt: 1 } : { runId: 50, attempt: 2 }, random),
  ]);
  return github.comments.map(({ body }) => readMarker(body, key));
}

describe('two runs that write at once', () => {
  it('end with one comment that shows the newer run, in 200 random interleavings', async () => {
    const seeds = Array.from({ length: 200 }, (_, seed) => seed);
    const wrong: unknown[] = [];
    // Twenty at a time, each pair at a GitHub of its own.
    for (let first = 0; first < seeds.length; first += 20) {
      const left = await Promise.all(
        seeds.slice(first, first + 20).map(async (seed) => [seed, await pair(seed)] as const),
      );
      for (const [seed, comments] of left) {
        const newer = seed % 2 === 0 ? { runId: 51, attempt: 1 } : { runId: 50, attempt: 2 };
        const expected = JSON.stringify([{ ...newer, running: false }]);
        if (JSON.stringify(comments) !== expected) wrong.push({ seed, comments });
      }
    }
    expect(wrong).toEqual([]);
  });
});
