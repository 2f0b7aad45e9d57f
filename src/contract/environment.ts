import { z } from 'zod';
import { openEnum, timestamp, uuid } from './values.ts';

/** Where tests run: a URL with its credentials (section 2.2). */
export const environment = z.looseObject({
  id: uuid,
  name: z.string(),
  testTargetId: uuid,
  type: openEnum(['DEFAULT', 'ADDITIONAL']),
  updatedAt: timestamp.optional(),
  discoveryUrl: z.string().nullish(),
});
export type Environment = z.infer<typeof environment>;

/** Body of POST environments (section 4.2). */
export const createEnvironmentBody = z.object({
  name: z.string().min(1).optional(),
  discoveryUrl: z.url().optional(),
});
