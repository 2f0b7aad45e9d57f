import { onlyOne } from '../../../common/lists.ts';
import type { ExchangeElement } from '../../../contract/exchange/exchange-test-case.ts';
import type { PageElement } from '../../../runner/live-page.ts';
import { named } from '../../selectors.ts';
import { innermost } from '../assertions/shown-text.ts';
import { plainText } from '../clause.ts';
import type { Parts } from '../grammar.ts';
import { act, type CompiledStep, isSetTo } from '../page/compiled-step.ts';
import { isCheckable, isControl, isCustomList, isField, isTextField } from '../page/control-types.ts';
import { hasText, isSameText, sourcesOf, wordsOfPage } from '../page/element-texts.ts';
import { inModal, isIn, onlyUsable } from '../page/find-element.ts';
import { find, type Scope } from '../page/scope.ts';
import { optionally, Unresolved } from '../page/unresolved.ts';
import { readPhrase } from '../phrase.ts';
import { namingWords, wordsOf } from '../vocabulary.ts';
import { enterInto, field, only } from './enter-text.ts';

export function filterBy({ what = '', text = '' }: Parts, scope: Scope) {
  const elements = scope.view.elements.filter(({ within }) => within.some((each) => /\bfilter/i.test(each)));
  return (
    optionIn(text, { ...scope, view: { ...scope.view, elements } }) ??
    optionIn(text, scope) ??
    optionally(() => check({ target: text }, scope)) ??
    filterInCustomList(text, scope) ??
    enterFilter(what, text, scope)
  );
}

/** "Filter by assignee Jonas": the list that is called so, or the only one of the page if no field could be meant. */
function filterInCustomList(text: string, scope: Scope): CompiledStep[] | undefined {
  const [, label = '', value = text] = /^(?:the )?((?:\p{Ll}+ )*)(⟦\d+⟧|\p{Lu}[^⟦]*)$/u.exec(text) ?? [];
  if (label !== '') return selectInCustomList(`${value} as ${label.trim()}`, scope);
  const [list, ...others] = scope.view.elements.filter(isCustomList);
  if (list === undefined) return undefined;
  if (others.length > 0 || scope.view.elements.some(isTextField))
    throw new Unresolved('Several fields could be meant. Name the one to filter by');
  return chooseFrom(list, plainText(value, scope.quotes), scope);
}

/** "Filter by name Ada" names a field, too: only "Ada" would be the value. */
function enterFilter(what: string, text: string, scope: Scope): CompiledStep | undefined {
  const search = { isPossible: isTextField, allowsPart: true, what: 'a field' };
  const found = find(`filter ${what}`, scope, search);
  const [first = '', ...others] = wordsOf(text);
  const namesField = (each: PageElement) =>
    isField(each) && sourcesOf(each).some((source) => wordsOf(source).includes(first));
  // "Vegan dishes" may mean the option "Vegan".
  const words = namingWords(plainText(text, scope.quotes));
  const namesOption = (each: PageElement) =>
    (isCheckable(each) ? [each.name] : (each.field?.options ?? [])).some((one) =>
      namingWords(one).some((word) => words.includes(word)),
    );
  const isNamed =
    (others.length > 0 && scope.view.elements.some(namesField)) || scope.view.elements.some(namesOption);
  return isNamed ? undefined : enterInto(found, plainText(text, scope.quotes));
}

export function sortBy({ text = '' }: Parts, scope: Scope): CompiledStep {
  const value = plainText(text, scope.quotes);
  const { elements } = scope.view;
  const isSorting = (each: PageElement) =>
    optionNamed(each, value) !== undefined && /sort|order/i.test(each.name);
  const list = onlyOne(elements.filter(isSorting));
  if (list !== undefined) return selectOption(list, value);
  const isHeader = (element: PageElement) =>
    isSameText(element.name || element.text, value) &&
    [element, ...element.inside.map((index) => elements[index])].some(
      (each) => each?.role === 'columnheader',
    );
  const header = onlyOne(innermost(elements.filter(isHeader), scope.view));
  const found = header ?? find(text, scope, { isPossible: isHeader, what: 'a column' });
  return { ...act({ action: 'CLICK' }, found), ...(isControl(found) ? {} : { hasToChange: true }) };
}

function checkable({ target = '', verb = '' }: Parts, scope: Scope): PageElement {
  const named = target.replace(/^(?:the )?(?=row\b)/i, 'the checkbox in the ');
  const extraWords = [...scope.context.words, ...wordsOf(`${verb} accept agree enable read select`)];
  // What is called a checkbox is not taken for a name.
  const allowsPart = /\b(?:checkbox|box|switch|toggle)\b/i.test(named);
  const search = { isPossible: isCheckable, what: 'a checkbox', extraWords, allowsPart };
  // "Tick all mails" is the box "Select all".
  const all = /^all (?:of )?(?:the )?\p{Ll}+$/u.test(named)
    ? optionally(() => find('select all', scope, { ...search, allowsPart: false }))
    : undefined;
  return (
    optionally(() => find(named, scope, search)) ??
    all ??
    beginningWith(target, scope) ??
    find(named, scope, search)
  );
}

/** "Tick billable" is the only box that begins so, and goes on with where, for whom or with what: "Billable to a client". */
function beginningWith(text: string, { view, quotes, places }: Scope): PageElement | undefined {
  const boxName = plainText(text, quotes).replace(/^the | (?:checkbox|box|switch|toggle)$/gi, '');
  const isMeant = (each: PageElement) =>
    isCheckable(each) &&
    isSameText(each.name.slice(0, boxName.length), boxName) &&
    /^ (?:to|for|with|in|on|at|of|from|by) /i.test(each.name.slice(boxName.length)) &&
    places.every((place) => isIn(each, place, view));
  return namingWords(boxName).length > 0 ? onlyUsable(view.elements.filter(isMeant)) : undefined;
}

/** A box that has the state already is not clicked: the click would change it. */
export function check(parts: Parts, scope: Scope): CompiledStep {
  return setChecked(checkable(parts, scope), true);
}

export function uncheck(parts: Parts, scope: Scope): CompiledStep {
  return setChecked(checkable(parts, scope), false);
}

function setChecked(box: PageElement, isWanted: boolean): CompiledStep {
  const isChecked = box.isPressed ?? box.field?.checked;
  return isChecked === isWanted ? isSetTo(box, isWanted) : act({ action: 'CLICK' }, box);
}

function optionNamed({ tag, field }: PageElement, value: string): string | undefined {
  return tag === 'select' ? field?.options.find((option) => isSameText(option, value)) : undefined;
}

function selectOption(target: PageElement, value: string): CompiledStep {
  const label = optionNamed(target, value) ?? value;
  return act({ action: 'SELECT_OPTION', calledWith: { label } }, target);
}

/** An option of a list, and what else the text says about the list: "Germany as country", "the country to Germany". */
export function optionIn(text: string, scope: Scope): CompiledStep | undefined {
  const quoted = [...text.matchAll(/⟦\d+⟧/g)].map(([each]) => plainText(each, scope.quotes));
  const wanted = plainText(text, scope.quotes);
  const isNamed = (option: string) =>
    quoted.length > 0 ? quoted.some((each) => isSameText(each, option)) : hasText(wanted, option);
  const steps = scope.view.elements.flatMap((element) => {
    const options = element.tag === 'select' ? (element.field?.options ?? []) : [];
    const [option, ...others] = options.filter(isNamed).toSorted((one, other) => other.length - one.length);
    if (option === undefined || others.some((each) => !hasText(option, each))) return [];
    const rest = withoutText(text, option, scope).replace(/\b(?:option|value|list|menu)\b/gi, ' ');
    const isThis = (each: PageElement) => each === element;
    const isMeant =
      namingWords(plainText(rest, scope.quotes)).length === 0
        ? readPhrase(text, scope.quotes).places.length === 0
        : optionally(() => find(rest, scope, { isPossible: isThis, allowsPart: true })) !== undefined;
    return isMeant ? [selectOption(element, option)] : [];
  });
  const usable = inModal(steps.flatMap(({ target }) => target ?? []));
  return steps.length === 0
    ? undefined
    : only(steps.filter(({ target }) => target && usable.includes(target)));
}

function withoutText(text: string, part: string, { quotes }: Scope): string {
  const quote = `⟦${quotes.findIndex((each) => isSameText(each, part))}⟧`;
  if (text.includes(quote)) return text.replace(quote, ' ');
  const index = text.toLowerCase().lastIndexOf(part.toLowerCase());
  return index === -1 ? text : `${text.slice(0, index)} ${text.slice(index + part.length)}`;
}

export function select({ rest = '' }: Parts, scope: Scope): CompiledStep | CompiledStep[] | undefined {
  return selectShown(rest, scope) ?? selectInCustomList(rest, scope);
}

/** Chooses an option of a `select` element, or clicks an option that the page shows. @returns undefined if it finds none. */
export function selectShown(rest: string, scope: Scope): CompiledStep | undefined {
  const isPossible = (element: PageElement) => /^(?:radio|option|menuitemradio|tab)$/.test(element.role);
  const listed = optionIn(rest, scope);
  const found = optionally(() => find(rest, scope, { isPossible, what: 'an option' }));
  const steps = [listed, found && act({ action: 'CLICK' }, found)].filter((each) => each !== undefined);
  return steps.length === 0 ? undefined : only(steps);
}

/** "Documents in File type", "the file type to Documents": the list is opened, if it is not open, and its option is clicked. */
function selectInCustomList(rest: string, scope: Scope): CompiledStep[] | undefined {
  const ways = [...rest.matchAll(/ (in|from|for|as|under|to) /gi)].flatMap(
    ({ 0: separator, 1: word, index }) => {
      const parts = [rest.slice(0, index), rest.slice(index + separator.length)];
      const [value = '', list = ''] = word === 'to' ? parts.toReversed() : parts;
      const search = { isPossible: isCustomList, allowsPart: true, what: 'a list' };
      const found = optionally(() => find(list, scope, search));
      return found === undefined ? [] : [{ list: found, value: plainText(value, scope.quotes) }];
    },
  );
  const way = onlyOne(ways);
  return way && chooseFrom(way.list, way.value, scope);
}

/** Clicks an option of a list, which is opened if no such option is shown. */
function chooseFrom(list: PageElement, value: string, scope: Scope): CompiledStep[] {
  const isOption = ({ role, name }: PageElement) => role === 'option' && isSameText(name, value);
  const shown = scope.view.elements.find(isOption);
  if (shown !== undefined) return [act({ action: 'CLICK' }, shown)];
  const selectors = [named({ role: 'option', name: value })];
  const option: ExchangeElement = { selectors, interaction: { action: 'CLICK' } };
  return [act({ action: 'CLICK' }, list), { element: option, target: undefined }];
}

/** "The city from Leipzig to Dresden" */
export function changeFrom({ target = '', old = '', value = '' }: Parts, scope: Scope): CompiledStep {
  const step =
    selectShown(`${target} to ${value}`, scope) ??
    enterInto(field(target, scope), plainText(value, scope.quotes));
  const before = plainText(old, scope.quotes);
  if (step.target?.field !== undefined && isSameText(step.target.field.value, before)) return step;
  throw new Unresolved(`The value of "${plainText(target, scope.quotes)}" is not "${before}"`);
}

/** "Show only downloaded albums" is an option, a tab or a box that is called so. */
export function showOnly({ text = '' }: Parts, scope: Scope): CompiledStep {
  const [, bare = text, kind = ''] = /^(.+) (\p{Ll}+)$/u.exec(text) ?? [];
  const isOfPage = wordsOf(kind).every((word) => wordsOfPage(scope.view).includes(word));
  const chosen = selectShown(text, scope) ?? (isOfPage ? selectShown(bare, scope) : undefined);
  return chosen ?? check({ target: text }, scope);
}
