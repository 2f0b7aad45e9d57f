import type { Locator } from 'playwright-core';
import { pollUntil, unlessLate } from './wait.ts';

/** How long to wait for a motion, in ms. It is generous, because a busy browser renders few frames. */
const maxMotionMs = 10_000;
/** An element may change a moment after its motion starts or ends, in ms. */
const pauses = { pauseMs: 50, maxFrameMs: 1000 };
type Pauses = typeof pauses;

/**
 * Waits until none of the elements of a locator is in a motion that ends, such as that of a closing dialog.
 * @returns whether any of them was.
 */
export async function hasMoved(locator: Locator, remainingMs: () => number): Promise<boolean> {
  const end = performance.now() + maxMotionMs;
  let moved = false;
  const isStill = async () => {
    const moves = await unlessLate(locator.evaluateAll(areMoving, pauses), remainingMs());
    moved ||= moves === true;
    return moves !== true;
  };
  await pollUntil(isStill, () => Math.min(remainingMs(), end - performance.now()));
  return moved;
}

/** Waits until moving elements have left the page. @returns false if none has moved and several are still there. */
export async function haveLeft(locator: Locator, remainingMs: () => number): Promise<boolean> {
  if (await hasMoved(locator, remainingMs)) return true;
  const count = await unlessLate(locator.count(), remainingMs());
  return count !== undefined && count < 2;
}

/** In the page: whether any of the elements moves, or has left. */
async function areMoving(elements: Element[], { pauseMs, maxFrameMs }: Pauses): Promise<boolean> {
  const isMoving = (element: Element) =>
    element
      .getAnimations()
      .some(
        ({ playState, effect }) =>
          playState === 'running' && Number.isFinite(effect?.getComputedTiming().endTime),
      );
  const areSomeMoving = () =>
    elements.some((element) => {
      for (let each: Element | null = element; each !== null; ) {
        if (isMoving(each)) return true;
        const { parentNode, parentElement }: Element = each;
        each = parentNode instanceof ShadowRoot ? parentNode.host : parentElement;
      }
      return false;
    });
  const before = areSomeMoving();
  await new Promise((resolve) => setTimeout(resolve, pauseMs));
  // A busy browser reports the end of a motion with a later frame. A page in the background has none.
  await new Promise((resolve) => {
    requestAnimationFrame(() => requestAnimationFrame(resolve));
    setTimeout(resolve, maxFrameMs);
  });
  return before || areSomeMoving() || elements.some((each) => !each.isConnected);
}
