/** A position in a text: 1-based line and column. */
export interface LineColumn {
  readonly line: number;
  readonly column: number;
}

/** A problem of a text's syntax. */
export interface ParseProblem extends LineColumn {
  readonly message: string;
}

/** A position in a file. `file` is relative to the workspace, with forward slashes. */
export interface SourcePosition extends LineColumn {
  readonly file: string;
}

/** A problem of the test files. `position` is missing if it concerns no particular file. */
export interface Problem {
  readonly message: string;
  readonly position?: SourcePosition;
}

/** `file:line:column`, which editors and terminals turn into a link. */
export function formatPosition({ file, line, column }: SourcePosition): string {
  return `${file}:${line}:${column}`;
}

/** A problem in one line, after its position if it has one. */
export function formatProblem({ message, position }: Problem): string {
  return position === undefined ? message : `${formatPosition(position)}: ${message}`;
}
