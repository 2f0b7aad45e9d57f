import { distance } from 'fastest-levenshtein';
import { cut } from '../../common/text.ts';
import { maxCandidates } from '../../contract/attempt.ts';
import { textOrPattern } from '../../contract/exchange/pattern.ts';
import type { ExchangeSelector } from '../../contract/exchange/selector.ts';
import type { SelectorContext } from '../locator.ts';
import type { SnapshotLine } from './snapshot.ts';

/** What a chain of selectors looks for: that of the last selector which names something. */
export type Wanted =
  /** An element of the accessibility tree. Without a role, any role does. */
  | { readonly kind: 'node'; readonly role: string | undefined; readonly name: string }
  /** An element with a value of an attribute. */
  | { readonly kind: 'attribute'; readonly attribute: string; readonly name: string }
  /** An element with IDs, classes or names. */
  | { readonly kind: 'css'; readonly names: readonly string[] };

/** @returns undefined if no selector names anything. */
export function wantedBy(
  selectors: readonly ExchangeSelector[],
  { fill, testIdAttribute }: SelectorContext,
): Wanted | undefined {
  const plainText = (text: string) => withoutPattern(fill(text));
  for (const { selectorType, selector, options } of selectors.toReversed()) {
    switch (selectorType) {
      case 'FIRST':
      case 'LAST':
      case 'NTH':
        continue;
      case 'FILTER':
        if (options?.hasText === undefined) continue;
        return { kind: 'node', role: undefined, name: plainText(options.hasText) };
      case 'ROLE':
        return { kind: 'node', role: fill(selector), name: plainText(options?.name ?? '') };
      case 'TEXT':
      case 'LABEL':
        return { kind: 'node', role: undefined, name: plainText(selector) };
      case 'ALT_TEXT':
        return { kind: 'node', role: 'img', name: plainText(selector) };
      case 'TEST_ID':
        return { kind: 'attribute', attribute: testIdAttribute ?? 'data-testid', name: plainText(selector) };
      case 'TITLE':
      case 'PLACEHOLDER':
        return { kind: 'attribute', attribute: selectorType.toLowerCase(), name: plainText(selector) };
      case 'CSS':
      case 'FRAME':
        return { kind: 'css', names: namesInCss(fill(selector)) };
    }
  }
  return undefined;
}

/** The letters of a pattern are better than nothing. */
function withoutPattern(text: string): string {
  try {
    const found = textOrPattern(text);
    return typeof found === 'string' ? found : found.source.replace(/\\[a-z]|[\\^$.*+?()[\]{}|]/gi, ' ');
  } catch {
    return text;
  }
}

/** The IDs, classes and attribute values in the last part of a CSS selector. */
function namesInCss(selector: string): string[] {
  const last = selector.split(/[\s>+~]+(?![^[]*\])/).at(-1) ?? '';
  return [...last.matchAll(/[#.]([\w-]+)|=["']?([^"'\]]+)/g)].map(([, name, value]) => name ?? value ?? '');
}

/** An element of the page, as a reader would select it, with the texts that it can be found by. */
export interface FoundElement {
  readonly shown: string;
  readonly names: readonly string[];
}

/** Less similar names are no candidates. */
const minSimilarity = 0.45;
/** An element with a higher score is what a misspelt selector most likely means. */
const minClosest = 0.6;
/** The part of a score that an equal role is worth. */
const roleWeight = 0.25;

interface Scored {
  readonly shown: string;
  readonly score: number;
}

/** The elements of a page that are most like a wanted one. */
export interface Nearest {
  /** The most similar one first. */
  readonly candidates: readonly string[];
  /** The first of them, if it is so similar that it may be the one that is meant. */
  readonly closest: string | undefined;
}

/** The elements that are most like the wanted one. */
export function nearestElements(wanted: readonly string[], elements: readonly FoundElement[]): Nearest {
  const scoreOf = ({ names }: FoundElement) =>
    Math.max(0, ...wanted.flatMap((one) => names.map((other) => similarity(one, other))));
  return nearest(
    elements
      .map((element) => ({ shown: element.shown, score: scoreOf(element) }))
      .filter(({ score }) => score >= minSimilarity),
  );
}

/** The lines of a snapshot that are most like the wanted element, and the index of the most similar one, or 0. */
export function nearestLines(
  { role, name }: Extract<Wanted, { kind: 'node' }>,
  lines: readonly SnapshotLine[],
): Nearest & { readonly index: number } {
  const scored = lines.flatMap((line, index) => {
    const isRole = role !== undefined && line.role === role;
    const similar = line.role === '' || name === '' ? 0 : similarity(name, nameOf(line));
    const ofRole = (1 - roleWeight) * similar + (isRole ? roleWeight : 0);
    const score = role === undefined ? similar : ofRole;
    return isRole || similar >= minSimilarity ? [{ shown: shownLine(line), score, index }] : [];
  });
  const [best] = scored.toSorted((one, other) => other.score - one.score);
  return { ...nearest(scored), index: best?.index ?? 0 };
}

function nearest(scored: readonly Scored[]): Nearest {
  const sorted = scored.toSorted((one, other) => other.score - one.score);
  const candidates = [...new Set(sorted.map(({ shown }) => shown))].slice(0, maxCandidates);
  return { candidates, closest: (sorted[0]?.score ?? 0) >= minClosest ? candidates[0] : undefined };
}

const inputRoles = new Set(['textbox', 'searchbox', 'combobox', 'spinbutton', 'slider']);
const maxNameCharacters = 100;

/** The text after an input is its value. */
function nameOf({ role, name, text }: SnapshotLine): string {
  return name === '' && !inputRoles.has(role) ? text : name;
}

function shownLine(line: SnapshotLine): string {
  const name = cut(nameOf(line), maxNameCharacters);
  return name === '' ? line.role : `${line.role} ${JSON.stringify(name)}`;
}

/** How similar two texts are, from 0 to 1. Only letters and digits count, and upper and lower case are the same. */
export function similarity(one: string, other: string): number {
  const [a, b] = [words(one), words(other)];
  const [first, second] = [a.join(' '), b.join(' ')];
  if (first === '' || second === '') return 0;
  if (first === second) return 1;
  const common = a.filter((word) => b.includes(word)).length;
  const shared = (2 * common) / (a.length + b.length);
  const length = Math.max(first.length, second.length);
  const typed = length > 2 * maxNameCharacters ? 0 : 1 - distance(first, second) / length;
  return 0.95 * Math.max(shared, typed);
}

function words(text: string): string[] {
  return text
    .slice(0, 1000)
    .replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '');
}
