import { pageFunction } from '../../common/page-function.ts';

export const unseenText = pageFunction(findUnseenText, [
  withAncestors,
  isBrokenImage,
  hasPicture,
  isMark,
  isTransparent,
  isPainted,
  hasPaintedPseudo,
  isForScreenReaders,
  isInView,
  isOutOfReach,
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

function withAncestors(element: Element): Element[] {
  const all: Element[] = [];
  for (let each: Element | null = element; each !== null; ) {
    all.push(each);
    const { parentNode, parentElement }: Element = each;
    each = parentNode instanceof ShadowRoot ? parentNode.host : parentElement;
  }
  return all;
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

function isTransparent(color: string): boolean {
  return /^rgba\(.*, 0\)$|\/ 0\)$|^transparent$/.test(color);
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
  return isClipped(element, stacks) ? 'it is clipped' : unreadableColor(element, stacks);
}

function isInView({ left, top, right, bottom }: DOMRect): boolean {
  return left >= 0 && top >= 0 && right <= innerWidth && bottom <= innerHeight;
}

/** Whether the lines of a text are to the left of the page or above it. */
function isOutOfReach(element: Element, rects: readonly DOMRect[]): boolean {
  const around = withAncestors(element);
  const isScrolled = around.some((each) => each.scrollLeft !== 0 || each.scrollTop !== 0);
  if (rects.length === 0 || isScrolled || getComputedStyle(element).direction !== 'ltr') return false;
  const isFixed = around.some((each) => getComputedStyle(each).position === 'fixed');
  return rects.every(({ left, top, right, bottom }) =>
    isFixed
      ? right <= 0 || bottom <= 0 || left >= innerWidth || top >= innerHeight
      : right + scrollX <= 0 || bottom + scrollY <= 0,
  );
}

/** The styles of an element and all around it, those of a frame included. */
function withFrame(element: Element): CSSStyleDeclaration[] {
  const framed = window.frameElement === null ? [] : withAncestors(window.frameElement);
  return [...withAncestors(element), ...framed].map((each) => getComputedStyle(each));
}

function isFaded(element: Element): boolean {
  const minOpacity = 0.05;
  return withFrame(element).some(
    ({ opacity, filter }) => Number(opacity) < minOpacity || /opacity\(0%?\)/.test(filter),
  );
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
  const upToIt = opaque === undefined ? around : around.slice(0, around.indexOf(opaque) + 1);
  const others = stack.filter((each) => !around.includes(each) && !element.contains(each));
  if (stack.length === 0 || others.length > 0) return false;
  const near = upToIt.flatMap((each, index) => [...(around[index + 1]?.children ?? [each])]).slice(0, 200);
  const hasInsetShadow = upToIt.some((each) => getComputedStyle(each).boxShadow.includes('inset'));
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
