import { z } from 'zod';

const task = z.object({
  /** Address of the shop. */
  url: z.string(),
  /** How many cases. */
  count: z.number(),
  workers: z.number(),
  timeoutPerStepMs: z.number(),
  chromium: z.string(),
  /** An empty folder for what the player writes. */
  folder: z.string(),
});

/** What a player is asked to play. */
export type Task = Readonly<z.infer<typeof task>>;

/** How a player's process is told its task: by its only argument. */
export function taskArgument(given: Task): string {
  return JSON.stringify(given);
}

/** The task of this process. */
export function readTask(): Task {
  return task.parse(JSON.parse(process.argv[2] ?? ''));
}

/** Tells how many cases passed and failed, in the words of Playwright Test. */
export function tell(passed: readonly boolean[]): void {
  const good = passed.filter(Boolean).length;
  console.log(`${passed.length - good} failed\n${good} passed`);
}
