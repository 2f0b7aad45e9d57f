import { testFileSchema } from '../contract/file-schema.ts';
import { nearMisses } from '../contract/near-misses.ts';

/** What other forms of a test case, and people, call the keys of a file. */
const otherNames = new Map([
  ['tags', 'tagNames'],
  ['prerequisiteId', 'dependencyId'],
  ['teardownTestCaseId', 'teardownId'],
  ['title', 'description'],
  ['steps', 'elements'],
]);

let collected: readonly string[] | undefined;

/** Every key that a test-case file can have, at whatever depth. */
function fileKeys(): readonly string[] {
  collected ??= [...new Set(keysIn(testFileSchema()))];
  return collected;
}

function keysIn(schema: unknown): string[] {
  if (typeof schema !== 'object' || schema === null) return [];
  return Object.entries(schema).flatMap(([keyword, value]) =>
    keyword === 'properties'
      ? [...Object.keys(value), ...Object.values(value).flatMap(keysIn)]
      : keysIn(value),
  );
}

/** The keys that one may have been meant as. */
function keysLike(key: string): string[] {
  const other = otherNames.get(key);
  return other === undefined ? nearMisses(key, fileKeys()).filter((each) => each !== key) : [other];
}

/** What to do about a key that nothing reads. */
export function hintFor(key: string): string {
  const like = keysLike(key);
  if (like.length > 0) return `Did you mean ${like.join(' or ')}?`;
  return fileKeys().includes(key) ? 'It belongs elsewhere.' : 'Is it misspelt?';
}

/** Of a mapping with more keys than any can have, the rest is not looked at. */
const keysLookedAt = 50;

/**
 * Says which key of a mapping may have been meant as one that is missing.
 * @param missing the missing keys: one of them must be there.
 * @returns a sentence to put behind the problem; nothing where no key is like one of them.
 */
export function hintForMissing(missing: readonly string[], mapping: object): string {
  const strange = Object.keys(mapping)
    .slice(0, keysLookedAt)
    .filter((each) => !fileKeys().includes(each));
  const key = strange.find((each) => keysLike(each).some((like) => missing.includes(like)));
  return key === undefined ? '' : `. Is it meant by ${JSON.stringify(key)}?`;
}
