import type { SourceLocation } from '../results/run-results.ts';

/** What the pages, comments and files of a report link to. */

const maxFileCharacters = 300;
/** Longer URLs are not linked. */
export const maxUrlCharacters = 1000;

/** The URL in its canonical form; undefined if it is not an http or https URL. */
export function webUrl(url: string): string | undefined {
  const { protocol, href } = URL.parse(url) ?? {};
  return protocol === 'http:' || protocol === 'https:' ? href : undefined;
}

/** `tests/cart.yaml:12`, as editors understand it, cut. */
export function formatLocation({ file, line }: SourceLocation): string {
  return `${cutStart(file)}:${line}`;
}

/** Cuts a long path at its start: the end identifies the file. */
export function cutStart(path: string): string {
  return path.length <= maxFileCharacters ? path : `…${path.slice(-maxFileCharacters)}`;
}

/**
 * URL of a line at the tested commit.
 * @param sourceUrl of the repository's files at that commit.
 * @returns undefined if the commit is unknown, or the path does not lead into the repository.
 */
export function sourceUrlOf({ file, line }: SourceLocation, sourceUrl: string | null): string | undefined {
  if (sourceUrl === null) return undefined;
  const segments = file.split('/');
  // A path with a redacted secret in it leads nowhere.
  const isUnusable = (segment: string) => ['', '.', '..'].includes(segment) || segment.includes('***');
  if (segments.some(isUnusable)) return undefined;
  const path = segments.map((segment) => encodeURIComponent(segment.toWellFormed())).join('/');
  const url = `${sourceUrl}/${path}#L${line}`;
  return url.length > maxUrlCharacters ? undefined : url;
}
