import { type Explored, type ExploreLimits, explore } from '../../src/generation/explore/explore.ts';
import { openLiveBrowser } from '../../src/runner/live-page.ts';
import { chromiumPath } from '../../test/support/play.ts';
import { machineWith } from '../machine.ts';
import { expectTimeoutMs, suitePlan } from './suite-score.ts';

const limits: Omit<ExploreLimits, 'timeMs'> = { pages: 20, depth: 4, cases: 90 };

/** A generated suite and what it cost. */
export interface GeneratedSuite extends Explored {
  readonly ms: number;
}

/** Generates a suite for an app without a prompt. @param timeMs how long it may take. */
export async function generateSuite(url: string, timeMs: number): Promise<GeneratedSuite> {
  const startedAt = performance.now();
  await using live = await openLiveBrowser(machineWith(await chromiumPath()));
  const plan = { ...suitePlan(url, []), entryPointUrlPath: null, expectTimeoutMs };
  const explored = await explore(
    () => live.open(plan),
    { prompt: '' },
    { ...limits, timeMs },
    new AbortController().signal,
  );
  return { ...explored, ms: performance.now() - startedAt };
}
