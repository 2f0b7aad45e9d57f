/** A message on a line of a file, as GitHub shows it in "Files changed". All texts are plain text. */
export interface Annotation {
  readonly level: 'error' | 'warning';
  /** Path relative to the root of the repository. */
  readonly file: string;
  readonly line: number;
  /** One line. */
  readonly title: string;
  readonly message: string;
}

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
