import type { ExchangeSelector } from '../../contract/exchange/selector.ts';
import type { PageElement, PageView } from '../../runner/live-page.ts';
import { literalText } from '../../runner/variables/text.ts';
import { hasText, isSameText, placesWith, wordsOfPage } from './find-element.ts';
import { cellsOf, headersOf, isRow, rowAround, rowsOf } from './rows.ts';
import { type CompiledStep, expects, isControl, phraseIn, type Scope } from './scope.ts';
import { containsText, innermost } from './shown-text.ts';
import { nouns, numberOf, sameStates, wordsOf } from './vocabulary.ts';

/** "Invoice 17 is paid", "The last mail is from Ada": the row has a part that says nothing else. */
export function rowIs(what: string, given: string, scope: Scope): CompiledStep | undefined {
  const { view } = scope;
  const value = given.replace(
    /^(?:from|by|for|(?:on|at)(?= \d)|(?:due|dated)(?: on| by)?|(?:marked|labell?ed|flagged)(?: as)?|assigned to) /i,
    '',
  );
  const { words, position, places } = phraseIn(what, scope);
  const named = words.filter((word) => !nouns.has(word));
  const page = new Set(wordsOfPage(view));
  const found = view.elements.filter((each) => {
    const row = rowAround(each, view);
    const isSaid = [value, ...(sameStates.get(value.toLowerCase()) ?? [])].some((one) =>
      isSameText(each.text, one),
    );
    if (row === undefined || isControl(each) || !isSaid) return false;
    if (position !== undefined) return rowsOf(view, row).at(position) === row;
    const ofRow = new Set(wordsOf(row.text));
    const own = named.filter((word) => ofRow.has(word));
    const around = new Set(row.within.flatMap(wordsOf));
    const isKnown = named.every((word) => ofRow.has(word) || page.has(word) || around.has(word));
    return isKnown && placesWith(own, each, view) === 'one';
  });
  const [part, ...others] = innermost(found, view);
  if (part === undefined || others.length > 0 || places.length > 0) return undefined;
  if (position !== undefined) return saysAtPosition(position, named, part.text, scope);
  const selectors = inNamedRow(part, named, view);
  return selectors && expects(containsText(part.text), part, selectors);
}

/** A part of the row that shows the words of a clause in one of its texts. @returns undefined if other rows have this text, too. */
export function inNamedRow(part: PageElement, words: readonly string[], view: PageView) {
  const row = rowAround(part, view);
  if (row === undefined) return undefined;
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
    part.role === ''
      ? { selectorType: 'TEXT', selector: part.text, options: { exact: true } }
      : { selectorType: 'ROLE', selector: part.role },
    ...(part.role !== '' && same.length > 1
      ? [{ selectorType: 'NTH', selector: String(same.indexOf(part)) } as const]
      : []),
  ] satisfies ExchangeSelector[];
}

/** "The third step says …": the rows or items of the only group that has one with the text there. */
export function saysAtPosition(
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

/** "Ada has 2 bags": the cell of the only row with the words of its owner, in the column that is called so. */
export function cellIs(whose: string, called: string, value: string, scope: Scope): CompiledStep | undefined {
  const { view } = scope;
  const named = phraseIn(whose, scope).words.filter((word) => !nouns.has(word));
  // An item may be called "Boxes".
  const owner = named.length > 0 ? named : wordsOf(whose);
  const column = wordsOf(called);
  const [cell, ...others] = view.elements.filter(
    (each) =>
      isSameText(each.text, String(numberOf(value) ?? value)) &&
      wordsOf(columnOf(each, view)).join() === column.join() &&
      placesWith(owner, each, view) === 'one',
  );
  const selectors = cell && others.length === 0 ? inNamedRow(cell, owner, view) : undefined;
  return cell && selectors && expects(containsText(cell.text), cell, selectors);
}

/** The text of the header of a cell's column; empty for what is no cell, and if a cell of its row has several columns. */
export function columnOf(element: PageElement, view: PageView): string {
  const index = element.inside.at(-1) ?? -1;
  const row = view.elements[index];
  const headers = row === undefined ? [] : headersOf(row, view);
  const cells = cellsOf(index, view);
  return cells.length === headers.length ? (headers[cells.indexOf(element)]?.text ?? '') : '';
}
