import { z } from 'zod';
import { jsonOrNothing } from '../../contract/json-or-nothing.ts';
import type { Siblings } from '../../publish/comment/section-kin.ts';
import type { Shard } from '../cases/shard.ts';
import type { RunContext } from './context.ts';

/** What makes a job one of several of its name. */
export interface PartOfJob {
  /** The `matrix` context as JSON; `null` or empty where the job has none. */
  readonly matrix: string;
  readonly shard: Shard | undefined;
  /** How many jobs the matrix makes, as GitHub says; anything but a number is not known. */
  readonly jobTotal?: string;
}

/** The context of one of several jobs of a name: its part tells it from the others. */
export function withPart(context: RunContext, job: PartOfJob): RunContext {
  return { ...context, part: partName(job), siblings: siblingsOf(job) };
}

/** A name of several jobs, with what tells this one from the others. */
export function nameWithPart(name: string, part: string): string {
  return part === '' ? name : `${name} (${part})`;
}

/** The matrix' values, as GitHub puts them behind the job's name, and the shard where they do not tell it. */
function partName(job: PartOfJob): string {
  const { shard } = job;
  return [...ownValues(job), ...(shard === undefined ? [] : [shardName(shard)])].join(', ');
}

function siblingsOf(job: PartOfJob): Siblings {
  return {
    values: ownValues(job).join(', '),
    shards: job.shard?.total ?? 0,
    jobs: jobTotal.safeParse(job.jobTotal).data,
  };
}

const jobTotal = z.coerce.number().int().min(1).max(1000);

/** The matrix' values but those that say which shard it is. */
function ownValues({ matrix, shard }: PartOfJob): string[] {
  const values = matrixValues(matrix);
  if (shard === undefined) return values;
  return values.filter((value) => value !== String(shard.number) && value !== shardName(shard));
}

function shardName({ number, total }: Shard): string {
  return `${number}/${total}`;
}

const scalar = z.union([z.string(), z.number(), z.boolean()]);

/** The values of a job's matrix, in its order; those that are no plain values as JSON. */
function matrixValues(json: string): string[] {
  const parsed = z.record(z.string(), z.unknown()).safeParse(jsonOrNothing(json));
  return Object.values(parsed.data ?? {}).map((value) => {
    const plain = scalar.safeParse(value);
    return plain.success ? String(plain.data) : JSON.stringify(value);
  });
}
