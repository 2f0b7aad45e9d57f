import { describeStep } from '../../contract/exchange/describe-step.ts';
import type { Candidate } from './candidate.ts';
import { content } from './strategies/content.ts';
import { effects, persistence, similar } from './strategies/effects.ts';
import { forms, repetition, validation } from './strategies/forms.ts';
import { lists } from './strategies/lists.ts';
import { navigation } from './strategies/navigation.ts';
import type { Seen } from './transition.ts';

/** What to test. */
export interface RankingRequest {
  readonly prompt: string;
  /** What matters most, such as the paths of changed files: they rank, and permit nothing. */
  readonly hints?: readonly string[] | undefined;
}

const strategies = [content, navigation, effects, persistence, forms, validation, repetition, lists, similar];

/** Words that say nothing about what to test. */
const stopWords = new Set(
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
  return words.filter((each) => !stopWords.has(each)).map((each) => each.replace(/(?:ing|ed|es|s)$/, ''));
}

/**
 * How much less a case is worth for each case of its kind before it, so that few cases are of all kinds. One that begins
 * with the same steps is worth 1 less, and one with the same description 3 less.
 */
const repeated = 0.2;

/** The candidates without duplicates, those that fit the request best first. */
export function ranked(seen: Seen, relevance: (text: string) => number): Candidate[] {
  const score = ({ worth, about, description }: Candidate) =>
    worth + 4 * relevance(`${about} ${description}`);
  const found = strategies.flatMap((strategy) => {
    const counts = new Map<string, number>();
    const repeats = (key: string) => {
      counts.set(key, (counts.get(key) ?? -1) + 1);
      return counts.get(key) ?? 0;
    };
    const ofKind = strategy(seen).map((candidate) => ({ candidate, score: score(candidate) }));
    ofKind.sort((a, b) => b.score - a.score);
    return ofKind.map(({ candidate, score }, index) => {
      const steps = JSON.stringify(candidate.stages[0]?.steps);
      const sameSteps = steps === '[]' ? 0 : repeats(steps);
      const sameDescription = repeats(candidate.description);
      const last = candidate.trail.steps.findLast(({ interaction }) => interaction != null);
      const after =
        sameDescription > 0 && last !== undefined ? `, after the step: ${describeStep(last)}` : '';
      return {
        candidate: { ...candidate, description: `${candidate.description}${after}` },
        score: score - repeated * index - sameSteps - 3 * sameDescription,
      };
    });
  });
  found.sort((a, b) => b.score - a.score);
  // A part of a page that its URL only names after a `#` may show the same.
  const keyOf = ({ trail, stages }: Candidate) =>
    JSON.stringify([trail.path.replace(/#.*/, ''), trail.steps, stages]);
  const groups = Map.groupBy(
    found.map(({ candidate }) => candidate),
    keyOf,
  );
  return [...groups.values()].flatMap((same) => same.slice(0, 1));
}
