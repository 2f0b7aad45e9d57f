import type { StepScope } from './step-scope.ts';

/** HOVER: moves the mouse over the element. */
export async function hover(scope: StepScope): Promise<void> {
  await scope.locator().hover({ timeout: scope.remainingMs() });
}
