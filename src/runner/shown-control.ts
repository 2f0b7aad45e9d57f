import type { Locator } from 'playwright-core';
import { pageFunction } from '../common/page-function.ts';

const engine = 'gate-shown-control';

/** The selector engine of `shownControls`, by its name. */
export const shownControlEngine: readonly [name: string, source: string] = [
  engine,
  `({ queryAll: (element) => [(${pageFunction(shownControl, [isUsable, hasOtherControl])})(element)] })`,
];

/**
 * The visible ones of the elements of a locator. For a checkbox or radio button that a style sheet hides behind its label, it
 * finds what a person sees and clicks instead, of which the driver knows that it is the control.
 * @param locator that finds hidden elements, too.
 */
export function shownControls(locator: Locator): Locator {
  return locator.locator(`${engine}=true`).filter({ visible: true });
}

/** In the page. */
function shownControl(element: Element): Element {
  const isControl = element instanceof HTMLInputElement && /^(?:checkbox|radio)$/.test(element.type);
  if (!isControl || isUsable(element)) return element;
  const label = [...(element.labels ?? [])].find(isUsable);
  if (label === undefined) return element;
  // The middle of a wide label may be a link, such as that to the terms.
  let shown: Element | null = label.contains(element) ? element.parentElement : label;
  while (shown !== label && shown !== null && !isUsable(shown)) shown = shown.parentElement;
  return shown === null || hasOtherControl(shown, element) ? element : shown;
}

/** Whether a person can click an element, as far as its own style says. */
function isUsable(element: Element): boolean {
  const { width, height, right } = element.getBoundingClientRect();
  const { clip, clipPath, pointerEvents } = getComputedStyle(element);
  const isCut = clip !== 'auto' || clipPath !== 'none' || pointerEvents === 'none';
  const hasBox = width > 1 && height > 1 && right + scrollX > 0;
  return hasBox && !isCut && element.checkVisibility({ visibilityProperty: true });
}

function hasOtherControl(element: Element, control: Element): boolean {
  const others = element.querySelectorAll('a[href], button, input, select, textarea');
  return [...others].some((each) => each !== control);
}
