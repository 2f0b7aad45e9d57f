import { textOrPattern } from '../contract/exchange/pattern.ts';

/**
 * Reads a text that may be a pattern.
 * @param holder names what holds the text: it begins the message.
 * @throws Error that says what is wrong with the pattern.
 */
export function readPattern(text: string, holder: string): string | RegExp {
  try {
    return textOrPattern(text);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new Error(`${holder} has a pattern that can't be read: ${reason}. Correct it in the test case.`);
  }
}
