import { plainText, quotedText } from './clause.ts';
import { areas, namingWords, nouns, positionOf, wordsOf } from './vocabulary.ts';

/** A part of the page that a phrase limits its element to. */
export interface PageArea {
  /** How an entry of `within` begins that may be meant. If empty, any part or row with the words is. */
  readonly starts: readonly string[];
  readonly words: readonly string[];
  /** What the part is called, which may be a word of its name. */
  readonly noun?: string;
  /** The position among the rows or items, from 0; -1 for the last one. */
  readonly position: number | undefined;
}

/** What a clause says about an element. */
export interface Phrase {
  /** The whole text, without quotation marks. */
  readonly text: string;
  /** Every word that may name the element, those of quoted texts too. */
  readonly words: readonly string[];
  /** Texts that the element or what is around it must have as a whole. */
  readonly quoted: readonly string[];
  /** The roles of the nouns that it is called by; undefined if none restricts them. */
  readonly roles: ReadonlySet<string> | undefined;
  readonly position: number | undefined;
  /** The word that says the position. */
  readonly ordinal?: string | undefined;
  readonly places: readonly PageArea[];
}

const area = [...areas.keys()].join('|');
const placePattern = new RegExp(
  String.raw`\b(?:in|inside|within|under|below|beneath|of|from|on|at|for)\s+(?:the\s+|this\s+)?(?:((?:⟦\d+⟧|[\p{L}\p{N}-]+)(?:\s+[\p{L}\p{N}-]+){0,3}?)\s+)?(${area})s?\b(?:\s*(?:with|of|for|titled|named|called|containing|:)?\s+(?:the\s+)?(⟦\d+⟧|(?:[#\p{Lu}][\p{L}\p{N}-]*\s?)+))?`,
  'giu',
);
const besidePattern = /\s(?:next to|beside|near) (.+)$|(?<=\S) (?:under|below|beneath) (⟦\d+⟧)$/i;
/** Parts that a page has one of, or whose words say nothing if nothing names them. */
const unnamed = new Set('heading headline list table menu item row section area panel group'.split(' '));

export function readPhrase(text: string, quotes: readonly string[]): Phrase {
  const places: PageArea[] = [];
  const [, next, beside = next] = besidePattern.exec(text) ?? [];
  if (beside !== undefined) places.push(placeNamed(beside, quotes));
  const rest = text
    .replace(besidePattern, ' ')
    .replace(/ in the (?:table|column)(?:['’]s)? headers?(?: row)?$/i, ' in the table')
    .replace(placePattern, (found, before: string | undefined, noun: string, after: string | undefined) => {
      const named = [before, after].map((part) => plainText(part ?? '', quotes)).join(' ');
      const position = wordsOf(before ?? '').flatMap((word) => positionOf(word) ?? [])[0];
      const words = namingWords(named).filter((word) => positionOf(word) === undefined);
      if (words.length === 0 && position === undefined && unnamed.has(noun.toLowerCase())) return found;
      places.push({ starts: areas.get(noun.toLowerCase()) ?? [], words, noun, position });
      return ' ';
    });
  const quoted = [...rest.matchAll(/⟦\d+⟧/g)].flatMap(([each]) => quotedText(each, quotes) ?? []);
  const outside = namingWords(rest.replace(/⟦\d+⟧/g, ' '));
  const ordinal = outside.find((word) => positionOf(word) !== undefined);
  const plain = outside.filter((word) => positionOf(word) === undefined);
  const roles = plain.flatMap((word) => nouns.get(word) ?? []);
  return {
    text: plainText(text, quotes),
    words: [...plain, ...quoted.flatMap((each) => wordsOf(each))],
    quoted,
    roles: roles.length === 0 ? undefined : new Set(roles),
    position: ordinal === undefined ? undefined : positionOf(ordinal),
    ordinal,
    places,
  };
}

const placeNamed = (text: string, quotes: readonly string[]): PageArea => ({
  ...{ starts: [], position: undefined },
  words: namingWords(plainText(text, quotes)).filter((word) => !nouns.has(word) && !areas.has(word)),
});

/** The places that a text such as "in the Billing section" or "under Billing" names, if it says nothing else. */
export function readPageAreas(text: string, quotes: readonly string[]): readonly PageArea[] {
  const { places, words } = readPhrase(text, quotes);
  if (places.length > 0) return words.length === 0 ? places : [];
  const place = placeNamed(text.replace(/^\w+ /, ''), quotes);
  return place.words.length === 0 ? [] : [place];
}

/** Words that say more of a text than what kind of text it is. */
const relations = new Set(
  wordsOf(`in on at of to for from with by and or not no only next other all both checked ticked selected active disabled
  enabled empty blank invalid hidden`),
);

/**
 * "The success message ⟦0⟧" as "⟦0⟧": what kind of text it is restricts nothing. A number alone needs all words.
 * @param options `isControl`: whether the kind may follow. In "the ⟦0⟧ price" of a text, it says more.
 */
export function withoutKind(what: string, quotes: readonly string[], { isControl = false } = {}): string {
  const before = /^(?:[Tt]he |[Aa]n? )?((?:\p{Ll}+ ){1,3})(⟦\d+⟧)$/u.exec(what);
  const after = isControl
    ? /^(?:[Tt]he )?(⟦\d+⟧|\d[\d:.]*)((?: \p{Ll}+){1,2}?)( (?:under|below|next to|in|for|of) .+)?$/u.exec(
        what,
      )
    : null;
  const [, kind = '', text = ''] = before ?? (after ? ['', after[2], `${after[1]}${after[3] ?? ''}`] : []);
  const saysMore = (word: string) =>
    relations.has(word) || positionOf(word) !== undefined || (nouns.get(word) ?? []).length > 0;
  const isText = isControl || /\p{L}/u.test(plainText(text, quotes));
  return kind !== '' && isText && !wordsOf(kind).some(saysMore) ? text : what;
}
