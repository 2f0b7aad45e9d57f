import { onlyOne } from '../../../common/lists.ts';
import { escapeRegExp } from '../../../common/text.ts';
import { patternText } from '../../../contract/exchange/pattern.ts';
import type { PageElement } from '../../../runner/live-page.ts';
import { elementsIn } from '../../page-tree.ts';
import { named, nth } from '../../selectors.ts';
import { listItems, plainText } from '../clause.ts';
import type { Parts } from '../grammar.ts';
import { type CompiledStep, expects, hasCount, isVisible } from '../page/compiled-step.ts';
import { hasRole, isControl, isField } from '../page/control-types.ts';
import { hasText, isCalled, isSameText, sourcesOf, wordsOfPage } from '../page/element-texts.ts';
import { isIn, matchingElements } from '../page/find-element.ts';
import { cellsOf, isRow, isSameKind, rowSelectors } from '../page/rows.ts';
import { find, phraseIn, type Scope } from '../page/scope.ts';
import { attempt, NotFound, optionally, Unresolved } from '../page/unresolved.ts';
import { type PageArea, readPageAreas } from '../phrase.ts';
import { areas, namingWords, nouns, numberOf, wordsOf } from '../vocabulary.ts';
import { type Group, groupOf, groupsOf, selectorsOf } from './compile-count.ts';
import { columnOf } from './row-value.ts';
import { containsText, innermost, sees, withTexts } from './shown-text.ts';

/** The items of a list, without quotation marks. */
function plainItems(text: string, { quotes }: Scope): string[] {
  return listItems(text).map((each) => plainText(each, quotes));
}

/** "The Severity dropdown offers Low, Medium and High". */
export function offers({ what = '', only, list: items = '' }: Parts, scope: Scope): CompiledStep[] {
  const isPossible = ({ tag }: PageElement) => tag === 'select';
  const list = attempt(() => find(what, scope, { isPossible, allowsPart: true, what: 'a list' }));
  const found = list instanceof Unresolved ? undefined : list;
  // "The menu offers Edit and Delete"
  const listed = found ? undefined : areListed({ place: what, kind: 'items', items }, scope);
  if (listed !== undefined && only === undefined) return listed;
  if (found === undefined) throw list;
  const options = found.field?.options ?? [];
  const named = plainItems(items, scope).map((each) => {
    const option = options.find((one) => isSameText(one, each));
    if (option === undefined) throw new NotFound(`Found no option "${each}"`, options.slice(0, 3));
    return option;
  });
  if (only !== undefined && named.join('\n') !== options.join('\n'))
    throw new NotFound('The list has other options, or another order', options.slice(0, 3));
  // The text of a list is that of its options, without spaces: "Low" is found in "Lowest" as well.
  const isSplitOption = named.some((name) => options.join('').split(name).length > 2);
  if (only === undefined && !isSplitOption)
    return named.map((calledWith) => expects({ expectation: 'TO_CONTAIN_TEXT', calledWith }, found));
  const calledWith = patternText(options.map(escapeRegExp).join('\\s*'));
  return [expects({ expectation: 'TO_HAVE_TEXT', calledWith }, found)];
}

/** Most rows that are looked at one after the other. */
const maxRows = 20;

/** "Every row has a Delete button", "All rows have the status ⟦0⟧": each of them has it now. */
export function everyRowHas({ rows = '', what = '' }: Parts, scope: Scope): CompiledStep[] | undefined {
  const group = groupOf(rows, '', 0, scope);
  if (group === undefined || group.rows.length > maxRows) return undefined;
  return listItems(what).flatMap((each) => rowsSay(group, each, scope) ?? rowsHave(group, each, scope));
}

/** A text of each row, or of its cell in a column. @returns undefined if not all rows have it. */
function rowsSay(group: Group, what: string, scope: Scope): CompiledStep[] | undefined {
  const [, kind = '', value] = /^((?:\p{Ll}+ )*)(⟦\d+⟧|[\p{Lu}\d€$£].*)$/u.exec(what) ?? [];
  const wanted = plainText(value ?? '', scope.quotes);
  const column = namingWords(kind);
  const { view } = scope;
  const texts = group.rows.map((row) => {
    const cells = cellsOf(view.elements.indexOf(row), view);
    const isMeant = (cell: PageElement) =>
      column.every((word) => wordsOf(columnOf(cell, view)).includes(word));
    const cell = cells.findIndex(({ text }) => hasText(text, wanted));
    if (column.length === 0 && cell !== -1) return { found: cells[cell], at: cell };
    return column.length === 0
      ? { found: row, at: -1 }
      : { found: cells.find(isMeant), at: cells.findIndex(isMeant) };
  });
  if (!texts.every(({ found }) => found !== undefined && hasText(found.text, wanted))) return undefined;
  return texts.map(({ found, at }, index) => {
    const cell = [{ selectorType: 'ROLE', selector: found?.role ?? '' } as const, nth(at)];
    const selectors = [...selectorsOf(group, scope), nth(index), ...(at === -1 ? [] : cell)];
    return expects(containsText(wanted), undefined, selectors);
  });
}

function rowsHave(group: Group, what: string, scope: Scope): CompiledStep[] {
  const { view } = scope;
  const controls = group.rows.map((row) => {
    const parts = elementsIn(row, view);
    const isPossible = (each: PageElement) => isControl(each) && parts.includes(each);
    return matchingElements(phraseIn(what, scope), { view, called: '', isPossible });
  });
  const [first] = controls[0] ?? [];
  const isSame = ([each, ...others]: readonly PageElement[]) =>
    each?.role === first?.role && isSameText(each?.name ?? '', first?.name ?? '') && others.length === 0;
  if (first === undefined || first.name === '' || !controls.every(isSame))
    throw new NotFound(`Found not one "${plainText(what, scope.quotes)}" in each of ${controls.length} rows`);
  return controls.map((_, index) => isVisible([...selectorsOf(group, scope), nth(index), named(first)]));
}

/** Where a list is said to be: "the navigation", "the Actions menu". @returns undefined if that is no part of a page. */
function placesOf(text: string, { quotes }: Scope): readonly PageArea[] | undefined {
  const bare = text.replace(/^(?:the|this) /i, '').toLowerCase();
  if (/^(?:i|we|you|they|it|page|screen|app|site|board|user|)$/.test(bare)) return [];
  const starts = areas.get(bare);
  if (starts !== undefined) return [{ starts, words: [], position: undefined }];
  const places = readPageAreas(`in ${text}`, quotes);
  return places.length === 0 ? undefined : places;
}

/** "The navigation has the links Rooms and Offers", "the following errors are shown: ⟦0⟧, ⟦1⟧". */
export function areListed(
  { place = '', count, kind = '', items = '' }: Parts,
  scope: Scope,
): CompiledStep[] | undefined {
  const [noun = ''] = wordsOf(kind);
  const roles = nouns.get(noun);
  const named = plainItems(items.replace(/^.*?: /, ''), scope);
  const places = placesOf(place, scope);
  if (roles === undefined || named.length < 2 || places === undefined) return undefined;
  if (count !== undefined && numberOf(count) !== named.length) return undefined;
  const isOfKind = (each: PageElement) =>
    roles.length === 0 ||
    (each.role === 'heading' && areas.get(noun)?.includes('heading') === true) ||
    roles.includes('text') ||
    roles.some((role) => hasRole(each, role));
  return named.map((name) => {
    const all = scope.view.elements.filter(
      (each) =>
        isOfKind(each) &&
        each.tag !== 'label' &&
        (isCalled(each, name) || isCounted(each, name)) &&
        [...places, ...scope.places].every((one) => isIn(each, one, scope.view)),
    );
    const [found, ...others] = innermost(all, scope.view);
    if (found === undefined) throw new NotFound(`Found no ${noun} "${name}"`);
    if (others.length > 0) throw new Unresolved(`${all.length} elements could be the ${noun} "${name}"`);
    return sees(found, `${place} ${name}`, scope, name);
  });
}

/** "The Actions menu lists Edit and Delete": all of them are in the part of the page that is called so, or on the page. */
export function areIn({ place = '', items = '' }: Parts, scope: Scope): CompiledStep[] | undefined {
  const named = plainItems(items, scope);
  const places = readPageAreas(`in ${place}`, scope.quotes);
  const isPage = /^(?:it|(?:the |this )?(?:page|screen|app))$/i.test(place);
  const isPart = places.some(({ starts }) => starts.length > 0);
  if (named.length < 2 || !(isPage || isPart) || !/^(?:\p{Lu}|⟦|\S+\.\p{Ll})/u.test(items)) return undefined;
  const steps = named.map((name) => {
    const isHere = (each: PageElement) =>
      isCalled(each, name) &&
      [...(isPage ? [] : places), ...scope.places].every((one) => isIn(each, one, scope.view));
    const found = onlyOne(innermost(scope.view.elements.filter(isHere), scope.view));
    return found && sees(found, `${place} ${name}`, scope, name);
  });
  return steps.every((step) => step !== undefined) ? steps : undefined;
}

/** "To do 2" is a column that is called "To do". */
function isCounted(element: PageElement, name: string): boolean {
  const isSame = (source: string) => isSameText(source.replace(/\s*\(?\d+\)?$/, ''), name);
  return element.role === 'heading' && sourcesOf(element).some(isSame);
}

/** "The email field shows the error ⟦0⟧": the text comes after this field and before the next one. */
export function showsError({ what = '', value = '' }: Parts, scope: Scope): CompiledStep | undefined {
  const { elements } = scope.view;
  const wanted = plainText(value, scope.quotes);
  const field = find(what, scope, { isPossible: isField, allowsPart: true, what: 'a field' });
  const index = elements.indexOf(field);
  const next = elements.findIndex((each, at) => at > index && each.field !== undefined);
  const after = elements.slice(index + 1, next === -1 ? elements.length : next);
  const found = onlyOne(after.filter((each) => isSameText(each.text, wanted) && !isControl(each)));
  return found && sees(found, wanted, scope, wanted);
}

/** Rows or items with all of some texts, which no longer or torn number stands for. */
function rowsWith(texts: readonly string[], scope: Scope): PageElement[] {
  const rows = scope.view.elements.filter(
    (each) =>
      isRow(each) &&
      texts.every((one) => hasText(each.text, one)) &&
      scope.places.every((place) => isIn(each, place, scope.view)),
  );
  return innermost(rows, scope.view);
}

/** The texts of "Ada, the status Active and an amount of €250.00". */
export function textsOfRow(items: string, scope: Scope): string[] {
  return plainItems(items, scope).map((one) =>
    one
      .replace(/^(?:the |an? )?(?!not? )\p{Ll}+ (?:of )?(?=[€$£]?\d[\d.,]*$)/u, '')
      .replace(/^(?:the|an?) (?!not? )\p{Ll}+ (?:of )?(?=\p{Lu})/u, ''),
  );
}

/** "None of the orders is late": their rows are there, and none shows what the page has shown before. */
export function noRowHas({ rows = '', what = '' }: Parts, scope: Scope): CompiledStep[] | undefined {
  const group = groupOf(rows, '', 0, scope);
  const wanted = plainText(what.replace(/^(?:marked|labell?ed|flagged)(?: as)? |^an? /gi, ''), scope.quotes);
  const isKnown = scope.context.seen.some((each) => !isControl(each) && isSameText(each.text, wanted));
  if (group === undefined || !(isKnown || /^⟦\d+⟧$/.test(what))) return undefined;
  const selectors = selectorsOf(group, scope);
  return [hasCount(group.rows.length, selectors), hasCount(0, [...selectors, ...withTexts([wanted])])];
}

/** "Two orders are Paid": so many rows have a part that shows this and nothing else, and no other row has the text. */
export function rowsWithText(
  { count: said = '', rows = '', what = '' }: Parts,
  scope: Scope,
): CompiledStep | undefined {
  const group = groupOf(rows, '', 0, scope);
  if (group === undefined) return undefined;
  const wanted = plainText(what.replace(/^the \p{Ll}+ (?=⟦|\p{Lu})/u, ''), scope.quotes);
  const isShown = (each: PageElement) => !isControl(each) && isSameText(each.text, wanted);
  const having = group.rows.filter(({ text }) => hasText(text, wanted));
  if (having.length === 0) return undefined;
  const count = having.filter((row) => elementsIn(row, scope.view).some(isShown)).length;
  if (count !== numberOf(said) || count !== having.length)
    throw new Unresolved(`${count} of ${group.rows.length} ${rows} show "${wanted}"`);
  const selectors = [...selectorsOf(group, scope), ...withTexts([wanted])];
  return hasCount(count, selectors);
}

/** "No new row was added": there are as many as on each page before. */
export function noNewRow({ rows = '' }: Parts, scope: Scope): CompiledStep | undefined {
  const now = groupOf(rows, '', 0, scope);
  const counts = scope.context.views.map((view) => attempt(() => groupOf(rows, '', 0, { ...scope, view })));
  const isSame = counts.every(
    (each) => each === undefined || each instanceof Unresolved || each.rows.length === now?.rows.length,
  );
  if (now === undefined || !isSame || scope.context.views.length === 0) return undefined;
  return hasCount(now.rows.length, selectorsOf(now, scope));
}

/** "The table contains a row with Ada, Editor and Active". */
export function hasRowWith({ place = '', items = '' }: Parts, scope: Scope): CompiledStep | undefined {
  // "amount €250.00" says what the number is.
  const texts = textsOfRow(items, scope);
  const places = placesOf(place.replace(/^(?:in|to|at|on) /i, ''), scope);
  if (places === undefined || !texts.some((one) => /[\p{L}@]/u.test(one))) return undefined;
  const [row, ...others] = rowsWith(texts, { ...scope, places: [...scope.places, ...places] });
  if (row === undefined) throw new NotFound(`Found no row with ${texts.join(', ')}`);
  const isUnclear = texts.some((one) => !/\p{L}/u.test(one) && row.text.split(one).length > 2);
  if (others.length > 0 || isUnclear)
    throw new Unresolved(`${others.length + 1} rows could be the one with ${texts[0]}`);
  const selectors = [...rowSelectors(row), ...withTexts(texts)];
  return expects({ expectation: 'VISIBLE' }, row, selectors);
}

/** "The table shows only Ada and Bo": these rows, and as many as they are. */
export function hasOnlyRows(
  { place: said = '', items = '', count }: Parts,
  scope: Scope,
): CompiledStep[] | undefined {
  const place = said.replace(/(?: is .*)?:$/, '');
  const texts = plainItems(items, scope);
  if (count !== undefined && numberOf(count) !== texts.length) return undefined;
  const inColumns =
    namingWords(place).every((word) => nouns.has(word) || word === 'board') && onlyInColumns(texts, scope);
  if (inColumns) return inColumns;
  const group = groupOf('rows', place, texts.length, scope) ?? groupOf('items', place, texts.length, scope);
  const isOther = group?.rows.length !== texts.length;
  if (group === undefined || (isOther && namingWords(place).every((word) => nouns.has(word))))
    return undefined;
  if (isOther) throw new Unresolved(`"${place}" has ${group.rows.length} rows or items`);
  const found = texts.map((one) => rowCalled(one, group, scope));
  if (found.includes(undefined) || new Set(found.map((each) => each?.row)).size !== texts.length)
    return undefined;
  const selectors = selectorsOf(group, scope);
  const shown = found.map((each) => isVisible([...selectors, ...withTexts(each?.texts ?? [])]));
  return [hasCount(texts.length, selectors), ...shown];
}

/** The columns of a board have these items, and no others. @returns undefined if the page has no such columns. */
function onlyInColumns(texts: readonly string[], scope: Scope): CompiledStep[] | undefined {
  const { view } = scope;
  const lists = view.elements.flatMap(({ column }) => (column === undefined ? [] : [column.items]));
  const isMarked = ({ first: { itemSelectors, within } }: Group) =>
    itemSelectors === undefined && !within.some((entry) => /^(?:navigation|menu)/.test(entry));
  if (lists.length < 2 || groupsOf(scope).some(isMarked)) return undefined;
  const rowsOfList = (items: Group['first']['itemSelectors']) =>
    view.elements.filter((each) => JSON.stringify(each.itemSelectors) === JSON.stringify(items));
  const all = lists.flatMap(rowsOfList);
  const found = texts.map((one) => all.filter(({ text }) => hasText(text, one)));
  if (all.length !== texts.length) throw new Unresolved(`The columns have ${all.length} items`);
  if (found.some(({ length }) => length !== 1) || new Set(found.flat()).size !== texts.length)
    return undefined;
  return lists.flatMap((items) => {
    const rows = rowsOfList(items);
    const textsHere = texts.filter((one) => rows.some(({ text }) => hasText(text, one)));
    return [
      hasCount(rows.length, items),
      ...textsHere.map((one) => isVisible([...items, ...withTexts([one])])),
    ];
  });
}

/** The only row with a text, or with the words of it that do not say what all rows are: "the laptop session". */
function rowCalled(wanted: string, { rows, first }: Group, { view }: Scope) {
  const ofAll = new Set([...wordsOfPage(view), ...first.within.flatMap(wordsOf)]);
  const words = namingWords(wanted).filter((word) => !ofAll.has(word) && !nouns.has(word));
  const having = rows.filter(({ text }) => hasText(text, wanted));
  const isWhole = having.length > 0 || words.length === 0;
  const isSaid = ({ text }: PageElement) => words.every((word) => wordsOf(text).includes(word));
  const row = onlyOne(isWhole ? having : rows.filter(isSaid));
  return row && { row, texts: isWhole ? [wanted] : words };
}

/** "⟦0⟧ is shown below the Name field", or below what has many lines. */
export function isBelow({ value: said = '', what = '' }: Parts, scope: Scope): CompiledStep | undefined {
  const [, value = ''] =
    /^(?:(?:the|an?) )?(?:(?:\w+ )?(?:message|error|text|hint|warning|note) )?(⟦\d+⟧)$/i.exec(said) ?? [];
  if (value === '') return undefined;
  const found = optionally(() => showsError({ value, what }, scope));
  if (found !== undefined || !/^(?:the |a )?(?:\p{L}+ )?(?:form|table|list)$/iu.test(what)) return found;
  const wanted = plainText(value, scope.quotes);
  const { elements } = scope.view;
  const text = onlyOne(elements.filter((each) => isSameText(each.text, wanted)));
  return text && sees(text, wanted, scope, wanted);
}

/** "Ada comes before Bo": the row of the one follows that of the other, in the only list or table with both. */
export function isInOrder({ value = '', at = '', what = '' }: Parts, scope: Scope): CompiledStep | undefined {
  const nameIn = (part: string) => plainText(part.replace(/^the (?=\p{Lu}|⟦)/u, ''), scope.quotes);
  const isBefore = /^(?:before|above)$/i.test(at);
  const first = nameIn(isBefore ? value : what);
  const second = nameIn(isBefore ? what : value);
  const [before, after] = [first, second].map((one) => onlyOne(rowsWith([one], scope)));
  if (before === undefined || after === undefined || before === after) return undefined;
  if (!isSameKind(before, after) || before.inside.join() !== after.inside.join()) return undefined;
  const following = { selectorType: 'CSS', selector: 'xpath=./following-sibling::*' } as const;
  const selectors = [...rowSelectors(before), ...withTexts([first]), following, ...withTexts([second])];
  return expects({ expectation: 'VISIBLE' }, after, selectors);
}
