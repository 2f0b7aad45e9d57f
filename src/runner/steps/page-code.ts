import type { KnownVariables } from '../variables/variables.ts';

/**
 * The body of an async function as an expression that a page can evaluate: `context` has the dynamic variables.
 * @param code JavaScript; what it has on a line stays on this line.
 */
export function pageExpression(code: string, { dynamic }: KnownVariables): string {
  // As text: in code `__proto__` would be more than a name.
  const context = JSON.stringify(JSON.stringify(Object.fromEntries(dynamic)));
  return `(async (context) => {${code}\n})(JSON.parse(${context}))`;
}

/** What a page has thrown, without the driver's words before, and the stack behind it, which is the driver's. */
export function thrownInPage(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error);
  return message
    .replace(/^page\.evaluate: /, '')
    .replace(/\n\s+at [\s\S]*UtilityScript[\s\S]*$/, '')
    .trimEnd();
}

/** The line of the code in which a page has thrown, where it says so: the innermost call that is the code's. */
export function lineThrown(error: unknown): { readonly line: number; readonly column: number } | undefined {
  const [, line, column] =
    /\n\s+at [^\n]*\(eval at evaluate [^\n]*, <anonymous>:(\d+):(\d+)\)/.exec(String(error)) ?? [];
  return line === undefined ? undefined : { line: Number(line), column: Number(column) };
}
