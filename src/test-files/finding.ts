import type { Path } from './parse-text.ts';

/** A remark about a part of a test case. */
export interface Finding {
  readonly path: Path;
  readonly message: string;
}

/** The part of a value at a path; undefined if there is none. */
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
