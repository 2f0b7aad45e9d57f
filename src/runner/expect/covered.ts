import type { Locator } from 'playwright-core';
import { UnexpectedResult } from '../failure/reason.ts';
import type { StepScope } from '../steps/step-scope.ts';
import { pollUntil, TimedOut, withTimeout } from '../wait.ts';
import { type Cover, coverOf, hasClickThroughLayer } from './cover-of.ts';
import { unseenText } from './unseen-text.ts';

/** What a look at an element has found. */
interface Visibility {
  /** The element was there when it was found, and is not any more. */
  readonly isGone?: boolean;
  readonly cover?: Cover | undefined;
  /** Why no text of it can be seen. */
  readonly unseen?: string | undefined;
}

/** How long a page may take to answer a look, in ms: nobody sees anything on one that hangs. */
const lookMs = 10_000;
/** The last look begins so long before the time of the step is over, in ms. */
const lastLookMs = 500;
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
 * the page may be tested behind it, and so is a text that cannot be seen.
 * @throws UnexpectedResult; TimedOut if the page does not answer.
 */
export async function canBeSeen(locator: Locator, scope: StepScope, look: VisibilityCheck): Promise<void> {
  const frame = scope.frameOwner();
  const startedAt = performance.now();
  let looked: Visibility = {};
  const isHidden = () => looked.cover?.isWholePage === true;
  const remainingMs = () => {
    const { timeout } = scope.limits();
    if (isHidden() && look.cover === 'failure') return timeout - lastLookMs;
    return Math.min(timeout, maxFadeMs - (performance.now() - startedAt));
  };
  await pollUntil(async () => {
    // What covers a frame is outside its document.
    const looks = Promise.all([locator.evaluateAll(lookAt), frame?.evaluateAll(lookAt)]);
    const late = `The page did not answer within ${lookMs / 1000} s, so nobody knows whether ${locator} can be seen.`;
    try {
      const [inside, outside] = await withTimeout(looks, lookMs, late);
      looked = { ...inside, cover: inside.cover ?? outside?.cover };
    } catch (error) {
      if (error instanceof TimedOut) throw error;
      // The page is being replaced.
    }
    return !looked.isGone && !isHidden() && (looked.unseen === undefined || look.text === undefined);
  }, remainingMs);
  const { cover, unseen } = looked;
  if (cover === undefined) {
    if (unseen !== undefined && look.text) scope.warn(`Nobody can see the text of ${locator}: ${unseen}.`);
    return;
  }
  const { tag, isWholePage } = cover;
  if (!isWholePage) return scope.warn(`${locator} is covered by the dialog ${tag}, so nobody can see it.`);
  if (look.cover === 'warning')
    return scope.warn(`${tag} covers the whole page, so nobody can see ${locator}.`);
  throw new UnexpectedResult(
    (quote) => ({ clause: `${quote(tag)} covers the whole page, so nobody can see it` }),
    [`Locator: ${locator}`, `Covered by: ${tag}`],
  );
}

/**
 * Evaluated in the page: both looks in one round trip, so it is made of their sources. What lets clicks through is not found
 * at any point. If that may matter, both look again while nothing does, which takes longer.
 */
const lookAt = new Function(
  'targets',
  `const [target] = targets;
  if (target === undefined) return { isGone: true };
  const look = () => ({ cover: (${coverOf})(target), unseen: (${unseenText})(target) });
  const looked = look();
  if (looked.unseen === undefined && (looked.cover !== undefined || !(${hasClickThroughLayer})())) return looked;
  const sheets = [...document.adoptedStyleSheets];
  const sheet = new CSSStyleSheet();
  sheet.replaceSync('* { pointer-events: auto !important }');
  try {
    document.adoptedStyleSheets = [...sheets, sheet];
    return look();
  } finally {
    document.adoptedStyleSheets = sheets;
  }`,
) as (targets: Element[]) => Visibility;
