/** The message of whatever was thrown: an error's message, else the value as a string. */
export function messageOf(error: unknown): string {
  if (error instanceof Error) return error.message;
  try {
    return String(error);
  } catch {
    // An object without a prototype, such as a page may throw.
    return 'a value without a text';
  }
}
