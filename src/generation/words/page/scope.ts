import { escapeRegExp } from '../../../common/text.ts';
import type { Assertion } from '../../../contract/exchange/assertion.ts';
import type { Interaction } from '../../../contract/exchange/interaction.ts';
import { patternText } from '../../../contract/exchange/pattern.ts';
import type { ExchangeSelector } from '../../../contract/exchange/selector.ts';
import type { ExchangeElement } from '../../../contract/exchange/test-case.ts';
import type { PageElement, PageView } from '../../../runner/live-page.ts';
import { plainText } from '../clause.ts';
import { type Phrase, type Place, readPhrase, withoutKind } from '../phrase.ts';
import { namingWords, nouns, wordsOf } from '../vocabulary.ts';
import {
  attempt,
  findElement,
  hasRole,
  isSameText,
  matchingElements,
  NotFound,
  type Search,
  shownElement,
  sourcesOf,
  Unresolved,
} from './find-element.ts';

/** What the clauses before have been about. */
export interface Context {
  /** The element of the last step. */
  readonly target: PageElement | undefined;
  /** The words of the beginning of the list that the clause goes on with: "Select order 1" for "order 2". */
  readonly words: readonly string[];
  /** A text of the row or item that the last step was about, which no other has. */
  readonly row?: string | undefined;
  /** The same for the last step that was about any row. */
  readonly lastRow?: string | undefined;
  /** What the last action was done with. */
  readonly acted?: PageElement | undefined;
  /** The page before each step, the last ones. */
  readonly views: readonly PageView[];
  /** Elements of earlier pages, which may be gone. */
  readonly seen: readonly PageElement[];
}

/** The context of the first clause. */
export const startContext: Context = { target: undefined, words: [], views: [], seen: [] };

/** Where a clause is compiled. */
export interface Scope {
  readonly view: PageView;
  readonly quotes: readonly string[];
  /** Where on the page the whole clause is about. */
  readonly places: readonly Place[];
  readonly context: Context;
  /** Whether only what is in an open dialog is meant. */
  readonly isModal?: true;
}

export interface CompiledStep {
  readonly element: ExchangeElement;
  readonly target: PageElement | undefined;
  /** Whether the step is refused if it changes nothing on the page, because nothing marks its element as a control. */
  readonly hasToChange?: true;
}

export function act(interaction: Interaction, target?: PageElement): CompiledStep {
  return { element: { selectors: [...(target?.selectors ?? [])], interaction }, target };
}

export function expects(
  assertion: Assertion,
  target?: PageElement,
  selectors: readonly ExchangeSelector[] = target?.selectors ?? [],
): CompiledStep {
  return { element: { selectors: [...selectors], assertion }, target };
}

/** Expects the value of a field; of a list, that of the option with this label. */
export function holds(found: PageElement, calledWith: string): CompiledStep {
  if (isCustomList(found)) return expects({ expectation: 'TO_HAVE_TEXT', calledWith }, found);
  const { options = [], optionValues = [] } = found.field ?? {};
  const value = optionValues[options.findIndex((each) => isSameText(each, calledWith))];
  return expects({ expectation: 'TO_HAVE_VALUE', calledWith: value ?? calledWith }, found);
}

/**
 * @param what what the message calls the element, such as "a field", before `shown`, which is the text by default.
 * @throws Unresolved
 */
export function find(
  text: string,
  scope: Scope,
  {
    what = '',
    shown = text,
    ...search
  }: Omit<Search, 'view' | 'called'> & { readonly what?: string; readonly shown?: string } = {},
): PageElement {
  const { view, quotes, context, isModal } = scope;
  const { target } = context;
  const { isPossible = () => true } = search;
  if (isModal) search.isPossible = (each) => each.isModal === true && isPossible(each);
  const isTarget = /^(?:it|them|that)$/i.test(text.trim()) && target !== undefined;
  if (isTarget && search.isPossible?.(target) !== false) return target;
  const called = `${what} "${plainText(shown, quotes)}"`.trim();
  const found = namedByStopWords(text, scope, search) ?? findPhrase(text, scope, { view, called, ...search });
  const others = namingWords(/ and (.+)$/.exec(text)?.[1] ?? '').filter((word) => !nouns.get(word)?.length);
  const known = wordsOf([...sourcesOf(found), ...found.within].join(' '));
  if (others.every((word) => known.includes(word))) return found;
  throw new NotFound(`Found no ${called}`, [shownElement(found)]);
}

/** "The button" of a state is the one of the last action, if the step before was about no other. */
export function lastOfKind(
  text: string,
  { view, context: { acted, target } }: Scope,
): PageElement | undefined {
  const [, noun = ''] =
    /^(?:the|this|that) (button|link|tab|checkbox|switch|toggle|field|input|box|dropdown)$/i.exec(
      text.trim(),
    ) ?? [];
  const isOfKind = (each: PageElement | undefined) =>
    each !== undefined && (nouns.get(noun) ?? []).some((role) => hasRole(each, role));
  const isSame = (each: PageElement) => JSON.stringify(each.selectors) === JSON.stringify(acted?.selectors);
  if (!isOfKind(acted) || (isOfKind(target) && target !== acted)) return undefined;
  const [found, ...others] = view.elements.filter(isSame);
  return others.length === 0 ? found : undefined;
}

/** "The To field": the words of its name mean nothing elsewhere. */
export function namedByStopWords(
  text: string,
  { view, quotes }: Scope,
  { isPossible = () => true }: Partial<Search>,
) {
  const name = plainText(text, quotes).replace(/^(?:the|an?) | (?:field|box|input|button|link|tab)$/gi, '');
  if (!/^\p{Lu}|^(?:user|customer|visitor)$/u.test(name) || namingWords(name).length > 0) return undefined;
  const [found, ...others] = view.elements.filter(
    (each) => isPossible(each) && sourcesOf(each).some((source) => isSameText(source, name)),
  );
  return others.length === 0 ? found : undefined;
}

/** @throws Unresolved */
function findPhrase(text: string, scope: Scope, search: Search): PageElement {
  const phrase = phraseIn(text, scope);
  const found = attempt(() => findElement(phrase, search), NotFound);
  if (!(found instanceof Unresolved)) return found;
  const bare = search.isPossible === undefined ? text : withoutKind(text, scope.quotes, { isControl: true });
  if (bare !== text) return findElement(phraseIn(bare, scope), search);
  // "The checkbox for Ada" is in the row of Ada, or named so among other words.
  const [, noun = '', whose = ''] = /^(?:the )?(\p{L}+) (?:for|of) (.+)$/u.exec(text) ?? [];
  if (!nouns.get(noun)?.length || whose === '') throw found;
  const other = attempt(() => findElement(phraseIn(`${noun} next to ${whose}`, scope), search));
  if (other instanceof Unresolved) throw found;
  return other;
}

/** @returns undefined if an element is not found. @throws Unresolved if there are several, by default. */
export function optionally<T>(work: () => T, kind: typeof Unresolved = NotFound): T | undefined {
  const found = attempt(work, kind);
  return found instanceof Unresolved ? undefined : found;
}

/** What a text says about an element, and where the clause limits it to. */
export function phraseIn(text: string, { quotes, places, view }: Scope): Phrase {
  const phrase = readPhrase(text, quotes);
  const own = isOrdinalOfName(phrase, view)
    ? { words: [...phrase.words, phrase.ordinal ?? ''], position: undefined, ordinal: undefined }
    : {};
  return { ...phrase, ...own, places: [...phrase.places, ...places] };
}

/** "Last name" is what a field is called, and not the last one of several names. */
function isOrdinalOfName({ ordinal, words }: Phrase, { elements }: PageView): boolean {
  if (ordinal === undefined) return false;
  const named = words.filter((word) => nouns.get(word) === undefined);
  return elements.flatMap(sourcesOf).some((source) => {
    const own = namingWords(source);
    const isSaid = (word: string) => word === ordinal || words.includes(word);
    return (
      own.length > 1 &&
      own.includes(ordinal) &&
      own.every(isSaid) &&
      named.every((word) => own.includes(word))
    );
  });
}

export function isField({ field, role }: PageElement): boolean {
  return (
    field !== undefined && !/^(?:checkbox|radio|switch|menuitem\w*)$/.test(role) && field.type !== 'file'
  );
}

/** A field that takes any text: a list takes only its options. */
export function isTextField(element: PageElement): boolean {
  return isField(element) && element.tag !== 'select' && !isCustomList(element);
}

/** A list that is no `select`: a click opens it, and its options are elements of the page then. */
export function isCustomList({ role, tag }: PageElement): boolean {
  return role === 'combobox' && !/^(?:select|input|textarea)$/.test(tag);
}

/** A box, a switch, a radio button or a toggle button. */
export function isCheckable({ role, isPressed }: PageElement): boolean {
  return isPressed !== undefined || /^(?:checkbox|switch|menuitemcheckbox|radio|menuitemradio)$/.test(role);
}

/** The controls that a phrase names, if all of them have one role and one name. */
export function controlsCalled(phrase: Phrase, view: PageView): PageElement[] {
  const controls = matchingElements(phrase, { view, called: '', isPossible: isControl });
  const [first] = controls;
  const isSame = ({ role, name }: PageElement) => role === first?.role && name === first.name;
  return first?.name !== '' && controls.every(isSame) ? controls : [];
}

export function isControl(element: PageElement): boolean {
  const { role, tag } = element;
  return (
    /^(?:button|link|tab|menuitem\w*|option|treeitem|checkbox|radio|switch)$/.test(role) ||
    /^(?:button|summary|a)$/.test(tag) ||
    hasRole(element, 'field')
  );
}

/** What a click is for: fields are clicked only if nothing else has the name. */
export function isButtonLike(element: PageElement): boolean {
  return isControl(element) && !isField(element);
}

/** That a box, an option or a toggle button is chosen or not. */
export function isSetTo(found: PageElement, isChosen: boolean): CompiledStep {
  const attribute = { button: 'aria-pressed', tab: 'aria-selected', option: 'aria-selected' }[found.role];
  if (attribute === undefined)
    return expects({ expectation: isChosen ? 'TO_BE_CHECKED' : 'NOT_TO_BE_CHECKED' }, found);
  return expects({ expectation: 'TO_HAVE_ATTRIBUTE', calledWith: [attribute, String(isChosen)] }, found);
}

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
