import type { Locator } from 'playwright-core';
import { thosePassing } from '../page-checks.ts';
import type { DriverLimits } from '../steps/step-scope.ts';
import { pollUntil, unlessLate } from '../wait.ts';
import { type Expectation, ExpectationFailed, expectMet } from './expectation.ts';

/** How long a page may take to answer a look, in ms. */
const lookMs = 2000;

/**
 * Waits until a locator finds nothing that a person could see.
 * @param expectation that it finds nothing. The driver counts each element with a box, also texts that are only there for
 * screen readers, such as the route announcer of Next.js.
 * @throws ExpectationFailed
 */
export async function expectNoneSeen(
  locator: Locator,
  expectation: Expectation,
  limits: () => DriverLimits,
): Promise<void> {
  const ended = new AbortController();
  const { timeout, signal } = limits();
  const either = AbortSignal.any([signal, ended.signal]);
  const noneFound = expectMet(locator, expectation, { timeout, signal: either });
  const look = async () =>
    ended.signal.aborted || (await unlessLate(thosePassing(locator, 'notCutOff').count(), lookMs)) === 0;
  const noneSeen = pollUntil(look, () => limits().timeout).then((isMet) => (isMet ? undefined : noneFound));
  try {
    await Promise.race([noneFound, noneSeen]);
  } finally {
    ended.abort();
    void Promise.allSettled([noneFound, noneSeen]);
  }
}

/**
 * Waits until a locator meets an expectation. If it finds several elements, of which a person sees one, that one is meant: an
 * alert, and not the route announcer beside it.
 * @returns the locator of the one that is meant. @throws ExpectationFailed
 */
export async function expectOneSeen(
  locator: Locator,
  expectation: Expectation,
  limits: () => DriverLimits,
): Promise<Locator> {
  try {
    await expectMet(locator, expectation, limits());
    return locator;
  } catch (error) {
    const isAmbiguous = error instanceof ExpectationFailed && /strict mode/.test(error.reason ?? '');
    const seen = thosePassing(locator, 'notCutOff').describe(`${locator}`);
    if (!isAmbiguous || (await unlessLate(seen.count(), lookMs)) !== 1) throw error;
    await expectMet(seen, expectation, limits());
    return seen;
  }
}
