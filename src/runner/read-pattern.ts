import { textOrPattern } from '../contract/exchange/pattern.ts';

/**
 * Reads a text that may be a pattern, and puts values in place of its variables. Whether it is one is for its author to
 * say: a value never makes it one.
 * @param holder names what holds the text: it begins the message.
 * @throws Error that says what is wrong with the pattern; what `fill` throws.
 */
export function readPattern(text: string, holder: string, fill: (text: string) => string): string | RegExp {
  const filled = fill(text);
  return isPattern(text) ? read(filled, holder) : filled;
}

function isPattern(text: string): boolean {
  return /^OCTOREGEX[\s\S]*OCTOREGEX$/.test(text);
}

function read(wrapped: string, holder: string): string | RegExp {
  try {
    return textOrPattern(wrapped);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new Error(`${holder} has a pattern that can't be read: ${reason}. Correct it in the test case.`);
  }
}
