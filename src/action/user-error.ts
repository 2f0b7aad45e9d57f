/** Something that the reader of the message can put right. Its message is the whole story: no stack is shown. */
export class UserError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'UserError';
  }
}

/** The text of whatever was thrown. */
export function messageOf(error: unknown): string {
  if (error instanceof Error) return error.message;
  try {
    return String(error);
  } catch {
    return 'something that has no text';
  }
}
