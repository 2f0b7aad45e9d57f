import { onlyOne } from '../../../common/lists.ts';
import type { PageElement, PageView } from '../../../runner/live-page.ts';
import { literalText } from '../../../runner/variables/variable-text.ts';
import { elementsAround, elementsIn } from '../../page-tree.ts';
import type { Parts } from '../grammar.ts';
import { type CompiledStep, containing, expects, expectsOf, holds } from '../page/compiled-step.ts';
import { hasRole, isControl, isField } from '../page/control-types.ts';
import { hasText, isSameText } from '../page/element-texts.ts';
import { inModal, isIn, matchingElements, onlyUsable, placesWith } from '../page/find-element.ts';
import { isInPlainList, isRow, isSameKind, rowSelectors, rowsAround } from '../page/rows.ts';
import { namedByStopWords, phraseIn, type Scope, text } from '../page/scope.ts';
import { Unresolved } from '../page/unresolved.ts';
import { type Phrase, readPhrase } from '../phrase.ts';
import { namingWords, nouns, wordsOf } from '../vocabulary.ts';
import { areaSelectors } from './page-part.ts';
import { columnOf, hasTextAtPosition, inNamedRow, isOfOtherColumn, rowIs, rowIsNot } from './row-value.ts';
import { asShown, containsText, innermost, sees, withText, withTexts } from './shown-text.ts';

const amountNouns = /^(?:price|total|subtotal|cost|amount|sum|fee|count|number|date|time|day)$/;

/** Something shows a value: a field has it, or an element that is named so contains it. */
export function showsValue(
  what: string,
  verb: string,
  given: string,
  scope: Scope,
): CompiledStep | undefined {
  const value = text(given.replace(/^(?:for|from|by) (?=\p{Lu}|⟦)/u, ''), scope);
  const isQuoted = /^⟦\d+⟧$/.test(given);
  if (/^not\b/i.test(given))
    return owning.test(verb) ? rowIsNot(what, given.replace(/^not\s+/i, ''), scope) : undefined;
  const holding = holdsNow(what, value, scope);
  if (holding !== undefined) return holding;
  const ofRow = owning.test(verb) ? rowIs(what, given, scope) : undefined;
  if (ofRow !== undefined) return ofRow;
  if (!isQuoted && !/\d|@|^\p{Lu}|^\S+\.\p{Ll}{2,4}$/u.test(value)) return undefined;
  const ofList = plainListShowsValue(what, value, isQuoted, scope);
  if (ofList !== undefined) return ofList;
  const [, named = ''] = /^((?:the|an?) .*)\b(?:badge|counter|count)(?: of .+)?$/i.exec(what) ?? [];
  const isCount = named !== '' && /^\d+$/.test(value);
  const badge = isCount ? badgeIs(what, value, scope) : undefined;
  if (badge !== undefined || (isCount && !named.includes(' ', 4))) return badge;
  // Words without quotation marks are a value only if an element shows them and nothing else.
  const isLoose = !isQuoted && (!/\d|@/.test(value) || /^\p{Ll}+\s/u.test(value));
  if (isQuoted || !isLoose) {
    const area = areaShowsValue(what, value, isQuoted, scope);
    if (area !== undefined) return area;
  }
  const phrase = phraseIn(what, scope);
  const described = definitionIs(phrase, value, scope);
  if (described !== undefined) return described;
  // "The first job" is no field that asks about the job.
  const isNoField = phrase.position !== undefined && phrase.roles?.has('field') !== true;
  const step = isLoose || isNoField ? undefined : fieldHas(phrase, verb, value, scope);
  if (step !== undefined) return step;
  // "The selected language" is that of the field "Language".
  const chosen = what.replace(/\b(?:selected|chosen|default|current) (?=\p{Ll})/iu, '');
  const withoutChoice = () => (chosen === what ? undefined : showsValue(chosen, verb, given, scope));
  if (phrase.position !== undefined) return hasTextAtPosition(phrase.position, phrase.words, value, scope);
  // The heading "Media library" is not "Media".
  const isAll = phrase.roles?.has('heading') ? /^(?:is|equals?|reads?|says?)$/i : /^(?:is|equals?|reads?)$/i;
  const match = isLoose ? 'exact' : isAll.test(verb) && /\p{L}/u.test(value) ? 'whole' : 'part';
  return elementShows(phrase, value, match, scope) ?? withoutChoice();
}

/**
 * "The badge is 2", where only one control of the page ends with a number, and no other number stands alone. "The inbox
 * badge" is that of the control that is called so.
 */
function badgeIs(what: string, value: string, { view }: Scope): CompiledStep | undefined {
  const words = wordsOf(what).filter((word) => !/^(?:the|an?|of|badge|counter|count)$/.test(word));
  const isAlone = (each: PageElement) => /^\(?\d+\)?$/.test(each.text) && columnOf(each, view) === '';
  const isBadge = ({ role, name, text: shown }: PageElement) =>
    /^(?:link|button|tab|menuitem)$/.test(role) &&
    /(?<![\d.,])\(?\d+\)?$/.test(shown) &&
    (/\p{L}/u.test(shown) || name !== shown) &&
    words.every((word) => wordsOf(name).includes(word));
  const badges = view.elements.filter(isBadge);
  const alone = words.length > 0 ? [] : view.elements.filter(isAlone);
  const [found, ...others] = innermost([...badges, ...alone], view);
  const owner = badges.find((each) => each === found || found?.inside.includes(view.elements.indexOf(each)));
  const meant = owner ?? found;
  if (meant === undefined || others.length > 0 || /\d+(?=\)?$)/.exec(found?.text ?? '')?.[0] !== value)
    return undefined;
  return expectsOf(containsText(value), meant);
}

/** Verbs of what somebody or something is, or has. */
const owning = /^(?:is|has|have|costs?|weighs?|pays?|requires?|takes|lasts|consists of|comprises)$/i;

const isAmountOf = (type = '') => /^(?:range|number)$/.test(type);

function fieldHas(phrase: Phrase, verb: string, value: string, { view }: Scope) {
  const called = `"${phrase.text}"`;
  const search = { view, called, isPossible: isField, allowsPart: true };
  const fields = inModal(matchingElements(phrase, search));
  const [field, ...others] = fields;
  if (others.length > 0) throw new Unresolved(`${fields.length} fields could be ${called}`);
  return field && holds(field, fieldValue(field, verb, value));
}

/** "The total gross is €12.00": the only term or label that is called so, with the value beside it and nothing else. */
function definitionIs({ words, places, position }: Phrase, value: string, { view }: Scope) {
  const { elements } = view;
  const beside = (label: PageElement) => elements[elements.indexOf(label) + 1];
  const isLabel = (each: PageElement) => {
    const labelWords = namingWords(each.text);
    const around = [...labelWords, ...each.within.flatMap(wordsOf)];
    const isTerm = each.role === 'term' && each.tag === 'dt';
    const isText = each.role === '' && !isControl(each) && /^(?:span|div|p|b|strong)$/.test(each.tag);
    const isSaid =
      labelWords.every((word) => words.includes(word)) && words.every((word) => around.includes(word));
    // A part of a row with columns is a value itself.
    return (
      each.cell === undefined &&
      (isTerm || (isText && beside(each)?.role === '')) &&
      labelWords.length > 0 &&
      isSaid
    );
  };
  const label = onlyUsable(elements.filter(isLabel));
  if (label === undefined || places.length > 0 || position !== undefined) return undefined;
  const shown = beside(label);
  if (label.text.includes('"') || shown === undefined || !isSameText(shown.text, value)) return undefined;
  if (isControl(shown) || (label.tag === 'dt') !== (shown.tag === 'dd')) return undefined;
  const selector = `xpath=//${label.tag}[normalize-space()="${literalText(label.text)}"]/following-sibling::*[1]`;
  return expects(containsText(value), shown, [{ selectorType: 'CSS', selector }]);
}

/** @param match whether the element shows the value and nothing else, or nothing that the clause does not say. */
function elementShows(phrase: Phrase, value: string, match: 'exact' | 'whole' | 'part', scope: Scope) {
  const { view } = scope;
  const called = `"${phrase.text}"`;
  const saidWords = new Set([
    ...wordsOf(value),
    ...phrase.words,
    ...phrase.places.flatMap(({ words }) => words),
  ]);
  const having = view.elements.filter((element) => {
    if (match === 'exact' ? !isSameText(element.text, value) : !hasText(element.text, value)) return false;
    if (isOfOtherColumn(phrase.text, element, view)) return false;
    if (match === 'whole' && !namingWords(element.text).every((word) => saidWords.has(word))) return false;
    return (
      phrase.places.every((place) => isIn(element, place, view)) && isShownFor(element, phrase, value, view)
    );
  });
  const all = innermost(having, view);
  const ofRole = all.filter((each) => [...(phrase.roles ?? [])].some((role) => hasRole(each, role)));
  // "Total: €9" says what it is, and a cell with "€9" does not.
  const isLabelled = (each: PageElement) =>
    !isRow(each) && phrase.words.every((word) => wordsOf(each.text).includes(word));
  const labelled = all.filter(isLabelled);
  const [found, ...more] = [ofRole, labelled].find(({ length }) => length > 0) ?? all;
  if (found !== undefined && more.length > 0)
    throw new Unresolved(
      `${more.length + 1} elements could be ${called}`,
      [found, ...more].slice(0, 3).map((each) => `text "${each.text.slice(0, 80)}"`),
    );
  if (found === undefined) return undefined;
  const elementWords = new Set([found.text, columnOf(found, view)].flatMap(wordsOf));
  const others = phrase.words.filter(
    (word) => !elementWords.has(word) && !nouns.has(word) && !amountNouns.test(word),
  );
  if (placesWith(others, found, view) === 'several')
    throw new Unresolved(`More than one row or part of the page could be ${called}`);
  const selectors = inNamedRow(found, others, view);
  if (selectors !== undefined) return expects(containsText(value), found, selectors);
  // A text without a name of its own is looked for in the row that is meant.
  if (scope.places.some(({ starts }) => starts.includes('row')) && rowsAround(found, view).length > 0)
    return sees(found, phrase.text, scope, value);
  const isNamedSo = found.selectors.some(({ selector, options }) =>
    hasText(options?.name ?? selector, value),
  );
  if (others.length > 0 && found.selectorsWithoutText === undefined && isNamedSo)
    return sees(found, phrase.text, scope, value);
  if (match === 'whole' && phrase.roles?.has('heading'))
    return expectsOf({ expectation: 'TO_HAVE_TEXT', calledWith: asShown(value, found) }, found);
  return expectsOf(containsText(value), found);
}

/** The only field that is called so, if it has the value now: that tells a value from other words. */
function holdsNow(what: string, value: string, scope: Scope): CompiledStep | undefined {
  const search = { view: scope.view, called: '', isPossible: isField, allowsPart: true };
  const named = namedByStopWords(what, scope, search);
  const all = named ? [named] : matchingElements(phraseIn(what, scope), search);
  const found = onlyUsable(all);
  return found?.field !== undefined && isSameText(found.field.value, value)
    ? holds(found, found.field.value)
    : radioIs(what, value, scope);
}

/** "The visit type is In person": the only radio button that is called so, of a group that is. */
function radioIs(what: string, value: string, { view }: Scope): CompiledStep | undefined {
  const words = namingWords(what);
  const isMeant = ({ role, name, within }: PageElement) =>
    role === 'radio' &&
    isSameText(name, value) &&
    words.every((word) => wordsOf(within.at(-1) ?? '').includes(word));
  const found = onlyOne(view.elements.filter(isMeant));
  return words.length > 0 && found ? expects({ expectation: 'TO_BE_CHECKED' }, found) : undefined;
}

export function optionIsChosen({ what = '', value = '' }: Parts, scope: Scope): CompiledStep | undefined {
  return holdsNow(what, text(value, scope), scope);
}

/** A value in a part of the page: "The Done column shows …". */
function areaShowsValue(
  what: string,
  value: string,
  isQuoted: boolean,
  scope: Scope,
): CompiledStep | undefined {
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

/** "The Done column contains Fix login": the only item that shows it, of the list of plain elements that is called so. */
function plainListShowsValue(
  what: string,
  value: string,
  isQuoted: boolean,
  { view, quotes, places: others }: Scope,
): CompiledStep | undefined {
  const { words, places } = readPhrase(`in ${what}`, quotes);
  const [place] = places;
  if (place === undefined || place.words.length === 0 || words.length + others.length > 0) return undefined;
  const items = view.elements.filter((each) => isRow(each) && isIn(each, place, view) && isInPlainList(each));
  const [item] = items;
  if (item === undefined || !items.every((each) => isSameKind(each, item))) return undefined;
  const isPart = (row: PageElement) => elementsIn(row, view).some(({ text }) => isSameText(text, value));
  const found = onlyOne(items.filter((row) => isPart(row) || (isQuoted && hasText(row.text, value))));
  return found && expects({ expectation: 'VISIBLE' }, found, [...rowSelectors(item), ...withTexts([value])]);
}

/** Whether each word that a clause calls a shown value by is of its element, of what is around it, or of its column. */
function isShownFor(element: PageElement, phrase: Phrase, value: string, view: PageView): boolean {
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
  const rows = elementsAround(element, view).filter(isRow);
  // What only the list is called says nothing about a text that is found elsewhere, too.
  const within = element.within.filter((entry) => !entry.startsWith('items '));
  const around = new Set([...within, ...rows.map((row) => row.text)].flatMap(wordsOf));
  const isOwn = (word: string) =>
    wordsOf(element.text).includes(word) || nouns.get(word)?.some((role) => hasRole(element, role)) === true;
  const isAmount = /[\d€$£]/.test(value);
  const isQualified = phrase.places.length > 0 || words.some((word) => !amountNouns.test(word));
  // "The toast says": any element with the text is meant.
  const isNamed = words.length > 0 || phrase.places.length > 0;
  const isOnlyText = !isNamed && /\p{L}{2}/u.test(value);
  return (
    words.every(
      (word) =>
        isOwn(word) ||
        around.has(word) ||
        columns.has(word) ||
        (isAmount && amountNouns.test(word) && !isLabelOfOther(word, element, view, isQualified)),
    ) &&
    (namesRow || words.some(isOwn) || (isNamed && isSameText(element.text, value)) || isOnlyText)
  );
}

/**
 * Whether a word is of the label of another value, which comes after it: "Subtotal" before "€26.00".
 * @param isQualified whether the clause says which one of several values with this label it means.
 */
function isLabelOfOther(word: string, element: PageElement, { elements }: PageView, isQualified: boolean) {
  const before = elements[elements.indexOf(element) - 1];
  const isLabel =
    before !== undefined &&
    (before.role === 'term' || (before.role === '' && before.tag === element.tag)) &&
    before.inside.join() === element.inside.join() &&
    !/\d/.test(before.text) &&
    namingWords(before.text).length < 4;
  if (isLabel && !wordsOf(before.text).some((each) => amountNouns.test(each))) return true;
  const labelled = elements.filter(({ text }, index) => {
    const label = elements[index - 1]?.text ?? '';
    return /^\D{0,5}\d[\d.,]*\D{0,5}$/.test(text) && !/\d/.test(label) && wordsOf(label).includes(word);
  });
  const isOneOfSeveral = labelled.length > 1 && !isQualified;
  return labelled.length > 0 && (isOneOfSeveral || !labelled.includes(element));
}

function fieldValue({ field }: PageElement, verb: string, value: string): string {
  const isPart = /contain|include/i.test(verb) && field !== undefined && !isSameText(field.value, value);
  if (isPart) return containing(value);
  return isAmountOf(field?.type) ? value.replace(/ ?[%€$£]$|^[€$£]/, '') : value;
}
