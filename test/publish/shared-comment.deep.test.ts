import { expect, it } from 'vitest';
import { playAll } from '../support/interleavings.ts';
import { expectAllInFewRequests, sharedComment } from '../support/shared-comment.ts';

/** Tens of thousands of states. In ms. */
const timeout = 900_000;

it.each([true, false])(
  'the comment has the results of all in every order of the requests of 3 jobs (a comment exists: %s)',
  { timeout },
  async (isUpdate) => {
    const states = await playAll(sharedComment({ writers: 3, isUpdate }), expectAllInFewRequests);
    expect(states).toBeGreaterThan(10_000);
  },
);
