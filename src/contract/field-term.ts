/** Words that change nothing in what a field says: `isSkipped`, `numFailedTests`, `total_errors`. */
const fillers = new Set(
  `is has have was did num number count total of all any overall final
  test case step spec assertion expectation run execution process`.split(/\s+/),
);

/** A report has the same few fields over and over. */
const terms = new Map<string, string>();
const maxTerms = 1000;

/**
 * What a field is about, whatever it is called: `failed` of `hasFailed`, `failed_count` and `numFailedTests`. Other words stay, so
 * that `previousOutcome` and `failedAttempts` are something else.
 */
export function termOf(name: string): string {
  const known = terms.get(name);
  if (known !== undefined) return known;
  const words = name
    .replace(/(?<=[a-z\d])(?=[A-Z])/g, ' ')
    .toLowerCase()
    .split(/[^a-z\d]+/)
    .map((word) => (/[^su]s$/.test(word) && word.length > 3 ? word.slice(0, -1) : word));
  const term = words.filter((word) => !fillers.has(word)).join('') || words.join('');
  if (terms.size < maxTerms) terms.set(name, term);
  return term;
}
