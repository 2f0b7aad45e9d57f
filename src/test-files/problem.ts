/** A place in a text: 1-based line and column. */
export interface LineColumn {
  readonly line: number;
  readonly column: number;
}

/** Something that a text's syntax has wrong. */
export interface ParseProblem extends LineColumn {
  readonly message: string;
}

/** A place in a file: 1-based line and column. `file` is relative to the workspace, with forward slashes. */
export interface SourcePosition extends LineColumn {
  readonly file: string;
}

/** Something wrong with the test files. `position` is missing where no file could be read. */
export interface Problem {
  readonly message: string;
  readonly position?: SourcePosition;
}

/** Writes a place the way editors and terminals understand it. */
export function formatPosition({ file, line, column }: SourcePosition): string {
  return `${file}:${line}:${column}`;
}

/** A problem in a line, behind its place where it has one. */
export function formatProblem({ message, position }: Problem): string {
  return position === undefined ? message : `${formatPosition(position)}: ${message}`;
}
