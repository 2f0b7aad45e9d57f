import { distance } from 'fastest-levenshtein';

/** A longer text is no slip of the hand. */
const longestName = 50;
const mostTold = 3;

/**
 * The names that are most like one, at most three, the most alike first; upper and lower case are taken for the same,
 * and so are names that differ in other signs than letters and digits alone.
 */
export function nearMisses(name: string, known: readonly string[]): string[] {
  if (name.length > longestName) return [];
  const meant = plain(name);
  const most = Math.max(1, Math.floor(meant.length / 3));
  return known
    .map((each) => ({ each, far: farFrom(meant, plain(each), most) }))
    .filter(({ far }) => far <= most)
    .sort((one, other) => one.far - other.far)
    .slice(0, mostTold)
    .map(({ each }) => each);
}

function plain(name: string): string {
  return name.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '');
}

/** In how many letters they differ, as exactly as it takes to tell whether that is more than `most`. */
function farFrom(one: string, other: string, most: number): number {
  const byLength = Math.abs(one.length - other.length);
  return byLength > most ? byLength : distance(one, other);
}
