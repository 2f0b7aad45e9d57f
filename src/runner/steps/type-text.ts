import { TimedOut } from '../within.ts';
import type { CalledWith } from './called-with.ts';
import type { StepScope } from './step-scope.ts';

/** Between two characters, in ms. */
const defaultDelayMs = 10;

/** TYPE_TEXT: character by character into the element; without selectors into what has the focus. */
export async function typeText(
  scope: StepScope,
  { text, delay = defaultDelayMs }: CalledWith<'TYPE_TEXT'>,
): Promise<void> {
  const filled = scope.fill(text);
  if (scope.selectors.length === 0) return typeAtFocus(scope, filled, delay);
  await scope.locator().pressSequentially(filled, { delay, timeout: scope.remainingMs() });
}

/** The driver's keyboard knows no time limit, so the time is looked at before each character. */
async function typeAtFocus(scope: StepScope, text: string, delay: number): Promise<void> {
  const limitMs = scope.remainingMs();
  const characters = [...text];
  for (const [typed, character] of characters.entries()) {
    if (scope.remainingMs() <= 1) {
      throw new TimedOut(
        `keyboard.type: Timeout ${limitMs}ms exceeded.\nCall log:\n  - typed ${typed} of ${characters.length} characters`,
      );
    }
    await scope.page.keyboard.type(character, { delay });
  }
}
