import { onlyOne } from '../../../common/lists.ts';
import type { PageElement, PageView } from '../../../runner/live-page.ts';
import { plainText } from '../clause.ts';
import { type PageArea, type Phrase, readPhrase, withoutKind } from '../phrase.ts';
import { namingWords, nouns, wordsOf } from '../vocabulary.ts';
import { hasRole, isControl } from './control-types.ts';
import { isCalled, shownElement, sourcesOf } from './element-texts.ts';
import { findElement, matchingElements, type Search } from './find-element.ts';
import { attempt, NotFound, Unresolved } from './unresolved.ts';

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
  readonly places: readonly PageArea[];
  readonly context: Context;
  /** Whether only what is in an open dialog is meant. */
  readonly isModal?: true;
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
  return onlyOne(view.elements.filter(isSame));
}

/** "The To field": the words of its name mean nothing elsewhere. */
export function namedByStopWords(
  text: string,
  { view, quotes }: Scope,
  { isPossible = () => true }: Partial<Search>,
) {
  const name = plainText(text, quotes).replace(/^(?:the|an?) | (?:field|box|input|button|link|tab)$/gi, '');
  if (!/^\p{Lu}|^(?:user|customer|visitor)$/u.test(name) || namingWords(name).length > 0) return undefined;
  return onlyOne(view.elements.filter((each) => isPossible(each) && isCalled(each, name)));
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

/** What a text says about an element, and where the clause limits it to. */
export function phraseIn(text: string, { quotes, places, view }: Scope): Phrase {
  const phrase = readPhrase(text, quotes);
  const renamed = isOrdinalOfName(phrase, view)
    ? { words: [...phrase.words, phrase.ordinal ?? ''], position: undefined, ordinal: undefined }
    : {};
  return { ...phrase, ...renamed, places: [...phrase.places, ...places] };
}

/** "Last name" is what a field is called, and not the last one of several names. */
function isOrdinalOfName({ ordinal, words }: Phrase, { elements }: PageView): boolean {
  if (ordinal === undefined) return false;
  const named = words.filter((word) => nouns.get(word) === undefined);
  return elements.flatMap(sourcesOf).some((source) => {
    const nameWords = namingWords(source);
    const isSaid = (word: string) => word === ordinal || words.includes(word);
    return (
      nameWords.length > 1 &&
      nameWords.includes(ordinal) &&
      nameWords.every(isSaid) &&
      named.every((word) => nameWords.includes(word))
    );
  });
}

/** The controls that a phrase names, if all of them have one role and one name. */
export function controlsCalled(phrase: Phrase, view: PageView): PageElement[] {
  const controls = matchingElements(phrase, { view, called: '', isPossible: isControl });
  const [first] = controls;
  const isSame = ({ role, name }: PageElement) => role === first?.role && name === first.name;
  return first?.name !== '' && controls.every(isSame) ? controls : [];
}

export function text(part = '', { quotes }: Scope): string {
  return plainText(part, quotes).replace(/^the text /i, '');
}
