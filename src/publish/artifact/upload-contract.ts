import { z } from 'zod';

/** What the thread that uploads is told. */
export const uploadRequest = z.object({
  /** The first one that no other artifact of the workflow run has is taken. */
  names: z.array(z.string()).readonly(),
  folder: z.string(),
  paths: z.array(z.string()).readonly(),
  /** `undefined`: what the repository says. */
  retentionDays: z.int().optional(),
});
export type UploadRequest = z.infer<typeof uploadRequest>;

/** What the thread answers. */
export const uploadAnswer = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('uploaded'), name: z.string(), id: z.int() }),
  z.object({ kind: z.literal('failed'), reason: z.string() }),
]);
export type UploadAnswer = z.infer<typeof uploadAnswer>;
