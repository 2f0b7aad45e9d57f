import { escapeRegExp } from '../../common/text.ts';
import type { Assertion } from '../../contract/exchange/assertion.ts';
import { patternText } from '../../contract/exchange/pattern.ts';
import type { ExchangeSelector } from '../../contract/exchange/selector.ts';
import type { PageElement, PageView } from '../../runner/live-page.ts';
import { literalText } from '../../runner/variables/text.ts';
import { plainText } from './clause.ts';
import { containerOf } from './compile-count.ts';
import {
  cellsOf,
  hasRole,
  hasText,
  headersOf,
  isIn,
  isRow,
  isSameText,
  matchingElements,
  placesWith,
  rowsOf,
  Unresolved,
  wordsOfPage,
} from './find-element.ts';
import type { Parts } from './grammar.ts';
import { type Phrase, readPhrase } from './phrase.ts';
import { type CompiledStep, expects, isControl, isField, phraseIn, type Scope } from './scope.ts';
import { containsText, innermost, sees, withText } from './shown-text.ts';
import { nouns, wordsOf } from './vocabulary.ts';

export function text(part = '', { quotes }: Scope): string {
  return plainText(part, quotes).replace(/^the text /i, '');
}

export function containing(part: string): string {
  return patternText(`.*${escapeRegExp(part)}.*`);
}

/** An expectation of an element whose text may change. */
export function expectsOf(assertion: Assertion, found: PageElement): CompiledStep {
  return expects(assertion, found, found.selectorsWithoutText ?? found.selectors);
}

/** A part of the page that is no element of the view itself: "the Done column". */
export function areaSelectors(
  what: string,
  { view, quotes }: Scope,
): readonly ExchangeSelector[] | undefined {
  const { words, places } = readPhrase(`in ${what}`, quotes);
  const [place] = places;
  if (words.length > 0 || place === undefined) return undefined;
  if (place.starts.includes('row')) {
    const rows = view.elements.filter((element) => isRow(element) && isIn(element, place, view));
    const [row, ...others] = innermost(rows, view);
    return others.length === 0 ? row?.selectors : undefined;
  }
  const entries = [...new Set(view.elements.flatMap(({ within }) => within))];
  const [entry, ...others] = entries.filter(
    (each) =>
      place.starts.some((start) => each.startsWith(`${start} `)) &&
      containerOf(each) !== undefined &&
      place.words.every((word) => wordsOf(each).includes(word)),
  );
  const container = entry === undefined || others.length > 0 ? undefined : containerOf(entry);
  return container && [container];
}

const amountNouns = /^(?:price|total|subtotal|cost|amount|sum|fee|count|number)$/;

/** Something shows a value: a field has it, or an element that is named so contains it. */
export function saysValue(what: string, verb: string, given: string, scope: Scope): CompiledStep | undefined {
  const value = text(given, scope);
  const isQuoted = /^⟦\d+⟧$/.test(given);
  if (/^not\b/i.test(given)) return undefined;
  const holding = holdsNow(what, value, scope);
  if (holding !== undefined) return holding;
  const ofRow = isQuoted || !/^is$/i.test(verb) ? undefined : rowIs(what, value, scope);
  if (ofRow !== undefined) return ofRow;
  if (!isQuoted && !/\d|^\p{Lu}/u.test(value)) return undefined;
  // "has a total of €60", "has the subject ⟦0⟧"
  const [, property, its] =
    /^an? (\w+) of (\S*\d\S*)$/i.exec(given) ?? /^(?:an?|the) (\w+) (⟦\d+⟧)$/i.exec(given) ?? [];
  if (property !== undefined && its !== undefined) return saysValue(`${what} ${property}`, verb, its, scope);
  // Words without quotation marks are a value only if an element shows them and nothing else.
  const isLoose = !isQuoted && (!/\d/.test(value) || /^\p{Ll}+\s/u.test(value));
  if (isQuoted || !isLoose) {
    const area = areaSays(what, value, isQuoted, scope);
    if (area !== undefined) return area;
  }
  const phrase = phraseIn(what, scope);
  const called = `"${plainText(what, scope.quotes)}"`;
  const step = isLoose ? undefined : fieldHas(phrase, called, verb, value, scope);
  if (step !== undefined) return step;
  if (phrase.position !== undefined) return saysAtPosition(phrase.position, phrase.words, value, scope);
  return elementShows(phrase, called, value, isLoose, scope);
}

function fieldHas(phrase: Phrase, called: string, verb: string, value: string, { view }: Scope) {
  const fields = matchingElements(phrase, { view, called, isPossible: isField, allowsPart: true });
  const [field, ...others] = fields;
  if (others.length > 0) throw new Unresolved(`${fields.length} fields could be ${called}`);
  return (
    field && expects({ expectation: 'TO_HAVE_VALUE', calledWith: fieldValue(field, verb, value) }, field)
  );
}

/** @param isExact The element shows the value and nothing else. */
function elementShows(phrase: Phrase, called: string, value: string, isExact: boolean, scope: Scope) {
  const { view } = scope;
  const having = view.elements.filter((element) => {
    if (isExact ? !isSameText(element.text, value) : !hasText(element.text, value)) return false;
    return (
      phrase.places.every((place) => isIn(element, place, view)) && isCalled(element, phrase, value, view)
    );
  });
  const all = innermost(having, view);
  const ofRole = all.filter((each) => [...(phrase.roles ?? [])].some((role) => hasRole(each, role)));
  const [found, ...more] = ofRole.length > 0 ? ofRole : all;
  if (found !== undefined && more.length > 0)
    throw new Unresolved(
      `${more.length + 1} elements could be ${called}`,
      [found, ...more].slice(0, 3).map((each) => `text "${each.text.slice(0, 80)}"`),
    );
  if (found === undefined) return undefined;
  const own = new Set([found.text, columnOf(found, view)].flatMap(wordsOf));
  const others = phrase.words.filter((word) => !own.has(word) && !nouns.has(word) && !amountNouns.test(word));
  if (placesWith(others, found, view) === 'several')
    throw new Unresolved(`More than one row or part of the page could be ${called}`);
  const selectors = inNamedRow(found, others, view);
  if (selectors !== undefined) return expects(containsText(value), found, selectors);
  const isNamedSo = found.selectors.some(({ selector, options }) =>
    hasText(options?.name ?? selector, value),
  );
  if (others.length > 0 && found.selectorsWithoutText === undefined && isNamedSo)
    return sees(found, phrase.text, scope, value);
  return expectsOf(containsText(value), found);
}

/** "Invoice 17 is paid", "The last mail is from Ada": the row has a part that says nothing else. */
function rowIs(what: string, given: string, scope: Scope): CompiledStep | undefined {
  const { view } = scope;
  const value = given.replace(/^(?:from|by|for|due|dated|marked as|assigned to) /i, '');
  const { words, position, places } = phraseIn(what, scope);
  const named = words.filter((word) => !nouns.has(word));
  const page = new Set(wordsOfPage(view));
  const found = view.elements.filter((each) => {
    const row = each.inside.flatMap((index) => view.elements[index] ?? []).findLast(isRow);
    if (row === undefined || isControl(each) || !isSameText(each.text, value)) return false;
    if (position !== undefined) return rowsOf(view, row).at(position) === row;
    const ofRow = new Set(wordsOf(row.text));
    const own = named.filter((word) => ofRow.has(word));
    const isKnown = named.every((word) => ofRow.has(word) || page.has(word));
    return isKnown && placesWith(own, each, view) === 'one';
  });
  const [part, ...others] = innermost(found, view);
  if (part === undefined || others.length > 0 || places.length > 0) return undefined;
  if (position !== undefined) return saysAtPosition(position, named, part.text, scope);
  const selectors = inNamedRow(part, named, view);
  return selectors && expects(containsText(part.text), part, selectors);
}

/** A part of the row that shows the words of a clause in one of its texts. @returns undefined if other rows have this text, too. */
function inNamedRow(part: PageElement, words: readonly string[], view: PageView) {
  const row = part.inside.flatMap((index) => view.elements[index] ?? []).findLast(isRow);
  if (row === undefined || part.role === '') return undefined;
  const ofRow = words.filter((word) => wordsOf(row.text).includes(word));
  if (ofRow.length === 0) return undefined;
  const index = view.elements.indexOf(row);
  const parts = view.elements.filter(({ inside }) => inside.includes(index));
  const rows = view.elements.filter(({ role }) => role === row.role);
  const has = (text: string, wanted: string) => text.toLowerCase().includes(wanted.toLowerCase());
  const label = parts.find(
    (each) =>
      each !== part &&
      ofRow.every((word) => wordsOf(each.text).includes(word)) &&
      rows.every((other) => other === row || !has(other.text, each.text)),
  )?.text;
  if (label === undefined) return undefined;
  const same = parts.filter(({ role }) => role === part.role);
  return [
    { selectorType: 'ROLE', selector: row.role },
    { selectorType: 'FILTER', selector: '', options: { hasText: literalText(label) } },
    { selectorType: 'ROLE', selector: part.role },
    ...(same.length > 1 ? [{ selectorType: 'NTH', selector: String(same.indexOf(part)) } as const] : []),
  ] satisfies ExchangeSelector[];
}

/** The only field that is called so, if it has the value now: that tells a value from other words. */
function holdsNow(what: string, value: string, scope: Scope): CompiledStep | undefined {
  const search = { view: scope.view, called: '', isPossible: isField, allowsPart: true };
  const [found, ...others] = matchingElements(phraseIn(what, scope), search);
  return found?.field !== undefined && others.length === 0 && isSameText(found.field.value, value)
    ? expects({ expectation: 'TO_HAVE_VALUE', calledWith: value }, found)
    : undefined;
}

export function optionIsChosen({ what = '', value = '' }: Parts, scope: Scope): CompiledStep | undefined {
  return holdsNow(what, text(value, scope), scope);
}

/** A value in a part of the page: "The Done column shows …". */
function areaSays(what: string, value: string, isQuoted: boolean, scope: Scope): CompiledStep | undefined {
  // What is in "the first row" now may be found by its text, which says nothing about its position.
  if (readPhrase(`in ${what}`, scope.quotes).places.some(({ position }) => position !== undefined))
    return undefined;
  const container = areaSelectors(what, scope);
  if (container !== undefined && (isQuoted || !/\s/.test(value)))
    return expects(containsText(value), undefined, container);
  const area = readPhrase(`in ${what}`, scope.quotes);
  if (area.words.length > 0 || area.places.length === 0) return undefined;
  const places = [...scope.places, ...area.places];
  return withText(value, scope, (each) => places.every((place) => isIn(each, place, scope.view)));
}

/** Whether each word that a clause calls a shown value by is of its element, of what is around it, or of its column. */
function isCalled(element: PageElement, phrase: Phrase, value: string, view: PageView): boolean {
  if (element.field !== undefined || element.tag === 'label') return false;
  const words = phrase.words.filter((word) => nouns.get(word)?.length !== 0);
  // What has rows shows the values of all of them.
  const index = view.elements.indexOf(element);
  const hasRows = view.elements.some((each) => isRow(each) && each.inside.at(-1) === index);
  if (hasRows && !words.every((word) => nouns.has(word) || wordsOf(element.name).includes(word)))
    return false;
  const columns = new Set(wordsOf(columnOf(element, view)));
  // A column has a cell in every row: the clause has to name the row, too.
  const namesRow = phrase.places.some(({ starts }) => starts.includes('row'));
  if (columns.size > 0 && !namesRow && words.every((word) => columns.has(word))) return false;
  const rows = element.inside.flatMap((each) => view.elements[each] ?? []).filter(isRow);
  const around = new Set([...element.within, ...rows.map((row) => row.text)].flatMap(wordsOf));
  const isOwn = (word: string) =>
    wordsOf(element.text).includes(word) || nouns.get(word)?.some((role) => hasRole(element, role)) === true;
  const isAmount = /[\d€$£]/.test(value);
  return (
    words.every(
      (word) =>
        isOwn(word) ||
        around.has(word) ||
        columns.has(word) ||
        (isAmount && amountNouns.test(word) && !isLabelOfOther(word, element, view)),
    ) &&
    (namesRow || words.some(isOwn) || isSameText(element.text, value))
  );
}

/** Whether a word is of the label of another value, which comes after it: "Subtotal" before "€26.00". */
function isLabelOfOther(word: string, element: PageElement, { elements }: PageView): boolean {
  const labelled = elements.filter(({ text }, index) => {
    const label = elements[index - 1]?.text ?? '';
    return /^\D{0,5}\d[\d.,]*\D{0,5}$/.test(text) && !/\d/.test(label) && wordsOf(label).includes(word);
  });
  return labelled.length > 0 && !labelled.includes(element);
}

/** The text of the header of a cell's column; empty for what is no cell, and if a cell of its row has several columns. */
function columnOf(element: PageElement, view: PageView): string {
  const index = element.inside.at(-1) ?? -1;
  const row = view.elements[index];
  const headers = row === undefined ? [] : headersOf(row, view);
  const cells = cellsOf(index, view);
  return cells.length === headers.length ? (headers[cells.indexOf(element)]?.text ?? '') : '';
}

function fieldValue({ field }: PageElement, verb: string, value: string): string {
  const isPart = /contain|include/i.test(verb) && field !== undefined && !isSameText(field.value, value);
  return isPart ? containing(value) : value;
}

/** "The third step says …": the rows or items of the only group that has one with the text there. */
function saysAtPosition(
  position: number,
  named: readonly string[],
  value: string,
  { view }: Scope,
): CompiledStep | undefined {
  if (named.some((word) => /^(?:column|header|cell)$/.test(word))) return undefined;
  const [row, ...others] = view.elements.filter((element) => {
    if (!isRow(element) || rowsOf(view, element).at(position) !== element || !hasText(element.text, value))
      return false;
    const around = new Set([view.title, ...element.within].flatMap(wordsOf));
    return named.every((word) => nouns.has(word) || around.has(word));
  });
  if (row === undefined || others.length > 0) return undefined;
  const same = view.elements.filter(({ role }) => role === row.role);
  const selectors: ExchangeSelector[] = [
    { selectorType: 'ROLE', selector: row.role },
    { selectorType: 'NTH', selector: String(same.indexOf(row)) },
  ];
  return expects(containsText(value), row, selectors);
}
