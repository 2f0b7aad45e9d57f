import { z } from 'zod';
import type { Shard } from '../cases/shard.ts';
import { shown } from './raw-inputs.ts';

/** As many jobs as a matrix can have. */
const mostShards = 256;

/** Reads `2/4`; empty is no shard. */
export function readShard(text: string, context: z.RefinementCtx): Shard | undefined {
  if (text === '') return undefined;
  const [, number, total] = (/^(\d{1,3})\/(\d{1,3})$/.exec(text) ?? []).map(Number);
  if (number !== undefined && total !== undefined && number >= 1 && number <= total && total <= mostShards) {
    return { number, total };
  }
  context.addIssue({
    code: 'custom',
    message: `${shown(text)} is no shard. Write its number and how many there are (${mostShards} at most), such as 1/4`,
  });
  return z.NEVER;
}
