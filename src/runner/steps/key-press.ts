import type { CalledWith } from './called-with.ts';
import type { StepScope } from './step-scope.ts';

/** KEY_PRESS: on the element; without selectors on what has the focus. */
export async function keyPress(scope: StepScope, calledWith: CalledWith<'KEY_PRESS'>): Promise<void> {
  const key = scope.fill(calledWith);
  if (scope.selectors.length === 0) return scope.page.keyboard.press(key);
  await scope.locator().press(key, { timeout: scope.remainingMs() });
}
