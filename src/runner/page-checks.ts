import type { Locator } from 'playwright-core';
import { errorScreen } from './documents/shown-error.ts';
import { notCutOff } from './expect/cut-off.ts';
import { textShown } from './expect/hidden-text.ts';
import { isPlainlySeen } from './expect/look-at.ts';

/**
 * Sources of checks of an element that a page usually passes. They run in the world of the page where the driver finds
 * elements: there its scripts are loaded already, and what the app has overridden does not count. In the world of the
 * app, the driver would load them a second time for each document, which takes longer than most steps.
 */
const pageChecks = {
  seen: isPlainlySeen,
  healthy: `() => ${errorScreen}.kind === 'none'`,
  notCutOff,
  textShown,
};

/** The checks as selector engines by their names: one finds the element itself if it passes. */
export const checkEngines: readonly (readonly [name: string, source: string])[] = Object.entries(
  pageChecks,
).map(([name, check]) => [
  engineOf(name),
  `({
    queryAll(element, argument) {
      try {
        return (${check})(element, argument) ? [element] : [];
      } catch {
        return [];
      }
    }
  })`,
]);

function engineOf(check: string): string {
  return `gate-${check}`;
}

type PageCheck = keyof typeof pageChecks;

/**
 * Those of the elements of a locator that pass a check. An element whose check throws does not pass.
 * @param argument of the check, without characters that mean something in a selector.
 */
export function thosePassing(locator: Locator, check: PageCheck, argument = 'true'): Locator {
  return locator.locator(`${engineOf(check)}=${argument}`);
}

/**
 * Whether the first element of a locator passes a check. It does not wait for the element. @returns false also if there is none.
 * @throws Error of the driver if the page is being replaced.
 */
export async function passes(locator: Locator, check: PageCheck, argument?: string): Promise<boolean> {
  return (await thosePassing(locator.first(), check, argument).count()) === 1;
}
