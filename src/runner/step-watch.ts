import { setTimeout as sleep } from 'node:timers/promises';
import type { Page } from 'playwright-core';
import type { PageActivity } from './page-activity.ts';

/** How long a step plays before its page is watched, in ms: most steps take less. */
const watchAfterMs = 250;
/** How long an optional step waits on a quiet page, in ms. */
const optionalMs = 3000;

interface WatchedStep {
  readonly page: () => Page;
  readonly activity: PageActivity;
  /** Gives up what an optional step waits for; undefined if the step is not optional. */
  readonly giveUp: ((reason: string) => Promise<void>) | undefined;
  /** Aborted when the step ends. */
  readonly ended: AbortSignal;
}

/** Watches a step that takes long. What is optional either comes while the page is busy, or not at all. */
export async function watchStep(step: WatchedStep): Promise<void> {
  const { page, activity, giveUp, ended: signal } = step;
  try {
    await sleep(watchAfterMs, undefined, { signal });
    if (giveUp === undefined) return;
    await activity.untilQuiet(page, signal);
    await sleep(optionalMs, undefined, { signal });
    await giveUp(`Nothing happened on the page for ${optionalMs / 1000} s, and the step is optional.`);
  } catch {
    // The step has ended.
  }
}
