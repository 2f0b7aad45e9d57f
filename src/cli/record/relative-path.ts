/** A URL as a path below the URL under test; unchanged if it is elsewhere. */
export function relativePath(url: string, urlUnderTest: string): string {
  const [{ origin, pathname, search, hash }, base] = [new URL(url), new URL(urlUnderTest)];
  const folder = base.pathname.replace(/\/+$/, '');
  if (origin !== base.origin || (pathname !== folder && !pathname.startsWith(`${folder}/`))) return url;
  return `${pathname.slice(folder.length) || '/'}${search}${hash}`;
}
