import type { Locator } from 'playwright-core';
import { UnexpectedResult } from '../failure/reason.ts';
import type { StepScope } from '../steps/step-scope.ts';
import { pollUntil } from '../wait.ts';

interface Cover {
  /** Such as `<div id="crash" class="screen">`. */
  readonly tag: string;
  /** Whether it covers the whole visible part of the page, and not only the element. */
  readonly isWholePage: boolean;
}

/** How long a look may take at least, in ms: without one, nothing is known. */
const minLookMs = 1000;

/**
 * Waits until an element that an assertion has found is not covered by a layer over the whole page, such as a crash screen:
 * nobody can see it then. A modal dialog that covers it is a warning, since the page may be tested behind it.
 * @throws UnexpectedResult
 */
export async function notCovered(locator: Locator, scope: StepScope): Promise<void> {
  let cover: Cover | undefined;
  const isShown = await pollUntil(
    async () => {
      try {
        const { timeout, signal } = scope.limits();
        cover = await locator.evaluate(coverOf, undefined, { timeout: Math.max(timeout, minLookMs), signal });
      } catch {
        // The time is over, or the page is being replaced.
      }
      return cover?.isWholePage !== true;
    },
    () => scope.limits().timeout,
  );
  if (cover === undefined) return;
  const { tag } = cover;
  if (isShown) return scope.warn(`${locator} is covered by the dialog ${tag}, so nobody can see it.`);
  throw new UnexpectedResult(
    (quote) => ({ clause: `${quote(tag)} covers the whole page, so nobody can see it` }),
    [`Locator: ${locator}`, `Covered by: ${tag}`],
  );
}

/**
 * Evaluated in the page: an opaque layer that covers an element at all points, and either the whole visible part of the page
 * or as a modal dialog. Undefined if any point of the element may be seen, if it is outside the visible part, or too small
 * to be seen.
 */
function coverOf(target: Element): Cover | undefined {
  const box = target.getBoundingClientRect();
  const [left, right] = [Math.max(box.left, 0), Math.min(box.right, innerWidth)];
  const [top, bottom] = [Math.max(box.top, 0), Math.min(box.bottom, innerHeight)];
  if (right - left < 2 || bottom - top < 2) return undefined;
  const parentOf = (element: Element) => {
    const above = element.parentNode;
    return above instanceof ShadowRoot ? above.host : element.parentElement;
  };
  const withAncestors = (element: Element) => {
    const all: Element[] = [];
    for (let each: Element | null = element; each !== null; each = parentOf(each)) all.push(each);
    return all;
  };
  const hasOpaqueBackground = (element: Element) => {
    const { backgroundColor, backgroundImage } = getComputedStyle(element);
    const isGradient =
      backgroundImage.includes('gradient(') && !/rgba|\/|transparent|url/.test(backgroundImage);
    return isGradient || !/^rgba|\/|^transparent$/.test(backgroundColor);
  };
  const isOpaque = (element: Element) => {
    const framed = element instanceof HTMLIFrameElement ? element.contentDocument?.body : undefined;
    const painted = [element, ...(framed == null ? [] : withAncestors(framed))];
    return (
      painted.some(hasOpaqueBackground) &&
      withAncestors(element).every((each) => getComputedStyle(each).opacity === '1')
    );
  };
  const isLayer = (element: Element) =>
    withAncestors(element).some((each) => /^(fixed|absolute)$/.test(getComputedStyle(each).position));
  /** From the front to the back, with the elements in shadow roots. */
  const elementsAt = (tree: Document | ShadowRoot, x: number, y: number): Element[] =>
    tree.elementsFromPoint(x, y).flatMap((each) => {
      const inside = each.shadowRoot;
      if (inside === null || inside === tree) return [each];
      return [...elementsAt(inside, x, y).filter((other) => other.getRootNode() === inside), each];
    });
  const around = withAncestors(target);
  // What is behind a modal dialog is not found at any point.
  const isInert = [...document.querySelectorAll(':modal')].some((dialog) => !dialog.contains(target));
  const above = (x: number, y: number) => {
    const stack = elementsAt(document, x, y);
    const index = stack.findIndex((each) => withAncestors(each).includes(target));
    if (index === -1 && !isInert) return [];
    return stack.slice(0, index === -1 ? undefined : index).filter((each) => !around.includes(each));
  };
  let covers: Element[] | undefined;
  for (const [x, y] of [
    [0.5, 0.5],
    [0.05, 0.05],
    [0.95, 0.05],
    [0.05, 0.95],
    [0.95, 0.95],
  ] as const) {
    const at = above(left + (right - left) * x, top + (bottom - top) * y);
    covers =
      covers?.filter((each) => at.includes(each)) ?? at.filter((each) => isOpaque(each) && isLayer(each));
    if (covers.length === 0) return undefined;
  }
  const isWholePage = (element: Element) => {
    const { left, top, right, bottom } = element.getBoundingClientRect();
    return left <= 0 && top <= 0 && right >= document.documentElement.clientWidth && bottom >= innerHeight;
  };
  const whole = covers?.find(isWholePage);
  const cover =
    whole ?? covers?.find((each) => each.closest('dialog, [aria-modal=true], [role=alertdialog]'));
  if (cover === undefined) return undefined;
  const tag = cover.cloneNode(false);
  const text = tag instanceof Element ? tag.outerHTML.slice(0, 200).replace(/<\/.*$/, '') : '';
  return { tag: text, isWholePage: whole !== undefined };
}
