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
  const wholePageCover = covers?.find((each) => around.includes(each) || coversWholePage(each));
  const cover =
    wholePageCover ?? covers?.find((each) => each.closest('dialog, [aria-modal=true], [role=alertdialog]'));
  if (cover === undefined) return undefined;
  const pseudo = around.includes(cover) ? pseudoLayerOf(cover) : undefined;
  return { tag: describeCover(cover) + (pseudo ?? ''), isWholePage: wholePageCover !== undefined };
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
  const html = tag instanceof Element ? tag.outerHTML.replace(/<\/[^<]*$/, '') : '';
  return html.length > 200 ? `${html.slice(0, 200)}…` : html;
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

export const unseenText = pageFunction(findUnseenText, [
  withAncestors,
  isBrokenImage,
  isBrokenBackground,
  hasPicture,
  isMark,
  isTransparent,
  isPainted,
  hasPaintedPseudo,
  isForScreenReaders,
  isInView,
  isOutOfReach,
  isCutOffRight,
  boxAround,
  isBehindLayer,
  isOpaque,
  isBlended,
  hasOpaqueBackground,
  hasOpaqueBackdrop,
  withFrame,
  isFaded,
  isBlurred,
  isBehind,
  isClipped,
  isColorOfBackground,
  isSameColor,
  unreadableColor,
  reasonOf,
]);

/**
 * In the page: why nobody can see the text or the image that an element is, as the end of a sentence. Undefined if any of it
 * may be seen, if the element has no text or shows something else as well, and for texts that are meant for screen readers.
 */
function findUnseenText(target: Element): string | undefined {
  if (isBrokenImage(target)) return 'the image did not load';
  const media = 'img, svg, canvas, video, audio, picture, object, embed, input, select, textarea, iframe';
  if (!(target instanceof HTMLElement) || target.matches(media) || target.querySelector(media) !== null)
    return undefined;
  if (isBrokenBackground(target)) return 'its background image did not load';
  if ([target, ...target.querySelectorAll('*')].slice(0, 50).some(hasPicture)) return undefined;
  const texts = document.createTreeWalker(target, NodeFilter.SHOW_TEXT);
  let found: string | undefined;
  for (let node = texts.nextNode(), count = 0; node !== null && count < 50; node = texts.nextNode()) {
    const parent = node.parentElement;
    if (parent === null || node.nodeValue?.trim() === '' || parent.matches('script, style, template'))
      continue;
    if (!parent.checkVisibility({ visibilityProperty: true })) continue;
    const range = document.createRange();
    range.selectNodeContents(node);
    const rects = [...range.getClientRects()].filter(({ width, height }) => width > 0 && height > 0);
    count += 1;
    const reason = reasonOf(parent, rects);
    if (reason === undefined) return undefined;
    found ??= reason;
  }
  return found;
}

/** A browser refuses to draw one. */
function isBrokenImage(element: Element): boolean {
  if (!(element instanceof HTMLImageElement) || !element.complete) return false;
  try {
    document.createElement('canvas').getContext('2d')?.drawImage(element, 0, 0);
    return false;
  } catch {
    return true;
  }
}

/** Whether an element shows nothing but an image that its server does not have. */
function isBrokenBackground(element: Element): boolean {
  const { backgroundImage, backgroundColor, borderTopWidth } = getComputedStyle(element);
  const [, url] = /^url\("([^"]+)"\)$/.exec(backgroundImage) ?? [];
  const isEmpty = element.childElementCount === 0 && element.textContent?.trim() === '';
  const mayShowMore =
    element.localName.includes('-') ||
    element.shadowRoot !== null ||
    ['::before', '::after'].some((pseudo) => getComputedStyle(element, pseudo).content !== 'none');
  if (url === undefined || !isEmpty || mayShowMore) return false;
  if (!isTransparent(backgroundColor) || borderTopWidth !== '0px') return false;
  const response = performance.getEntriesByName(url).at(-1);
  return response instanceof PerformanceResourceTiming && response.responseStatus >= 400;
}

/** As logos and icons have it whose text is hidden, and buttons that wait. */
function hasPicture(element: Element): boolean {
  const { backgroundImage, maskImage } = getComputedStyle(element);
  const shows = (pseudo: string) => {
    const { content, borderTopWidth } = getComputedStyle(element, pseudo);
    const isText = !/^(none|normal|"")$/.test(content);
    return isText || (content === '""' && (isPainted(element, pseudo) || borderTopWidth !== '0px'));
  };
  return (
    /url\(/.test(backgroundImage + maskImage) || shows('::before') || shows('::after') || isMark(element)
  );
}

/** An element without content that is painted or outlined, such as a spinner. */
function isMark(element: Element): boolean {
  const { width, height } = element.getBoundingClientRect();
  const hasBorder = getComputedStyle(element).borderTopWidth !== '0px';
  return !element.hasChildNodes() && width > 1 && height > 1 && (hasBorder || isPainted(element));
}

/** Whether nobody can see a color, or hardly. */
function isTransparent(color: string): boolean {
  const minAlpha = 0.05;
  const [, alpha] = /(?:^rgba\(.*,|\/) ?([\d.e-]+)\)$/.exec(color) ?? [];
  return color === 'transparent' || (alpha !== undefined && Number(alpha) < minAlpha);
}

function isPainted(element: Element, pseudo?: string): boolean {
  const { backgroundColor, backgroundImage } = getComputedStyle(element, pseudo);
  return backgroundImage !== 'none' || !isTransparent(backgroundColor);
}

function hasPaintedPseudo(element: Element): boolean {
  return ['::before', '::after'].some(
    (pseudo) => getComputedStyle(element, pseudo).content !== 'none' && isPainted(element, pseudo),
  );
}

/** As the usual classes do it: a box of a pixel, or a region that is read out when it changes. */
function isForScreenReaders(element: Element): boolean {
  const { width, height } = element.getBoundingClientRect();
  const isPixel = width <= 1 && height <= 1 && getComputedStyle(element).overflow !== 'visible';
  return isPixel || element.matches('[aria-live], [role=status], [role=alert], [role=log]');
}

/** Why the text in an element cannot be seen. @param rects the boxes of its lines. */
function reasonOf(element: Element, rects: readonly DOMRect[]): string | undefined {
  const minFontPixels = 2;
  if (withAncestors(element).some(isForScreenReaders)) return undefined;
  if (Number.parseFloat(getComputedStyle(element).fontSize) < minFontPixels) return 'its font has no size';
  if (rects.length > 0 && rects.every(({ width, height }) => width < 1 || height < 1))
    return 'it has no size';
  if (isOutOfReach(element, rects)) return 'it is outside the page, where nobody can scroll to';
  // What is further down may be shown when it is scrolled into view.
  if (rects.length === 0 || !rects.every(isInView)) return undefined;
  if (isFaded(element)) return 'it is transparent';
  if (isBlurred(element)) return 'it is blurred';
  const stacks = rects.map(({ left, top, width, height }) =>
    document.elementsFromPoint(left + width / 2, top + height / 2),
  );
  if (isClipped(element, stacks)) return 'it is clipped';
  return isBehindLayer(element, stacks) ? 'another element covers it' : unreadableColor(element, stacks);
}

function isInView({ left, top, right, bottom }: DOMRect): boolean {
  return left >= 0 && top >= 0 && right <= innerWidth && bottom <= innerHeight;
}

/** Whether the lines of a text are to the left of the page, above it, or to the right of a box that does not scroll. */
function isOutOfReach(element: Element, rects: readonly DOMRect[]): boolean {
  const around = withAncestors(element);
  const isScrolled = around.some((each) => each.scrollLeft !== 0 || each.scrollTop !== 0);
  if (rects.length === 0 || isScrolled || getComputedStyle(element).direction !== 'ltr') return false;
  const isFixed = around.some((each) => getComputedStyle(each).position === 'fixed');
  if (isCutOffRight(element, Math.min(...rects.map(({ left }) => left)))) return true;
  return rects.every(({ left, top, right, bottom }) =>
    isFixed
      ? right <= 0 || bottom <= 0 || left >= innerWidth || top >= innerHeight
      : right + scrollX <= 0 || bottom + scrollY <= 0,
  );
}

/** The next element outwards that may cut an element off or scroll it. Positioned elements skip the ones in between. */
function boxAround(element: Element): Element | null {
  const { position } = getComputedStyle(element);
  if (position === 'fixed') return null;
  const isAbsolute = position === 'absolute' && element instanceof HTMLElement;
  return isAbsolute ? element.offsetParent : (withAncestors(element)[1] ?? null);
}

/** Whether a text that begins at `left` is to the right of a box that cuts it off, before one in which it can be scrolled to. */
function isCutOffRight(element: Element, left: number): boolean {
  for (let each: Element | null = element; each !== null; each = boxAround(each)) {
    const { overflowX, display } = getComputedStyle(each);
    if (/auto|scroll/.test(overflowX)) return false;
    // The overflow of the root and the body is that of the viewport.
    const isRoot = each === document.documentElement || each === document.body;
    const edge = isRoot ? innerWidth : each.getBoundingClientRect().right;
    if (/hidden|clip/.test(overflowX) && !/^(inline|contents)$/.test(display) && left >= edge) return true;
  }
  return false;
}

/**
 * Whether a text is behind an opaque layer that fills the box of both, such as a loading screen of a card that stays. Other
 * layers, such as an open menu, may be closed, or the text may be scrolled out from below them.
 */
function isBehindLayer(element: Element, stacks: readonly Element[][]): boolean {
  const fillsBox = (layer: Element) => {
    if (!(layer instanceof HTMLElement) || getComputedStyle(layer).position !== 'absolute') return false;
    const box = layer.offsetParent;
    if (box === null || box === document.body || !box.contains(element) || layer.contains(element))
      return false;
    const { width, height } = layer.getBoundingClientRect();
    return width >= box.clientWidth && height >= box.clientHeight && isOpaque(layer);
  };
  const hasSameText = (layer: Element) => layer.textContent.includes(element.textContent.trim());
  return (
    stacks.length > 0 &&
    stacks.every((stack) => {
      const index = stack.findIndex((each) => element.contains(each) || each.contains(element));
      return stack.slice(0, Math.max(0, index)).some((each) => fillsBox(each) && !hasSameText(each));
    })
  );
}

/** The styles of an element and all around it, those of a frame included. */
function withFrame(element: Element): CSSStyleDeclaration[] {
  const framed = window.frameElement === null ? [] : withAncestors(window.frameElement);
  return [...withAncestors(element), ...framed].map((each) => getComputedStyle(each));
}

function isFaded(element: Element): boolean {
  const minOpacity = 0.05;
  const opacities = withFrame(element).flatMap(({ opacity, filter }) => [
    Number(opacity),
    Number(/\bopacity\(([\d.e-]+)\)/.exec(filter)?.[1] ?? 1),
  ]);
  return opacities.reduce((product, each) => product * each, 1) < minOpacity;
}

/** Whether a text is blurred by more than half of its size. */
function isBlurred(element: Element): boolean {
  const maxPixels = Number.parseFloat(getComputedStyle(element).fontSize) / 2;
  return withFrame(element).some(
    ({ filter }) => Number(/\bblur\(([\d.]+)px\)/.exec(filter)?.[1] ?? 0) > maxPixels,
  );
}

/** Whether an element is behind a modal dialog, or inert. */
function isBehind(element: Element): boolean {
  return [...document.querySelectorAll(':modal, [inert]')].some(
    (each) => each.matches(':modal') !== each.contains(element),
  );
}

/** @param stacks the elements at the centers of its lines. */
function isClipped(element: Element, stacks: readonly Element[][]): boolean {
  const isCut = withAncestors(element).some((each) => {
    const { clipPath, overflowX, overflowY } = getComputedStyle(each);
    return clipPath !== 'none' || /hidden|clip/.test(overflowX + overflowY);
  });
  const isRoot = element.getRootNode() === document;
  return isRoot && isCut && !isBehind(element) && stacks.every((stack) => !stack.includes(element));
}

/** What is wrong with the color of a text; undefined if nothing is, or if it has an outline. */
function unreadableColor(element: Element, stacks: readonly Element[][]): string | undefined {
  const style = getComputedStyle(element);
  const isOutlined = style.textShadow !== 'none' || Number.parseFloat(style.webkitTextStrokeWidth) > 0;
  const showsBackground = (each: Element) => getComputedStyle(each).backgroundClip.includes('text');
  if (isOutlined || withAncestors(element).some(showsBackground)) return undefined;
  const color = style.webkitTextFillColor || style.color;
  if (isTransparent(color)) return 'its color is transparent';
  const isUnreadable = stacks.every((stack) => isColorOfBackground(element, color, stack));
  return isUnreadable ? `its color is that of the background, ${color}` : undefined;
}

/** Whether a color is that of what is painted behind it; false if that is not known. */
function isColorOfBackground(element: Element, color: string, stack: readonly Element[]): boolean {
  const around = withAncestors(element);
  const opaque = around.find((each) => isPainted(each));
  const upToOpaque = opaque === undefined ? around : around.slice(0, around.indexOf(opaque) + 1);
  const others = stack.filter((each) => !around.includes(each) && !element.contains(each));
  if (stack.length === 0 || others.length > 0) return false;
  const near = upToOpaque
    .flatMap((each, index) => [...(around[index + 1]?.children ?? [each])])
    .slice(0, 200);
  const hasInsetShadow = upToOpaque.some((each) => getComputedStyle(each).boxShadow.includes('inset'));
  if (near.some(hasPaintedPseudo) || hasInsetShadow) return false;
  if (opaque !== undefined && getComputedStyle(opaque).backgroundImage !== 'none') return false;
  const isDark = /dark/.test(getComputedStyle(document.documentElement).colorScheme);
  const painted = opaque === undefined ? undefined : getComputedStyle(opaque).backgroundColor;
  return isSameColor(color, painted ?? (isDark ? undefined : 'rgb(255, 255, 255)'));
}

/** Whether two colors are too similar to be distinguished. */
function isSameColor(a: string, b: string | undefined): boolean {
  const minDistance = 8;
  const [parts = [], others = []] = [a, b ?? ''].map((each) => /^rgb\((.*)\)$/.exec(each)?.[1]?.split(','));
  const isNear = (part: string, index: number) =>
    Math.abs(Number(part) - Number(others[index])) < minDistance;
  return a === b || (parts.length === 3 && parts.every(isNear));
}
