import { onlyOne } from '../../../common/lists.ts';
import type { PageElement } from '../../../runner/live-page.ts';
import { plainText } from '../clause.ts';
import type { Parts } from '../grammar.ts';
import type { CompiledStep } from '../page/compiled-step.ts';
import { hasRole } from '../page/control-types.ts';
import { hasText, isSameText, shownElement, sourcesOf } from '../page/element-texts.ts';
import { rowAround } from '../page/rows.ts';
import { find, type Scope, text } from '../page/scope.ts';
import { attempt, NotFound, optionally, Unresolved } from '../page/unresolved.ts';
import { readPageAreas, readPhrase, withoutKind } from '../phrase.ts';
import { namingWords, nouns, numberOf, numberPattern, positionOf, wordsOf } from '../vocabulary.ts';
import { compileCount } from './compile-count.ts';
import { textsOfRow } from './listed.ts';
import { onlyRowAt } from './page-part.ts';
import { hasTextAtPosition, rowIs } from './row-value.ts';
import { sees, statedText, withText } from './shown-text.ts';
import { showsValue } from './shown-value.ts';

/** "The page shows the department Chemistry": a label, and the value that it has. */
export function showsLabelled({ place = '', what = '' }: Parts, scope: Scope): CompiledStep | undefined {
  const isOfDialog = !/^(?:page|screen)$/i.test(place);
  if (isOfDialog && !scope.view.elements.some(({ isModal }) => isModal)) return undefined;
  const [, label, value = ''] = /^(\p{Ll}[\p{Ll} ]*?) (⟦\d+⟧|\p{Lu}.*|[€$£+-]?\d.*)$/u.exec(what) ?? [];
  return label === undefined ? undefined : showsValue(`the ${label}`, 'is', value, scope);
}

/** The only text that a phrase quotes, if its other words are nouns only. */
export function onlyQuoted(what: string, { quotes }: Scope) {
  const { quoted, words, roles, places } = readPhrase(withoutKind(withoutNaming(what), quotes), quotes);
  const only = onlyOne(quoted);
  const quotedWords = new Set(wordsOf(only ?? ''));
  const isNamed = words.every((word) => quotedWords.has(word) || nouns.has(word));
  return only === undefined || !isNamed || places.length > 0 ? undefined : { only, roles };
}

function withoutNaming(what: string): string {
  return what.replace(
    /:(?= ⟦)|\s\b(?:that (?:says|reads)|titled|named|called|saying|reading|asking|with|telling (?:you|me|us)(?: that)?)\b/gi,
    '',
  );
}

export function isShown({ what = '', where = '' }: Parts, scope: Scope): CompiledStep {
  const called = `${what} ${where}`.trim();
  if (where !== '' && /^(?:he|she|they|it)$/i.test(what))
    throw new Unresolved(`"${what}" could be anything. Name what is shown ${plainText(where, scope.quotes)}`);
  const { acted, target } = scope.context;
  if (/^(?:it|that|this)$/i.test(called) && target !== undefined && target === acted)
    throw new Unresolved(`It was shown before, as it was used. Name what is shown now`, [
      shownElement(target),
    ]);
  const [, count, counted] =
    new RegExp(`^(?:exactly |only |all (?:the )?)?(${numberPattern}) (.+)$`, 'i').exec(called) ?? [];
  const number = count === undefined ? undefined : showsNumber(`${numberOf(count)}`, `${counted}`, scope);
  if (number !== undefined) return number;
  const quote = onlyQuoted(called, scope);
  const hasOneRole = (element: PageElement) =>
    quote?.roles === undefined || [...quote.roles].some((each) => hasRole(element, each));
  const shows =
    quote === undefined ? statedText(called, scope) : withText(quote.only, scope, hasOneRole, called);
  if (shows !== undefined && isAtNamedPart(shows.target, where)) return shows;
  // "⟦0⟧ is listed under ⟦1⟧"
  const places = where === '' ? [] : readPageAreas(where, scope.quotes);
  const there =
    places.length === 0
      ? undefined
      : optionally(() => isShown({ what }, { ...scope, places: [...scope.places, ...places] }));
  if (there !== undefined) return there;
  const phrase = withoutNaming(called.replace(/^(?:an?|the) (?=.* (?:of|with) )/i, ''));
  const found = findShown(phrase, called, scope);
  const isCounted =
    count === undefined ||
    (hasText(found.text, `${numberOf(count)}`) &&
      namingWords(`${counted}`).every((word) => sourcesOf(found).flatMap(wordsOf).includes(word)));
  if (!isCounted || !isAtNamedPart(found, where))
    throw new NotFound(`Found no "${plainText(called, scope.quotes)}"`);
  return sees(found, called, scope);
}

/** "4 books are shown": as many items, or a text such as "Showing 4 books". */
function showsNumber(count: string, counted: string, scope: Scope): CompiledStep | undefined {
  return (
    counts({ count, counted }, scope) ??
    statedText(`${count} ${counted}`, scope) ??
    showsValue('the page', 'shows', `${count} ${counted}`, scope)
  );
}

/** "The Profile section has a Save button" */
export function isShownIn({ place = '', what }: Parts, scope: Scope): CompiledStep | undefined {
  const where = `in ${place}`;
  const isPart = readPageAreas(where, scope.quotes).some(({ starts }) => starts.length > 0);
  return isPart ? isShown({ what, where }, scope) : undefined;
}

/** The only row or item with these words, and how to look into it. */
export function rowWith(place: string, scope: Scope) {
  const at = { starts: ['row'], words: namingWords(text(place, scope)), position: undefined };
  const row = at.words.length === 0 ? undefined : onlyRowAt(at, scope.view);
  return row && { row, at };
}

/** "Order 7 has a Cancel button" */
export function rowHas({ place = '', what }: Parts, scope: Scope): CompiledStep | undefined {
  const at = rowWith(place, scope)?.at;
  return at && isShown({ what }, { ...scope, places: [...scope.places, at] });
}

/** @throws Unresolved that says if quotation marks would help: they stand for a part of a text, too. */
function findShown(phrase: string, said: string, scope: Scope): PageElement {
  const found = attempt(() => find(phrase, scope), NotFound);
  if (!(found instanceof Unresolved)) return found;
  if (withText(said, scope) === undefined) throw found;
  throw new NotFound(`${found.message}: put a part of a text in quotation marks`, found.candidates);
}

/** "in Notifications" is a name, also if the word is used for elements. */
function isAtNamedPart(found: PageElement | undefined, where: string): boolean {
  const known = found && wordsOf([...sourcesOf(found), ...found.within].join(' '));
  return [...where.matchAll(/\p{Lu}\p{Ll}+/gu)]
    .flatMap(([name]) => wordsOf(name))
    .every((word) => !nouns.has(word) || known === undefined || known.includes(word));
}

export function counts(
  { place = '', count = '', counted = '', left = '' }: Parts,
  scope: Scope,
): CompiledStep | undefined {
  // "It has two entries" may be about anything.
  if (/^(?:it|they|this|that)$/i.test(place))
    return statedText(`${numberOf(count) ?? count} ${counted}`, scope);
  // "Ada has 2 bags" may be in the row of Ada, in the column "Bags", and "Boxes has 2 in stock" is no list of boxes then.
  const { view } = scope;
  const isRowName =
    place !== '' && view.elements.some((each) => isSameText(each.text, place) && rowAround(each, view));
  // Any text with the number says nothing of a list.
  const isOfList = /\b(?:list|table|grid|column)$/i.test(place);
  const stated = `${place} ${numberOf(count) ?? count} ${counted} ${left}`.trim();
  const step =
    (isOfList ? undefined : statedText(stated, scope)) ??
    (isRowName ? undefined : compileCount(count, counted, place, scope)) ??
    (place === '' ? undefined : rowIs(place, `${count} ${counted}`, scope));
  if (isOfList && step === undefined)
    throw new Unresolved(`Found no rows or items to count in "${plainText(place, scope.quotes)}"`);
  return step;
}

/** "Ada comes first", "Ada is at the bottom of the Done column": what the row or item there says. */
export function isAtPosition(
  { value, at = '', place = '', items }: Parts,
  scope: Scope,
): CompiledStep[] | undefined {
  const named = at.replace(/^(?:at|in) the /i, '').split(' ', 1)[0] ?? '';
  const word = named.replace(/^top$/i, 'first').replace(/^(?:end|bottom)$/i, 'last');
  const places = place === '' ? [] : readPageAreas(`in ${place}`, scope.quotes);
  const placeWords = [...places, ...scope.places].flatMap(({ words }) => words);
  if (place !== '' && places.length === 0 && !/^(?:the |this )?(?:list|table|board)$/i.test(place))
    return undefined;
  const name = text(value, scope).replace(/^the (?:\p{Ll}+ )*(?=\p{Lu})/u, '');
  const texts = [name, ...(items === undefined ? [] : textsOfRow(items, scope))];
  const steps = texts.map((one) => hasTextAtPosition(positionOf(word) ?? 0, placeWords, one, scope));
  // "Tea is the second row" is not about "Tea pot", if another row is called "Tea".
  const { view } = scope;
  const called = view.elements.flatMap((each) =>
    isSameText(each.text, name) ? (rowAround(each, view) ?? []) : [],
  );
  if (called.length > 0 && !called.some((row) => row === steps[0]?.target)) return undefined;
  return steps.every((step) => step !== undefined) ? steps : undefined;
}
