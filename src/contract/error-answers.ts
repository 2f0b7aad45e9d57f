import { z } from 'zod';
import { uuid } from './values.ts';

/**
 * Body of a 400 or 422: what is wrong with the request, and where. `path` begins with `params`, `query` or `headers`
 * outside the body.
 */
export const issues = z.array(
  z.looseObject({
    code: z.string(),
    expected: z.string().optional(),
    received: z.string().optional(),
    path: z.array(z.union([z.string(), z.int()])),
    message: z.string(),
  }),
);

/** Body of every other refusal. */
export const problem = z.looseObject({ message: z.string() });

/** Body of the 400 that DELETE test case answers while other cases depend on it (extension). */
export const dependenciesLeft = z.looseObject({
  status: z.literal('has dependencies'),
  dependencyIds: z.array(uuid),
});
