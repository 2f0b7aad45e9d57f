import type { BrowserContext } from 'playwright-core';
import { cut } from '../../common/text.ts';
import type { Redact } from './redact-trace.ts';

const maxErrors = 20;
const maxCharacters = 1000;
/** The rest of a longer text is ignored. */
const maxReadCharacters = 10_000;

/**
 * Collects the console errors and uncaught errors of all pages of a context.
 * @param redact is applied before a text is cut: a secret that is cut in the middle would not be found any more.
 * @returns a list to which the first 20 are added, at most 1,000 characters each, with their source line if known.
 */
export function collectConsoleErrors(context: BrowserContext, redact: Redact): readonly string[] {
  const errors: string[] = [];
  const add = (text: string, { url, line }: { url: string; line: number }) => {
    if (errors.length >= maxErrors) return;
    const message = cut(redact(text.slice(0, maxReadCharacters)), maxCharacters);
    errors.push(url === '' ? message : `${message} (${cut(redact(url), maxCharacters)}:${line + 1})`);
  };
  context.on('console', (message) => {
    if (message.type() === 'error') add(message.text(), message.location());
  });
  context.on('weberror', (error) => add(`Uncaught ${String(error.error())}`, error.location()));
  return errors;
}
