import { escapeRegExp } from '../../common/text.ts';
import { patternText } from '../../contract/exchange/pattern.ts';
import type { PageElement } from '../../runner/live-page.ts';
import { literalText } from '../../runner/variables/text.ts';
import { plainText } from './clause.ts';
import { type Group, groupOf, selectorsOf } from './compile-count.ts';
import {
  hasRole,
  hasText,
  isIn,
  isSameText,
  matchingElements,
  NotFound,
  sourcesOf,
  Unresolved,
} from './find-element.ts';
import type { Parts } from './grammar.ts';
import { type Place, readPlaces } from './phrase.ts';
import { isRow } from './rows.ts';
import {
  type CompiledStep,
  expects,
  find,
  isControl,
  isField,
  optionally,
  phraseIn,
  type Scope,
} from './scope.ts';
import { innermost, sees } from './shown-text.ts';
import { areas, nouns, wordsOf } from './vocabulary.ts';

/** The parts of "A, B and C", without quotation marks. */
function listOf(text: string, { quotes }: Scope): string[] {
  return text.split(/\s*,\s*(?:(?:and|or)\s+)?|\s+(?:and|or)\s+/i).map((each) => plainText(each, quotes));
}

/** "The Severity dropdown offers Low, Medium and High". */
export function offers({ what = '', only, list = '' }: Parts, scope: Scope): CompiledStep[] {
  const isPossible = ({ tag }: PageElement) => tag === 'select';
  const found = find(what, scope, { isPossible, allowsPart: true, what: 'a list' });
  const options = found.field?.options ?? [];
  const named = listOf(list, scope).map((each) => {
    const option = options.find((one) => isSameText(one, each));
    if (option === undefined) throw new NotFound(`Found no option "${each}"`, options.slice(0, 3));
    return option;
  });
  if (only !== undefined && named.join('\n') !== options.join('\n'))
    throw new NotFound('The list has other options, or another order', options.slice(0, 3));
  // The text of a list is that of its options, without spaces: "Low" is found in "Lowest" as well.
  const isTorn = named.some((name) => options.join('').split(name).length > 2);
  if (only === undefined && !isTorn)
    return named.map((calledWith) => expects({ expectation: 'TO_CONTAIN_TEXT', calledWith }, found));
  const calledWith = patternText(options.map(escapeRegExp).join('\\s*'));
  return [expects({ expectation: 'TO_HAVE_TEXT', calledWith }, found)];
}

/** Most rows that are looked at one after the other. */
const maxRows = 20;

/** "Every row has a Delete button": each of them has one now. */
export function everyRowHas({ rows = '', what = '' }: Parts, scope: Scope): CompiledStep[] | undefined {
  const group = groupOf(rows, '', 0, scope);
  if (group === undefined || group.rows.length > maxRows) return undefined;
  return what.split(/\s*,\s*(?:and\s+)?|\s+and\s+/i).flatMap((each) => rowsHave(group, each, scope));
}

function rowsHave(group: Group, what: string, scope: Scope): CompiledStep[] {
  const { view } = scope;
  const own = group.rows.map((row) => {
    const index = view.elements.indexOf(row);
    const isPossible = (each: PageElement) => isControl(each) && each.inside.includes(index);
    return matchingElements(phraseIn(what, scope), { view, called: '', isPossible });
  });
  const [first] = own[0] ?? [];
  const isSame = ([each, ...others]: readonly PageElement[]) =>
    each?.role === first?.role && isSameText(each?.name ?? '', first?.name ?? '') && others.length === 0;
  if (first === undefined || first.name === '' || !own.every(isSame))
    throw new NotFound(`Found not one "${plainText(what, scope.quotes)}" in each of ${own.length} rows`);
  const { role, name } = first;
  return own.map((_, index) =>
    expects({ expectation: 'VISIBLE' }, undefined, [
      ...selectorsOf(group, scope),
      { selectorType: 'NTH', selector: String(index) },
      { selectorType: 'ROLE', selector: role, options: { name, exact: true } },
    ]),
  );
}

/** Where a list is said to be: "the navigation", "the Actions menu". @returns undefined if that is no part of a page. */
function placesOf(text: string, { quotes }: Scope): readonly Place[] | undefined {
  const bare = text.replace(/^(?:the|this) /i, '').toLowerCase();
  if (/^(?:i|we|you|they|page|screen|app|site|user|)$/.test(bare)) return [];
  const starts = areas.get(bare);
  if (starts !== undefined) return [{ starts, words: [], position: undefined }];
  const places = readPlaces(`in ${text}`, quotes);
  return places.length === 0 ? undefined : places;
}

/** "The navigation has the links Rooms and Offers", "the following errors are shown: ⟦0⟧, ⟦1⟧". */
export function areListed(
  { place = '', kind = '', items = '' }: Parts,
  scope: Scope,
): CompiledStep[] | undefined {
  const [noun = ''] = wordsOf(kind);
  const roles = nouns.get(noun);
  const named = listOf(items.replace(/^.*?: /, ''), scope);
  const places = placesOf(place, scope);
  if (roles === undefined || named.length < 2 || places === undefined) return undefined;
  const isOfKind = (each: PageElement) =>
    roles.length === 0 || roles.includes('text') || roles.some((role) => hasRole(each, role));
  return named.map((name) => {
    const all = scope.view.elements.filter(
      (each) =>
        isOfKind(each) &&
        each.tag !== 'label' &&
        sourcesOf(each).some((source) => isSameText(source, name)) &&
        [...places, ...scope.places].every((one) => isIn(each, one, scope.view)),
    );
    const [found, ...others] = innermost(all, scope.view);
    if (found === undefined) throw new NotFound(`Found no ${noun} "${name}"`);
    if (others.length > 0) throw new Unresolved(`${all.length} elements could be the ${noun} "${name}"`);
    return sees(found, `${place} ${name}`, scope, name);
  });
}

/** "The email field shows the error ⟦0⟧": the text comes after this field and before the next one. */
export function showsError({ what = '', value = '' }: Parts, scope: Scope): CompiledStep | undefined {
  const { elements } = scope.view;
  const wanted = plainText(value, scope.quotes);
  const field = find(what, scope, { isPossible: isField, allowsPart: true, what: 'a field' });
  const index = elements.indexOf(field);
  const next = elements.findIndex((each, at) => at > index && each.field !== undefined);
  const after = elements.slice(index + 1, next === -1 ? elements.length : next);
  const [found, ...others] = after.filter((each) => isSameText(each.text, wanted) && !isControl(each));
  return found === undefined || others.length > 0 ? undefined : sees(found, wanted, scope, wanted);
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

const withTexts = (texts: readonly string[]) =>
  texts.map(
    (one) => ({ selectorType: 'FILTER', selector: '', options: { hasText: literalText(one) } }) as const,
  );

/** "The table contains a row with Ada, Editor and Active". */
export function hasRowWith({ place = '', items = '' }: Parts, scope: Scope): CompiledStep | undefined {
  const texts = listOf(items, scope);
  const places = placesOf(place, scope);
  if (places === undefined || texts.some((one) => !/[\p{L}@]/u.test(one))) return undefined;
  const [row, ...others] = rowsWith(texts, { ...scope, places: [...scope.places, ...places] });
  if (row === undefined) throw new NotFound(`Found no row with ${texts.join(', ')}`);
  if (others.length > 0) throw new Unresolved(`${others.length + 1} rows could be the one with ${texts[0]}`);
  const selectors = [{ selectorType: 'ROLE', selector: row.role } as const, ...withTexts(texts)];
  return expects({ expectation: 'VISIBLE' }, row, selectors);
}

/** "The table shows only Ada and Bo": these rows, and as many as they are. */
export function hasOnlyRows({ place = '', items = '' }: Parts, scope: Scope): CompiledStep[] | undefined {
  const texts = listOf(items, scope);
  const group = groupOf('rows', place, texts.length, scope) ?? groupOf('items', place, texts.length, scope);
  if (group?.rows.length !== texts.length) return undefined;
  const { elements } = scope.view;
  const isTextOf = (row: PageElement, wanted: string) => {
    const index = elements.indexOf(row);
    return elements.some(({ inside, text }) => inside.includes(index) && isSameText(text, wanted));
  };
  const rows = texts.map((one) => group.rows.filter((row) => isTextOf(row, one)));
  if (rows.some(({ length }) => length !== 1) || new Set(rows.flat()).size !== texts.length) return undefined;
  const selectors = selectorsOf(group, scope);
  const count = { expectation: 'TO_HAVE_COUNT', calledWith: texts.length } as const;
  const shown = texts.map((one) =>
    expects({ expectation: 'VISIBLE' }, undefined, [...selectors, ...withTexts([one])]),
  );
  return [expects(count, undefined, selectors), ...shown];
}

/** "⟦0⟧ is shown below the Name field", or below what has many lines. */
export function isBelow({ value = '', what = '' }: Parts, scope: Scope): CompiledStep | undefined {
  const found = optionally(() => showsError({ value, what }, scope));
  if (found !== undefined || !/^(?:the |a )?(?:\p{L}+ )?(?:form|table|list)$/iu.test(what)) return found;
  const wanted = plainText(value, scope.quotes);
  const { elements } = scope.view;
  const [text, ...others] = elements.filter((each) => isSameText(each.text, wanted));
  return text === undefined || others.length > 0 ? undefined : sees(text, wanted, scope, wanted);
}
