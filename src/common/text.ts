/** Replaces the secrets in a text. */
export type Redact = (text: string) => string;

/** @returns the text without its byte order mark; undefined if the bytes are not valid UTF-8. */
export function decodeUtf8(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

/** Escapes a text for a regular expression, with or without the flag `u`. */
export function escapeRegExp(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&');
}

/** Escapes a text for HTML, inside an element or a quoted attribute. */
export function escapeHtml(text: string): string {
  if (!/[&<>"']/.test(text)) return text;
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#39;');
}

/**
 * Replaces characters that are invisible or reorder the text with their escapes: control characters, bidi marks, tags,
 * and unpaired surrogates, which UTF-8 cannot encode.
 */
export function showInvisible(text: string): string {
  // Most texts are ASCII, which is found out faster.
  if (/^[\t\n -~]*$/.test(text)) return text;
  return text.replace(
    // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is looked for.
    /[\u0000-\u0008\u000B-\u001F\u007F-\u009F\u061C\u180E\u200E\u200F\u2028-\u202E\u2060-\u206F\uFEFF\uFFF9-\uFFFB\uFFFE\uFFFF\u{E0000}-\u{E007F}\p{Cs}]/gu,
    (character) => {
      const hex = (character.codePointAt(0) ?? 0).toString(16);
      return hex.length > 4 ? `\\u{${hex}}` : `\\u${hex.padStart(4, '0')}`;
    },
  );
}

/** Shortens a text to a number of characters. Adds an ellipsis, and never cuts a surrogate pair. */
export function cut(text: string, maxCharacters: number): string {
  if (text.length <= maxCharacters) return text;
  const end = text.codePointAt(maxCharacters - 1) ?? 0;
  return `${text.slice(0, end > 0xffff ? maxCharacters - 1 : maxCharacters)}…`;
}

/** Gives a text Unix line ends, and shows invisible characters. */
export function showLines(text: string): string {
  return showInvisible(text.replace(/\r\n?/g, '\n'));
}

/** Folds a text into one line, and shows invisible characters. */
export function foldLines(text: string): string {
  return showInvisible(text.replace(/\s+/g, ' ').trim());
}

/** Joins the texts that are not empty. */
export function joinFilled(texts: readonly (string | undefined)[], separator: string): string {
  return texts.filter((text) => text !== undefined && text !== '').join(separator);
}

/** `1 job`, `2 jobs`. */
export function formatCount(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}

/** ` and 3 more`, at the end of a list; empty if nothing is left. */
export function andMore(left: number): string {
  return left > 0 ? ` and ${left} more` : '';
}

/** A text as one word of a POSIX shell, in which nothing is expanded. */
export function shellWord(text: string): string {
  return /^[\w./:@-]+$/.test(text) ? text : `'${text.replaceAll("'", String.raw`'\''`)}'`;
}

/** A text without percent-encoding; as it is if it is not encoded. */
export function decodePercent(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
