import { z } from 'zod';
import { runStatuses, testCaseFilterStatuses } from './test-case.ts';

/** Fields of the test-case filter, joined by AND; the operators nest (section 4.3). */
export interface TestCaseFilter {
  id?: string | undefined;
  testTargetId?: string | undefined;
  description?: string | undefined;
  status?: (typeof testCaseFilterStatuses)[number] | undefined;
  runStatus?: (typeof runStatuses)[number] | undefined;
  folderId?: string | null | undefined;
  externalId?: string | null | undefined;
  AND?: TestCaseFilter | TestCaseFilter[] | undefined;
  OR?: TestCaseFilter | TestCaseFilter[] | undefined;
  NOT?: TestCaseFilter | TestCaseFilter[] | undefined;
}

const nested = z.lazy(() => z.union([testCaseFilter, z.array(testCaseFilter)]));

export const testCaseFilter: z.ZodType<TestCaseFilter> = z.strictObject({
  id: z.string().toLowerCase().optional(),
  testTargetId: z.string().toLowerCase().optional(),
  description: z.string().optional(),
  status: z.enum(testCaseFilterStatuses).optional(),
  runStatus: z.enum(runStatuses).optional(),
  folderId: z.string().toLowerCase().nullable().optional(),
  externalId: z.string().nullable().optional(),
  AND: nested.optional(),
  OR: nested.optional(),
  NOT: nested.optional(),
});
