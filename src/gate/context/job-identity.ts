import { z } from 'zod';
import { tryParseJson } from '../../common/json.ts';
import { formatShard } from '../../results/jobs.ts';
import type { AppFacts, JobIdentity, RunFacts, Shard } from '../../results/run-results.ts';
import type { CheckInput } from '../inputs/input-values.ts';
import type { RunContext } from './context.ts';

/** The inputs that say which job this is, and what it does. */
export interface JobInputs {
  readonly comment: JobIdentity['comment'];
  /** The `matrix` context as JSON; `null` or empty if the job has none. */
  readonly matrix: string;
  readonly shard: Shard | undefined;
  /** `strategy.job-total`; anything but a number means unknown. */
  readonly jobTotal?: string | undefined;
}

const jobTotal = z.coerce.number().int().min(1).max(1000);
const scalar = z.union([z.string(), z.number(), z.boolean()]);

/** Completes the identity of the job by what its inputs say. */
export function withJobInputs(context: RunContext, inputs: JobInputs): RunContext {
  const { shard } = inputs;
  const job = {
    ...context.job,
    matrix: valuesWithoutShard(matrixValues(inputs.matrix), shard),
    shard: shard ?? null,
    jobTotal: jobTotal.safeParse(inputs.jobTotal).data ?? null,
    comment: inputs.comment,
  };
  return { ...context, job };
}

/** A matrix often has the shard among its values, as its number or as `2/4`. */
function valuesWithoutShard(values: readonly string[], shard: Shard | undefined): string[] {
  if (shard === undefined) return [...values];
  return values.filter((value) => value !== String(shard.number) && value !== formatShard(shard));
}

/** The values of a job's matrix in their order; other values than scalars as JSON. */
function matrixValues(json: string): string[] {
  const parsed = z.record(z.string(), z.unknown()).safeParse(tryParseJson(json));
  return Object.values(parsed.data ?? {}).map((value) => {
    const plain = scalar.safeParse(value);
    return plain.success ? String(plain.data) : JSON.stringify(value);
  });
}

/** A name with the matrix values and the shard of its job, as GitHub shows it. */
function nameWithMatrix(name: string, { matrix, shard }: JobIdentity): string {
  const values = [...matrix, ...(shard === null ? [] : [formatShard(shard)])].join(', ');
  return values === '' ? name : `${name} (${values})`;
}

/** Workflow and job, such as `CI / browser (chrome, 2/4)`. */
function titleOf(job: JobIdentity): string {
  return [job.workflow, nameWithMatrix(job.job, job)].filter((name) => name !== '').join(' / ');
}

export function checkName({ name }: CheckInput, job: JobIdentity): string {
  return name === undefined ? titleOf(job) || 'Browser tests' : nameWithMatrix(name, job);
}

/**
 * The facts of a run before anything was tested. They name a commit only if it is known to be the one under test.
 * @param app default: it is not known.
 */
export function runFacts(
  context: RunContext,
  startedAt: Date | null,
  app: AppFacts = { url: null },
): RunFacts {
  const { job, workflowRunUrl, repositoryUrl } = context;
  const { sha, ...report } = context.report;
  const commit = sha === undefined || context.isCommitUnknown ? {} : { sha };
  const hasSource = repositoryUrl !== undefined && commit.sha !== undefined;
  return {
    title: titleOf(job),
    startedAt: startedAt === null ? null : startedAt.toISOString(),
    workflowRunUrl: workflowRunUrl ?? null,
    sourceUrl: hasSource ? `${repositoryUrl}/blob/${commit.sha}` : null,
    ...app,
    context: { ...report, ...commit },
    job,
  };
}
