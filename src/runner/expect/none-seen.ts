import type { Locator } from 'playwright-core';
import type { DriverLimits } from '../steps/step-scope.ts';
import { pollUntil, unlessLate } from '../wait.ts';
import { type Expectation, expectMet } from './expectation.ts';

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
    ended.signal.aborted || (await unlessLate(locator.evaluateAll(areUnseen), lookMs)) === true;
  const noneSeen = pollUntil(look, () => limits().timeout).then((isMet) => (isMet ? undefined : noneFound));
  try {
    await Promise.race([noneFound, noneSeen]);
  } finally {
    ended.abort();
    void Promise.allSettled([noneFound, noneSeen]);
  }
}

/**
 * Evaluated in the page: whether elements are cut off to nothing, and nothing else stands for them. The text of an icon or of a
 * spinner is not seen either, but what it says is.
 */
function areUnseen(targets: readonly Element[]): boolean {
  const parentOf = (element: Element) => {
    const above = element.parentNode;
    return above instanceof ShadowRoot ? above.host : element.parentElement;
  };
  /** The next element outwards whose overflow can cut an element off. Positioned elements skip the ones in between. */
  const boxAround = (element: Element) => {
    const { position } = getComputedStyle(element);
    if (position === 'fixed') return null;
    return position === 'absolute' && element instanceof HTMLElement
      ? element.offsetParent
      : parentOf(element);
  };
  /** No larger than a pixel; a line is seen. */
  const isPixel = ({ width, height }: DOMRect) => width < 1 || height < 1 || (width <= 1 && height <= 1);
  const isCut = (element: Element) => {
    const { overflow, position, display, clip, clipPath } = getComputedStyle(element);
    // The overflow of these is that of the viewport.
    if (element === document.documentElement || element === document.body) return false;
    if (/^(inline|contents)$/.test(display)) return false;
    const isClipped =
      /^inset\((50|100)%\)|^circle\(0/.test(clipPath) ||
      (/^(absolute|fixed)$/.test(position) && /^rect\((\d+px),? \1,? \1,? \1\)$/.test(clip));
    return isClipped || (overflow !== 'visible' && isPixel(element.getBoundingClientRect()));
  };
  const cutterOf = (element: Element) => {
    for (let each: Element | null = element; each !== null; each = boxAround(each))
      if (isCut(each)) return each;
    return undefined;
  };
  const showsText = (element: Element) => {
    const texts = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
    for (let node = texts.nextNode(), count = 0; node !== null && count < 500; node = texts.nextNode()) {
      const parent = node.parentElement;
      if (parent === null || node.nodeValue?.trim() === '' || parent.matches('script, style, template'))
        continue;
      count += 1;
      const isShown = parent.checkVisibility({ visibilityProperty: true, opacityProperty: true });
      if (isShown && cutterOf(parent) === undefined) return true;
    }
    return false;
  };
  return targets.every((target) => {
    const cutter = cutterOf(target);
    // Style sheets often hide the real field behind one that they draw.
    if (cutter === undefined || target.matches('input, select, textarea')) return false;
    let around = parentOf(cutter);
    while (around !== null && isPixel(around.getBoundingClientRect())) around = parentOf(around);
    return showsText(around ?? document.documentElement);
  });
}
