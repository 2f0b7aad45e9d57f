/** @returns the message of an error, or any other thrown value as a string. */
export function messageOf(error: unknown): string {
  if (error instanceof Error) return error.message;
  try {
    return String(error);
  } catch {
    // A page can throw an object without a prototype, which cannot be converted.
    return 'a value that cannot be converted to text';
  }
}

/** The code of an error of Node.js, such as `ENOENT`; undefined if it has none. */
export function errorCode(error: unknown): string | undefined {
  // A DOMException has a number, such as 23 for a timeout, which says nothing to a reader.
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined;
}

/** An error and its causes, the innermost last. */
export function causesOf(error: unknown): Error[] {
  return error instanceof Error ? [error, ...causesOf(error.cause)] : [];
}

/** The code of the innermost cause, such as ECONNREFUSED; without one, its message. */
export function innermostReason(error: unknown): string {
  const reasons = causesOf(error).map((cause) => errorCode(cause) ?? cause.message);
  return reasons.findLast((reason) => reason !== '') ?? messageOf(error);
}

/** Something that the reader of the message can correct. Only the message is shown, not the stack. */
export class UserError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'UserError';
  }
}
