import type { Annotation } from '../publish/annotations.ts';

/** What the action asks of the machine that runs it: the log, its outputs and its summary. */
export interface Host {
  info(text: string): void;
  warning(text: string): void;
  /** Tells something at a line of a file, and in the log. */
  annotate(annotation: Annotation): void;
  /** Everything until `endGroup` is folded in the log. */
  startGroup(title: string): void;
  endGroup(): void;
  setOutput(name: string, value: string): void;
  /** Adds to the summary. */
  writeSummary(markdown: string): Promise<void>;
  /** Writes it in the place of what was written before. */
  rewriteSummary(markdown: string): Promise<void>;
}
