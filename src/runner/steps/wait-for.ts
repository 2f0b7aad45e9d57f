import type { CalledWith } from './called-with.ts';
import { fixedWait } from './fixed-wait.ts';
import type { StepScope } from './step-scope.ts';
import { untilCode } from './until-code.ts';
import { untilHydrated } from './until-hydrated.ts';

/** The states of a page's load, as the driver calls them. */
const loadStates = {
  load: 'load',
  domContentLoaded: 'domcontentloaded',
  networkIdle: 'networkidle',
} as const;

/** WAIT_FOR: a state of the page's load (without a type, the load itself), a time, a condition, or an app's hydration. */
export async function waitFor(scope: StepScope, calledWith: CalledWith<'WAIT_FOR'>): Promise<void> {
  const awaited = calledWith ?? { type: 'load' as const };
  switch (awaited.type) {
    case 'load':
    case 'domContentLoaded':
    case 'networkIdle':
      return scope.page.waitForLoadState(loadStates[awaited.type], { timeout: scope.remainingMs() });
    case 'fixedTime':
      return fixedWait(scope, awaited.timeMilliseconds);
    case 'code':
      return untilCode(scope, awaited.code);
    default:
      return untilHydrated(scope, awaited.type);
  }
}
