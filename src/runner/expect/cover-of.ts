import { pageFunction } from '../../common/page-function.ts';

/** A layer that hides an element. */
export interface Cover {
  /** Such as `<div id="crash" class="screen">`. */
  readonly tag: string;
  /** Whether it covers the whole visible part of the page, and not only the element. */
  readonly isWholePage: boolean;
}

export const coverOf = pageFunction(findCover, [
  withAncestors,
  hasOpaqueBackground,
  hasOpaqueBackdrop,
  isBlended,
  isOpaque,
  isLayer,
  isAsLargeAsPage,
  pseudoLayerOf,
  elementsAt,
  isAt,
  layersAbove,
  coversWholePage,
  describeCover,
]);

/**
 * In the page: an opaque layer that covers an element at all points, and either the whole visible part of the page or as a
 * modal dialog. Undefined if any point of the element may be seen, if it is outside the visible part, or too small to be seen.
 */
function findCover(target: Element): Cover | undefined {
  const box = target.getBoundingClientRect();
  const [left, right] = [Math.max(box.left, 0), Math.min(box.right, innerWidth)];
  const [top, bottom] = [Math.max(box.top, 0), Math.min(box.bottom, innerHeight)];
  if (right - left < 2 || bottom - top < 2) return undefined;
  const around = withAncestors(target);
  const corners = [0.05, 0.95].flatMap((x) => [0.05, 0.95].map((y) => [x, y] as const));
  let covers: Element[] | undefined;
  for (const [x, y] of [[0.5, 0.5] as const, ...corners]) {
    const above = layersAbove(target, left + (right - left) * x, top + (bottom - top) * y);
    covers =
      covers?.filter((each) => above.includes(each)) ??
      above.filter((each) => around.includes(each) || (isOpaque(each) && isLayer(each)));
    if (covers.length === 0) return undefined;
  }
  const whole = covers?.find((each) => around.includes(each) || coversWholePage(each));
  const cover =
    whole ?? covers?.find((each) => each.closest('dialog, [aria-modal=true], [role=alertdialog]'));
  if (cover === undefined) return undefined;
  const pseudo = around.includes(cover) ? pseudoLayerOf(cover) : undefined;
  return { tag: describeCover(cover) + (pseudo ?? ''), isWholePage: whole !== undefined };
}

function withAncestors(element: Element): Element[] {
  const all: Element[] = [];
  for (let each: Element | null = element; each !== null; ) {
    all.push(each);
    const { parentNode, parentElement }: Element = each;
    each = parentNode instanceof ShadowRoot ? parentNode.host : parentElement;
  }
  return all;
}

function hasOpaqueBackground(element: Element, pseudo?: string): boolean {
  const { backgroundColor, backgroundImage } = getComputedStyle(element, pseudo);
  const isGradient =
    backgroundImage.includes('gradient(') && !/rgba|\/|transparent|url/.test(backgroundImage);
  return isGradient || !/^rgba|\/|^transparent$/.test(backgroundColor);
}

/** A backdrop is the layer between a modal dialog and the page. */
function hasOpaqueBackdrop(element: Element): boolean {
  const isShown = element.matches(':modal') && hasOpaqueBackground(element, '::backdrop');
  return isShown && getComputedStyle(element, '::backdrop').opacity === '1';
}

/** Whether what is behind an element shines through, or through holes in it. */
function isBlended(element: Element): boolean {
  const { opacity, mixBlendMode, maskImage, filter } = getComputedStyle(element);
  return opacity !== '1' || mixBlendMode !== 'normal' || maskImage !== 'none' || /opacity/.test(filter);
}

function isOpaque(element: Element): boolean {
  if (hasOpaqueBackdrop(element)) return true;
  const framed = element instanceof HTMLIFrameElement ? element.contentDocument?.body : undefined;
  const painted = [element, ...(framed == null ? [] : withAncestors(framed))];
  return painted.some((each) => hasOpaqueBackground(each)) && !withAncestors(element).some(isBlended);
}

function isLayer(element: Element): boolean {
  return withAncestors(element).some((each) => /^(fixed|absolute)$/.test(getComputedStyle(each).position));
}

function isAsLargeAsPage(width: number, height: number): boolean {
  return width >= document.documentElement.clientWidth && height >= innerHeight;
}

/** The pseudo-element of an element, such as that of a body that shows a loading screen, which covers the page. */
function pseudoLayerOf(element: Element): string | undefined {
  return ['::before', '::after'].find((pseudo) => {
    const { content, position, width, height, opacity } = getComputedStyle(element, pseudo);
    const isLarge = isAsLargeAsPage(Number.parseFloat(width), Number.parseFloat(height));
    const isPlaced = content !== 'none' && /^(fixed|absolute)$/.test(position);
    return isPlaced && isLarge && opacity === '1' && hasOpaqueBackground(element, pseudo);
  });
}

/** From the front to the back, with the elements in shadow roots. */
function elementsAt(tree: Document | ShadowRoot, x: number, y: number): Element[] {
  return tree.elementsFromPoint(x, y).flatMap((each) => {
    const inside = each.shadowRoot;
    if (inside === null || inside === tree) return [each];
    return [...elementsAt(inside, x, y).filter((other) => other.getRootNode() === inside), each];
  });
}

/** A modal dialog is also found where its backdrop is. */
function isAt(element: Element, x: number, y: number): boolean {
  const { left, top, right, bottom } = element.getBoundingClientRect();
  return hasOpaqueBackdrop(element) || (left <= x && x <= right && top <= y && y <= bottom);
}

/** What is in front of an element at a point: other elements, and those around it whose pseudo-element is a layer. */
function layersAbove(target: Element, x: number, y: number): Element[] {
  const around = withAncestors(target);
  const stack = elementsAt(document, x, y);
  const index = stack.findIndex((each) => withAncestors(each).includes(target));
  // What is behind a modal dialog is not found at any point.
  const isInert = [...document.querySelectorAll(':modal')].some((dialog) => !dialog.contains(target));
  if (index === -1 && !isInert) return [];
  return stack
    .slice(0, index === -1 ? undefined : index)
    .filter((each) => (around.includes(each) ? pseudoLayerOf(each) !== undefined : isAt(each, x, y)));
}

function coversWholePage(element: Element): boolean {
  if (hasOpaqueBackdrop(element)) return true;
  const { left, top, right, bottom } = element.getBoundingClientRect();
  return left <= 0 && top <= 0 && isAsLargeAsPage(right, bottom);
}

/** The tag of an element, without its content. */
function describeCover(element: Element): string {
  const tag = element.cloneNode(false);
  return tag instanceof Element ? tag.outerHTML.slice(0, 200).replace(/<\/.*$/, '') : '';
}

/**
 * In the page: whether an element near its root covers the whole visible part and lets clicks through. Of very many elements,
 * the first and the last ones count.
 */
export function hasClickThroughLayer(): boolean {
  const maxElements = 300;
  const elements = document.querySelectorAll('body > *, body > * > *, body > * > * > *');
  return [...elements].some((element, index) => {
    if (index >= maxElements && index < elements.length - maxElements) return false;
    const { left, top, right, bottom } = element.getBoundingClientRect();
    const isWholePage =
      left <= 0 && top <= 0 && right >= document.documentElement.clientWidth && bottom >= innerHeight;
    return isWholePage && getComputedStyle(element).pointerEvents === 'none';
  });
}
