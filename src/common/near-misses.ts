import { readdir } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { distance } from 'fastest-levenshtein';

/** Longer names are not compared. */
const maxNameLength = 50;
const maxSuggestions = 3;

/**
 * The known names that are most similar to a misspelt one: at most three, the most similar first. Only letters and
 * digits count, and upper and lower case are the same.
 */
export function nearMisses(name: string, known: readonly string[]): string[] {
  if (name.length > maxNameLength) return [];
  const searched = normalize(name);
  const maxDistance = Math.max(1, Math.floor(searched.length / 3));
  return known
    .map((each) => ({ each, edits: boundedDistance(searched, normalize(each), maxDistance) }))
    .filter(({ edits }) => edits <= maxDistance)
    .sort((one, other) => one.edits - other.edits)
    .slice(0, maxSuggestions)
    .map(({ each }) => each);
}

function normalize(name: string): string {
  return name.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '');
}

/** The edit distance of two texts. If it exceeds `max`, a lower bound is enough. */
function boundedDistance(one: string, other: string, max: number): number {
  const lowerBound = Math.abs(one.length - other.length);
  if (lowerBound > max) return lowerBound;
  return isSwap(one, other) ? 1 : distance(one, other);
}

/** Whether texts differ by one letter, or by two neighbouring ones that are swapped. */
export function isTypo(typed: string, meant: string): boolean {
  return boundedDistance(typed, meant, 1) === 1;
}

/** Whether two neighbouring letters are swapped, the most common typo. */
function isSwap(one: string, other: string): boolean {
  const at = one.split('').findIndex((letter, index) => letter !== other[index]);
  const swapped =
    one.slice(0, at) +
    one
      .slice(at, at + 2)
      .split('')
      .reverse()
      .join('') +
    one.slice(at + 2);
  return at !== -1 && swapped === other;
}

/**
 * Suggests the file with the most similar name in the folder of a missing one.
 * @returns a sentence with a space before it, or an empty string if no name is similar.
 */
export async function similarFileHint(root: string, path: string): Promise<string> {
  const names = await readdir(join(root, dirname(path))).catch(() => []);
  const isHidden = (name: string) => name.startsWith('.');
  const alike = names.filter((name) => isHidden(name) === isHidden(basename(path)));
  const [name] = nearMisses(basename(path), alike);
  return name === undefined ? '' : ` Did you mean ${JSON.stringify(join(dirname(path), name))}?`;
}
