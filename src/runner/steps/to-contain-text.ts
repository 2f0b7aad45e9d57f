import { setTimeout as sleep } from 'node:timers/promises';
import { textOrPattern } from '../../contract/exchange/pattern.ts';
import type { StepScope } from './step-scope.ts';

/** Pauses between two looks, in ms; the last one repeats. */
const pauses = [50, 100, 250, 500, 1000];
/** What the last look may take, in ms. */
const lastLookMs = 100;

/**
 * TO_CONTAIN_TEXT: the element's text contains a text, white space folded, or fits a pattern as it stands; so does
 * Playwright's own toContainText.
 */
export async function toContainText(scope: StepScope, calledWith: string): Promise<void> {
  const expected = textOrPattern(scope.fill(calledWith));
  const locator = scope.locator();
  let received: string | undefined;
  for (let look = 0; ; look += 1) {
    try {
      received = (await locator.textContent({ timeout: scope.remainingMs() })) ?? '';
    } catch (error) {
      // The time ran out in the last look; what was seen before tells more than that.
      if (received === undefined || scope.remainingMs() > 1) throw error;
      throw new Error(mismatch(String(locator), expected, received));
    }
    if (contains(received, expected)) return;
    const leftMs = scope.remainingMs() - lastLookMs;
    if (leftMs <= 0) throw new Error(mismatch(String(locator), expected, received));
    // The last pause is cut short, so that a text which comes late in the step's time is still seen.
    await sleep(Math.min(pauses[Math.min(look, pauses.length - 1)] ?? 1000, leftMs));
  }
}

function contains(received: string, expected: string | RegExp): boolean {
  return typeof expected === 'string'
    ? foldSpace(received).includes(foldSpace(expected))
    : expected.test(received);
}

/** Folds white space, and leaves out what shows nothing (a soft hyphen, a zero-width space), as Playwright does. */
function foldSpace(text: string): string {
  return text
    .replace(/[\u00ad\u200b]/g, '')
    .replace(/\s+/g, ' ')
    .trim();
}

function mismatch(locator: string, expected: string | RegExp, received: string): string {
  const [label, value] =
    typeof expected === 'string' ? ['substring', JSON.stringify(expected)] : ['pattern', String(expected)];
  return [
    'expect(locator).toContainText(expected) failed',
    '',
    `Locator: ${locator}`,
    `Expected ${label}: ${value}`,
    `Received string: ${JSON.stringify(typeof expected === 'string' ? foldSpace(received) : received)}`,
  ].join('\n');
}
