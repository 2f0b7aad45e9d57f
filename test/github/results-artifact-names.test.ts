import { describe, expect, it } from 'vitest';
import { newestResultsArtifacts, resultsArtifactName } from '../../src/github/results-store.ts';
import { gateKey, jobStepKey } from '../../src/results/jobs.ts';
import type { JobIdentity } from '../../src/results/run-results.ts';
import { jobIdentityOf } from '../support/results.ts';

const nameOf = (overrides: Partial<JobIdentity> = {}) => resultsArtifactName(jobIdentityOf(overrides));
const listed = (...names: readonly string[]) => names.map((name, index) => ({ id: index + 1, name }));
const newest = (attempt: number, ...names: readonly string[]) =>
  newestResultsArtifacts(listed(...names), attempt).map(({ id }) => id);

describe('the name of a results artifact', () => {
  it('has gate, job and step, and attempt, and no text of the workflow', () => {
    const job = jobIdentityOf({ matrix: ['../\n:'], attempt: 3 });
    expect(resultsArtifactName(job)).toBe(`browser-test-gate-results-${gateKey(job)}-${jobStepKey(job)}-3`);
    expect(resultsArtifactName(job)).toMatch(/^[\w-]+$/);
  });

  it('is another one for each matrix job, shard, step and attempt', () => {
    const jobs: Partial<JobIdentity>[] = [
      {},
      { matrix: ['a'] },
      { matrix: ['a', 'b'] },
      { matrix: ['a, b'] },
      { shard: { number: 1, total: 2 } },
      { shard: { number: 2, total: 2 } },
      { step: 'two' },
      { attempt: 2 },
    ];
    expect(new Set(jobs.map(nameOf)).size).toBe(jobs.length);
  });

  it('is read back', () => {
    const job = jobIdentityOf({ attempt: 2 });
    const name = resultsArtifactName(job);
    expect(newestResultsArtifacts([{ id: 7, name, size: 5 }], 2)).toEqual([
      { id: 7, name, size: 5, gate: gateKey(job), jobStep: jobStepKey(job), attempt: 2 },
    ]);
  });
});

describe('the results artifacts of a run', () => {
  it('are the newest attempt of each job and step, and none of a later attempt than asked for', () => {
    const names = [nameOf({ step: 'a' }), nameOf(), nameOf({ attempt: 2 }), nameOf({ attempt: 3 })];
    expect(newest(1, ...names)).toEqual([1, 2]);
    expect(newest(2, ...names)).toEqual([1, 3]);
    expect(newest(9, ...names.reverse())).toEqual([1, 4]);
  });

  it('are the later one of two with the same name, in whatever order GitHub lists them', () => {
    const two = listed(nameOf(), nameOf());
    for (const all of [two, [...two].reverse()])
      expect(newestResultsArtifacts(all, 1).map(({ id }) => id)).toEqual([2]);
  });

  it('do not include other artifacts', () => {
    const name = nameOf();
    expect(
      newest(1, 'logs', `x-${name}`, `${name}-x`, `${name}0000000`, name.replace(/-1$/, ''), name),
    ).toEqual([6]);
  });

  it('are 256 at most, and one that stands for those that are not read', () => {
    const names = Array.from({ length: 300 }, (_, index) => nameOf({ matrix: [`${index}`] }));
    expect(newest(1, ...names)).toHaveLength(257);
  });
});
