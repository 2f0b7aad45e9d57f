import type { ExchangeSelector } from '../../../contract/exchange/selector.ts';
import type { PageElement } from '../../../runner/live-page.ts';
import { literalText } from '../../../runner/variables/variable-text.ts';
import { elementsIn } from '../../page-tree.ts';
import { named } from '../../selectors.ts';
import { plainText } from '../clause.ts';
import { type CompiledStep, hasCount } from '../page/compiled-step.ts';
import { isControl } from '../page/control-types.ts';
import { sourcesOf, wordsOfPage } from '../page/element-texts.ts';
import { isIn } from '../page/find-element.ts';
import { isRow, isSameKind, rowSelectors, rowsAround, rowsOf } from '../page/rows.ts';
import { controlsCalled, phraseIn, type Scope } from '../page/scope.ts';
import { Unresolved } from '../page/unresolved.ts';
import { namingWords, nouns, numberOf, wordsOf } from '../vocabulary.ts';

/** Rows or items that belong together. */
export interface Group {
  readonly rows: readonly PageElement[];
  readonly first: PageElement;
}

/** Words for elements that are counted by their role. */
const controls = /^(?:tab|button|link|checkbox|radio|heading)$/;
const itemWords = /^(?:item|row|entry|result|element|record|line)$/;

/**
 * Compiles "4 books in the list" and "The table has three rows".
 * @returns undefined if the words are no number, or nothing is counted. @throws Unresolved
 */
export function compileCount(
  count: string,
  what: string,
  place: string,
  scope: Scope,
): CompiledStep | undefined {
  const calledWith = numberOf(count);
  if (calledWith === undefined) return undefined;
  const { words, places } = phraseIn(what, scope);
  if (words.some((word) => controls.test(word))) {
    const isAlone = wordsOf(what).length === 1 && places.length === 0 && place === '';
    // "There are 3 tabs"
    if (isAlone) return hasCount(calledWith, [{ selectorType: 'ROLE', selector: words[0] ?? '' }]);
    return place === '' ? countOfName(what, calledWith, scope) : undefined;
  }
  const group = groupOf(what, place, calledWith, scope);
  return group && hasCount(calledWith, selectorsOf(group, scope));
}

/**
 * The rows or items that are called so.
 * @param count how many the clause says that there are. @throws Unresolved if several lists could be meant.
 */
export function groupOf(what: string, place: string, count: number, scope: Scope): Group | undefined {
  const groups = groupsOf(scope);
  const isPlain = ({ first }: Group) => first.itemSelectors !== undefined;
  const marked = groups.filter((each) => !isPlain(each));
  // What is marked as a list comes before plain elements that look like one.
  const stated = { what, place, count };
  return groupAmong(marked, stated, scope) ?? groupAmong(groups.filter(isPlain), stated, scope);
}

interface StatedCount {
  readonly what: string;
  readonly place: string;
  readonly count: number;
}

function groupAmong(
  all: readonly Group[],
  { what, place, count }: StatedCount,
  scope: Scope,
): Group | undefined {
  const { words, places } = phraseIn(what, scope);
  // Columns, cells and alerts are no rows.
  const [head = ''] = what.split(/ (?:in|on|of|at|inside|within|under|for) /i);
  const isRowRole = (role: string) => /^(?:row|listitem|article)$/.test(role);
  const rolesOf = (word: string) => nouns.get(word) ?? [];
  if (wordsOf(head).some((word) => rolesOf(word).length > 0 && !rolesOf(word).some(isRowRole)))
    return undefined;
  const named = words.filter((word) => !itemWords.test(word));
  const counted = named.filter((word) => nouns.get(word) === undefined);
  // "Messages" may be the name of a list, and need not.
  const kinds = named.filter((word) => nouns.get(word)?.length === 0);
  const isRowNoun = words.includes('row');
  const isName = (word: string) => nouns.get(word) === undefined && !itemWords.test(word);
  const placeWords = namingWords(plainText(place, scope.quotes)).filter(isName);
  const groups = all.filter(({ first }) => {
    if (isRowNoun && first.role !== 'row' && first.itemSelectors === undefined) return false;
    const around = new Set([...wordsOfPage(scope.view), ...first.within.flatMap(wordsOf)]);
    return (
      [...counted, ...placeWords].every((word) => around.has(word)) &&
      places.every((each) => isIn(first, each, scope.view))
    );
  });
  const saidWords = [...counted, ...placeWords, ...places.flatMap((each) => each.words)];
  const possible = groups.filter(
    (group) => saidWords.length === 0 || !hasOtherName(group, [...saidWords, ...kinds], scope),
  );
  // A group that is itself named so is meant, and not the others on its page.
  const ofName = possible.filter(({ first }) =>
    [...saidWords, ...kinds].some((word) => first.within.flatMap(wordsOf).includes(word)),
  );
  const ofPage = new Set(wordsOfPage(scope.view));
  const isSomewhere = places.length > 0 || placeWords.length > 0;
  const isPage = places.length === 0 && placeWords.every((word) => ofPage.has(word));
  const unnamed = isPage ? ofUnknownKind(counted, count, scope) : [];
  // "Messages" are not what a list of plain elements has that is called otherwise.
  if (all[0]?.first.itemSelectors !== undefined && kinds.length > 0 && ofName.length === 0) return undefined;
  const meant =
    [ofName, mainGroups(possible, isSomewhere, scope), unnamed].find(({ length }) => length > 0) ?? [];
  const [group, ...others] = outermost(meant, scope);
  if (others.length > 0) throw new Unresolved(`${others.length + 1} lists could be counted`);
  return group;
}

/** Groups that are in no row of another one: a card has a list of its own. */
function outermost(groups: readonly Group[], { view }: Scope): readonly Group[] {
  const rows = new Set(groups.flatMap((group) => group.rows).map((row) => view.elements.indexOf(row)));
  return groups.filter(({ first }) => !first.inside.some((index) => rows.has(index)));
}

/**
 * Groups without navigation, and without an article beside lists.
 * @param isSomewhere whether the clause says where they are, which may be the navigation.
 */
function mainGroups(groups: readonly Group[], isSomewhere: boolean, { view }: Scope): readonly Group[] {
  // Figures and other facts are built alike, too.
  const hasControl = (row: PageElement) => elementsIn(row, view).some(isControl);
  if (groups[0]?.first.itemSelectors !== undefined)
    return groups.filter(({ rows }) => rows.every(hasControl));
  const main = groups.filter(
    ({ first }) => !first.within.some((entry) => /^(?:navigation|menu)/.test(entry)),
  );
  const lists = main.filter(({ rows, first }) => first.role !== 'article' || rows.length > 1);
  return [lists, main, isSomewhere ? groups : []].find(({ length }) => length > 0) ?? [];
}

/**
 * "3 comments" where nothing is called so: the only articles of the page, or the only list beside a field or button that
 * is about the kind, such as "Add a comment", if there are as many now.
 */
function ofUnknownKind(kind: readonly string[], count: number, scope: Scope): readonly Group[] {
  const { view } = scope;
  const marked = groupsOf(scope).filter(({ first }) => first.itemSelectors === undefined);
  const groups = mainGroups(marked, false, scope);
  const isBeside = ({ first: { within } }: Group) => {
    const around = within.at(-1)?.startsWith('list') ? within.slice(0, -1) : within;
    return view.elements.some(
      (each) =>
        (each.field !== undefined || each.role === 'button') &&
        around.every((entry, index) => each.within[index] === entry) &&
        rowsAround(each, view).length === 0 &&
        sourcesOf(each).some((source) => wordsOf(source).some((word) => kind.includes(word))),
    );
  };
  const about = groups.filter((group) => group.first.role === 'listitem' && isBeside(group));
  const [group, ...others] =
    about.length > 0 ? about : groups.filter(({ first }) => first.role === 'article');
  if (kind.length !== 1 || count < 2 || group?.rows.length !== count || others.length > 0) return [];
  const isOnly = groups.length === 1 && !hasOtherName(group, [], scope);
  return about.length > 0 || isOnly ? [group] : [];
}

/** Whether what is nearest around a group has a name, which is neither said nor that of the page. */
function hasOtherName({ first }: Group, said: readonly string[], { view }: Scope): boolean {
  const name = first.within.findLast((entry) => entry.includes('"'))?.replace(/^[^"]*/, '') ?? '';
  const words = wordsOf(name).filter((word) => !itemWords.test(word));
  const ofPage = new Set(wordsOfPage(view));
  const isOfPage = words.every((word) => ofPage.has(word));
  return !isOfPage && !said.some((word) => words.includes(word));
}

/** "There are two Edit buttons": all controls of the page with the name. @throws Unresolved if there are more or fewer. */
function countOfName(what: string, calledWith: number, scope: Scope): CompiledStep | undefined {
  const controls = controlsCalled(phraseIn(what, scope), scope.view);
  const [first] = controls;
  if (first === undefined) return undefined;
  if (controls.length !== calledWith) throw new Unresolved(`The page has ${controls.length} of them`);
  return hasCount(calledWith, [named(first)]);
}

export function groupsOf({ view }: Scope): Group[] {
  const groups: Group[] = [];
  for (const element of view.elements.filter(isRow)) {
    const rows = rowsOf(view, element);
    if (rows[0] === element) groups.push({ rows, first: element });
  }
  return groups;
}

/** @throws Unresolved if nothing distinguishes the rows from other rows of the page. */
export function selectorsOf(group: Group, scope: Scope, selectorOf = partSelector): ExchangeSelector[] {
  const { rows, first } = group;
  const { view } = scope;
  const all = [...rowSelectors(first)];
  const others = view.elements.filter((each) => isSameKind(each, first) && !rows.includes(each));
  if (others.length === 0) return all;
  const inside = first.within.findLast((entry) => selectorOf(entry) !== undefined) ?? '';
  const container = [selectorOf(inside)].filter((each) => each !== undefined);
  const rest = container.length === 0 ? others : others.filter(({ within }) => within.includes(inside));
  if (rest.length === 0) return [...container, ...all];
  // A header and a row of sums are excluded by their texts.
  const texts = rest.length > 2 ? [] : rest.flatMap((each) => textOfHeader(each, rows, view.elements) ?? []);
  if (texts.length < rest.length && selectorOf !== partBelowHeading)
    return selectorsOf(group, scope, partBelowHeading);
  if (texts.length < rest.length)
    throw new Unresolved('The rows cannot be distinguished from other rows of the page');
  const filters = texts.map(
    (hasNotText) => ({ selectorType: 'FILTER', selector: '', options: { hasNotText } }) as const,
  );
  return [...container, ...all, ...filters];
}

/** The selector of a part of the page that has a name or a heading. @param entry one of `within` */
function partBelowHeading(entry: string): ExchangeSelector | undefined {
  const [, heading] = /^heading "([^"\\]+)"$/.exec(entry) ?? [];
  if (heading === undefined) return partSelector(entry);
  const levels = [1, 2, 3, 4, 5, 6].map((level) => `self::h${level}`).join(' or ');
  const selector = `xpath=//*[${levels}][normalize-space()="${literalText(heading)}"]/..`;
  return { selectorType: 'CSS', selector };
}

/** The selector of a part of the page that has a name. @param entry one of `within` */
export function partSelector(entry: string): ExchangeSelector | undefined {
  const named = /^(list|region|dialog|alertdialog|table|navigation|form|article|group) ("(?:[^"\\]|\\.)*")$/;
  const [, role, name] = named.exec(entry) ?? [];
  if (role === undefined || name === undefined) return undefined;
  return { selectorType: 'ROLE', selector: role, options: { name: String(JSON.parse(name)), exact: true } };
}

/** A text of a header or of sums that no other row has. */
function textOfHeader(
  header: PageElement,
  rows: readonly PageElement[],
  all: readonly PageElement[],
): string | undefined {
  const index = all.indexOf(header);
  return all
    .filter((each) => /^(?:columnheader|rowheader|cell)$/.test(each.role) && each.inside.includes(index))
    .map(({ text }) => text)
    .find((text) => text !== '' && rows.every((row) => !row.text.toLowerCase().includes(text.toLowerCase())));
}
