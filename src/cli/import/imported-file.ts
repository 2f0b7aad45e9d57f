import type { ExchangeElement } from '../../contract/exchange/exchange-test-case.ts';
import type { Interaction } from '../../contract/exchange/interaction.ts';

/** A statement of a spec, or an action of a recording. */
export interface Statement {
  /** Missing for the file that is imported: it may be one that it imports. */
  readonly file?: string;
  readonly line: number;
  readonly endLine: number;
  readonly code: string;
  /** Why it is not in the test case; undefined if it is. */
  reason?: string;
}

/** A step of an imported case, with the comments that stand before it. */
export interface Step {
  element: ExchangeElement;
  readonly comments: readonly string[];
  /** What it was made of. */
  readonly from: Statement;
  /** Whether it only reads or checks the page, or gets ready for a later step. */
  readonly isPassive?: boolean;
}

/** A case of a file that is imported. Comments after the last step stand at the end. */
export interface ImportedCase {
  readonly description: string;
  readonly tagNames: readonly string[];
  readonly isOff: boolean;
  readonly steps: readonly Step[];
  readonly comments: readonly string[];
}

/** What was read of a file. */
export interface ImportedFile {
  readonly cases: readonly ImportedCase[];
  /** All statements, in the order of lines. A statement may contain others. */
  readonly statements: readonly Statement[];
  /** What stands outside of the cases, and is not in them. */
  readonly comments: readonly string[];
}

const leftOut = 'Not imported';

/** What stands in the place of a statement that is not imported. */
export function notImported({ file, line, code, reason }: Statement): string {
  return `${leftOut}, ${file === undefined ? '' : `${file}, `}line ${line}: ${reason}\n${code}`;
}

/** Whether a comment of a step is one of those. */
export function isNotImported(comment: string): boolean {
  return comment.startsWith(leftOut);
}

/** How a dialog is answered, and the text that it must have. */
export interface DialogAnswer {
  accept?: boolean;
  messageContaining?: string;
  promptText?: string;
}

/** A dialog that a listener answers. The spec may check its message after the step that opens it. */
export interface AnsweredDialog {
  readonly answer: DialogAnswer;
  /** What answers it, once the listener has been read. */
  interaction?: Interaction;
}
