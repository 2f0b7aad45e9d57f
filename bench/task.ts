import { z } from 'zod';
import { redSuiteNames } from './red-suites.ts';

const task = z.object({
  /** Address of the shop. */
  url: z.string(),
  /** The suite of `red-suites.ts` that is run; without one, the cases of `cases.ts`. */
  suite: z.enum(redSuiteNames).optional(),
  /** How many cases. */
  count: z.number(),
  workers: z.number(),
  timeoutPerStepMs: z.number(),
  chromium: z.string(),
  /** An empty folder for what the player writes. */
  folder: z.string(),
});

/** What a player runs. */
export type Task = Readonly<z.infer<typeof task>>;

/** The only argument of a player's process. */
export function taskArgument(given: Task): string {
  return JSON.stringify(given);
}

/** The task of this process. */
export function readTask(): Task {
  return task.parse(JSON.parse(process.argv[2] ?? ''));
}

/** Prints how many cases passed and failed, in Playwright Test's format. */
export function printCounts(passed: readonly boolean[]): void {
  const good = passed.filter(Boolean).length;
  console.log(`${passed.length - good} failed\n${good} passed`);
}
