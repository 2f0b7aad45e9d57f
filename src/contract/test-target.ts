import { z } from 'zod';
import { nullAsMissing, openEnum, uuid, webUrl } from './values.ts';

const environmentSummary = z.looseObject({
  id: uuid,
  type: openEnum(['DEFAULT', 'ADDITIONAL']),
  discoveryUrl: nullAsMissing(z.string().optional()),
  email: nullAsMissing(z.string().optional()),
});

/** The application under test (section 2.1). */
export const testTarget = z.looseObject({
  id: uuid,
  app: z.string(),
  tags: nullAsMissing(z.array(z.string().nullable()).optional()),
  environments: nullAsMissing(z.array(environmentSummary).optional()),
});

const testManagementIntegration = z.object({
  domain: z.url().optional(),
  username: z.string().optional(),
  projectId: z.string().optional(),
  apiKey: z.string().optional(),
});

/** Body of PATCH test target (section 4.1). */
export const patchTestTargetBody = z.object({
  app: z.string().nullable().optional(),
  testIdAttribute: z.string().nullable().optional(),
  /** In ms (section 8). */
  timeoutPerStep: z.int32().min(5000).max(30_000).optional(),
  testManagementIntegration: testManagementIntegration.optional(),
});
export type PatchTestTargetBody = z.infer<typeof patchTestTargetBody>;

/** Body of POST test-targets (section 4.1): the `testTarget` object is optional. */
export const createTestTargetBody = z.object({
  testTarget: z.object({ app: z.string().optional(), discoveryUrl: webUrl.optional() }).optional(),
});
