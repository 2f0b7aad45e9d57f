import type { Locator } from 'playwright-core';
import { pageFunction } from '../common/page-function.ts';
import { errorScreen } from './documents/shown-error.ts';
import { notCutOff } from './expect/cut-off.ts';
import { type Cover, coverOf, hasClickThroughLayer, unseenText } from './expect/visibility.ts';

/**
 * Sources of checks of an element that a page usually passes. They run in the world of the page where the driver finds
 * elements: there its scripts are loaded already, and what the app has overridden does not count. In the world of the
 * app, the driver would load them a second time for each document, which takes longer than most steps.
 */
const pageChecks = {
  /** At the first look, nothing is wrong. */
  seen: `(target) =>
    (${coverOf})(target) === undefined && (${unseenText})(target) === undefined && !(${hasClickThroughLayer})()`,
  healthy: `() => ${errorScreen}.kind === 'none'`,
  notCutOff,
  textShown: pageFunction(showsText, [isRendered]),
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

export interface Visibility {
  /** The element was there when it was found, and is not any more. */
  readonly isGone?: boolean;
  readonly cover?: Cover | undefined;
  /** Why no text of it can be seen. */
  readonly unseen?: string | undefined;
}

/**
 * Evaluated in the page: both looks in one round trip, so it is made of their sources. What lets clicks through is not found
 * at any point. If that may matter, both look again while nothing does, which takes longer.
 */
export const inspectVisibility = new Function(
  'targets',
  `const [target] = targets;
  if (target === undefined) return { isGone: true };
  const look = () => ({ cover: (${coverOf})(target), unseen: (${unseenText})(target) });
  const looked = look();
  if (looked.unseen === undefined && (looked.cover !== undefined || !(${hasClickThroughLayer})())) return looked;
  const sheets = [...document.adoptedStyleSheets];
  const sheet = new CSSStyleSheet();
  sheet.replaceSync('* { pointer-events: auto !important }');
  try {
    document.adoptedStyleSheets = [...sheets, sheet];
    return look();
  } finally {
    document.adoptedStyleSheets = sheets;
  }`,
) as (targets: Element[]) => Visibility;

/** An expected text or pattern as the argument of `showsText`. */
export function shownTextArgument(expected: string | RegExp): string {
  const parts = typeof expected === 'string' ? [expected] : [expected.source, expected.flags];
  // Quotation marks and brackets would mean something in a selector.
  return encodeURIComponent(JSON.stringify(parts)).replaceAll("'", '%27');
}

/**
 * In the page: false if an element contains a text only together with what is not rendered, which the driver compares as well.
 * @param argument that of `shownTextArgument`.
 */
function showsText(target: Element, argument: string): boolean {
  const [expected, flags]: [string, string?] = JSON.parse(decodeURIComponent(argument));
  const normalize = (text: string) =>
    text
      .replace(/[\u200b\u00ad]/g, '')
      .replace(/\s+/g, ' ')
      .trim();
  const isIn = (text: string) =>
    flags === undefined
      ? normalize(text).includes(normalize(expected))
      : new RegExp(expected, flags).test(text);
  const texts = document.createTreeWalker(target, NodeFilter.SHOW_TEXT);
  let [all, shown] = ['', ''];
  for (let node = texts.nextNode(); node !== null; node = texts.nextNode()) {
    const { parentElement, nodeValue } = node;
    if (parentElement === null || parentElement.matches('script, style, noscript')) continue;
    all += nodeValue;
    if (isRendered(parentElement)) shown += nodeValue;
  }
  return isIn(shown) || !isIn(all);
}

/** Options and titles are shown in another way, and so is what a shadow root may show: it has no style of its own. */
function isRendered(element: Element): boolean {
  // An element with `hidden="until-found"` has a box itself; its text has none.
  if (element.checkVisibility({ visibilityProperty: true }))
    return getComputedStyle(element).contentVisibility !== 'hidden';
  return element.closest('option, title, desc') !== null || getComputedStyle(element).display === '';
}
