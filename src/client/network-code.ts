/** The system's code (ECONNREFUSED, ENOTFOUND, …) is in the innermost cause that has one. */
export function networkCode(error: unknown): string {
  let code = error instanceof Error ? error.message : String(error);
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    if ('code' in cause && typeof cause.code === 'string') code = cause.code;
  }
  return code;
}
