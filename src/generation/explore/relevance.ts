/** What to test. */
export interface RankingRequest {
  readonly prompt: string;
  /** What matters most, such as the paths of changed files: they rank, and permit nothing. */
  readonly hints?: readonly string[] | undefined;
}

/** Words that say nothing about what to test. */
const plain = new Set(
  'the and for that this with from into have has are was were will would should could can may not all any each when where which what who how its our your their they them then than there here also only more most some such about after before test tests testing case cases check checks verify page pages app add adds added new fix fixes fixed make makes use uses update updates change changes changed src lib test spec index main components component pages views view routes public assets'.split(
    ' ',
  ),
);

/** @returns how well a text fits a request: 0 for not at all, 1 for best. */
export function relevanceOf({ prompt, hints = [] }: RankingRequest): (text: string) => number {
  const wanted = new Set([...stemsOf(prompt), ...hints.flatMap(stemsOf)]);
  return (text) => {
    if (wanted.size === 0) return 0;
    const found = new Set(stemsOf(text).filter((each) => wanted.has(each)));
    return Math.min(1, found.size / Math.min(wanted.size, 3));
  };
}

/** The words of a text, or of a path such as `src/pages/ShoppingCart.tsx`, without their endings. */
function stemsOf(text: string): string[] {
  const words =
    text
      .replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2')
      .toLowerCase()
      .match(/\p{L}{3,}/gu) ?? [];
  return words.filter((each) => !plain.has(each)).map((each) => each.replace(/(?:ing|ed|es|s)$/, ''));
}
