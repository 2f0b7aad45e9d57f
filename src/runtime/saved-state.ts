import { z } from 'zod';
import { runFactsSchema, runStatuses } from '../results/run-results.ts';

/** What the main step leaves for its post step: the runner keeps it, even if the step is killed. Without secrets. */
export const savedState = z.object({
  facts: runFactsSchema,
  evidenceFolder: z.string(),
  /** Set once there is a verdict. */
  verdict: z.object({ status: z.enum(runStatuses), green: z.boolean() }).optional(),
  /** True once everything was published, or failed to be. */
  isPublished: z.boolean().optional(),
  /** The comment, once it was begun. */
  comment: z
    .object({
      issueNumber: z.number(),
      /** True once it says what it has to say. */
      isDone: z.boolean(),
      /** Ids of the results that it shows, if several jobs share it. */
      rendered: z.array(z.number()).readonly(),
      /** Id of this job's results, once they are uploaded. */
      uploaded: z.number().optional(),
    })
    .optional(),
  /** The check run that is still in progress. */
  check: z.object({ sha: z.string(), name: z.string(), externalId: z.string() }).optional(),
  /** Folder for files that are needed only while the step runs. */
  tempFolder: z.string().optional(),
  /** Process group of the app that was started. */
  appPid: z.number().optional(),
});
export type SavedState = z.infer<typeof savedState>;
export type SavedComment = NonNullable<SavedState['comment']>;
