import { hash } from 'node:crypto';
import type { JobIdentity, RunResults, Shard } from './run-results.ts';

/**
 * Identifies a gate, and its comment: the jobs of one matrix, its shards, and the steps in them.
 * @returns 16 hexadecimal digits, of which the first eight identify the workflow.
 */
export function gateKey({ workflow, job }: Pick<JobIdentity, 'workflow' | 'job'>): string {
  return workflowKey(workflow) + hashOf([job]).slice(0, 8);
}

/** The beginning of the keys of all gates in a workflow: eight hexadecimal digits. */
export function workflowKey(workflow: string): string {
  return hashOf([workflow]).slice(0, 8);
}

/** Identifies the gate of a single job, which does not share its comment with the others. */
export function singleJobKey(job: JobIdentity): string {
  return workflowKey(job.workflow) + hashOf([job.job, jobStepKey({ ...job, step: '' })]).slice(0, 8);
}

/** Identifies a job and step within its gate, in every attempt and every later run. */
export function jobStepKey({ matrix, shard, step }: Pick<JobIdentity, 'matrix' | 'shard' | 'step'>): string {
  return hashOf([...matrix, '', shard === null ? '' : formatShard(shard), step]);
}

export function formatShard({ number, total }: Shard): string {
  return `${number}/${total}`;
}

/** True if other jobs report results for the same gate. Other steps of the same job are found on this machine. */
export function hasOtherJobs({ shard, jobTotal }: Pick<JobIdentity, 'shard' | 'jobTotal'>): boolean {
  return (shard?.total ?? 1) > 1 || (jobTotal ?? 1) > 1;
}

/** The job as if it were the only one of its gate: for a comment or a check run of its own, which waits for no other job. */
export function asOnlyJob<Facts extends Pick<RunResults, 'job'>>(facts: Facts): Facts {
  return { ...facts, job: { ...facts.job, shard: null, jobTotal: null } };
}

/** The newest attempt of each job and step, in a stable order. */
export function newestAttempts<Results extends Pick<RunResults, 'job'>>(all: readonly Results[]): Results[] {
  const newest = new Map<string, Results>();
  for (const results of all) {
    const key = jobStepKey(results.job);
    const known = newest.get(key);
    if (known === undefined || known.job.attempt <= results.job.attempt) newest.set(key, results);
  }
  return [...newest.entries()].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, results]) => results);
}

/**
 * How many jobs of a gate have reported, and how many there are, as the jobs themselves know it: the jobs of the matrix,
 * and for each combination of its values the shards. Steps of one job count once.
 */
export function reportedJobs(
  jobs: readonly JobIdentity[],
  known: JobIdentity,
): { reported: number; total: number } {
  // Which of two totals is right is not known: the greater one, so that nothing that is missing is overlooked.
  const reported = new Set(jobs.map(({ matrix, shard }) => hashOf([...matrix, String(shard?.number)]))).size;
  const all = [...jobs, known];
  const ofMatrix = Math.max(...all.map(({ jobTotal }) => jobTotal ?? 1));
  const shardTotals = new Map<string, number>();
  for (const { matrix, shard } of all) {
    const key = hashOf(matrix);
    shardTotals.set(key, Math.max(shardTotals.get(key) ?? 1, shard?.total ?? 1));
  }
  const ofShards = [...shardTotals.values()].reduce((sum, total) => sum + total, 0);
  return { reported, total: Math.max(reported, ofMatrix, ofShards) };
}

function hashOf(names: readonly string[]): string {
  return hash('sha256', JSON.stringify(names), 'hex').slice(0, 16);
}
