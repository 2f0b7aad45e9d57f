import type { Frame, Page } from 'playwright-core';
import { pollUntil, unlessLate } from '../wait.ts';

/** The limit of looking at what should be known at once, in ms. */
export const lookMs = 2000;

/** A picture of one color is small; others need not be looked at, in bytes. */
const maxOneColorBytes = 65_536;

/** Whether the document of a frame is broken, whatever it shows, such as the browser's error page. */
type IsBroken = (frame: Frame) => boolean;

/** Whether a page or frame shows nothing; false if it does not answer. */
async function isBlank(page: Page | Frame, isBroken: IsBroken): Promise<boolean> {
  const hasContent = await unlessLate(page.evaluate(showsContent, { isAnywhere: true }), lookMs);
  if (hasContent === undefined) return false;
  if (hasContent) {
    if (!('screenshot' in page) || !(await isOneColor(page))) return false;
    // What is in view cannot be seen, for example white text on white.
    if ((await unlessLate(page.evaluate(showsContent, { isAnywhere: false }), lookMs)) !== false)
      return false;
  }
  const frames = 'mainFrame' in page ? page.mainFrame().childFrames() : page.childFrames();
  for (const frame of frames) if (!isBroken(frame) && (await isShown(frame, isBroken))) return false;
  return true;
}

/** Whether a frame can be seen, and shows something. */
async function isShown(frame: Frame, isBroken: IsBroken): Promise<boolean> {
  const owner = await unlessLate(frame.frameElement(), lookMs);
  const isVisible = owner?.evaluate((element) => {
    if (!(element instanceof Element)) return false;
    const { right, bottom, width, height } = element.getBoundingClientRect();
    const isInPage = width > 1 && height > 1 && right + scrollX > 0 && bottom + scrollY > 0;
    return isInPage && element.checkVisibility({ opacityProperty: true, visibilityProperty: true });
  });
  return (
    isVisible !== undefined &&
    (await unlessLate(isVisible, lookMs)) === true &&
    !(await isBlank(frame, isBroken))
  );
}

/** Whether the visible part of a page has the same color everywhere; false if that is not known. */
async function isOneColor(page: Page): Promise<boolean> {
  const picture = await unlessLate(page.screenshot({ scale: 'css', timeout: lookMs }), lookMs);
  if (picture === undefined || picture.length > maxOneColorBytes) return false;
  const isOne = page.evaluate(isPictureOfOneColor, picture.toString('base64'));
  return (await unlessLate(isOne, lookMs)) === true;
}

/**
 * Whether a page or frame shows nothing for as long as a content may take to fade in.
 * @param isBroken which frames inside it count as nothing. Default: none.
 */
export async function staysBlank(
  page: Page | Frame,
  limitMs: number,
  isBroken: IsBroken = () => false,
): Promise<boolean> {
  const end = performance.now() + Math.min(lookMs, limitMs);
  const isFilled = await pollUntil(
    async () => !(await isBlank(page, isBroken)),
    () => end - performance.now(),
  );
  return !isFilled;
}

/** Evaluated in a page. @param png a picture as Base64. */
async function isPictureOfOneColor(png: string): Promise<boolean> {
  const { scrollWidth, clientWidth } = document.documentElement;
  const root = document.body ?? document.documentElement;
  // The driver's picture of a page that can be scrolled to the left shows another part of it.
  if (scrollWidth > clientWidth && getComputedStyle(root).direction === 'rtl') return false;
  const bytes = Uint8Array.from(atob(png), (character) => character.charCodeAt(0));
  const bitmap = await createImageBitmap(new Blob([bytes], { type: 'image/png' }));
  const context = new OffscreenCanvas(bitmap.width, bitmap.height).getContext('2d');
  context?.drawImage(bitmap, 0, 0);
  const { data } = context?.getImageData(0, 0, bitmap.width, bitmap.height) ?? {};
  const pixels = new Uint32Array(data?.buffer ?? []);
  return pixels.length > 0 && pixels.every((pixel) => pixel === pixels[0]);
}

/**
 * Evaluated in a page or frame: whether it has content that might be seen, apart from that of frames. A page without content
 * has none, or one whose app has removed everything after an error. Text, images, controls, drawings, borders and
 * backgrounds of elements count, unless they are transparent, where nobody can scroll to, or no larger than a pixel, as texts
 * for screen readers and tracking pixels are.
 * @param isAnywhere also counts what is in view. Otherwise only what can be scrolled to.
 */
function showsContent({ isAnywhere }: { readonly isAnywhere: boolean }): boolean {
  const media = /^(audio|button|canvas|embed|input|meter|object|progress|select|svg|textarea|video)$/;
  // A form or an image of that name would stand in for `document.documentElement`.
  const root = document.querySelector(':root');
  if (root === null) return false;
  const page = getComputedStyle(root);
  // The body sets what the root leaves open.
  const { overflowX, overflowY } =
    page.overflow === 'visible' && document.body !== null ? getComputedStyle(document.body) : page;
  const cannotScroll = (overflow: string) => /hidden|clip/.test(overflow);
  const counts = ({ left, top, right, bottom, width, height }: DOMRect, isFixed: boolean) => {
    if (width <= 1 || height <= 1) return false;
    const isInView = left < innerWidth && right > 0 && top < innerHeight && bottom > 0;
    if (isInView || isFixed) return isInView && isAnywhere;
    const isLeft = right + scrollX <= 0 || (left >= innerWidth && cannotScroll(overflowX));
    const isAbove = bottom + scrollY <= 0 || (top >= innerHeight && cannotScroll(overflowY));
    return !isLeft && !isAbove;
  };
  const isTextShown = (node: Node, isFixed: boolean) => {
    if (node.nodeType !== 3 || !/[^\s\u00ad\u200b-\u200f\u2060\ufeff]/.test(node.nodeValue ?? ''))
      return false;
    const range = document.createRange();
    range.selectNode(node);
    return [...range.getClientRects()].some((rect) => counts(rect, isFixed));
  };
  const isPainted = (element: Element) => {
    const { backgroundImage, backgroundColor, borderStyle, borderWidth, boxShadow } =
      getComputedStyle(element);
    if (element === root || element === document.body) return false;
    const hasColor = !/^rgba\(.*, 0\)$|\/ 0\)$|^transparent$|^rgb\(255, 255, 255\)$/.test(backgroundColor);
    const hasBorder = !/^(none ?)+$/.test(borderStyle) && !/^(0px ?)+$/.test(borderWidth);
    return backgroundImage !== 'none' || hasColor || hasBorder || boxShadow !== 'none';
  };
  const hasPseudoText = (element: Element) =>
    ['::before', '::after'].some(
      (pseudo) => !/^(none|normal|""|)$/.test(getComputedStyle(element, pseudo).content),
    );
  const isClipped = (element: Element) => {
    const { overflowX, position } = getComputedStyle(element);
    const { width, height } = element.getBoundingClientRect();
    return /^(absolute|fixed)$/.test(position) && overflowX !== 'visible' && (width <= 1 || height <= 1);
  };
  const isImage = (element: Element): element is HTMLImageElement => element.localName === 'img';
  /** One that is not there cannot be drawn. */
  const isImageShown = (image: HTMLImageElement) => {
    if (!image.complete || image.alt.trim() !== '') return true;
    try {
      document.createElement('canvas').getContext('2d')?.drawImage(image, 0, 0);
      return image.currentSrc !== '';
    } catch {
      return false;
    }
  };
  // An app in a closed shadow root cannot be looked into.
  const isClosed = (element: Element) =>
    element.localName.includes('-') && element.matches(':defined') && element.shadowRoot === null;
  const isElementShown = (element: Element, isFixed: boolean) => {
    if (!counts(element.getBoundingClientRect(), isFixed)) return false;
    if (isImage(element)) return isImageShown(element);
    return media.test(element.localName) || isClosed(element) || isPainted(element);
  };
  // Elements of frames are instances of other classes.
  const isElement = (node: Element | ShadowRoot): node is Element => node.nodeType === 1;
  // It has no box of its own, so it counts as invisible, and its children do not.
  const isBoxless = (element: Element) => getComputedStyle(element).display === 'contents';
  const shows = (node: Element | ShadowRoot, isInFixed = false): boolean => {
    let isFixed = isInFixed;
    if (isElement(node) && !isBoxless(node)) {
      isFixed ||= getComputedStyle(node).position === 'fixed';
      if (node.checkVisibility?.({ visibilityProperty: true }) === false) {
        // A visible element may be inside an invisible one.
        return node.checkVisibility() && [...node.children].some((each) => shows(each, isFixed));
      }
      if (node.checkVisibility?.({ opacityProperty: true }) === false || isClipped(node)) return false;
      if (/^(script|style|template|noscript|head|iframe|frame)$/.test(node.localName)) return false;
      // In Firefox, one that does not load has a pseudo-element.
      if (isImage(node)) return isElementShown(node, isFixed);
      if (isElementShown(node, isFixed)) return true;
      if (isAnywhere && hasPseudoText(node)) return true;
      if (getComputedStyle(node).contentVisibility === 'hidden') return false;
    }
    if (isElement(node) && node.shadowRoot !== null && shows(node.shadowRoot, isFixed)) return true;
    return (
      [...node.childNodes].some((each) => isTextShown(each, isFixed)) ||
      [...node.children].some((each) => shows(each, isFixed))
    );
  };
  /** In front of all else, also of what is out of view: such as a loading screen that stays. */
  const isLayer = (element: Element | undefined) => {
    const { left, top, right, bottom } = element?.getBoundingClientRect() ?? new DOMRect();
    const isWhole = left <= 0 && top <= 0 && right >= root.clientWidth && bottom >= innerHeight;
    return isWhole && element !== undefined && getComputedStyle(element).position === 'fixed';
  };
  if (!isAnywhere && isLayer(document.elementsFromPoint(innerWidth / 2, innerHeight / 2)[0])) return false;
  return shows(root);
}
