import { describe, expect, it } from 'vitest';
import { reportedJobs } from '../../src/results/jobs.ts';
import { jobIdentityOf } from '../support/results.ts';

const shard = (number: number, total: number) => jobIdentityOf({ shard: { number, total } });

describe('the jobs of a gate are not complete if they contradict each other', () => {
  it.each([
    [
      'in the number of shards',
      [shard(1, 2), shard(2, 3)],
      { reported: 2, total: 3, missing: ['shard 3/3'] },
    ],
    [
      'in the number of shards, in another order',
      [shard(2, 3), shard(1, 2)],
      { reported: 2, total: 3, missing: ['shard 3/3'] },
    ],
    [
      'and have one shard twice',
      [shard(1, 3), shard(1, 2), shard(2, 2)],
      { reported: 2, total: 3, missing: ['shard 3/3'] },
    ],
    [
      'in the number of matrix jobs',
      [jobIdentityOf({ matrix: ['a'], jobTotal: 2 }), jobIdentityOf({ matrix: ['b'], jobTotal: 3 })],
      { reported: 2, total: 3, missing: ['1 other job'] },
    ],
  ])('%s', (_, jobs, expected) => {
    for (const known of jobs) expect(reportedJobs(jobs, known)).toEqual(expected);
  });
});

describe('the jobs that have not reported are named', () => {
  const chromeShard = (number: number) =>
    jobIdentityOf({ matrix: ['chrome'], shard: { number, total: 3 }, jobTotal: 9 });
  it.each([
    ['a shard', [shard(1, 4), shard(3, 4)], ['shard 2/4', 'shard 4/4']],
    ['a shard of a matrix', [chromeShard(1), chromeShard(3)], ['chrome, shard 2/3', '6 other jobs']],
    ['a job of a matrix', [jobIdentityOf({ matrix: ['a'], jobTotal: 3 })], ['2 other jobs']],
    ['none', [shard(1, 2), shard(2, 2)], []],
  ])('%s', (_, jobs, missing) => {
    for (const known of jobs) expect(reportedJobs(jobs, known).missing).toEqual(missing);
  });

  it('by the values of the job that runs', () => {
    const known = jobIdentityOf({ matrix: ['firefox'], jobTotal: 2 });
    const chrome = jobIdentityOf({ matrix: ['chrome'], jobTotal: 2 });
    expect(reportedJobs([chrome], known).missing).toEqual(['firefox']);
  });
});
