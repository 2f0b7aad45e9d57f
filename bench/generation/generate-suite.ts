import { type Explored, type ExploreLimits, explore } from '../../src/generation/explore/explore.ts';
import { openLiveBrowser } from '../../src/runner/live-page.ts';
import { chromiumPath } from '../../test/support/play.ts';
import { machineWith } from '../machine.ts';
import { suitePlan } from './suite-score.ts';

const limits: ExploreLimits = {
  pages: 20,
  timeMs: Number(process.env.GEN_MS ?? 90_000),
  depth: 4,
  cases: 90,
};

/** A generated suite and what it cost. */
export interface GeneratedSuite extends Explored {
  readonly ms: number;
}

/** Generates a suite for an app without a prompt. */
export async function generateSuite(url: string): Promise<GeneratedSuite> {
  const startedAt = performance.now();
  await using live = await openLiveBrowser(machineWith(await chromiumPath()));
  const plan = suitePlan(url, []);
  const explored = await explore(() => live.open(plan), { prompt: '' }, limits, new AbortController().signal);
  return { ...explored, ms: performance.now() - startedAt };
}
