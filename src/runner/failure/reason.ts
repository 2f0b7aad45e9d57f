/** Why a step failed, as the end of a sentence that begins with what the step does. */
export interface Reason {
  /** Such as `it is disabled`; empty if the sentence needs no reason. */
  readonly clause: string;
  /** Further sentences: what the page shows, or what to do. */
  readonly advice?: string | undefined;
}

/** Puts a text of the page in quotation marks: redacted, in one line, and not too long. */
export type Quote = (text: string) => string;

/** A step found something else than it expects. The message has the details, without the reason. */
export class UnexpectedResult extends Error {
  readonly reason: (quote: Quote) => Reason;

  constructor(reason: (quote: Quote) => Reason, details: readonly string[]) {
    super(details.join('\n'));
    this.reason = reason;
  }
}

/** A step that cannot be played as it is written, whatever the app does. */
export class InvalidStep extends Error {}
