/** Something that the reader of the message can correct. Only the message is shown, not the stack. */
export class UserError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'UserError';
  }
}
