import { z } from 'zod';

const scaleTask = z.object({
  /** Results or files. */
  count: z.number(),
  /** How many of the results failed. */
  failed: z.number(),
  /** An empty folder. */
  folder: z.string(),
  /** A stand-in for GitHub. */
  url: z.string(),
});

/** What a process of `scale.ts` does. */
export type ScaleTask = Readonly<z.infer<typeof scaleTask>>;

/** The task of this process. */
export function readScaleTask(): ScaleTask {
  return scaleTask.parse(JSON.parse(process.argv[2] ?? ''));
}
