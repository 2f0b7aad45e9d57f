import type { Interaction } from '../../contract/exchange/interaction.ts';
import { dynamicVariables, type FileScope, helper } from './file-scope.ts';
import { StepNotExported, StepProblem } from './step-problem.ts';
import { scriptCode } from './text-code.ts';
import { withoutTypes } from './without-types.ts';

type WaitedFor = Extract<Interaction, { action: 'WAIT_FOR' }>['calledWith'];

/** A fixed wait that says no time, in ms. */
const defaultWaitMs = 1000;

/** WAIT_FOR as a statement; without a type it waits for the load, as every step does. */
export function waitForCode(waitedFor: WaitedFor, scope: FileScope): string {
  const given = waitedFor ?? { type: 'load' };
  switch (given.type) {
    case 'load':
    case 'domContentLoaded':
    case 'networkIdle':
      return `await page.waitForLoadState('${given.type.toLowerCase()}');`;
    case 'fixedTime':
      return fixedWait(given.timeMilliseconds ?? defaultWaitMs, scope);
    case 'code':
      if (given.code === undefined) throw new StepProblem('WAIT_FOR code has no code to wait for.');
      return `await ${helper(scope, 'untilTrue')}(page, ${scriptCode(withoutTypes(given.code), scope)}, ${dynamicVariables(scope)});`;
    default:
      throw new StepNotExported(`WAIT_FOR ${given.type} has no equivalent in Playwright.`);
  }
}

function fixedWait(ms: number, scope: FileScope): string {
  scope.fixedWaitMs += ms;
  return `await page.waitForTimeout(${ms});`;
}
