import { onlyOne } from '../../../common/lists.ts';
import { escapeRegExp } from '../../../common/text.ts';
import type { Assertion } from '../../../contract/exchange/assertion.ts';
import { patternText } from '../../../contract/exchange/pattern.ts';
import type { ExchangeSelector } from '../../../contract/exchange/selector.ts';
import type { PageElement, PageView } from '../../../runner/live-page.ts';
import { literalText } from '../../../runner/variables/variable-text.ts';
import { elementsAround, elementsIn } from '../../page-tree.ts';
import { plainText } from '../clause.ts';
import { type CompiledStep, expects, isVisible } from '../page/compiled-step.ts';
import { isControl } from '../page/control-types.ts';
import { hasText, isCalled } from '../page/element-texts.ts';
import { isIn } from '../page/find-element.ts';
import { isInPlainList, isRow } from '../page/rows.ts';
import type { Scope } from '../page/scope.ts';
import { namingWords, nouns, wordsOf } from '../vocabulary.ts';
import { partSelector } from './compile-count.ts';

/** An element is there, with the text that the clause says, and in the part of the page that it names. */
export function sees(found: PageElement, said: string, scope: Scope, wanted = ''): CompiledStep {
  const named = found.selectors.flatMap(({ selector, options }) => [selector, options?.name]);
  const isNamed = wanted === '' || named.some((each) => each !== undefined && hasText(each, wanted));
  const assertion: Assertion = isNamed ? { expectation: 'VISIBLE' } : containsText(asShown(wanted, found));
  return expects(assertion, found, inNamedPart(found, said, scope));
}

/** A text with the capital letters of the element that shows it. */
export function asShown(wanted: string, { text, comparedText = text }: PageElement): string {
  const at = comparedText.toLowerCase().indexOf(wanted.toLowerCase());
  return at === -1 ? wanted : comparedText.slice(at, at + wanted.length);
}

/** Texts with a number at an end are not to be found in "12 items" instead of "2 items". */
const numberAtEnd = /^\d|\d$/;

function unsplitNumbers(value: string): string {
  const [start, end] = [/^\d/.test(value) ? '(?<![\\d.,])' : '', /\d$/.test(value) ? '(?![.,]?\\d)' : ''];
  const isOpen = start !== '' || (end !== '' && !/\.\d\d$/.test(value));
  return isOpen ? patternText(`${start}${escapeRegExp(value)}${end}`) : value;
}

/** A filter of rows by a text. */
function having(hasText: string): ExchangeSelector {
  return { selectorType: 'FILTER', selector: '', options: { hasText } };
}

/** A filter of rows by a text, also one that is only a number. */
export function withLiteral(text: string): ExchangeSelector {
  return having(literalText(text));
}

/** Filters of rows by their texts. */
export function withTexts(texts: readonly string[]): ExchangeSelector[] {
  return texts.map((one) => (/\p{L}/u.test(one) ? withLiteral(one) : having(unsplitNumbers(one))));
}

export function containsText(value: string): Assertion {
  return { expectation: 'TO_CONTAIN_TEXT', calledWith: unsplitNumbers(value) };
}

function withExactNumbers({ name, text, selectors }: PageElement): ExchangeSelector[] {
  return selectors.map((each) => {
    const isText = each.selectorType === 'TEXT' && each.selector === text;
    const isName = each.selectorType === 'ROLE' && each.options?.name === name;
    return (isText && numberAtEnd.test(text)) || (isName && numberAtEnd.test(name))
      ? { ...each, options: { ...each.options, exact: true } }
      : each;
  });
}

/** The selectors of an element, limited to the row or part of the page that a clause names beside it. */
function inNamedPart(found: PageElement, said: string, scope: Scope): ExchangeSelector[] {
  const { view, quotes, places } = scope;
  const selectors = withExactNumbers(found);
  const elementWords = wordsOf(`${found.name} ${found.text}`);
  const words = [...namingWords(plainText(said, quotes)), ...places.flatMap((place) => place.words)];
  const isMeant = (text: string) =>
    words.some((word) => !elementWords.includes(word) && !nouns.has(word) && wordsOf(text).includes(word));
  const outer = elementsAround(found, view);
  const around = outer.findLast(
    (each) => (isRow(each) || /dialog$/.test(each.role)) && isMeant(`${each.name} ${each.text}`),
  );
  const entry = found.within.findLast(
    (each) => !/^(?:alert)?dialog/.test(each) && partSelector(each) && isMeant(each),
  );
  const item = outer.findLast(
    (each) => isInPlainList(each) && each.within.some((one) => /^items /.test(one) && isMeant(one)),
  );
  const column = view.elements.find(
    (each) =>
      each.column !== undefined &&
      found.within.includes(`items ${JSON.stringify(each.text)}`) &&
      isMeant(each.text),
  );
  const container = around?.selectors ??
    item?.itemSelectors ??
    column?.column?.selectors ?? [entry === undefined ? undefined : partSelector(entry)];
  const isRelative = selectors.every(({ selectorType }) =>
    /^(?:TEXT|ROLE|LABEL|ALT_TEXT|TITLE)$/.test(selectorType),
  );
  // The selectors may begin with the label of the same part.
  const isThere = container.every((each) =>
    selectors.some(
      (one) => JSON.stringify(one) === JSON.stringify(each) || one.selector === each?.options?.name,
    ),
  );
  return isRelative && !isThere
    ? [...container.filter((each) => each !== undefined), ...selectors]
    : selectors;
}

/** A text that is shown: by the only element with it, or by the first of several. */
export function withText(
  wanted: string,
  scope: Scope,
  isPossible: (element: PageElement) => boolean = () => true,
  said = '',
): CompiledStep | undefined {
  const { view } = scope;
  const all = view.elements.filter(
    (each) => isPossible(each) && each.tag !== 'label' && isInPageAreas(each, scope),
  );
  const same = all.filter((element) => isCalled(element, wanted));
  const having = all.filter(({ name, text }) => hasText(name, wanted) || hasText(text, wanted));
  const [first, ...others] = innermost(same.length > 0 ? same : having, view);
  if (first === undefined) return undefined;
  if (others.length > 0) {
    // Any of them will do: the clause says that the text is there.
    const text: ExchangeSelector = { selectorType: 'TEXT', selector: unsplitNumbers(wanted) };
    return isVisible([text, { selectorType: 'FIRST', selector: '' }]);
  }
  return sees(first, said, scope, wanted);
}

/** Whether an element is where the whole clause is about. */
function isInPageAreas(element: PageElement, { places, view }: Scope): boolean {
  return places.every((place) => isIn(element, place, view));
}

export function innermost(found: readonly PageElement[], view: PageView): PageElement[] {
  const outer = new Set(found.flatMap((each) => elementsAround(each, view)));
  return found.filter((each) => !outer.has(each));
}

/** Whether two texts have the same names in the same order: "Ada paid Bo" is not "Bo paid Ada". */
function isSameOrder(one: string, other: string): boolean {
  const namesIn = (text: string, among = text) =>
    [...text.matchAll(/\p{L}+/gu)]
      .map(String)
      .filter((word) => /^\p{Lu}/u.test(word) && among.includes(word));
  return namesIn(one, other).join() === namesIn(other, one).join();
}

function hasParts(element: PageElement, view: PageView): boolean {
  return isRow(element) && elementsIn(element, view).length > 0;
}

const sayingWords = /^(?:show|say|read|display|see|list|contain|visible)$/;

/** An element whose text says the same as the clause. What else the clause names is around it. */
export function statedText(clause: string, scope: Scope): CompiledStep | undefined {
  if (clause.includes('⟦') || / is (?:on|off|not)$/i.test(clause)) return undefined;
  const saidWords = namingWords(clause).filter((word) => !sayingWords.test(word));
  // "Inbox 3" does not say that there are 3 mails.
  const [, after = ''] = /\b\d+ (\p{L}+)/u.exec(clause) ?? [];
  const counted = namingWords(after).filter((word) => !nouns.has(word));
  const { view } = scope;
  const [, value = ''] = / is (\p{Lu}.*)$/u.exec(clause) ?? [];
  const found = view.elements.filter((element) => {
    if (value !== '' && ![element.text, ...element.within].some((each) => hasText(each, value))) return false;
    if (element.field !== undefined || element.tag === 'label' || hasParts(element, view)) return false;
    if (!isInPageAreas(element, scope)) return false;
    // "Close a ticket" is something to do.
    if (isControl(element) && !/(?<!\bthere) is /i.test(clause)) return false;
    const elementWords = namingWords(element.text);
    const around = new Set(element.within.flatMap((entry) => wordsOf(entry.replace(/^heading /, ''))));
    const isOther = (word: string) =>
      elementWords.includes(word) || nouns.get(word)?.length === 0 || around.has(word);
    const saysAll = counted.every((word) => elementWords.includes(word)) && saidWords.every(isOther);
    return (
      isSameOrder(element.text, clause) &&
      elementWords.length > 1 &&
      elementWords.every((word) => saidWords.includes(word) || sayingWords.test(word)) &&
      saysAll
    );
  });
  const only = onlyOne(innermost(found, view));
  return only && sees(only, clause, scope, only.text);
}
