import type { StepScope } from './step-scope.ts';

interface ClickOptions {
  readonly button?: 'left' | 'right' | 'middle' | undefined;
  readonly double?: boolean | undefined;
  readonly force?: boolean | undefined;
}

/** CLICK: with a button, twice, or without waiting until the element can be clicked (`force`). */
export async function click(scope: StepScope, calledWith: ClickOptions | null | undefined): Promise<void> {
  const { button = 'left', double = false, force = false } = calledWith ?? {};
  const options = { button, force, timeout: scope.remainingMs() };
  await (double ? scope.locator().dblclick(options) : scope.locator().click(options));
}
