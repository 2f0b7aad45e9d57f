/**
 * The name of a fetched file: the one that the server gives it, else the last part of the URL's path.
 * @param disposition the header field `content-disposition`.
 */
export function fileName(url: URL, disposition: string | null): string {
  const given = disposition === null ? undefined : givenName(disposition);
  return lastPart(given ?? '') || lastPart(decoded(url.pathname)) || 'file';
}

/** `filename*` may hold any letter, so it comes before `filename`. */
function givenName(disposition: string): string | undefined {
  const encoded = /;\s*filename\*\s*=\s*utf-8'[^']*'([^;\s]+)/i.exec(disposition)?.[1];
  if (encoded !== undefined) return decoded(encoded);
  const [, quoted, bare] = /;\s*filename\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^;\s]+))/i.exec(disposition) ?? [];
  return quoted?.replace(/\\(.)/g, '$1') ?? bare;
}

/** What may name a file: it is stored under this name. */
function lastPart(path: string): string {
  const name = path.replaceAll('\0', '').split(/[/\\]/).at(-1) ?? '';
  return name === '.' || name === '..' ? '' : name;
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    // It was not encoded.
    return text;
  }
}
