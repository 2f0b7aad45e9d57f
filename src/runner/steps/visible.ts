import type { StepScope } from './step-scope.ts';

/** VISIBLE: exactly one element is found and visible, now or within the step's time. */
export async function visible(scope: StepScope): Promise<void> {
  await scope.locator().waitFor({ state: 'visible', timeout: scope.remainingMs() });
}
