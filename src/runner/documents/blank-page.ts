import type { Frame, Page } from 'playwright-core';
import { pollUntil, withTimeout } from '../wait.ts';

/** The limit of looking at what should be known at once, in ms. */
export const lookMs = 2000;

/** Whether a page or frame shows nothing; false if it does not answer. */
async function isBlank(page: Page | Frame, limitMs: number): Promise<boolean> {
  const answered = withTimeout(page.evaluate(isBlankPage), limitMs, 'The page did not answer.');
  return answered.catch(() => false);
}

/** Whether a page or frame shows nothing for as long as a content may take to fade in. */
export async function staysBlank(page: Page | Frame, limitMs: number): Promise<boolean> {
  const end = performance.now() + Math.min(lookMs, limitMs);
  const isFilled = await pollUntil(
    async () => !(await isBlank(page, lookMs)),
    () => end - performance.now(),
  );
  return !isFilled;
}

/**
 * Evaluated in a page or frame: whether it shows nothing at all, such as a page without content, or one whose app has
 * removed everything after an error. Text, images, controls, frames, borders and backgrounds of elements other than white
 * count, unless they are transparent, outside the page, or no larger than a pixel, as texts for screen readers and
 * tracking pixels are.
 */
function isBlankPage(): boolean {
  const media =
    /^(img|svg|canvas|video|audio|picture|object|embed|input|button|select|textarea|meter|progress)$/;
  const isInPage = ({ right, bottom, width, height }: DOMRect) =>
    width > 1 && height > 1 && right + scrollX > 0 && bottom + scrollY > 0;
  const isTextShown = (node: Node) => {
    if (node.nodeType !== 3 || node.nodeValue?.trim() === '') return false;
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
  const isMediaShown = (element: Element) => {
    // An app in a closed shadow root cannot be looked into.
    const isClosed =
      element.localName.includes('-') && element.matches(':defined') && element.shadowRoot === null;
    return (media.test(element.localName) || isClosed) && isInPage(element.getBoundingClientRect());
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
  return root === null || !shows(root) || isBehindLayer();
}
