import type { BrowserContext } from 'playwright-core';

const maxErrors = 20;
const maxCharacters = 1000;
/** Of a longer text, nothing behind this is even looked at. */
const maxReadCharacters = 10_000;

/** Where something was written: lines count from zero. */
interface Source {
  readonly url: string;
  readonly line: number;
}

/**
 * Listens to all pages of a context: what they write with console.error, and the errors that they do not catch.
 * @param redact is applied before a text is cut: in the middle of a secret, the cut would hide it from any search.
 * @returns the first 20 so far, 1,000 characters each at most, with the line that they come from where it is known.
 */
export function listenForErrors(
  context: BrowserContext,
  redact: (text: string) => string,
): () => readonly string[] {
  const errors: string[] = [];
  const add = (text: string, { url, line }: Source) => {
    if (errors.length >= maxErrors) return;
    const message = cut(redact(text.slice(0, maxReadCharacters)), maxCharacters);
    errors.push(url === '' ? message : `${message} (${cut(redact(url), maxCharacters)}:${line + 1})`);
  };
  context.on('console', (message) => {
    if (message.type() === 'error') add(message.text(), message.location());
  });
  context.on('weberror', (error) => add(`Uncaught ${String(error.error())}`, error.location()));
  return () => [...errors];
}

function cut(text: string, characters: number): string {
  return text.length <= characters ? text : `${text.slice(0, characters).toWellFormed()}…`;
}
