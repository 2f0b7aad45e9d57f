/** A locator line is not one that is understood. The message says what, where, and what is allowed. */
export class LocatorLineError extends Error {
  /** The character that was not understood; the first is 1. */
  readonly character: number;

  /** @param at index into the line. */
  constructor(at: number, problem: string) {
    super(`character ${at + 1}: ${problem}`);
    this.name = 'LocatorLineError';
    this.character = at + 1;
  }
}
