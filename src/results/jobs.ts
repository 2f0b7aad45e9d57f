import { hash } from 'node:crypto';
import { formatCount, joinFilled } from '../common/text.ts';
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

/**
 * How many jobs of a gate have reported, and how many there are, as the jobs themselves know it: the jobs of the matrix, and
 * for each combination of its values the shards. Steps of one job count once.
 * @returns `missing`: those that have not, shards by their number, and how many others there are in the matrix.
 */
export function reportedJobs(jobs: readonly JobIdentity[], known: JobIdentity) {
  const reported = new Set(jobs.map(({ matrix, shard }) => hashOf([...matrix, String(shard?.number)]))).size;
  const all = [...jobs, known];
  // Which of two totals is right is not known: the greater one, so that nothing that is missing is overlooked.
  const ofMatrix = Math.max(...all.map(({ jobTotal }) => jobTotal ?? 1));
  const combinations = [...Map.groupBy(all, ({ matrix }) => hashOf(matrix)).values()];
  const ofShards = combinations.reduce((sum, some) => sum + shardTotalOf(some), 0);
  const total = Math.max(reported, ofMatrix, ofShards);
  const named = combinations.flatMap((some) => missingShards(some, jobs));
  const others = total - reported - named.length;
  const missing = others > 0 ? [...named, formatCount(others, 'other job')] : named;
  return { reported, total, missing };
}

function shardTotalOf(combination: readonly JobIdentity[]): number {
  return Math.max(...combination.map(({ shard }) => shard?.total ?? 1));
}

/** @param combination jobs with the same matrix values. @returns such as `chrome, shard 2/4`. */
function missingShards(combination: readonly JobIdentity[], reported: readonly JobIdentity[]): string[] {
  const total = shardTotalOf(combination);
  const matrix = combination[0]?.matrix ?? [];
  const numbers = new Set(
    combination.filter((job) => reported.includes(job)).map(({ shard }) => shard?.number ?? 1),
  );
  return Array.from({ length: total }, (_, index) => index + 1)
    .filter((number) => !numbers.has(number))
    .map((number) =>
      joinFilled([...matrix, total > 1 ? `shard ${formatShard({ number, total })}` : ''], ', '),
    )
    .map((name) => name || 'the job');
}

/** Identifies something by its names: 16 hexadecimal digits. */
export function hashOf(names: readonly string[]): string {
  return hash('sha256', JSON.stringify(names), 'hex').slice(0, 16);
}
