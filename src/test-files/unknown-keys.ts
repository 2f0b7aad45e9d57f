import type { z } from 'zod';
import { type Finding, isRecord, valueAt } from './finding.ts';
import { hintFor } from './key-hints.ts';
import type { Path } from './parse-text.ts';

/** Keys of a test case that other tools write into files and that are ignored here. */
const ignoredKeys = new Set(['filePath', '$schema', 'versionId']);
/** Keys of a test case that only hold what YAML anchors name. */
const ownPrefix = 'x-';
/** Per test case: a file full of unknown keys must not fill the log. */
const maxUnknownKeys = 20;

/**
 * Finds the keys that the schema does not have.
 * @param read what the schema has read of `input`.
 * @param issuesWith the issues of the schema if every null in `input` is replaced by a value that no field accepts: a
 * null was left out before reading, so that its key must be checked separately.
 */
export function findUnknownKeys(
  input: Record<string, unknown>,
  read: unknown,
  issuesWith: (value: symbol) => readonly z.core.$ZodIssue[],
): Finding[] {
  const unread = unreadKeys(input, read, []);
  const isNull = (path: Path) => valueAt(input, path) === null;
  if (!unread.some(isNull)) return describeKeys(unread, isNull);
  const known = new Set(issuesWith(Symbol('no value')).map(({ path }) => JSON.stringify(path)));
  const isKnown = (path: Path) =>
    path.some((_, index) => known.has(JSON.stringify(path.slice(0, index + 1))));
  return describeKeys(
    unread.filter((each) => !isNull(each) || !isKnown(each)),
    isNull,
  );
}

function unreadKeys(input: unknown, read: unknown, path: Path): Path[] {
  if (Array.isArray(input) && Array.isArray(read)) {
    return input.flatMap((each, index) => unreadKeys(each, read[index], [...path, index]));
  }
  if (!isRecord(input) || !isRecord(read)) return [];
  return Object.entries(input).flatMap(([key, each]) => {
    if (path.length === 0 && (ignoredKeys.has(key) || key.startsWith(ownPrefix))) return [];
    if (Object.hasOwn(read, key)) return unreadKeys(each, read[key], [...path, key]);
    return [[...path, key]];
  });
}

function describeKeys(unread: readonly Path[], isNull: (path: Path) => boolean): Finding[] {
  const findings = unread.slice(0, maxUnknownKeys).map((path) => {
    const key = String(path.at(-1));
    // In braces, `{selector: a, b}` is a key b without a value.
    const quotes = isNull(path) && path.length > 1 ? ' If it is part of a text, put the text in quotes.' : '';
    return { path, message: `${key}: unknown key. ${hintFor(path)}${quotes}` };
  });
  const next = unread[maxUnknownKeys];
  if (next === undefined) return findings;
  const message = `and ${unread.length - maxUnknownKeys} more unknown keys from here on`;
  return [...findings, { path: next, message }];
}
