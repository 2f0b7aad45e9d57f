import type { Locator } from 'playwright-core';
import { describeElement } from '../../contract/exchange/describe-step.ts';
import { UnexpectedResult } from '../failure/reason.ts';
import {
  inspectVisibility,
  passes,
  shownTextArgument,
  thosePassing,
  type Visibility,
} from '../page-checks.ts';
import type { StepScope } from '../steps/step-scope.ts';
import { pollUntil, TimedOut, unlessLate, withTimeout } from '../wait.ts';

/** How long a page may take to answer a look, in ms: nobody sees anything on one that hangs. */
const inspectTimeoutMs = 10_000;
/** The last look begins so long before the time of the step is over, in ms. */
const lastInspectionMs = 500;
/** How long something may take to be shown whose absence is only a warning, in ms. */
const maxFadeMs = 1000;

/** What an assertion is about. */
export interface VisibilityCheck {
  /** What a layer over the whole page means to it. */
  readonly cover: 'failure' | 'warning';
  /** Whether it is about a text that a person reads. */
  readonly text?: true;
}

/**
 * Waits until a person could see an element that an assertion has found. A layer over the whole page, such as a crash screen,
 * fails the step if the assertion is about what a person sees. A modal dialog that covers the element is a warning, since
 * the page may be tested behind it, and so is a text or image that cannot be seen.
 * @returns whether a layer was over the whole page, and is gone.
 * @throws UnexpectedResult; TimedOut if the page does not answer.
 */
export async function waitUntilVisible(
  locator: Locator,
  scope: StepScope,
  look: VisibilityCheck,
): Promise<boolean> {
  const frame = scope.frameOwner();
  const element = describeElement(scope.selectors);
  const startedAt = performance.now();
  let looked: Visibility = {};
  let wasHidden = false;
  const isHidden = () => looked.cover?.isWholePage === true;
  const remainingMs = () => {
    const { timeout } = scope.limits();
    if (isHidden() && look.cover === 'failure') return timeout - lastInspectionMs;
    return Math.min(timeout, maxFadeMs - (performance.now() - startedAt));
  };
  await pollUntil(async () => {
    const late = `The page did not answer within ${inspectTimeoutMs / 1000} s, so nobody knows whether ${element} can be seen.`;
    try {
      looked = await withTimeout(inspectWithFrame(locator, frame), inspectTimeoutMs, late);
    } catch (error) {
      if (error instanceof TimedOut) throw error;
      // The page is being replaced.
    }
    wasHidden ||= isHidden();
    return !looked.isGone && !isHidden() && (looked.unseen === undefined || look.text === undefined);
  }, remainingMs);
  const { cover, unseen } = looked;
  if (cover === undefined) {
    if (unseen !== undefined && look.text)
      scope.warn(`Nobody can see what ${element} should show: ${unseen}.`);
    return wasHidden;
  }
  const { tag, isWholePage } = cover;
  if (isWholePage && look.cover === 'failure') {
    throw new UnexpectedResult(
      (quote) => ({ clause: `${quote(tag)} covers the whole page, so nobody can see it` }),
      [`Locator: ${locator}`, `Covered by: ${tag}`],
    );
  }
  scope.warn(
    isWholePage
      ? `${tag} covers the whole page, so nobody can see ${element}.`
      : `The dialog ${tag} covers ${element}, so nobody can see it.`,
  );
  return false;
}

/** Looks at an element, and at the frame that it is in: what covers a frame is outside its document. */
async function inspectWithFrame(locator: Locator, frame: Locator | undefined): Promise<Visibility> {
  const both = frame === undefined ? [locator] : [locator, frame];
  const passed = await Promise.all(both.map((each) => passes(each, 'seen')));
  if (passed.every(Boolean)) return {};
  const [inside, outside] = await Promise.all(both.map((each) => each.evaluateAll(inspectVisibility)));
  return { ...inside, cover: inside?.cover ?? outside?.cover };
}

/**
 * Whether a person sees an element and its expected text: what `warnIfTextHidden` and `waitUntilVisible`
 * find out, in one round trip, for nearly all assertions.
 * @returns false also for an element in a frame, whose own element must be looked at as well.
 */
export async function isFullyShown(
  locator: Locator,
  expected: string | RegExp,
  scope: StepScope,
): Promise<boolean> {
  if (scope.frameOwner() !== undefined) return false;
  const seen = thosePassing(locator.first(), 'seen');
  return (
    (await unlessLate(passes(seen, 'textShown', shownTextArgument(expected)), inspectTimeoutMs)) === true
  );
}

/** Warns if an element contains an expected text only in a part that nobody sees, such as a message that is not shown yet. */
export async function warnIfTextHidden(
  locator: Locator,
  expected: string | RegExp,
  scope: StepScope,
): Promise<void> {
  const startedAt = performance.now();
  const argument = shownTextArgument(expected);
  const isShown = await pollUntil(
    // Nothing is known of a page that hangs, or is being replaced.
    async () =>
      (await unlessLate(passes(locator, 'textShown', argument), inspectTimeoutMs).catch(() => true)) ?? true,
    () => Math.min(scope.limits().timeout, maxFadeMs - (performance.now() - startedAt)),
  );
  if (isShown) return;
  scope.warn(
    `Nobody can see what ${describeElement(scope.selectors)} should show: the text is in a part of it that is hidden.`,
  );
}
