import type { ExchangeTestCase } from '../contract/exchange/exchange-test-case.ts';

/** A path into a parsed value, as zod reports it. */
export type Path = readonly PropertyKey[];

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

/** A remark about a part of a test case. */
export interface Finding {
  readonly path: Path;
  readonly message: string;
  /** Set if the remark is about the key at `path`, not about its value. */
  readonly part?: 'key';
  /** The path of the key that the remark names, and the key that it probably stands for. */
  readonly named?: Path;
  readonly meant?: string;
}

/** The part of a value at a path, or undefined if the value has no such path. */
export function valueAt(value: unknown, path: Path): unknown {
  let current = value;
  for (const key of path) {
    if (Array.isArray(current) && typeof key === 'number') current = current[key];
    else if (isRecord(current) && typeof key === 'string') current = current[key];
    else return undefined;
  }
  return current;
}

export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** A test case with its position in the repository. */
export interface LoadedCase {
  readonly testCase: ExchangeTestCase;
  readonly position: SourcePosition;
  readonly text: string;
  /** Whether its file contains a list. */
  readonly inList: boolean;
  /** The position of a part of the case, such as `['elements', 2]`. */
  positionOf(path: Path): SourcePosition;
}
