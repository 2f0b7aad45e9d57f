import { describe, expect, it } from 'vitest';
import { tryAllOrders, tryRandomOrder } from '../support/interleavings.ts';
import { randomFrom } from '../support/random.ts';
import { expectAllInFewRequests, expectAllSections, sharedComment } from '../support/shared-comment.ts';

describe('the comment that jobs write together', () => {
  it.each([0, 1])(
    'has the results of all in every order of the requests of 2 jobs (comments before: %i)',
    async (existing) => {
      await tryAllOrders(sharedComment({ writers: 2, existing }), expectAllInFewRequests);
    },
  );

  it('is the only one in every order of the requests of 2 jobs, although there were duplicates', async () => {
    await tryAllOrders(sharedComment({ writers: 2, existing: 3 }), expectAllSections);
  });

  it('is the only one in every order of the requests of 2 jobs, although each creates one', async () => {
    await tryAllOrders(sharedComment({ writers: 2, existing: 0, uploadPauseMs: 120_000 }), expectAllSections);
  });

  it('has the results of all in 500 random orders of the requests of 8 jobs', async () => {
    const random = randomFrom(1);
    for (let round = 0; round < 500; round += 1) {
      const scenario = sharedComment({ writers: 8, existing: round % 2 });
      expectAllInFewRequests(await tryRandomOrder(scenario, random));
    }
  });

  it('has the results of all after the post steps if the list of artifacts lags behind the uploads', async () => {
    const random = randomFrom(2);
    for (let round = 0; round < 200; round += 1) {
      const lag = () => Math.floor(random() * 3);
      const scenario = sharedComment({ writers: 5, existing: round % 2, lag });
      expectAllSections(await tryRandomOrder(scenario, random));
    }
  });

  it('is created by a job that needs it, with the results of the jobs that do not', async () => {
    const failed = { status: 'failed', green: false } as const;
    const results = (writer: number) => (writer === 1 ? failed : {});
    const scenario = sharedComment({ writers: 2, existing: 0, job: { comment: 'on-failure' }, results });
    await tryAllOrders(scenario, expectAllInFewRequests);
  });

  it('is not created if no job needs it', async () => {
    const scenario = sharedComment({ writers: 2, existing: 0, job: { comment: 'on-failure' } });
    await tryAllOrders(scenario, ({ comments }) => expect(comments.size).toBe(0));
  });
});
