import { onlyOne } from '../../../common/lists.ts';
import { nearestElements } from '../../../runner/evidence/similar-elements.ts';
import type { PageElement, PageView } from '../../../runner/live-page.ts';
import { elementsIn } from '../../page-tree.ts';
import type { PageArea, Phrase } from '../phrase.ts';
import { namingWords, nouns, positionOf, wordsOf } from '../vocabulary.ts';
import { hasRole } from './control-types.ts';
import { complements, hasText, isSameText, shownElement, sourcesOf, wordsOfPage } from './element-texts.ts';
import { headersOf, isRow, rowsAround, rowsOf } from './rows.ts';
import { NotFound, Unresolved } from './unresolved.ts';

export interface Search {
  readonly view: PageView;
  /** Which elements the step can be about. Default: all. */
  readonly isPossible?: (element: PageElement) => boolean;
  /** Words of the clause that may be part of the element's name, such as its verb. */
  readonly extraWords?: readonly string[];
  /** Whether a part of the name is enough for a field, if no other element has it. */
  readonly allowsPart?: boolean;
  /** What the message calls the element. */
  readonly called: string;
}

/**
 * Finds the one element that a phrase is about.
 * @throws Unresolved with the three nearest candidates.
 */
export function findElement(phrase: Phrase, search: Search): PageElement {
  const { view, called } = search;
  const matching = matchingElements(phrase, search);
  const found = search.isPossible === undefined ? matching : inModal(matching);
  if (phrase.position !== undefined) {
    const chosen = found.at(phrase.position);
    if (chosen !== undefined && !hasOtherLabel(chosen, phrase, found.length)) return chosen;
  } else if (found.length === 1 && found[0] !== undefined) {
    requireUniquePageArea(found[0], phrase, search);
    return found[0];
  }
  const possible = view.elements.filter(search.isPossible ?? (() => true));
  if (found.length > 1 && phrase.position === undefined) {
    throw new Unresolved(`${found.length} elements could be ${called}`, found.slice(0, 3).map(shownElement));
  }
  throw new NotFound(
    `Found no ${called.replace(/^an? /, '')}`,
    nearest(phrase, possible.length > 0 ? possible : view.elements),
  );
}

/** Those in a modal dialog, if there are any: nothing else can be used while it is open. */
export function inModal(elements: readonly PageElement[]): readonly PageElement[] {
  const modal = elements.filter(({ isModal }) => isModal === true);
  return modal.length > 0 ? modal : elements;
}

/** The only element that can be used. */
export function onlyUsable(elements: readonly PageElement[]): PageElement | undefined {
  return onlyOne(inModal(elements));
}

/** "Last name" is neither "First name" nor the only "Name". */
function hasOtherLabel(chosen: PageElement, { ordinal }: Phrase, count: number): boolean {
  const ordinals = sourcesOf(chosen)
    .flatMap(wordsOf)
    .filter((word) => positionOf(word) !== undefined);
  return (
    (ordinals.length > 0 && !ordinals.includes(ordinal ?? '')) ||
    (count === 1 && (chosen.field !== undefined || chosen.role === 'columnheader'))
  );
}

/** @throws Unresolved if what a phrase says of the row or part of the page fits others, too. */
function requireUniquePageArea(
  element: PageElement,
  { words, places }: Phrase,
  { view, called }: Search,
): void {
  const elementWords = new Set(sourcesOf(element).flatMap(wordsOf));
  // "Open the booking B-7" on the page "Bookings": what the whole page is called distinguishes nothing.
  const page = new Set(wordsOfPage(view));
  const others = words.filter(
    (word) => !elementWords.has(word) && !page.has(word) && nouns.get(word) === undefined,
  );
  const named = places.filter(({ position }) => position === undefined).map((place) => place.words);
  const together = placesWith([...others, ...named.flat()], element, view);
  if (together === 'one') return;
  const isUnclear = (each: readonly string[]) => placesWith(each, element, view) === 'several';
  if (together === 'several' || [others, ...named].some(isUnclear))
    throw new Unresolved(`More than one row or part of the page could be meant by ${called}`);
}

/**
 * How many rows or parts of the page some words can mean, if an element is in one of them. A row or part that is called
 * exactly so comes before those that only contain the words.
 * @returns `none` if the element is in no row or part with these words.
 */
export function placesWith(
  words: readonly string[],
  element: PageElement,
  view: PageView,
): 'none' | 'one' | 'several' {
  if (words.length === 0) return 'none';
  // What is behind an open dialog cannot be meant by what is done in it.
  const elements = view.elements.filter(({ isModal }) => isModal === true || element.isModal !== true);
  const isSaid = (text: string) => hasWords(text, words);
  const isWhole = (text: string) => isSaid(text) && new Set(wordsOf(text)).size === words.length;
  const isNamed = (row: PageElement) => {
    const parts = elementsIn(row, view).map(({ text }) => text);
    return [...parts, textBeside(row, element, view)].some(isWhole);
  };
  const rows = elements.filter((each) => isRow(each) && isSaid(each.text));
  const parts = [...new Set(elements.flatMap(({ within }) => within))].filter(isSaid);
  const found = [
    ownOf(rows, rowsAround(element, view), isNamed),
    ownOf(parts, element.within, (part) => isWhole(part.slice(part.indexOf('"')))),
  ];
  return found.find((each) => each === 'several') ?? found.find((each) => each === 'one') ?? 'none';
}

function hasWords(text: string, words: readonly string[]): boolean {
  const found = new Set(wordsOf(text));
  return words.every((word) => found.has(word));
}

/** Whether those that an element is in are the only ones that are meant. */
function ownOf<T>(all: readonly T[], own: readonly T[], isExact: (each: T) => boolean) {
  const matchesInArea = all.filter((each) => own.includes(each));
  const others = all.filter((each) => !own.includes(each));
  if (matchesInArea.length === 0) return 'none';
  return others.length === 0 || (matchesInArea.some(isExact) && !others.some(isExact)) ? 'one' : 'several';
}

/** The elements that match a phrase best, in document order. Of those that contain each other, the innermost. */
export function matchingElements(phrase: Phrase, search: Search): PageElement[] {
  const { view, isPossible = () => true } = search;
  const scored = view.elements.flatMap((element, index) => {
    const level = isPossible(element) ? levelOf(element, phrase, search) : 0;
    return level === 0 ? [] : [{ element, index, level }];
  });
  const best = Math.max(0, ...scored.map(({ level }) => level));
  const bestMatches = scored.filter(({ level }) => level === best);
  return bestMatches
    .filter(({ index }) => !bestMatches.some(({ element }) => element.inside.includes(index)))
    .map(({ element }) => element);
}

export function nearest({ words }: Pick<Phrase, 'words'>, elements: readonly PageElement[]): string[] {
  const named = elements.map((element) => ({ shown: shownElement(element), names: sourcesOf(element) }));
  const similar = nearestElements([words.join(' ')], named).candidates;
  return (similar.length > 0 ? similar : named.map(({ shown }) => shown)).slice(0, 3);
}

/** How well an element matches: 0 for not at all, 6 for exactly. */
function levelOf(element: PageElement, phrase: Phrase, search: Search): number {
  const { view, extraWords = [], allowsPart = false } = search;
  if (!phrase.places.every((place) => isIn(element, place, view))) return 0;
  const names = phrase.words.filter((word) => nouns.get(word) === undefined);
  const around = new Set(wordsAround(element, view));
  const controlled = /^(?:button|link|menuitem|checkbox|radio|switch)$/.test(element.role)
    ? rowsAround(element, view)
    : [];
  const page = new Set(wordsOfPage(view));
  const levels = sourcesOf(element).map((source) => {
    const sourceWords = new Set(wordsOf(source));
    const isOwn = (word: string) => sourceWords.has(word);
    const isRole = (word: string) => {
      const roles = nouns.get(word);
      // "The card" may say where a control is.
      const isOf = (role: string) => [element, ...controlled].some((each) => hasRole(each, role));
      return roles !== undefined && (roles.length === 0 || roles.some(isOf));
    };
    if (!phrase.words.some(isOwn)) return 0;
    if (!phrase.quoted.every((each) => hasText(source, each) || isTextAround(element, each, view))) return 0;
    const others = phrase.words.filter((word) => !isOwn(word) && !isRole(word));
    if (others.some((word) => !around.has(word) && !page.has(word))) return 0;
    const saidWords = new Set([
      ...phrase.words,
      ...extraWords,
      ...phrase.places.flatMap((each) => each.words),
    ]);
    const isWhole =
      namingWords(source).every((word) => saidWords.has(word) || complements.has(word)) ||
      phrase.quoted.some((q) => isSameText(q, source));
    // "The first row" is no field "Rows per page".
    const isPart = (word: string) => isOwn(word) && (nouns.get(word) === undefined || isRole(word));
    if (!isWhole && !(allowsPart && element.field !== undefined && phrase.words.some(isPart))) return 0;
    // Words of names are not among those of what is around the element.
    if (others.length === 0) return isWhole ? (hasText(phrase.text, source) ? 6 : 5) : 2;
    return others.every((word) => around.has(word)) ? (isWhole ? 4 : 1) : isWhole ? 3 : 1;
  });
  const byRole =
    names.length === 0 &&
    phrase.words.length > 0 &&
    phrase.words.every((word) => nouns.get(word)?.some((role) => hasRole(element, role)))
      ? 1
      : 0;
  return Math.max(byRole, ...levels);
}

/** The text of a row, without the buttons in it: other elements are not called by what can be done with their row. */
function textBeside(row: PageElement, element: PageElement, view: PageView): string {
  const isOther = (each: PageElement) => each !== element && /^(?:button|menuitem)$/.test(each.role);
  const buttons = elementsIn(row, view).filter(isOther);
  return buttons.reduceRight((text, { name }) => {
    const at = name === '' ? -1 : text.lastIndexOf(name);
    return at === -1 ? text : text.slice(0, at) + text.slice(at + name.length);
  }, row.text);
}

function wordsAround(element: PageElement, view: PageView): string[] {
  return [
    ...element.within,
    ...rowsAround(element, view).map((row) => textBeside(row, element, view)),
  ].flatMap(wordsOf);
}

function isTextAround(element: PageElement, text: string, view: PageView): boolean {
  return [...rowsAround(element, view).map((each) => each.text), ...element.within].some((each) =>
    hasText(each, text),
  );
}

export function isIn(
  element: PageElement,
  { starts, words, noun = '', position }: PageArea,
  view: PageView,
): boolean {
  const isNamed = (text: string) => hasWords(text, words);
  const isArea = (entry: string) => starts.some((start) => entry === start || entry.startsWith(`${start} `));
  if (starts.length === 0) {
    const rows = rowsAround(element, view).map(({ text }) => text);
    return [element.name, ...element.within, ...rows].some(isNamed);
  }
  // "In the shopping list" is also below the heading "Shopping list".
  const isWhole = (entry: string) => words.length > 0 && hasWords(entry, [...words, ...wordsOf(noun)]);
  if (!starts.includes('row'))
    return element.within.some((entry) => (isArea(entry) && isNamed(entry)) || isWhole(entry));
  // "The row of order 7" says what all rows are, too.
  const isKind = (word: string, row: PageElement) =>
    [...wordsOfPage(view), ...headersOf(row, view).flatMap(({ text }) => wordsOf(text))].includes(word);
  const isRowNamed = (row: PageElement) => {
    const rowWords = wordsOf(row.text);
    const others = words.filter((word) => !rowWords.includes(word));
    return others.length < Math.max(1, words.length) && others.every((word) => isKind(word, row));
  };
  return rowsAround(element, view).some(
    (row) => isRowNamed(row) && (position === undefined || rowsOf(view, row).at(position) === row),
  );
}
