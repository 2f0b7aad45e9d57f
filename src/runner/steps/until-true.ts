import { setTimeout as sleep } from 'node:timers/promises';
import { TimedOut, within } from '../within.ts';
import { thrownInPage } from './page-code.ts';
import type { StepScope } from './step-scope.ts';

/** Pauses between two looks, in ms; the last one repeats. */
const pauses = [50, 100, 250, 500];
/** What the last look may take, in ms. */
const lastLookMs = 100;

/** What a look at the page brought. */
export type Look = { readonly value: unknown } | { readonly error: string };

/**
 * Looks at an expression in the page until it is true, or the step's time is over. What it throws is looked at again:
 * the page may be on its way to another one.
 * @param explain says what the last look tells; it is undefined where not even the first one has ended.
 * @throws TimedOut with what `explain` says.
 */
export async function untilTrue(
  scope: StepScope,
  expression: string,
  waitedFor: string,
  explain: (last: Look | undefined) => string,
): Promise<void> {
  const limitMs = scope.remainingMs();
  let last: Look | undefined;
  for (let look = 0; ; look += 1) {
    try {
      // The driver waits for ever for what never returns.
      const value = await within(scope.remainingMs(), 'the look did not end', () =>
        scope.page.evaluate<unknown>(expression),
      );
      if (value === true) return;
      last = { value };
    } catch (error) {
      if (scope.page.isClosed()) throw error;
      if (!(error instanceof TimedOut)) last = { error: thrown(error) };
    }
    const leftMs = scope.remainingMs() - lastLookMs;
    if (leftMs <= 0) break;
    // The last pause is cut short, so that what comes late in the step's time is still seen.
    await sleep(Math.min(pauses[Math.min(look, pauses.length - 1)] ?? lastLookMs, leftMs));
  }
  throw new TimedOut(`WAIT_FOR ${waitedFor}: Timeout ${limitMs}ms exceeded.\n${explain(last)}`);
}

/** What the page has thrown, in one line. */
function thrown(error: unknown): string {
  return thrownInPage(error).split('\n')[0] ?? '';
}
