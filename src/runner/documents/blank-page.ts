import type { Frame, Page, PageScreenshotOptions } from 'playwright-core';
import { pollUntil, unlessLate } from '../wait.ts';
import { showsContent } from './shown-content.ts';

/** The limit of looking at what should be known at once, in ms. */
export const inspectTimeoutMs = 2000;

/** A picture of one color is small; others need not be looked at, in bytes. */
const maxOneColorBytes = 65_536;
/** The height of the part at the top of a page that is looked at first, in CSS pixels. */
const topHeight = 160;

/** Whether the document of a frame is broken, whatever it shows, such as the browser's error page. */
type IsBroken = (frame: Frame) => boolean;

/** Whether a page or frame shows nothing; false if it does not answer. */
async function isBlank(page: Page | Frame, isBroken: IsBroken): Promise<boolean> {
  const hasContent = await unlessLate(page.evaluate<boolean>(showsContent('anywhere')), inspectTimeoutMs);
  if (hasContent === undefined) return false;
  if (hasContent) {
    if (!('screenshot' in page) || !(await isOneColor(page))) return false;
    // What is in view cannot be seen, for example white text on white.
    if ((await unlessLate(page.evaluate<boolean>(showsContent('out of view')), inspectTimeoutMs)) !== false)
      return false;
  }
  const frames = 'mainFrame' in page ? page.mainFrame().childFrames() : page.childFrames();
  for (const frame of frames) if (!isBroken(frame) && (await isShown(frame, isBroken))) return false;
  return true;
}

/** Whether a frame can be seen, and shows something. */
async function isShown(frame: Frame, isBroken: IsBroken): Promise<boolean> {
  const owner = await unlessLate(frame.frameElement(), inspectTimeoutMs);
  const isVisible = owner?.evaluate((element) => {
    if (!(element instanceof Element)) return false;
    const { right, bottom, width, height } = element.getBoundingClientRect();
    const isInPage = width > 1 && height > 1 && right + scrollX > 0 && bottom + scrollY > 0;
    return isInPage && element.checkVisibility({ opacityProperty: true, visibilityProperty: true });
  });
  return (
    isVisible !== undefined &&
    (await unlessLate(isVisible, inspectTimeoutMs)) === true &&
    !(await isBlank(frame, isBroken))
  );
}

/** Whether the visible part of a page has the same color everywhere; false if that is not known. */
async function isOneColor(page: Page): Promise<boolean> {
  const { width } = page.viewportSize() ?? { width: 0 };
  // Most pages have several colors there, and a picture of the whole page takes several times as long.
  const top = { x: 0, y: 0, width: width / 2, height: topHeight };
  return (width === 0 || (await isPartOfOneColor(page, { clip: top }))) && isPartOfOneColor(page, {});
}

async function isPartOfOneColor(page: Page, part: Pick<PageScreenshotOptions, 'clip'>): Promise<boolean> {
  const picture = await unlessLate(
    page.screenshot({ ...part, scale: 'css', timeout: inspectTimeoutMs }),
    inspectTimeoutMs,
  );
  if (picture === undefined || picture.length > maxOneColorBytes) return false;
  const isOne = page.evaluate(isPictureOfOneColor, picture.toString('base64'));
  return (await unlessLate(isOne, inspectTimeoutMs)) === true;
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
  const end = performance.now() + Math.min(inspectTimeoutMs, limitMs);
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
