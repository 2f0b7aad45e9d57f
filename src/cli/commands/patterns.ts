import { Argument, InvalidArgumentError } from 'commander';

/** The default of the input `tests`. */
export const defaultPattern = 'browser-tests';

/** The argument `[patterns...]`. */
export function patternsArgument(): Argument {
  return new Argument(
    '[patterns...]',
    `test files, folders or glob patterns (default: ${defaultPattern})`,
  ).argParser((pattern, previous?: readonly string[]) => {
    if (pattern.trim() === '') throw new InvalidArgumentError('A pattern is empty.');
    // For the input `tests`, this word means that nothing is to be tested.
    return [...(previous ?? []), pattern === 'none' ? './none' : pattern];
  });
}

/** The given patterns, or the default. */
export function patternsOf(given: readonly string[]): readonly string[] {
  return given.length === 0 ? [defaultPattern] : given;
}
