import { describe, expect, it } from 'vitest';
import { playAll, playRandomly } from '../support/interleavings.ts';
import { randomFrom } from '../support/random.ts';
import { expectAllInFewRequests, expectAllSections, sharedComment } from '../support/shared-comment.ts';

describe('the comment that jobs write together', () => {
  it.each([true, false])(
    'has the results of all in every order of the requests of 2 jobs (a comment exists: %s)',
    async (isUpdate) => {
      await playAll(sharedComment({ writers: 2, isUpdate }), expectAllInFewRequests);
    },
  );

  it('has the results of all in 500 random orders of the requests of 8 jobs', async () => {
    const random = randomFrom(1);
    for (let round = 0; round < 500; round += 1) {
      const scenario = sharedComment({ writers: 8, isUpdate: round % 2 === 0 });
      expectAllInFewRequests(await playRandomly(scenario, random));
    }
  });

  it('has the results of all after the post steps if the list of artifacts lags behind the uploads', async () => {
    const random = randomFrom(2);
    for (let round = 0; round < 200; round += 1) {
      const lag = () => Math.floor(random() * 3);
      const scenario = sharedComment({ writers: 5, isUpdate: round % 2 === 0, lag });
      expectAllSections(await playRandomly(scenario, random));
    }
  });

  it('is created by a job that needs it, with the results of the jobs that do not', async () => {
    const failed = { status: 'failed', green: false } as const;
    const results = (writer: number) => (writer === 1 ? failed : {});
    const scenario = sharedComment({ writers: 2, isUpdate: false, job: { comment: 'on-failure' }, results });
    await playAll(scenario, expectAllInFewRequests);
  });

  it('is not created if no job needs it', async () => {
    const scenario = sharedComment({ writers: 2, isUpdate: false, job: { comment: 'on-failure' } });
    await playAll(scenario, ({ comments }) => expect(comments.size).toBe(0));
  });
});
