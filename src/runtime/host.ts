import type { Annotation } from '../results/check-end.ts';

/** The machine that runs the action: its log, outputs and job summary. Texts are redacted and escaped by the host. */
export interface Host {
  info(text: string): void;
  warning(text: string): void;
  /** Fails the job. */
  fail(reason: string): void;
  /** Has the runner mask a value in the log. */
  maskSecret(secret: string): void;
  /** Shows a message on a line of a file, and in the log. */
  annotate(annotation: Annotation): void;
  /** Folds everything in the log until `endGroup`. */
  startGroup(title: string): void;
  endGroup(): void;
  /** Sets an output of the step. If that is not possible, the first output has a warning. */
  setOutput(name: string, value: string): void;
  /** Appends to the job summary. */
  writeSummary(markdown: string): Promise<void>;
  /** Replaces what was written to the job summary. */
  rewriteSummary(markdown: string): Promise<void>;
}
