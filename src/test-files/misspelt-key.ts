import { nearMisses } from '../common/near-misses.ts';
import { testFileSchema } from '../contract/file-schema.ts';

/** Names of keys in other forms of a test case, and common mistakes. */
const otherNames = new Map([
  ['tags', 'tagNames'],
  ['prerequisiteId', 'dependencyId'],
  ['teardownTestCaseId', 'teardownId'],
  ['title', 'description'],
  ['steps', 'elements'],
]);

let allKeys: readonly string[] | undefined;

/** Every key of a test-case file, at any level. */
function fileKeys(): readonly string[] {
  allKeys ??= [...new Set(keysIn(testFileSchema()))];
  return allKeys;
}

function keysIn(schema: unknown): string[] {
  if (typeof schema !== 'object' || schema === null) return [];
  return Object.entries(schema).flatMap(([keyword, value]) =>
    keyword === 'properties'
      ? [...Object.keys(value), ...Object.values(value).flatMap(keysIn)]
      : keysIn(value),
  );
}

/** The keys that a misspelt key may stand for. */
function keysLike(key: string): string[] {
  const other = otherNames.get(key);
  return other === undefined ? nearMisses(key, fileKeys()).filter((each) => each !== key) : [other];
}

/** A sentence about an unknown key: what it may stand for. */
export function hintFor(key: string): string {
  const like = keysLike(key);
  if (like.length > 0) return `Did you mean ${like.join(' or ')}?`;
  return fileKeys().includes(key) ? 'It belongs to another level.' : 'Is it misspelt?';
}

/** More than any valid mapping has. */
const maxKeys = 50;

/**
 * Finds the misspelt key of a mapping that lacks a required key.
 * @param missing the missing keys: one of them is required.
 * @returns a sentence to append to the problem; empty if no key is similar.
 */
export function hintForMissing(missing: readonly string[], mapping: object): string {
  const unknown = Object.keys(mapping)
    .slice(0, maxKeys)
    .filter((each) => !fileKeys().includes(each));
  const key = unknown.find((each) => keysLike(each).some((like) => missing.includes(like)));
  return key === undefined ? '' : `. Is ${JSON.stringify(key)} a misspelling of it?`;
}
