import { pageFunction } from '../../common/page-function.ts';

export const notCutOff = pageFunction(isNotCutOff, [
  isCutOff,
  isMoving,
  parentOf,
  boxAround,
  isPixel,
  isCut,
  cutterOf,
  offPage,
  isOffPage,
  showsText,
]);

/** In the page. An element that cannot be judged is not cut off. */
function isNotCutOff(target: Element): boolean {
  try {
    return !isCutOff(target);
  } catch {
    return true;
  }
}

/**
 * Whether an element is cut off to nothing, and nothing else stands for it. The text of an icon or of a spinner is not seen
 * either, but what it says is.
 */
function isCutOff(target: Element): boolean {
  const cutter = cutterOf(target);
  // Style sheets often hide the real field behind one that they draw.
  if (cutter === undefined || target.matches('input, select, textarea') || isMoving(target)) return false;
  let around = parentOf(cutter);
  while (around !== null && isPixel(around.getBoundingClientRect())) around = parentOf(around);
  return showsText(around ?? document.documentElement);
}

/** Whether an element is in a motion that ends soon: it may be about to be shown, such as a message that slides in. */
function isMoving(element: Element): boolean {
  const soonMs = 5000;
  const noMotion = /^(offset|computedOffset|easing|composite)$|color|opacity|shadow|^background|^filter$/i;
  const moves = (effect: AnimationEffect | null) =>
    effect instanceof KeyframeEffect &&
    effect.getKeyframes().some((keyframe) => Object.keys(keyframe).some((name) => !noMotion.test(name)));
  const endsSoon = ({ playState, effect, currentTime }: Animation) => {
    const leftMs = Number(effect?.getComputedTiming().endTime ?? 0) - Number(currentTime ?? 0);
    return playState === 'running' && leftMs > 0 && leftMs < soonMs && moves(effect);
  };
  for (let each: Element | null = element; each !== null; each = parentOf(each))
    if (each.getAnimations().some(endsSoon)) return true;
  return false;
}

function parentOf(element: Element): Element | null {
  const above = element.parentNode;
  return above instanceof ShadowRoot ? above.host : element.parentElement;
}

/** The next element outwards whose overflow can cut an element off. Positioned elements skip the ones in between. */
function boxAround(element: Element): Element | null {
  const { position } = getComputedStyle(element);
  if (position === 'fixed') return null;
  return position === 'absolute' && element instanceof HTMLElement ? element.offsetParent : parentOf(element);
}

/** No larger than a pixel; a line is seen. */
function isPixel({ width, height }: DOMRect): boolean {
  return width < 1 || height < 1 || (width <= 1 && height <= 1);
}

function isCut(element: Element): boolean {
  const { overflow, position, display, clip, clipPath } = getComputedStyle(element);
  // The overflow of these is that of the viewport.
  if (element === document.documentElement || element === document.body) return false;
  if (/^(inline|contents)$/.test(display)) return false;
  const isClipped =
    /^inset\((50|100)%\)|^circle\(0/.test(clipPath) ||
    (/^(absolute|fixed)$/.test(position) && /^rect\((\d+px),? \1,? \1,? \1\)$/.test(clip));
  return isClipped || (overflow !== 'visible' && isPixel(element.getBoundingClientRect()));
}

function cutterOf(element: Element): Element | undefined {
  for (let each: Element | null = element; each !== null; each = boxAround(each))
    if (isCut(each)) return each;
  return offPage(element);
}

/** The outermost element around one that is outside the page with it, such as a closed drawer. */
function offPage(element: Element): Element | undefined {
  let outermost: Element | undefined;
  for (let each: Element | null = element; each !== null && isOffPage(each); each = parentOf(each))
    outermost = each;
  return outermost;
}

/** Whether an element is where nobody can scroll to: to the left of the page, above it, or beside it if it is fixed. */
function isOffPage(element: Element): boolean {
  const { left, top, right, bottom, width, height } = element.getBoundingClientRect();
  if (width === 0 || height === 0) return false;
  let isFixed = false;
  for (let each: Element | null = element; each !== null; each = parentOf(each)) {
    const { position, direction, overflow, flexDirection } = getComputedStyle(each);
    // These scroll to the left or upwards.
    if (direction !== 'ltr' || (/auto|scroll/.test(overflow) && /reverse/.test(flexDirection))) return false;
    if (each !== document.documentElement && (each.scrollLeft !== 0 || each.scrollTop !== 0)) return false;
    isFixed ||= position === 'fixed';
  }
  if (isFixed) return right <= 0 || bottom <= 0 || left >= innerWidth || top >= innerHeight;
  return right + scrollX <= 0 || bottom + scrollY <= 0;
}

function showsText(element: Element): boolean {
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
}
