import { cut, link, plain } from './markdown.ts';

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
