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
