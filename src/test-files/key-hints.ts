import { nearMisses } from '../common/near-misses.ts';
import { exchangeSelector, selectorOptions } from '../contract/exchange/selector.ts';
import { exchangeElement, exchangeTestCase } from '../contract/exchange/test-case.ts';
import { testFileSchema } from '../contract/file-schema.ts';
import type { Path } from './parse-text.ts';

/** Names of keys in other forms of a test case and in other tools. */
const otherNames = new Map([
  ['tags', 'tagNames'],
  ['prerequisiteId', 'dependencyId'],
  ['teardownTestCaseId', 'teardownId'],
  ['title', 'description'],
  ['case', 'description'],
  ['test', 'description'],
  ['testCase', 'description'],
  ['scenario', 'description'],
  ['steps', 'elements'],
  ['action', 'interaction'],
  ['expectation', 'assertion'],
  ['expect', 'assertion'],
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

/** The keys that a mapping may have; all keys for the argument of a step, which differs by action. */
function keysAt(mapping: Path): readonly string[] {
  const [parent, name] = mapping.slice(-2);
  if (mapping.length === 0) return Object.keys(exchangeTestCase.shape);
  if (name === 'interaction') return ['action', 'calledWith'];
  if (name === 'assertion') return ['expectation', 'calledWith'];
  if (name === 'options' && typeof parent === 'number') return Object.keys(selectorOptions.shape);
  if (parent === 'elements') return Object.keys(exchangeElement.shape);
  return parent === 'selectors' ? Object.keys(exchangeSelector.shape) : fileKeys();
}

/** A shorter key is similar to every other one. */
const minKeyLength = 3;

/** The keys of a mapping that an unknown key may stand for. */
function keysLike(key: string, mapping: Path): string[] {
  const known = keysAt(mapping);
  const other = otherNames.get(key);
  if (other !== undefined && known.includes(other)) return [other];
  return key.length < minKeyLength ? [] : nearMisses(key, known);
}

/** A sentence about an unknown key: what it may stand for. */
export function hintFor(path: Path): string {
  const key = String(path.at(-1));
  const like = keysLike(key, path.slice(0, -1));
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
export function hintForMissing(missing: readonly string[], mapping: object, path: Path): string {
  const known = keysAt(path);
  const unknown = Object.keys(mapping)
    .slice(0, maxKeys)
    .filter((each) => !known.includes(each));
  for (const key of unknown) {
    const like = keysLike(key, path).find((each) => missing.includes(each));
    if (like === undefined) continue;
    const quoted = JSON.stringify(key);
    return otherNames.has(key) ? `. Use ${like} instead of ${quoted}` : `. Is ${quoted} a misspelling of it?`;
  }
  return '';
}
