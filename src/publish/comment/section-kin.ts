import { createHash } from 'node:crypto';
import { z } from 'zod';

/** Sections of one workflow, of one job, of one split into shards: each by a hash. */
const group = z.string().regex(/^[0-9a-f]{8}$/);

/** Which others a section belongs together with. */
export const sectionKin = z.object({
  workflow: group,
  /** All that a step has in the jobs of one matrix. */
  job: group,
  /** How many jobs the matrix makes; missing where that is not known. */
  jobs: z.int().min(1).max(1000).optional(),
  /** The shards that share one set of test cases, and how many they are: none where it is not split. */
  split: z.object({ of: group, shards: z.int().min(0).max(1000) }).optional(),
});
export type SectionKin = z.infer<typeof sectionKin>;

/** What a job knows of the others of its name. */
export interface Siblings {
  /** The matrix' values, without the shard. */
  readonly values: string;
  /** How many shards there are; 0 where it is none. */
  readonly shards: number;
  /** How many jobs the matrix makes; `undefined` where that is not known. */
  readonly jobs: number | undefined;
}

/** Whose kin is asked for. */
interface KinOwner {
  readonly workflow: string;
  readonly job: string;
  readonly stepName: string;
  /** `undefined` where nothing is known of others. */
  readonly siblings?: Siblings | undefined;
}

/** The kin of a job's step. */
export function kinOf({ workflow, job, stepName, siblings }: KinOwner): SectionKin {
  const known = { workflow: hashed([workflow]), job: hashed([workflow, job, stepName]) };
  if (siblings === undefined) return known;
  const { values, shards, jobs } = siblings;
  return {
    ...known,
    ...(jobs === undefined ? {} : { jobs }),
    split: { of: hashed([workflow, job, stepName, values]), shards },
  };
}

function hashed(names: readonly string[]): string {
  return createHash('sha256').update(JSON.stringify(names)).digest('hex').slice(0, 8);
}
