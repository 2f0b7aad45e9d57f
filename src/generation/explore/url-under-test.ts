import { literalText } from '../../runner/variables/variable-text.ts';

/** The path of the URL under test itself, which a slash at its end would change. */
const urlItself = '$OCTO_URL';

/** The URL under test without its query, and without a slash at its end. */
export function baseOf(url: string): string {
  const { origin, pathname } = new URL(url);
  return `${origin}${pathname.replace(/\/+$/, '')}`;
}

/** The path that opens the URL under test. */
export function rootPath(url: string): string {
  return new URL(url).pathname.endsWith('/') ? '/' : urlItself;
}

/** How a test case opens a page of the app: its path below the URL under test. Undefined for pages that are elsewhere. */
export function pathBelow(base: string, url: string): string | undefined {
  const rest = url.startsWith(base) ? url.slice(base.length) : undefined;
  if (rest === undefined || !/^(?:[/?#]|$)/.test(rest)) return undefined;
  const path = literalText(rest);
  return path.startsWith('/') ? path : `${urlItself}${path}`;
}

/** The entry point of a test case: undefined if it is the URL under test itself. */
export function entryPointOf(path: string): string | undefined {
  return path === urlItself ? undefined : path;
}
