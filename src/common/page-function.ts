/**
 * The source of a function of the page.
 * @param main is called with the arguments.
 * @param parts the functions that it calls, directly or not. All must be declared in one file: what is imported has another
 *   name in a bundle.
 */
export function pageFunction(main: PageFunction, parts: readonly PageFunction[]): string {
  return `(...values) => {\n${parts.join('\n')}\nreturn (${main})(...values);\n}`;
}

type PageFunction = (...values: never[]) => unknown;
