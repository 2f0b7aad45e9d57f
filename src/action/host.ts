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
  writeSummary(markdown: string): Promise<void>;
}
