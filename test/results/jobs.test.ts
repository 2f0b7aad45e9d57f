import { describe, expect, it } from 'vitest';
import { reportedJobs } from '../../src/results/jobs.ts';
import { jobIdentityOf } from '../support/results.ts';

const shard = (number: number, total: number) => jobIdentityOf({ shard: { number, total } });

describe('the jobs of a gate are not complete if they contradict each other', () => {
  it.each([
    ['in the number of shards', [shard(1, 2), shard(2, 3)], { reported: 2, total: 3 }],
    ['in the number of shards, in another order', [shard(2, 3), shard(1, 2)], { reported: 2, total: 3 }],
    ['and have one shard twice', [shard(1, 3), shard(1, 2), shard(2, 2)], { reported: 2, total: 3 }],
    [
      'in the number of matrix jobs',
      [jobIdentityOf({ matrix: ['a'], jobTotal: 2 }), jobIdentityOf({ matrix: ['b'], jobTotal: 3 })],
      { reported: 2, total: 3 },
    ],
  ])('%s', (_, jobs, expected) => {
    for (const known of jobs) expect(reportedJobs(jobs, known)).toEqual(expected);
  });
});
