/**
 * Evaluated in the page: why nobody can see the text of an element, as the end of a sentence. Undefined if any of it may be
 * seen, if the element has none or shows something else as well, and for texts that are meant for screen readers.
 */
export function unseenText(target: Element): string | undefined {
  const media = 'img, svg, canvas, video, audio, picture, object, embed, input, select, textarea, iframe';
  if (!(target instanceof HTMLElement) || target.matches(media) || target.querySelector(media) !== null)
    return undefined;
  /** Below these, a text is not recognized. */
  const [minFontPixels, minOpacity] = [2, 0.05];
  const parentOf = (element: Element) => {
    const above = element.parentNode;
    return above instanceof ShadowRoot ? above.host : element.parentElement;
  };
  const withAncestors = (element: Element) => {
    const all: Element[] = [];
    for (let each: Element | null = element; each !== null; each = parentOf(each)) all.push(each);
    return all;
  };
  /** As logos and icons have it whose text is hidden, and buttons that wait. */
  const hasPicture = (element: Element) => {
    const { backgroundImage, maskImage } = getComputedStyle(element);
    const shows = (pseudo: string) => {
      const { content, borderTopWidth } = getComputedStyle(element, pseudo);
      const isText = !/^(none|normal|"")$/.test(content);
      return isText || (content === '""' && (isPainted(element, pseudo) || borderTopWidth !== '0px'));
    };
    return (
      /url\(/.test(backgroundImage + maskImage) || shows('::before') || shows('::after') || isMark(element)
    );
  };
  /** An element without content that is painted or outlined, such as a spinner. */
  const isMark = (element: Element) => {
    const { width, height } = element.getBoundingClientRect();
    const hasBorder = getComputedStyle(element).borderTopWidth !== '0px';
    return !element.hasChildNodes() && width > 1 && height > 1 && (hasBorder || isPainted(element));
  };
  const isTransparent = (color: string) => /^rgba\(.*, 0\)$|\/ 0\)$|^transparent$/.test(color);
  const isPainted = (element: Element, pseudo?: string) => {
    const { backgroundColor, backgroundImage } = getComputedStyle(element, pseudo);
    return backgroundImage !== 'none' || !isTransparent(backgroundColor);
  };
  const hasPaintedPseudo = (element: Element) =>
    ['::before', '::after'].some(
      (pseudo) => getComputedStyle(element, pseudo).content !== 'none' && isPainted(element, pseudo),
    );
  const hasInsetShadow = (element: Element) => getComputedStyle(element).boxShadow.includes('inset');
  /** As the usual classes do it: a box of a pixel, or a region that is read out when it changes. */
  const isForScreenReaders = (element: Element) => {
    const { width, height } = element.getBoundingClientRect();
    const isPixel = width <= 1 && height <= 1 && getComputedStyle(element).overflow !== 'visible';
    return isPixel || element.matches('[aria-live], [role=status], [role=alert], [role=log]');
  };
  const isInView = ({ left, top, right, bottom }: DOMRect) =>
    left >= 0 && top >= 0 && right <= innerWidth && bottom <= innerHeight;
  const isBehind = (element: Element) =>
    [...document.querySelectorAll(':modal, [inert]')].some(
      (each) => each.matches(':modal') !== each.contains(element),
    );
  const centerOf = ({ left, top, width, height }: DOMRect) => [left + width / 2, top + height / 2] as const;

  /** Whether a color is that of what is painted behind it; false if that is not known. */
  const isColorOfBackground = (element: Element, color: string, stack: readonly Element[]) => {
    const around = withAncestors(element);
    const opaque = around.find((each) => isPainted(each));
    const upToIt = opaque === undefined ? around : around.slice(0, around.indexOf(opaque) + 1);
    const others = stack.filter((each) => !around.includes(each) && !element.contains(each));
    if (stack.length === 0 || others.length > 0) return false;
    const near = upToIt.flatMap((each) => [...(parentOf(each)?.children ?? [each])]).slice(0, 200);
    if (near.some(hasPaintedPseudo) || upToIt.some(hasInsetShadow)) return false;
    if (opaque !== undefined && getComputedStyle(opaque).backgroundImage !== 'none') return false;
    const isDark = /dark/.test(getComputedStyle(document.documentElement).colorScheme);
    const painted = opaque === undefined ? undefined : getComputedStyle(opaque).backgroundColor;
    return color === (painted ?? (isDark ? undefined : 'rgb(255, 255, 255)'));
  };

  const reasonOf = (element: Element, rects: readonly DOMRect[]): string | undefined => {
    const around = withAncestors(element);
    const style = getComputedStyle(element);
    const styles = around.map((each) => getComputedStyle(each));
    if (around.some(isForScreenReaders)) return undefined;
    if (Number.parseFloat(style.fontSize) < minFontPixels) return 'its font has no size';
    if (rects.every(({ width, height }) => width < 1 || height < 1) && rects.length > 0)
      return 'it has no size';
    const isScrolled = around.some((each) => each.scrollLeft !== 0 || each.scrollTop !== 0);
    const isFixed = styles.some(({ position }) => position === 'fixed');
    const isOutside = ({ left, top, right, bottom }: DOMRect) =>
      isFixed
        ? right <= 0 || bottom <= 0 || left >= innerWidth || top >= innerHeight
        : right + scrollX <= 0 || bottom + scrollY <= 0;
    if (rects.length > 0 && !isScrolled && style.direction === 'ltr' && rects.every(isOutside))
      return 'it is outside the page, where nobody can scroll to';
    // What is further down may be shown when it is scrolled into view.
    if (rects.length === 0 || !rects.every(isInView)) return undefined;
    const framed = window.frameElement === null ? [] : withAncestors(window.frameElement);
    const blends = [...styles, ...framed.map((each) => getComputedStyle(each))];
    if (blends.some(({ opacity, filter }) => Number(opacity) < minOpacity || /opacity\(0%?\)/.test(filter)))
      return 'it is transparent';
    const stacks = rects.map((rect) => document.elementsFromPoint(...centerOf(rect)));
    const isClipped = styles.some(
      ({ clipPath, overflowX, overflowY }) =>
        clipPath !== 'none' || /hidden|clip/.test(overflowX + overflowY),
    );
    const isRoot = element.getRootNode() === document;
    if (isRoot && isClipped && !isBehind(element) && stacks.every((stack) => !stack.includes(element)))
      return 'it is clipped';
    const color = style.webkitTextFillColor || style.color;
    const isOutlined = style.textShadow !== 'none' || Number.parseFloat(style.webkitTextStrokeWidth) > 0;
    if (isOutlined || styles.some(({ backgroundClip }) => backgroundClip.includes('text'))) return undefined;
    if (isTransparent(color)) return 'its color is transparent';
    const isUnreadable = stacks.every((stack) => isColorOfBackground(element, color, stack));
    return isUnreadable ? `its color is that of the background, ${color}` : undefined;
  };

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
