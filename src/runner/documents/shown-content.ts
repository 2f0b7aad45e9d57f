import { pageFunction } from '../../common/page-function.ts';

/** What counts as content of a page. */
interface ContentRules {
  readonly root: Element;
  readonly devTools: string;
  /** Whether what is in view counts, too. Otherwise only what can be scrolled to. */
  readonly isAnywhere: boolean;
  readonly cannotScrollRight: boolean;
  readonly cannotScrollDown: boolean;
  /** Set if only the content of a page counts: not what is around it, no colors, and nothing that says that it is loading. */
  readonly main?: typeof mainPart;
}

/** Selectors. */
const mainPart = {
  parts: 'main, [role="main"], router-outlet, #root, #app, #__next, #__nuxt, #main, #content',
  around:
    'header, nav, footer, aside, [role="banner"], [role="navigation"], [role="contentinfo"], [role="complementary"]',
  busy: ':is([aria-busy="true"], [role="progressbar"]:not([aria-valuenow]), progress:not([value]), [class*="skeleton" i], [class*="spinner" i], [class*="shimmer" i], [class~="loader" i], [class*="loader-" i], [class~="loading" i], [class*="loading-" i], [class*="placeholder-glow"], [class*="animate-pulse"], [class*="animate-spin"]):not(html, body)',
  fields: 'input, textarea, select, [contenteditable]',
};

/** The tools of development servers, which are on every page: those of Vue, Nuxt, Astro, Next.js, Svelte and TanStack. */
const devTools =
  '#__vue-devtools-container__, #nuxt-devtools-container, astro-dev-toolbar, nextjs-portal, #svelte-inspector-host, .tsqd-parent-container, .TanStackRouterDevtools';

const parts = [
  counts,
  shows,
  hasShownText,
  isElementShown,
  isImageShown,
  isPainted,
  hasPseudoText,
  isClipped,
  isClosed,
  isElement,
  isImage,
  isBoxless,
  isLayer,
  isAround,
  isLoading,
  isVisibleNow,
];

const source = pageFunction(hasContent, parts);

/**
 * The source of an expression for a page or frame: whether it has content that might be seen, apart from that of frames. A
 * page without content has none, or one whose app has removed everything after an error. Text, images, controls, drawings,
 * borders and backgrounds of elements count, unless they are transparent, where nobody can scroll to, or no larger than a
 * pixel, as texts for screen readers and tracking pixels are.
 * @param where whether what is in view counts, too, or only what can be scrolled to.
 */
export function showsContent(where: 'anywhere' | 'out of view'): string {
  return `(${source})(${where === 'anywhere'}, ${JSON.stringify(devTools)})`;
}

/**
 * The source of an expression for a page that shows something: what it shows in place of its content, if it has none but its
 * header or its menu. Undefined if it has some, or a field in which something is to be entered first.
 */
export const missingContent = `(${pageFunction(findMissingContent, parts)})(${JSON.stringify(mainPart)}, ${JSON.stringify(devTools)})`;

/** In the page. */
function hasContent(isAnywhere: boolean, devTools: string): boolean {
  // A form or an image of that name would stand in for `document.documentElement`.
  const root = document.querySelector(':root');
  if (root === null) return false;
  const page = getComputedStyle(root);
  // The body sets what the root leaves open.
  const { overflowX, overflowY } =
    page.overflow === 'visible' && document.body !== null ? getComputedStyle(document.body) : page;
  const cannotScrollRight = /hidden|clip/.test(overflowX);
  const cannotScrollDown = /hidden|clip/.test(overflowY);
  const inFront = document.elementsFromPoint(innerWidth / 2, innerHeight / 2)[0];
  if (!isAnywhere && inFront !== undefined && isLayer(inFront, root)) return false;
  return shows(root, { root, devTools, isAnywhere, cannotScrollRight, cannotScrollDown });
}

/** In the page. */
function findMissingContent(
  main: typeof mainPart,
  devTools: string,
): 'a loading indicator' | 'nothing' | undefined {
  const root = document.querySelector(':root');
  if (root === null) return undefined;
  const look = { root, main, devTools, isAnywhere: true, cannotScrollRight: false, cannotScrollDown: false };
  const isShownIn = (around: Element, selector: string) =>
    [around, ...around.querySelectorAll(selector)].some(
      (each) => each.matches(selector) && isVisibleNow(each),
    );
  let inFront = document.elementsFromPoint(innerWidth / 2, innerHeight / 2)[0] ?? null;
  while (inFront !== null && !isLayer(inFront, root)) inFront = inFront.parentElement;
  const isWaiting = inFront !== null && isShownIn(inFront, main.busy) && !shows(inFront, look);
  if (!isWaiting && (isShownIn(root, 'iframe, frame') || shows(root, look))) return undefined;
  if (isWaiting || isShownIn(root, main.busy)) return 'a loading indicator';
  const isShownWithout = (each: Element) =>
    each.querySelector(main.around) === null && each.checkVisibility();
  // In an app without `main`, what a route shows is beside the header.
  const isOutlet = (each: Element) =>
    each.matches('div, section, article') &&
    !each.matches(`${main.around}, [aria-live], [role]`) &&
    !/^(fixed|absolute)$/.test(getComputedStyle(each).position) &&
    isShownWithout(each);
  const isEmpty =
    [...document.querySelectorAll(main.parts)].some(isShownWithout) ||
    [...document.querySelectorAll(main.around)].some(
      ({ parentElement }) =>
        parentElement?.closest(main.parts) != null && [...parentElement.children].some(isOutlet),
    );
  return isEmpty && !isShownIn(root, main.fields) ? 'nothing' : undefined;
}

function isVisibleNow(element: Element): boolean {
  const { width, height } = element.getBoundingClientRect();
  const isDrawn = element.checkVisibility({ opacityProperty: true, visibilityProperty: true });
  return isDrawn && width > 1 && height > 1;
}

/** Whether an element is beside the content of a page. A header may also be all of it. */
function isAround(element: Element, { around }: typeof mainPart): boolean {
  if (!element.matches(around) || element.closest('main, [role="main"]') !== null) return false;
  const { left, top, right, bottom } = element.getBoundingClientRect();
  const [x, y] = [innerWidth / 2, innerHeight / 2];
  return left > x || right < x || top > y || bottom < y;
}

/** In front of all else, also of what is out of view: such as a loading screen that stays. */
function isLayer(element: Element, root: Element): boolean {
  const { left, top, right, bottom } = element.getBoundingClientRect();
  const isWhole = left <= 0 && top <= 0 && right >= root.clientWidth && bottom >= innerHeight;
  return isWhole && getComputedStyle(element).position === 'fixed';
}

/** Whether a node or what is inside it shows something. @param isInFixed whether it does not scroll with the page. */
function shows(node: Element | ShadowRoot, look: ContentRules, isInFixed = false): boolean {
  let isFixed = isInFixed;
  if (isElement(node) && node.matches(look.devTools)) return false;
  if (isElement(node) && look.main !== undefined && isAround(node, look.main)) return false;
  if (isElement(node) && !isBoxless(node)) {
    isFixed ||= getComputedStyle(node).position === 'fixed';
    if (node.checkVisibility?.({ visibilityProperty: true }) === false) {
      // A visible element may be inside an invisible one.
      return node.checkVisibility() && [...node.children].some((each) => shows(each, look, isFixed));
    }
    // Hardly anybody sees less.
    const minOpacity = 0.05;
    if (Number(getComputedStyle(node).opacity) < minOpacity || isClipped(node)) return false;
    if (/^(script|style|template|noscript|head|iframe|frame)$/.test(node.localName)) return false;
    // In Firefox, one that does not load has a pseudo-element.
    if (isImage(node)) return isElementShown(node, look, isFixed);
    if (isElementShown(node, look, isFixed)) return true;
    if (look.isAnywhere && hasPseudoText(node, look)) return true;
    if (getComputedStyle(node).contentVisibility === 'hidden') return false;
  }
  if (isElement(node) && node.shadowRoot !== null && shows(node.shadowRoot, look, isFixed)) return true;
  return (
    [...node.childNodes].some((each) => hasShownText(each, look, isFixed)) ||
    [...node.children].some((each) => shows(each, look, isFixed))
  );
}

/** Whether a box is large enough to be seen, and in a place that counts. */
function counts(rect: DOMRect, look: ContentRules, isFixed: boolean): boolean {
  const { left, top, right, bottom, width, height } = rect;
  if (width <= 1 || height <= 1) return false;
  const isInView = left < innerWidth && right > 0 && top < innerHeight && bottom > 0;
  if (isInView || isFixed) return isInView && look.isAnywhere;
  const isLeft = right + scrollX <= 0 || (left >= innerWidth && look.cannotScrollRight);
  const isAbove = bottom + scrollY <= 0 || (top >= innerHeight && look.cannotScrollDown);
  return !isLeft && !isAbove;
}

function hasShownText(node: Node, look: ContentRules, isFixed: boolean): boolean {
  if (node.nodeType !== 3 || !/[^\s\u00ad\u200b-\u200f\u2060\ufeff]/.test(node.nodeValue ?? '')) return false;
  const range = document.createRange();
  range.selectNode(node);
  return [...range.getClientRects()].some((rect) => counts(rect, look, isFixed));
}

function isElementShown(element: Element, look: ContentRules, isFixed: boolean): boolean {
  const media = /^(audio|button|canvas|embed|input|meter|object|progress|select|svg|textarea|video)$/;
  if (!counts(element.getBoundingClientRect(), look, isFixed) || isLoading(element, look)) return false;
  if (isImage(element)) return isImageShown(element);
  return media.test(element.localName) || isClosed(element) || isPainted(element, look);
}

function isLoading(element: Element, { main }: ContentRules): boolean {
  return main !== undefined && element.closest(main.busy) !== null;
}

/** One that is not there cannot be drawn. */
function isImageShown(image: HTMLImageElement): boolean {
  if (!image.complete || image.alt.trim() !== '') return true;
  try {
    document.createElement('canvas').getContext('2d')?.drawImage(image, 0, 0);
    return image.currentSrc !== '';
  } catch {
    return false;
  }
}

function isPainted(element: Element, { root, main }: ContentRules): boolean {
  const { backgroundImage, backgroundColor, borderStyle, borderWidth, boxShadow } = getComputedStyle(element);
  if (element === root || element === document.body) return false;
  if (main !== undefined) return /url\(/.test(backgroundImage);
  const hasColor = !/^rgba\(.*, 0\)$|\/ 0\)$|^transparent$|^rgb\(255, 255, 255\)$/.test(backgroundColor);
  const hasBorder = !/^(none ?)+$/.test(borderStyle) && !/^(0px ?)+$/.test(borderWidth);
  return backgroundImage !== 'none' || hasColor || hasBorder || boxShadow !== 'none';
}

function hasPseudoText(element: Element, look: ContentRules): boolean {
  return (
    !isLoading(element, look) &&
    ['::before', '::after'].some(
      (pseudo) => !/^(none|normal|""|)$/.test(getComputedStyle(element, pseudo).content),
    )
  );
}

function isClipped(element: Element): boolean {
  const { overflowX, position } = getComputedStyle(element);
  const { width, height } = element.getBoundingClientRect();
  return /^(absolute|fixed)$/.test(position) && overflowX !== 'visible' && (width <= 1 || height <= 1);
}

/** An app in a closed shadow root cannot be looked into. */
function isClosed(element: Element): boolean {
  return element.localName.includes('-') && element.matches(':defined') && element.shadowRoot === null;
}

/** Elements of frames are instances of other classes. */
function isElement(node: Element | ShadowRoot): node is Element {
  return node.nodeType === 1;
}

function isImage(element: Element): element is HTMLImageElement {
  return element.localName === 'img';
}

/** It has no box of its own, so it counts as invisible, and its children do not. */
function isBoxless(element: Element): boolean {
  return getComputedStyle(element).display === 'contents';
}
