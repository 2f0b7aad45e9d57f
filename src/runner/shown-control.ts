import type { Locator } from 'playwright-core';
import { pageFunction } from '../common/page-function.ts';

const engine = 'gate-shown-control';

/** The selector engine of `shownControls` and `statefulControls`, by its name. */
export const shownControlEngine: readonly [name: string, source: string] = [
  engine,
  `({ queryAll: ${pageFunction(found, [shownControl, typeOf, isShown, shownByLabel, drawnInPlace, touchTarget, isUsable, isTransparent, hasOtherControl])} })`,
];

/**
 * The visible elements of a locator, for a click. A checkbox or radio button that a style sheet hides is replaced by what a
 * person sees and clicks: a part of its label, which the driver treats as the control, or what is drawn in its place. The
 * transparent field of a combobox is replaced by the box around it.
 * @param locator that finds hidden elements, too.
 */
export function shownControls(locator: Locator): Locator {
  return locator.locator(`${engine}=click`).filter({ visible: true });
}

/** The same, for an assertion about the state: what is drawn in place of a control has none, so the control is found itself. */
export function statefulControls(locator: Locator): Locator {
  return locator.locator(`${engine}=state`);
}

/** In the page: the elements that an element stands for. */
function found(element: Element, purpose: string): Element[] {
  const shown = shownControl(element);
  if (purpose === 'click') return [shown];
  if (!isShown(shown)) return [];
  const isDrawn =
    shown !== element && shown.closest('label') === null && /^(?:checkbox|radio)$/.test(typeOf(element));
  return [isDrawn ? element : shown];
}

function typeOf(element: Element): string {
  return element instanceof HTMLInputElement ? element.type : '';
}

/** Whether the driver would call an element visible. */
function isShown(element: Element): boolean {
  if (getComputedStyle(element).display === 'contents') return [...element.children].some(isShown);
  const { width, height } = element.getBoundingClientRect();
  return width > 0 && height > 0 && element.checkVisibility({ visibilityProperty: true });
}

/** What a person sees of a control; the element itself if it is no such control. */
function shownControl(element: Element): Element {
  const isCombobox = element.matches('[role=combobox]:not([aria-disabled=true], :disabled)');
  if (!(element instanceof HTMLInputElement)) return (isCombobox ? touchTarget(element) : null) ?? element;
  if (/^(?:checkbox|radio)$/.test(element.type)) {
    const isDrawnByLabel = isTransparent(element) && element.closest('label') !== null;
    return isUsable(element) && !isDrawnByLabel ? element : shownByLabel(element);
  }
  if (!isCombobox || (isUsable(element) && !isTransparent(element))) return element;
  let shown = element.parentElement;
  while (shown !== null && (!isUsable(shown) || isTransparent(shown))) shown = shown.parentElement;
  return shown === null || hasOtherControl(shown, element) ? element : shown;
}

function shownByLabel(control: HTMLInputElement): Element {
  const label = [...(control.labels ?? [])].find(isUsable);
  const isInside = label?.contains(control) === true;
  const drawn = isInside ? null : drawnInPlace(control);
  if (drawn !== null) return drawn;
  if (label === undefined) return control;
  // The middle of a wide label may be a link, such as that to the terms.
  let shown: Element | null = isInside ? control.parentElement : label;
  while (shown !== label && shown !== null && !isUsable(shown)) shown = shown.parentElement;
  return shown === null || hasOtherControl(shown, control) ? control : shown;
}

/** What is drawn beside or around a hidden control, if the mouse pointer shows that it can be clicked. */
function drawnInPlace(control: HTMLInputElement): Element | null {
  let box = control.parentElement;
  while (box !== null && !isUsable(box)) box = box.parentElement;
  if (box === null || control.disabled || hasOtherControl(box, control)) return null;
  const inside = [box, ...box.querySelectorAll(':not(label, label *)')];
  return inside.find((each) => getComputedStyle(each).cursor === 'pointer' && isUsable(each)) ?? null;
}

/** An empty element that enlarges the area of a combobox beside it, and takes its clicks. */
function touchTarget(element: Element): Element | null {
  const { left, right, top, bottom } = element.getBoundingClientRect();
  const [x, y] = [(left + right) / 2, (top + bottom) / 2];
  const covers = (other: Element) => {
    const box = other.getBoundingClientRect();
    return box.left < x && x < box.right && box.top < y && y < box.bottom;
  };
  const siblings = [...(element.parentElement?.children ?? [])];
  return (
    siblings.find(
      (each) =>
        each !== element &&
        each.childNodes.length === 0 &&
        getComputedStyle(each).cursor === 'pointer' &&
        isUsable(each) &&
        covers(each),
    ) ?? null
  );
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
  const others = element.querySelectorAll('a[href], button, input:not([type=hidden]), select, textarea');
  return [...others].some((each) => each !== control);
}
