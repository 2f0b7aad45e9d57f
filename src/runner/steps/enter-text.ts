import type { StepScope } from './step-scope.ts';

/** ENTER_TEXT: replaces what the field holds. */
export async function enterText(scope: StepScope, calledWith: string): Promise<void> {
  await scope.locator().fill(scope.fill(calledWith), { timeout: scope.remainingMs() });
}
