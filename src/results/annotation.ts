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
