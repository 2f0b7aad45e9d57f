import { expect, it } from 'vitest';
import { randomFrom } from '../support/random.ts';
import { harmless } from './harmless.ts';
import { flows, makeRepository } from './run-with-lies.ts';
import { formatTally, newTally, overlap, singleLies, tallyRun } from './tally.ts';

/** Pairs of changes for each flow. */
const pairs = 300;

it('no change of an answer makes a run green that is not on the reviewed list', {
  timeout: 3_600_000,
}, async () => {
  await using repository = await makeRepository();
  const random = randomFrom(1);
  const tally = newTally();
  for (const flow of flows) {
    const lies = await singleLies(repository, flow);
    for (const lie of lies) await tallyRun(repository, flow, [lie], tally);
    for (let pair = 0; pair < pairs; pair += 1) {
      const [a, b] = [0, 1].map(() => lies[Math.floor(random() * lies.length)]);
      if (a !== undefined && b !== undefined && !overlap(a, b))
        await tallyRun(repository, flow, [a, b], tally);
    }
  }
  console.log(formatTally(tally));
  expect(tally.falseGreens).toEqual([]);
  expect(tally.runs).toBeGreaterThan(5000);
  expect(harmless.filter(({ reason }) => !tally.reasons.has(reason))).toEqual([]);
});
