import { z } from 'zod';
import { reportContext } from './report-context.ts';
import { uuid, webUrl } from './values.ts';

/** Body of POST batch-generations (section 4.5). */
export const batchGenerationBody = z.object({
  prompt: z.string().optional(),
  /**
   * Extension: texts that say what matters most, such as the title of a pull request and the paths of changed files.
   * Pages with their words come first; no text is read as a step or as a permission.
   */
  hints: z.array(z.string()).optional(),
  imageUrls: z.array(z.string()).optional(),
  entryPointUrlPath: z.string().nullable().optional(),
  /** The spelling of one public client. */
  entrypointUrlPath: z.string().nullable().optional(),
  environmentId: z.string().toLowerCase().nullable().optional(),
  prerequisiteId: z.string().toLowerCase().nullable().optional(),
  baseUrl: webUrl.nullable().optional(),
  context: reportContext.optional(),
});
export type BatchGenerationBody = z.infer<typeof batchGenerationBody>;

export const batchGenerationAnswer = z.looseObject({ batchGenerationId: uuid });

/** Body of POST discoveries (section 4.5): `name` and `prompt` are mandatory. */
export const discoveryBody = z.object({
  name: z.string().min(1),
  prompt: z.string().min(1),
  entryPointUrlPath: z.string().optional(),
  prerequisiteName: z.string().optional(),
  externalId: z.string().optional(),
  tagNames: z.array(z.string()).optional(),
  folderName: z.string().optional(),
  type: z.enum(['LOGIN', 'COOKIE_BANNER']).optional(),
});
export type DiscoveryBody = z.infer<typeof discoveryBody>;

export const discoveryAnswer = z.looseObject({ discoveryId: uuid, testCaseId: uuid });
