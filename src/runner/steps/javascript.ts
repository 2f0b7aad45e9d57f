import type { Page } from 'playwright-core';
import { runInSandbox } from '../sandbox/sandbox.ts';
import { type JavaScriptBody, javaScriptBody } from '../sandbox/strip-types.ts';
import { dynamicName } from '../variables/dynamic-name.ts';
import { fillInCode } from '../variables/fill-in.ts';
import type { CalledWith } from './called-with.ts';
import { lineThrown, pageExpression, thrownInPage } from './page-code.ts';
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
async function inSandbox({ variables, setVariable }: StepScope, body: JavaScriptBody): Promise<void> {
  const { changed, failure } = await runInSandbox(body, variables.dynamic);
  for (const [name, value] of changed) setVariable(name, value);
  if (failure !== undefined) throw new Error(failure);
}

/** In the page: `context` has the dynamic variables, a returned object sets them. */
async function inPage({ page, variables, setVariable }: StepScope, body: JavaScriptBody): Promise<void> {
  const returned = await evaluated(page, pageExpression(body.code, variables), body);
  // A list has no names.
  if (typeof returned !== 'object' || returned === null || Array.isArray(returned)) return;
  for (const [name, value] of Object.entries(returned)) {
    if (value !== undefined) setVariable(dynamicName(name), textOf(value));
  }
}

async function evaluated(page: Page, expression: string, { lineOf }: JavaScriptBody): Promise<unknown> {
  try {
    return await page.evaluate<unknown>(expression);
  } catch (error) {
    const place = lineThrown(error);
    // Without a place it may be that the page has gone.
    if (place === undefined) throw new Error(thrownInPage(error));
    throw new Error(`The code threw in line ${lineOf(place.line, place.column)}: ${thrownInPage(error)}`);
  }
}

/** A value as a variable holds it. */
function textOf(value: unknown): string {
  if (value instanceof Date && !Number.isNaN(value.getTime())) return value.toISOString();
  return typeof value === 'object' && value !== null ? JSON.stringify(value) : String(value);
}
