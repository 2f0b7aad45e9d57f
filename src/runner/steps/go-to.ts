import { joinUrl } from '../join-url.ts';
import type { StepScope } from './step-scope.ts';

/** GO_TO: opens a URL; a path is joined with the execution URL. */
export async function goTo(scope: StepScope, calledWith: string): Promise<void> {
  await scope.page.goto(joinUrl(scope.executionUrl, scope.fill(calledWith)), {
    timeout: scope.remainingMs(),
  });
}
