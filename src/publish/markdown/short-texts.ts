import { code, cut, link, plain } from './markdown.ts';

export const maxLineCharacters = 300;
export const maxUrlCharacters = 1000;

/** One line of plain text, cut. */
export function oneLine(text: string): string {
  return plain(cut(text, maxLineCharacters));
}

/** Of a long path, the end tells more. */
export function cutStart(path: string): string {
  return path.length <= maxLineCharacters ? path : `…${path.slice(-maxLineCharacters)}`;
}

/** A link can't be cut: one that is too long is left out, as is one that is not http or https. */
export function shortLink(words: string, url: string): string | undefined {
  return url.length > maxUrlCharacters ? undefined : link(words, url);
}

/** Code that is a link; only code where it can't be one. */
export function codeLink(text: string, url: string | undefined): string {
  // Not all readers find the end of a link around code that needs more than one backtick.
  const linked = url === undefined || text.includes('`') ? undefined : shortLink(code(text), url);
  return linked ?? code(text);
}
