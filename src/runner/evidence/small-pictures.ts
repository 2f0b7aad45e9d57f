import type { Browser } from 'playwright-core';
import { z } from 'zod';
import { withTimeout } from '../wait.ts';

/** Width of a picture in pixels, and the quality of its JPEG. */
const width = 320;
const quality = 0.6;
/** How many pixels of two different pictures differ at least: a blinking cursor is no change. */
const minPixels = 12;
/** How far apart two different values of a colour are, of 255: compression changes them as well. */
const minDifference = 40;

const timeoutMs = 5000;

const smallPictures = z.array(z.string().nullable());

/**
 * Makes pictures smaller: JPEG, 320 pixels wide. The browser does it, in a context of its own.
 * @param pictures in any format that the browser reads.
 * @returns for each picture the small one; null if it looks like the one before.
 * @throws the driver's error; Error after 5 s.
 */
export async function makeSmallPictures(
  browser: Browser,
  pictures: readonly Buffer[],
): Promise<(Buffer | null)[]> {
  const context = await browser.newContext();
  try {
    const shrink = async () => {
      const page = await context.newPage();
      return page.evaluate(shrinkAll, {
        pictures: pictures.map((each) => each.toString('base64')),
        ...{ width, quality, minPixels, minDifference },
      });
    };
    const small = await withTimeout(shrink(), timeoutMs, `Not ready within ${timeoutMs / 1000} s.`);
    return smallPictures
      .parse(small)
      .map((each) => (each === null ? null : Buffer.from(each.slice(each.indexOf(',') + 1), 'base64')));
  } finally {
    void context.close().catch(() => {});
  }
}

interface Task {
  readonly pictures: readonly string[];
  readonly width: number;
  readonly quality: number;
  readonly minPixels: number;
  readonly minDifference: number;
}

/** Runs in the browser as its source text, so it may only use what it declares. */
async function shrinkAll(task: Task): Promise<(string | null)[]> {
  const { pictures, width, quality, minPixels, minDifference } = task;
  const small: (string | null)[] = [];
  let before: ImageData | undefined;
  for (const picture of pictures) {
    const bytes = Uint8Array.from(atob(picture), (character) => character.charCodeAt(0));
    const image = await createImageBitmap(new Blob([bytes]));
    const canvas = document.createElement('canvas');
    canvas.width = Math.min(width, image.width);
    canvas.height = Math.round((image.height * canvas.width) / image.width);
    const context = canvas.getContext('2d');
    if (context === null) throw new Error('The browser has no canvas.');
    context.imageSmoothingQuality = 'high';
    context.drawImage(image, 0, 0, canvas.width, canvas.height);
    const pixels = context.getImageData(0, 0, canvas.width, canvas.height);
    if (before !== undefined && looksLike(pixels, before)) {
      small.push(null);
      continue;
    }
    before = pixels;
    small.push(canvas.toDataURL('image/jpeg', quality));
  }
  return small;

  function looksLike(one: ImageData, other: ImageData): boolean {
    if (one.width !== other.width || one.height !== other.height) return false;
    let different = 0;
    for (let start = 0; start < one.data.length && different < minPixels; start += 4) {
      const distance = (at: number) => Math.abs((one.data[at] ?? 0) - (other.data[at] ?? 0));
      if (Math.max(distance(start), distance(start + 1), distance(start + 2)) >= minDifference)
        different += 1;
    }
    return different < minPixels;
  }
}
