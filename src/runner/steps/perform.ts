import type { ExchangeElement } from '../../contract/exchange/test-case.ts';
import { check } from './check.ts';
import { interact } from './interact.ts';
import type { StepScope } from './step-scope.ts';

/** Plays one step. @throws what Playwright throws when it fails. */
export async function perform(element: ExchangeElement, scope: StepScope): Promise<void> {
  if (element.interaction != null) return interact(element.interaction, scope);
  if (element.assertion != null) return check(element.assertion, scope);
  throw new Error('The step has neither an interaction nor an assertion: add one of them to the test case.');
}
