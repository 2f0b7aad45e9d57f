import type { ExchangeElement } from '../../contract/exchange/test-case.ts';
import type { StepScope } from './step-scope.ts';

/** A fixed wait that says no time, in ms. */
const defaultWaitMs = 1000;
/** The longest that a step may ask for, in ms. */
const longestWaitMs = 60 * 60 * 1000;

/** How long a step is told to wait, in ms, beside the time that every step has; 0 where it is no fixed wait. */
export function fixedWaitMs({ interaction }: ExchangeElement): number {
  if (interaction?.action !== 'WAIT_FOR' || interaction.calledWith?.type !== 'fixedTime') return 0;
  return Math.min(interaction.calledWith.timeMilliseconds ?? defaultWaitMs, longestWaitMs);
}

/** Waits for a time in ms. @throws Error where it is more than an hour. */
export async function fixedWait({ page }: StepScope, ms = defaultWaitMs): Promise<void> {
  if (ms > longestWaitMs) {
    throw new Error(
      `WAIT_FOR fixedTime waits for ${longestWaitMs} ms at most, not for ${ms} ms: say a shorter time.`,
    );
  }
  await page.waitForTimeout(ms);
}
