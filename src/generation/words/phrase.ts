import { plainText, quotedText } from './clause.ts';
import { areas, namingWords, nouns, positionOf, wordsOf } from './vocabulary.ts';

/** A part of the page that a phrase limits its element to. */
export interface Place {
  /** How an entry of `within` begins that may be meant. */
  readonly starts: readonly string[];
  readonly words: readonly string[];
  /** The position among the rows or items, from 0; -1 for the last one. */
  readonly position: number | undefined;
}

/** What a clause says about an element. */
export interface Phrase {
  /** Every word that may name the element, those of quoted texts too. */
  readonly words: readonly string[];
  /** Texts that the element or what is around it must have as a whole. */
  readonly quoted: readonly string[];
  /** The roles of the nouns that it is called by; undefined if none restricts them. */
  readonly roles: ReadonlySet<string> | undefined;
  readonly position: number | undefined;
  readonly places: readonly Place[];
}

const area = Object.keys(areas).join('|');
const placePattern = new RegExp(
  String.raw`\b(?:in|inside|within|under|of|from|on|at|for)\s+(?:the\s+|this\s+)?(?:((?:⟦\d+⟧|[\p{L}\p{N}-]+)(?:\s+[\p{L}\p{N}-]+){0,3}?)\s+)?(${area})s?\b(?:\s*(?:with|of|for|titled|named|called|containing|:)?\s+(?:the\s+)?(⟦\d+⟧|(?:\p{Lu}[\p{L}\p{N}-]*\s?)+))?`,
  'giu',
);
/** Parts that a page has one of, or whose words say nothing if nothing names them. */
const unnamed = new Set(['list', 'table', 'menu', 'item', 'row', 'section', 'area', 'panel', 'group']);

export function readPhrase(text: string, quotes: readonly string[]): Phrase {
  const places: Place[] = [];
  const rest = text.replace(
    placePattern,
    (found, before: string | undefined, noun: string, after: string | undefined) => {
      const named = [before, after].map((part) => plainText(part ?? '', quotes)).join(' ');
      const position = wordsOf(before ?? '').flatMap((word) => positionOf(word) ?? [])[0];
      const words = namingWords(named).filter((word) => positionOf(word) === undefined);
      if (words.length === 0 && position === undefined && unnamed.has(noun.toLowerCase())) return found;
      places.push({ starts: areas[noun.toLowerCase()] ?? [], words, position });
      return ' ';
    },
  );
  const quoted = [...rest.matchAll(/⟦\d+⟧/g)].flatMap(([each]) => quotedText(each, quotes) ?? []);
  const outside = namingWords(rest.replace(/⟦\d+⟧/g, ' '));
  const position = outside.flatMap((word) => positionOf(word) ?? [])[0];
  const plain = outside.filter((word) => positionOf(word) === undefined);
  const roles = plain.flatMap((word) => nouns[word] ?? []);
  return {
    words: [...plain, ...quoted.flatMap((each) => wordsOf(each))],
    quoted,
    roles: roles.length === 0 ? undefined : new Set(roles),
    position,
    places,
  };
}
