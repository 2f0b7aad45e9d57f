import { describeStep } from '../../contract/exchange/describe-step.ts';
import type { Candidate, Strategy } from './candidate.ts';
import { distinct } from './page-expectations.ts';
import { withoutNumbers } from './readable-text.ts';
import { content, lists } from './strategies/content.ts';
import { effects, similar } from './strategies/effects.ts';
import { forms, repetition, validation } from './strategies/forms.ts';
import { navigation } from './strategies/navigation.ts';
import type { ExplorationRecord } from './transition.ts';

/** What to test. */
export interface RankingRequest {
  readonly prompt: string;
  /** What matters most, such as the paths of changed files: they rank, and permit nothing. */
  readonly hints?: readonly string[] | undefined;
}

const strategies = [content, navigation, effects, forms, validation, repetition, lists, similar];

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

/** How much less a candidate is worth for each better one of its kind, so that few are of all kinds. */
const repeated = 0.2;
/** How much less a candidate is worth if better ones check all that it checks, and in proportion if they check a part of it. */
const redundant = 6;
/** The part of its checks that must be its own: otherwise it is a near duplicate. */
const minOwnPart = 0.2;
/** How much a candidate must check that only looks at a page that some steps lead to. */
const minLookedAt = 6;

interface Ranked {
  readonly candidate: Candidate;
  readonly strategy: Strategy;
  readonly score: number;
  readonly checks: readonly string[];
}

/**
 * The candidates without near duplicates: the first ones fit the request best and check most of what those before them do not.
 */
export function ranked(seen: ExplorationRecord, relevance: (text: string) => number): Candidate[] {
  let left: Ranked[] = strategies.flatMap((strategy) =>
    strategy(seen).map((candidate) => {
      const { weight, about, description } = candidate;
      const score = weight + 4 * relevance(`${about} ${description}`);
      return { candidate, strategy, score, checks: checksOf(candidate) };
    }),
  );
  const checked = new Set<string>();
  const counts = new Map<Strategy, number>();
  const ownPart = ({ checks }: Ranked) => checks.filter((each) => !checked.has(each)).length / checks.length;
  const worthOf = (each: Ranked) =>
    each.score - repeated * (counts.get(each.strategy) ?? 0) - redundant * (1 - ownPart(each));
  const best: Candidate[] = [];
  for (;;) {
    left = left.filter((each) => ownPart(each) >= minOwnPart);
    const [first, ...others] = left;
    if (first === undefined) return withDistinctDescriptions(withContent(best));
    const next = others.reduce((one, other) => (worthOf(other) > worthOf(one) ? other : one), first);
    best.push(next.candidate);
    counts.set(next.strategy, (counts.get(next.strategy) ?? 0) + 1);
    for (const each of next.checks) checked.add(each);
    left = left.filter((each) => each !== next);
  }
}

/** What candidates would only look at on a page that steps lead to is expected where another candidate does these steps. */
function withContent(candidates: readonly Candidate[]): Candidate[] {
  const contents = new Map(candidates.filter(isContent).map((each) => [pathOf(each, 0), each]));
  const leading = candidates.map((each) => {
    if (isContent(each)) return each;
    const stages = each.stages.map((stage, index) => {
      const content = contents.get(pathOf(each, index));
      if (content === undefined) return stage;
      contents.delete(pathOf(each, index));
      return { ...stage, expected: distinct([stage, ...content.stages].flatMap(({ expected }) => expected)) };
    });
    return { ...each, stages };
  });
  const left = new Set(contents.values());
  return leading.filter((each) => !isContent(each) || (left.has(each) && countOf(each) >= minLookedAt));
}

/** Whether a candidate only looks at a page that some steps lead to. */
function isContent({ trail, stages }: Candidate): boolean {
  return trail.steps.length > 0 && stages.every(({ steps }) => steps.length === 0);
}

function countOf({ stages }: Candidate): number {
  return stages.reduce((count, { expected }) => count + expected.length, 0);
}

/** What is done until a stage ends. */
function pathOf({ trail, stages }: Candidate, last: number): string {
  const steps = [...trail.steps, ...stages.slice(0, last + 1).flatMap((stage) => stage.steps)];
  return JSON.stringify([trail.path, steps.filter(({ interaction }) => interaction != null)]);
}

/** What a candidate checks: each expectation after an action on a page. Which number it expects makes no difference. */
function checksOf({ about, stages }: Candidate): string[] {
  const [page] = about.split(' ', 1);
  return stages.flatMap(({ steps, expected }) =>
    expected.map(({ step }) => JSON.stringify([page, steps, withoutNumbers(JSON.stringify(step))])),
  );
}

/** Adds the last step of the trail to a description that another candidate already has. */
function withDistinctDescriptions(candidates: readonly Candidate[]): Candidate[] {
  const used = new Set<string>();
  return candidates.map((each) => {
    const { description, trail } = each;
    const last = trail.steps.findLast(({ interaction }) => interaction != null);
    const isUsed = used.has(description);
    used.add(description);
    return isUsed && last !== undefined
      ? { ...each, description: `${description}, after the step: ${describeStep(last)}` }
      : each;
  });
}
