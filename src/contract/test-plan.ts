import { z } from 'zod';
import { answeredContext } from './report-context.ts';
import { openEnum, uuid } from './values.ts';

/** A planned run, tied to a context (section 2.9), which leaves open what the times are. */
export const testPlan = z.looseObject({
  id: uuid,
  createdAt: z.unknown(),
  updatedAt: z.unknown(),
  status: openEnum(['CREATED', 'IN_PROGRESS', 'ERROR', 'DONE']),
  testTargetId: uuid,
  context: answeredContext,
});
