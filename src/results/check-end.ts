import type { Annotation } from './annotation.ts';

/** What a check run shows once it has ended. */
export interface CheckEnd {
  /** In GitHub's terms. */
  readonly conclusion: 'success' | 'neutral' | 'failure' | 'timed_out' | 'cancelled';
  /** Plain text. */
  readonly title: string;
  /** Markdown. */
  readonly summary: string;
  /** Markdown, below the summary; may be empty. */
  readonly text: string;
  /** The first 150 are sent. */
  readonly annotations: readonly Annotation[];
}
