import { onlyOne } from '../../../common/lists.ts';
import { escapeRegExp } from '../../../common/text.ts';
import type { ExchangeSelector } from '../../../contract/exchange/selector.ts';
import type { PageElement, PageView } from '../../../runner/live-page.ts';
import { elementsIn } from '../../page-tree.ts';
import { nth } from '../../selectors.ts';
import { plainText } from '../clause.ts';
import { type CompiledStep, expects } from '../page/compiled-step.ts';
import { isControl } from '../page/control-types.ts';
import { hasText, isSameText, wordsOfPage } from '../page/element-texts.ts';
import { placesWith } from '../page/find-element.ts';
import {
  cellsOf,
  columnsOf,
  headersOf,
  isRow,
  isSameKind,
  rowAround,
  rowSelectors,
  rowsOf,
} from '../page/rows.ts';
import { phraseIn, type Scope } from '../page/scope.ts';
import { Unresolved } from '../page/unresolved.ts';
import { nouns, sameStates, wordsOf } from '../vocabulary.ts';
import { containsText, innermost, withLiteral } from './shown-text.ts';

/** Words between what has a value and the value, which say nothing of it. */
const joints =
  /\b(?:an?|the|from|by|for|on|at|to|of|with|in|as|due|dated|marked|labell?ed|flagged|assigned|now|still|already)\b/gi;
/** What people call a text that says what something is like, whether or not the page calls it so. */
const properties = /^(?:status|state|priority|label|tag|category|type|assignee)$/;

/** What a text says beside the whole text of an element; undefined if it does not say that. */
function beside(given: string, shown: string, { quotes }: Scope): string | undefined {
  const [quote] = /⟦\d+⟧/.exec(given) ?? [];
  if (quote !== undefined)
    return isSameText(plainText(quote, quotes), shown) ? given.replace(quote, '') : undefined;
  const same = sameStates.get(given.toLowerCase()) ?? [];
  if (same.includes(shown.toLowerCase())) return '';
  return /[\p{L}\p{N}]/u.test(shown) && hasText(given, shown)
    ? given.replace(new RegExp(escapeRegExp(shown), 'i'), '')
    : undefined;
}

/**
 * "Invoice 17 is paid", "The last mail is from Ada", "Ada has 2 bags": one part of the row shows the value and nothing else,
 * and all other words are those of the row, of the part's column, or of what is around.
 */
export function rowIs(what: string, given: string, scope: Scope): CompiledStep | undefined {
  const { view } = scope;
  const { words, position, places } = phraseIn(what, scope);
  const page = wordsOfPage(view);
  const isShown = (word: string) =>
    view.elements.some(({ text, name }) => wordsOf(`${text} ${name}`).includes(word));
  const found = view.elements.flatMap((part) => {
    const row = isControl(part) ? undefined : rowAround(part, view);
    const rest = row && beside(given, part.text, scope);
    if (row === undefined || rest === undefined) return [];
    // An item may be called "Boxes".
    const saidWords = [
      ...(words.some((word) => !nouns.has(word)) ? words : wordsOf(what)),
      ...wordsOf(rest.replace(joints, ' ')),
    ];
    const columns = columnsOf(row, view).flatMap(wordsOf);
    const column = wordsOf(columnOf(part, view));
    if (isOfOtherColumn(what, part, view)) return [];
    const ofRow = wordsOf(row.text);
    const around = [...page, ...row.within.flatMap(wordsOf)];
    const isOfPart = (word: string) => column.includes(word) || (properties.test(word) && !isShown(word));
    const isKnown = (word: string) =>
      isOfPart(word) ||
      (nouns.has(word) ? !columns.includes(word) : ofRow.includes(word) || around.includes(word));
    // The step at a position says nothing but the text of the part.
    if (position !== undefined)
      return rowsOf(view, row).at(position) === row && wordsOf(rest.replace(joints, ' ')).every(isOfPart)
        ? [{ part, named: words }]
        : [];
    const rowWords = saidWords.filter((word) => ofRow.includes(word) && !column.includes(word));
    return saidWords.every(isKnown) && placesWith(rowWords, part, view) === 'one'
      ? [{ part, named: rowWords }]
      : [];
  });
  const parts = found.map((each) => each.part);
  const part = onlyOne(innermost(parts, view));
  if (part === undefined || places.length > 0) return undefined;
  const { named = [] } = found.find((each) => each.part === part) ?? {};
  if (position !== undefined) return hasTextAtPosition(position, named, part.text, scope);
  const selectors = inNamedRow(part, named, view);
  return selectors && expects(containsText(part.text), part, selectors);
}

/** "The user of order 7" names another column than that of a part of its row. */
export function isOfOtherColumn(what: string, part: PageElement, view: PageView): boolean {
  const row = rowAround(part, view);
  const label = wordsOf(/^(?:the )?(.+?) (?:of|for) /i.exec(what)?.[1] ?? '').join();
  const names = row === undefined ? [] : columnsOf(row, view).map((name) => wordsOf(name).join());
  return label !== '' && names.includes(label) && wordsOf(columnOf(part, view)).join() !== label;
}

/** "Invoice 17 is not paid": its cell shows something else, in the column where another row shows that. */
export function rowIsNot(what: string, given: string, scope: Scope): CompiledStep | undefined {
  const { view } = scope;
  const shown = view.elements.find(
    (each) => isSameText(each.text, plainText(given, scope.quotes)) && columnOf(each, view) !== '',
  );
  if (shown === undefined) return undefined;
  const column = columnOf(shown, view);
  const cells = view.elements.filter((each) => columnOf(each, view) === column && each.text !== shown.text);
  const texts = new Set(cells.map(({ text }) => text));
  const all = [...texts].flatMap((text) => rowIs(what, text, scope) ?? []);
  if (all.length === 0 && rowIs(what, shown.text, scope) !== undefined)
    throw new Unresolved(`The row of "${plainText(what, scope.quotes)}" shows "${shown.text}"`);
  const found = onlyOne(all);
  if (found === undefined) return undefined;
  const assertion = { expectation: 'NOT_TO_CONTAIN_TEXT', calledWith: shown.text } as const;
  return { ...found, element: { ...found.element, assertion } };
}

/** A part of the row that shows the words of a clause in its texts. @returns undefined if other rows have these texts, too. */
export function inNamedRow(
  part: PageElement,
  words: readonly string[],
  view: PageView,
): ExchangeSelector[] | undefined {
  const row = rowAround(part, view);
  if (row === undefined) return undefined;
  const ofRow = words.filter((word) => wordsOf(row.text).includes(word));
  if (ofRow.length === 0) return undefined;
  const parts = elementsIn(row, view);
  const rows = view.elements.filter((each) => isSameKind(each, row));
  const isSaidIn = (word: string) => (text: string) => wordsOf(text).includes(word);
  const isOnly = (texts: readonly string[]) =>
    ofRow.every((word) => texts.some(isSaidIn(word))) &&
    rows.every(
      (other) =>
        other === row || !texts.every((text) => other.text.toLowerCase().includes(text.toLowerCase())),
    );
  const others = parts.filter((each) => each !== part && ofRow.some((word) => isSaidIn(word)(each.text)));
  const single = others.find(({ text }) => isOnly([text]));
  const labels = single ? [single.text] : [...new Set(innermost(others, view).map(({ text }) => text))];
  if (!isOnly(labels)) return undefined;
  const same = parts.filter(({ role }) => role === part.role);
  return [...rowSelectors(row), ...labels.map(withLiteral), ...partSelectors(part, same)];
}

/** Finds a part in its row: by its column, its role, or its text. @param same the parts of the row with this role. */
function partSelectors(part: PageElement, same: readonly PageElement[]): ExchangeSelector[] {
  const { role, text, cell } = part;
  if (cell !== undefined) return [{ selectorType: 'CSS', selector: `xpath=*[${cell.at}]` }];
  if (role === '') return [{ selectorType: 'TEXT', selector: text, options: { exact: true } }];
  return [{ selectorType: 'ROLE', selector: role }, ...(same.length > 1 ? [nth(same.indexOf(part))] : [])];
}

/** "The third step says …": the rows or items of the only group that has one with the text there. */
export function hasTextAtPosition(
  position: number,
  named: readonly string[],
  value: string,
  { view }: Scope,
): CompiledStep | undefined {
  if (named.some((word) => /^(?:column|header|cell)$/.test(word))) return undefined;
  const rows = view.elements.filter((element) => {
    if (!isRow(element) || rowsOf(view, element).at(position) !== element || !hasText(element.text, value))
      return false;
    const around = new Set([view.title, ...element.within].flatMap(wordsOf));
    return named.every((word) => nouns.has(word) || around.has(word));
  });
  const row = onlyOne(rows);
  if (row === undefined) return undefined;
  const same = view.elements.filter((each) => isSameKind(each, row));
  return expects(containsText(value), row, [...rowSelectors(row), nth(same.indexOf(row))]);
}

/** The text of the header above a cell; empty for other elements, and where the column of the cell is not clear. */
export function columnOf(element: PageElement, view: PageView): string {
  if (element.cell !== undefined) return element.cell.column;
  const index = element.inside.at(-1) ?? -1;
  const row = view.elements[index];
  const headers = row === undefined ? [] : headersOf(row, view);
  const cells = cellsOf(index, view);
  const more = cells.slice(headers.length);
  // With fewer cells than headers, one of them has several columns. Only cells of controls may have no header.
  const isInOrder =
    cells.length >= headers.length &&
    (more.length === 0 || cellsOf(headers[0]?.inside.at(-1) ?? -1, view).length === 0) &&
    more.every((cell) => elementsIn(cell, view).some(isControl));
  return isInOrder ? (headers[cells.indexOf(element)]?.text ?? '') : '';
}
