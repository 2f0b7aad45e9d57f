import { CodeSyntaxError, javaScriptBody } from '../../runner/sandbox/strip-types.ts';

/** The body of a function without its types: the page reads JavaScript. What can't be read at all is left to fail there. */
export function withoutTypes(code: string): string {
  try {
    return javaScriptBody(code).code;
  } catch (error) {
    if (error instanceof CodeSyntaxError) return code;
    throw error;
  }
}
