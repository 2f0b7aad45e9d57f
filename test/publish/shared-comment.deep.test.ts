import { expect, it } from 'vitest';
import { tryAllOrders } from '../support/interleavings.ts';
import { expectAllInFewRequests, sharedComment } from '../support/shared-comment.ts';

/** Tens of thousands of states. In ms. */
const timeout = 900_000;

it.each([0, 1])(
  'the comment has the results of all in every order of the requests of 3 jobs (comments before: %i)',
  { timeout },
  async (existing) => {
    const states = await tryAllOrders(sharedComment({ writers: 3, existing }), expectAllInFewRequests);
    expect(states).toBeGreaterThan(10_000);
  },
);
