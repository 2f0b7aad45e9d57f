import { setTimeout as sleep } from 'node:timers/promises';
import { textOrPattern } from '../../contract/exchange/pattern.ts';
import type { StepScope } from './step-scope.ts';

/** Pauses between two looks, in ms; the last one repeats. */
const pauses = [50, 100, 250, 500, 1000];

/** TO_CONTAIN_TEXT: the element's text, with white space folded, contains a text or fits a pattern. */
export async function toContainText(scope: StepScope, calledWith: string): Promise<void> {
  const expected = textOrPattern(scope.fill(calledWith));
  const locator = scope.locator();
  for (let look = 0; ; look += 1) {
    const received = foldSpace((await locator.textContent({ timeout: scope.remainingMs() })) ?? '');
    if (contains(received, expected)) return;
    const pause = pauses[Math.min(look, pauses.length - 1)] ?? 1000;
    if (scope.remainingMs() <= pause) throw new Error(mismatch(String(locator), expected, received));
    await sleep(pause);
  }
}

function contains(received: string, expected: string | RegExp): boolean {
  return typeof expected === 'string' ? received.includes(foldSpace(expected)) : expected.test(received);
}

function foldSpace(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}

function mismatch(locator: string, expected: string | RegExp, received: string): string {
  const [label, value] =
    typeof expected === 'string' ? ['substring', JSON.stringify(expected)] : ['pattern', String(expected)];
  return [
    'expect(locator).toContainText(expected) failed',
    '',
    `Locator: ${locator}`,
    `Expected ${label}: ${value}`,
    `Received string: ${JSON.stringify(received)}`,
  ].join('\n');
}
