import { cut } from '../../common/text.ts';
import type { RunResults, SourceLocation } from '../../results/run-results.ts';
import { code, link, plain } from './markdown.ts';

export const maxLineCharacters = 300;
export const maxUrlCharacters = 1000;

/** What source locations and files of a run are linked with. */
export type RunLinks = Pick<RunResults, 'sourceUrl' | 'artifact'>;

/** One line of plain text, cut. */
export function oneLine(text: string): string {
  return plain(cut(text, maxLineCharacters));
}

/** Cuts a long path at its start: the end identifies the file. */
export function cutStart(path: string): string {
  return path.length <= maxLineCharacters ? path : `…${path.slice(-maxLineCharacters)}`;
}

/** A link; undefined if the URL is too long or not an http or https URL. */
export function shortLink(words: string, url: string): string | undefined {
  return url.length > maxUrlCharacters ? undefined : link(words, url);
}

/** A code span that is a link; only a code span if it can't be linked. */
export function codeLink(text: string, url: string | null | undefined): string {
  // Not every Markdown parser finds the end of a link around code that needs more than one backtick.
  const linked = url == null || text.includes('`') ? undefined : shortLink(code(text), url);
  return linked ?? code(text);
}

/** A link to the line of a file at its commit; a code span if it can't be linked. */
export function sourceLink(location: SourceLocation, links: Pick<RunLinks, 'sourceUrl'>): string {
  return codeLink(formatLocation(location), sourceUrlOf(location, links));
}

/** `tests/cart.yaml:12`, as editors understand it, cut. */
export function formatLocation({ file, line }: SourceLocation): string {
  return `${cutStart(file)}:${line}`;
}

/** URL of a line. @returns undefined if the commit is unknown, or the path does not lead into the repository. */
export function sourceUrlOf(
  { file, line }: SourceLocation,
  { sourceUrl }: Pick<RunLinks, 'sourceUrl'>,
): string | undefined {
  if (sourceUrl === null) return undefined;
  const segments = file.split('/');
  // A path with a redacted secret in it leads nowhere.
  const isUnusable = (segment: string) => ['', '.', '..'].includes(segment) || segment.includes('***');
  if (segments.some(isUnusable)) return undefined;
  const path = segments.map((segment) => encodeURIComponent(segment.toWellFormed())).join('/');
  const url = `${sourceUrl}/${path}#L${line}`;
  return url.length > maxUrlCharacters ? undefined : url;
}
