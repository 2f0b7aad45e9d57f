import type { Locator } from 'playwright-core';
import { pageFunction } from '../common/page-function.ts';

const engine = 'gate-shown-control';

/** The selector engine of `shownControls`, by its name. */
export const shownControlEngine: readonly [name: string, source: string] = [
  engine,
  `({ queryAll: (element) => [(${pageFunction(shownControl, [shownByLabel, isUsable, isTransparent, hasOtherControl])})(element)] })`,
];

/**
 * The visible elements of a locator. A checkbox or radio button that a style sheet hides is replaced by the part of its label
 * that a person sees and clicks; the driver treats that as the control. The transparent field of a combobox is replaced by the
 * box around it.
 * @param locator that finds hidden elements, too.
 */
export function shownControls(locator: Locator): Locator {
  return locator.locator(`${engine}=true`).filter({ visible: true });
}

/** In the page: what a person sees of a control; the element itself if it is no such control. */
function shownControl(element: Element): Element {
  if (!(element instanceof HTMLInputElement)) return element;
  if (/^(?:checkbox|radio)$/.test(element.type)) return isUsable(element) ? element : shownByLabel(element);
  const isCombobox = element.matches('[role=combobox]:enabled:not([aria-disabled=true])');
  if (!isCombobox || (isUsable(element) && !isTransparent(element))) return element;
  let shown = element.parentElement;
  while (shown !== null && (!isUsable(shown) || isTransparent(shown))) shown = shown.parentElement;
  return shown === null || hasOtherControl(shown, element) ? element : shown;
}

function shownByLabel(control: HTMLInputElement): Element {
  const label = [...(control.labels ?? [])].find(isUsable);
  if (label === undefined) return control;
  // The middle of a wide label may be a link, such as that to the terms.
  let shown: Element | null = label.contains(control) ? control.parentElement : label;
  while (shown !== label && shown !== null && !isUsable(shown)) shown = shown.parentElement;
  return shown === null || hasOtherControl(shown, control) ? control : shown;
}

/** Whether a person can click an element, as far as its own style says. */
function isUsable(element: Element): boolean {
  const { width, height, right } = element.getBoundingClientRect();
  const { clip, clipPath, pointerEvents } = getComputedStyle(element);
  const isCut = clip !== 'auto' || clipPath !== 'none' || pointerEvents === 'none';
  const hasBox = width > 1 && height > 1 && right + scrollX > 0;
  return hasBox && !isCut && element.checkVisibility({ visibilityProperty: true });
}

function isTransparent(element: Element): boolean {
  return !element.checkVisibility({ opacityProperty: true });
}

function hasOtherControl(element: Element, control: Element): boolean {
  const others = element.querySelectorAll('a[href], button, input, select, textarea');
  return [...others].some((each) => each !== control);
}
