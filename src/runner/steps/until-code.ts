import { inspect } from 'node:util';
import { Script } from 'node:vm';
import { javaScriptBody } from '../sandbox/strip-types.ts';
import { fillInCode } from '../variables/fill-in.ts';
import { pageExpression } from './page-code.ts';
import type { StepScope } from './step-scope.ts';
import { type Look, untilTrue } from './until-true.ts';

/** How much of a returned value a message shows, in characters. */
const shownLength = 200;

/**
 * Waits until a function body, in TypeScript or JavaScript, returns true in the page.
 * @throws CodeSyntaxError or Error at once where it can never run, or TimedOut with what it has returned or thrown last.
 */
export async function untilCode(scope: StepScope, body: string | undefined): Promise<void> {
  if (body === undefined) throw new Error('WAIT_FOR code has no code to wait for: add it as `code`.');
  const { code } = javaScriptBody(body);
  checkSyntax(pageExpression(code, scope.variables));
  const expression = pageExpression(fillInCode(code, scope.variables), scope.variables);
  await untilTrue(scope, expression, 'code', explain);
}

/** Nobody should wait for what can never run: the reader of TypeScript passes over some of it. */
function checkSyntax(expression: string): void {
  try {
    new Script(expression);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new Error(`The code of WAIT_FOR is no JavaScript function body: ${reason}.`);
  }
}

function explain(last: Look | undefined): string {
  if (last === undefined) return 'The code must return true; it did not come to an end.';
  if ('error' in last) return `The code must return true; the last time it threw ${last.error}`;
  const value = inspect(last.value, { depth: 1, breakLength: Number.POSITIVE_INFINITY });
  return `The code must return true; the last time it returned ${value.slice(0, shownLength)}.`;
}
