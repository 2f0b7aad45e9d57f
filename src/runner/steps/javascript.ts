import { runInSandbox } from '../sandbox/sandbox.ts';
import { type JavaScriptBody, javaScriptBody } from '../sandbox/strip-types.ts';
import { fillInCode } from '../variables/fill-in.ts';
import type { CalledWith } from './called-with.ts';
import type { StepScope } from './step-scope.ts';

/**
 * JAVASCRIPT: the body of an async function, in TypeScript or JavaScript; apart from the page, unless it says `browser`.
 * @throws CodeSyntaxError; Error where the code throws.
 */
export async function javaScript(
  scope: StepScope,
  { code, execType }: CalledWith<'JAVASCRIPT'>,
): Promise<void> {
  // Types come out first: then no value decides how the code is read.
  const { code: stripped, lineOf } = javaScriptBody(code);
  const body = { code: fillInCode(stripped, scope.variables), lineOf };
  if (execType === 'browser') await inPage(scope, body);
  else await inSandbox(scope, body);
}

/** Without page and browser; the code calls functions to get and set dynamic variables. */
async function inSandbox({ variables }: StepScope, body: JavaScriptBody): Promise<void> {
  const { changed, failure } = await runInSandbox(body, variables.dynamic);
  for (const [name, value] of changed) variables.set(name, value);
  if (failure !== undefined) throw new Error(failure);
}

/** In the page: `context` has the dynamic variables, a returned object sets them. */
async function inPage({ page, variables }: StepScope, { code }: JavaScriptBody): Promise<void> {
  const context = JSON.stringify(Object.fromEntries(variables.dynamic));
  const returned: unknown = await page.evaluate(`(async (context) => {${code}\n})(${context})`);
  if (typeof returned !== 'object' || returned === null) return;
  for (const [name, value] of Object.entries(returned)) variables.set(name, textOf(value));
}

/** A value as a variable holds it. */
function textOf(value: unknown): string {
  return typeof value === 'object' && value !== null ? JSON.stringify(value) : String(value);
}
