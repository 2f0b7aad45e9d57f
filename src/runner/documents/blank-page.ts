import type { Frame, Page } from 'playwright-core';
import { pollUntil, unlessLate } from '../wait.ts';

/** The limit of looking at what should be known at once, in ms. */
export const lookMs = 2000;

/** What a page shows. `media`: nothing but canvases, videos and the like, which may be empty. */
type Content = 'nothing' | 'media' | 'something';

/** Whether a page or frame shows nothing; false if it does not answer. */
async function isBlank(page: Page | Frame): Promise<boolean> {
  const content = await unlessLate(page.evaluate(contentOf), lookMs);
  return content === 'nothing' || (content === 'media' && 'screenshot' in page && (await isOneColor(page)));
}

/** Whether the visible part of a page has the same color everywhere; false if that is not known. */
async function isOneColor(page: Page): Promise<boolean> {
  const picture = await unlessLate(page.screenshot({ scale: 'css', timeout: lookMs }), lookMs);
  if (picture === undefined) return false;
  const isOne = page.evaluate(isPictureOfOneColor, picture.toString('base64'));
  return (await unlessLate(isOne, lookMs)) === true;
}

/** Whether a page or frame shows nothing for as long as a content may take to fade in. */
export async function staysBlank(page: Page | Frame, limitMs: number): Promise<boolean> {
  const end = performance.now() + Math.min(lookMs, limitMs);
  const isFilled = await pollUntil(
    async () => !(await isBlank(page)),
    () => end - performance.now(),
  );
  return !isFilled;
}

/** Evaluated in a page. @param png a picture as Base64. */
async function isPictureOfOneColor(png: string): Promise<boolean> {
  const bytes = Uint8Array.from(atob(png), (character) => character.charCodeAt(0));
  const bitmap = await createImageBitmap(new Blob([bytes], { type: 'image/png' }));
  const context = new OffscreenCanvas(bitmap.width, bitmap.height).getContext('2d');
  context?.drawImage(bitmap, 0, 0);
  const { data } = context?.getImageData(0, 0, bitmap.width, bitmap.height) ?? {};
  const pixels = new Uint32Array(data?.buffer ?? []);
  return pixels.length > 0 && pixels.every((pixel) => pixel === pixels[0]);
}

/**
 * Evaluated in a page or frame: whether it shows anything. A page without content shows nothing, or one whose app has
 * removed everything after an error. Text, images, controls, frames, borders and backgrounds of elements other than white
 * count, unless they are transparent, where nobody can scroll to, or no larger than a pixel, as texts for screen readers
 * and tracking pixels are.
 */
function contentOf(): Content {
  const control = /^(audio|input|button|select|textarea|meter|progress)$/;
  const maybeEmpty = /^(canvas|video|object|embed)$/;
  let hasMedia = false;
  const page = getComputedStyle(document.documentElement);
  // The body sets what the root leaves open.
  const { overflowX, overflowY } =
    page.overflow === 'visible' && document.body !== null ? getComputedStyle(document.body) : page;
  const isFixed = (overflow: string) => /hidden|clip/.test(overflow);
  const isInPage = ({ left, top, right, bottom, width, height }: DOMRect) =>
    width > 1 &&
    height > 1 &&
    right + scrollX > 0 &&
    bottom + scrollY > 0 &&
    (left < innerWidth || !isFixed(overflowX)) &&
    (top < innerHeight || !isFixed(overflowY));
  const isTextShown = (node: Node) => {
    if (node.nodeType !== 3 || !/[^\s\u00ad\u200b-\u200f\u2060\ufeff]/.test(node.nodeValue ?? ''))
      return false;
    const range = document.createRange();
    range.selectNode(node);
    return [...range.getClientRects()].some(isInPage);
  };
  const isPainted = (element: Element) => {
    const { backgroundImage, backgroundColor, borderStyle, borderWidth, boxShadow } =
      getComputedStyle(element);
    const { left, top, right, bottom, width, height } = element.getBoundingClientRect();
    // The background of the page itself is still there when nothing is left on it.
    const isWholePage =
      left <= 0 && top <= 0 && right >= document.documentElement.clientWidth && bottom >= innerHeight;
    if (width === 0 || height === 0 || /^(html|body)$/.test(element.localName)) return false;
    if (isWholePage && backgroundImage === 'none') return false;
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
  /** One that is not there has no size of its own. Those of SVG may have none either. */
  const isLoaded = ({ complete, naturalWidth, currentSrc }: HTMLImageElement) =>
    !complete || naturalWidth > 0 || /svg/.test(currentSrc);
  const isImage = (element: Element): element is HTMLImageElement => element.localName === 'img';
  const isDrawing = (element: Element): element is SVGSVGElement => element.localName === 'svg';
  const isDrawn = (svg: SVGSVGElement) => {
    const { width, height } = svg.getBBox();
    return width > 0 || height > 0;
  };
  const isMediaShown = (element: Element) => {
    // An app in a closed shadow root cannot be looked into.
    const isClosed =
      element.localName.includes('-') && element.matches(':defined') && element.shadowRoot === null;
    const box = element.getBoundingClientRect();
    if (!isInPage(box)) return false;
    if (isImage(element)) return isLoaded(element);
    if (isDrawing(element)) return isDrawn(element);
    if (!maybeEmpty.test(element.localName)) return isClosed || control.test(element.localName);
    hasMedia = true;
    // A screenshot shows the visible part of the page.
    return box.top >= innerHeight || box.left >= innerWidth || box.bottom <= 0;
  };
  const isFrameShown = (frame: HTMLIFrameElement) => {
    // Frames of other origins cannot be looked into.
    const root = frame.contentDocument === null ? undefined : frame.contentDocument.documentElement;
    return isInPage(frame.getBoundingClientRect()) && (root === undefined || shows(root));
  };
  // Elements of frames are instances of other classes.
  const isElement = (root: Element | ShadowRoot): root is Element => root.nodeType === 1;
  const isFrame = (element: Element): element is HTMLIFrameElement => /^i?frame$/.test(element.localName);
  // It has no box of its own, so it counts as invisible, and its children do not.
  const isBoxless = (element: Element) => getComputedStyle(element).display === 'contents';
  const shows = (root: Element | ShadowRoot): boolean => {
    if (isElement(root) && !isBoxless(root)) {
      if (root.checkVisibility?.({ visibilityProperty: true }) === false) {
        // A visible element may be inside an invisible one.
        return root.checkVisibility() && [...root.children].some(shows);
      }
      if (root.checkVisibility?.({ opacityProperty: true }) === false || isClipped(root)) return false;
      if (/^(script|style|template|noscript|head)$/.test(root.localName)) return false;
      if (isFrame(root)) return isFrameShown(root);
      if (isMediaShown(root) || isPainted(root) || hasPseudoText(root)) return true;
      if (getComputedStyle(root).contentVisibility === 'hidden') return false;
    }
    if (isElement(root) && root.shadowRoot !== null && shows(root.shadowRoot)) return true;
    return [...root.childNodes].some(isTextShown) || [...root.children].some(shows);
  };
  /** Whether nothing but an opaque layer without content can be seen, such as a loading screen that stays. */
  const isBehindLayer = () => {
    const isLayer = (element: Element) => {
      const { position, backgroundColor, opacity } = getComputedStyle(element);
      const { left, top, right, bottom } = element.getBoundingClientRect();
      const { clientWidth } = document.documentElement;
      const isWhole = left <= 0 && top <= 0 && right >= clientWidth && bottom >= innerHeight;
      const isOpaque = !/^rgba|\/|^transparent$/.test(backgroundColor) && opacity === '1';
      return isWhole && isOpaque && /^(fixed|absolute)$/.test(position) && !shows(element);
    };
    const [first] = document.elementsFromPoint(innerWidth / 2, innerHeight / 2);
    if (first === undefined || !isLayer(first)) return false;
    // What lets clicks through is not found at any point.
    const letsClicksThrough = (element: Element) => getComputedStyle(element).pointerEvents === 'none';
    if ([...document.querySelectorAll('*')].some((each) => letsClicksThrough(each) && shows(each)))
      return false;
    // What is in front of it is closer together than these points.
    const points = Array.from({ length: 400 }, (_, index) => [
      (index % 20) + 0.5,
      Math.floor(index / 20) + 0.5,
    ]);
    return points.every(
      ([x = 0, y = 0]) => document.elementFromPoint((x * innerWidth) / 20, (y * innerHeight) / 20) === first,
    );
  };
  // A form or an image of that name would stand in for `document.documentElement`.
  const root = document.querySelector(':root');
  if (root === null) return 'nothing';
  if (shows(root)) return isBehindLayer() ? 'nothing' : 'something';
  return hasMedia ? 'media' : 'nothing';
}
