import type { Page } from 'playwright-core';
import { messageOf } from '../../common/errors.ts';
import { type JavaScriptBody, javaScriptBody } from '../../common/strip-types.ts';
import type { CalledWith } from '../../contract/exchange/interaction.ts';
import { unhandledByCode } from '../documents/hidden-failures.ts';
import { runInSandbox } from '../sandbox/sandbox.ts';
import { fillInCode } from '../variables/variable-text.ts';
import { dynamicName, type KnownVariables } from '../variables/variables.ts';
import type { StepScope } from './step-scope.ts';

/**
 * JAVASCRIPT: runs the body of an async function, in TypeScript or JavaScript; in the sandbox unless `execType` is
 * `browser`.
 * @throws CodeSyntaxError; Error if the code throws.
 */
export async function javaScript(
  scope: StepScope,
  { code, execType }: CalledWith<'JAVASCRIPT'>,
): Promise<void> {
  // Types are stripped first, so that the value of a variable cannot change how the code is parsed.
  const { code: stripped, lineOf } = javaScriptBody(code);
  const body = { code: fillInCode(stripped, scope.variables), lineOf };
  if (isUnusedComparison(stripped)) scope.warn(comparisonUnused);
  if (execType === 'browser') await inPage(scope, body);
  else await inSandbox(scope, body);
}

const falseReturned =
  'The code returned false, which does not fail the step. To check something, throw an error.';

const comparisonUnused =
  'The code compares values, but nothing uses the result, so it does not fail the step. To check something, throw an error, or use an assertion.';

/** Whether code is no more than one comparison, such as `document.title === 'Shop'`. */
export function isUnusedComparison(code: string): boolean {
  const [, left = ''] = /^([^;{}=!<>?&|]+)(?:[=!]==?|[<>]=?)[^;{}=<>?&|]+;?\s*$/.exec(code) ?? [];
  const isArgument = left.split('(').length !== left.split(')').length;
  return left !== '' && !isArgument && !/\b(?:return|throw|yield|if|for|while|do|case)\b/.test(code);
}

/** Without page and browser: the code calls functions to get and set dynamic variables. */
async function inSandbox({ variables, setVariable, warn }: StepScope, body: JavaScriptBody): Promise<void> {
  const { changed, returnedFalse, unhandled, failure } = await runInSandbox(body, variables.dynamic);
  for (const [name, value] of changed) setVariable(name, value);
  if (failure !== undefined) throw new Error(failure);
  if (unhandled !== undefined) warn(unhandledByCode(unhandled));
  else if (returnedFalse) warn(falseReturned);
}

/** In the page: `context` has the dynamic variables, and a returned object sets them. */
async function inPage(scope: StepScope, body: JavaScriptBody): Promise<void> {
  const { page, variables, setVariable, warn } = scope;
  const returned = await evaluate(page, pageExpression(body.code, variables), body);
  if (returned === false) warn(falseReturned);
  // An array has no variable names.
  if (typeof returned !== 'object' || returned === null || Array.isArray(returned)) return;
  for (const [name, value] of Object.entries(returned)) {
    if (value !== undefined) setVariable(dynamicName(name), textOf(value));
  }
}

async function evaluate(page: Page, expression: string, { code, lineOf }: JavaScriptBody): Promise<unknown> {
  try {
    return await page.evaluate<unknown>(expression);
  } catch (error) {
    // A page that the code replaces, such as by `history.back()`, may be gone before the driver knows that the code has ended.
    const isReplaced = /Execution context was destroyed/.test(messageOf(error));
    if (isReplaced && !/\b(?:await|return|throw)\b/.test(code)) return undefined;
    const position = thrownPosition(error);
    // Without a position, the page itself may be closed.
    if (position === undefined) throw new Error(thrownInPage(error));
    throw new Error(
      `The code threw in line ${lineOf(position.line, position.column)}: ${thrownInPage(error)}`,
    );
  }
}

function textOf(value: unknown): string {
  if (value instanceof Date && !Number.isNaN(value.getTime())) return value.toISOString();
  return typeof value === 'object' && value !== null ? JSON.stringify(value) : String(value);
}

/**
 * The body of an async function as an expression that a page can evaluate: `context` has the dynamic variables.
 * @param code JavaScript; its lines keep their numbers.
 */
export function pageExpression(code: string, { dynamic }: KnownVariables): string {
  // As JSON text: in an object literal, `__proto__` would set the prototype.
  const context = JSON.stringify(JSON.stringify(Object.fromEntries(dynamic)));
  return `(async (context) => {${code}\n})(JSON.parse(${context}))`;
}

/** The message that a page has thrown, without the driver's prefix and stack. */
export function thrownInPage(error: unknown): string {
  const message = messageOf(error);
  return message
    .replace(/^page\.evaluate: /, '')
    .replace(/\n\s+at [\s\S]*UtilityScript[\s\S]*$/, '')
    .trimEnd();
}

/** The position in the code where a page has thrown, if the stack has one: the innermost frame of the code. */
function thrownPosition(error: unknown): { readonly line: number; readonly column: number } | undefined {
  const [, line, column] =
    /\n\s+at [^\n]*\(eval at evaluate [^\n]*, <anonymous>:(\d+):(\d+)\)/.exec(String(error)) ?? [];
  return line === undefined ? undefined : { line: Number(line), column: Number(column) };
}
