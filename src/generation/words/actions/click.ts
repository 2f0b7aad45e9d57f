import type { PageElement } from '../../../runner/live-page.ts';
import { containerOf } from '../../explore/page-forms.ts';
import { innermost } from '../assertions/shown-text.ts';
import { plainText } from '../clause.ts';
import type { Parts } from '../grammar.ts';
import { act, type CompiledStep } from '../page/compiled-step.ts';
import { hasRole, isButtonLike, isControl, isCustomList, isField } from '../page/control-types.ts';
import { complements, hasText, isSameText, wordsOfPage } from '../page/element-texts.ts';
import { isIn, onlyUsable } from '../page/find-element.ts';
import { rowsAround } from '../page/rows.ts';
import { find, phraseIn, type Scope } from '../page/scope.ts';
import { attempt, NotFound, optionally, Unresolved } from '../page/unresolved.ts';
import { withoutKind } from '../phrase.ts';
import { baseVerb, namingWords, nouns, wordsOf } from '../vocabulary.ts';
import { otherButton } from './submit-form.ts';

/** "Clear filters", if a button is called so, and "Confirm", if only one button of a dialog begins with it. */
export function namedExactly(text: string, scope: Scope): PageElement | undefined {
  const verb =
    /^\S+(?= (?:it|this|that|them|(?:the|this) (?:form|\p{Ll}+(?:[st]ion|al|ment)))$|$)/u.exec(
      plainText(text, scope.quotes),
    )?.[0] ?? '';
  const exact = [text, verb].map((each) => buttonsCalled(each, scope)).find(({ length }) => length > 0) ?? [];
  const buttons = buttonsIn(scope);
  const begun = buttons.filter(({ name }) => isSameText(name.split(' ', 1)[0] ?? '', verb));
  const inDialog = buttons.filter(({ isModal }) => isModal);
  const modal = begun.filter(({ isModal }) => isModal);
  // Two buttons ask for a decision: "Confirm" is the one that does not leave all as it is.
  const isAgreed = ({ name, within }: PageElement) =>
    !refusing.test(name) || (/ /.test(name) && within.some((entry) => hasText(entry, name)));
  const agreed = /^confirm$/i.test(verb) ? inDialog.filter(isAgreed) : [];
  const sent = sendingVerb.test(verb) && inDialog.length === 0 ? begun.filter(isWithFields(scope)) : [];
  const meant = [exact, modal, agreed, sent].find(({ length }) => length > 0) ?? [];
  return onlyUsable(meant);
}

/** How buttons are called that leave all as it is. */
const refusing =
  /^(?:cancel|no|keep|back|go back|close|never ?mind|dismiss|not now|discard|abort|\P{L}*)(?!\p{L})/iu;

/** "Save" may be the only button of a form that begins so. */
const sendingVerb = /^(?:save|submit|send|confirm|apply|create|search|post|publish)$/i;

const isWithFields =
  ({ view }: Scope) =>
  (button: PageElement) => {
    const beside = view.elements.filter((each) => containerOf(each) === containerOf(button));
    // "Save as template" does something else than to save, unless nothing else does that.
    const others = beside.filter(
      (each) => each !== button && each.role === 'button' && !otherButton.test(each.name),
    );
    const known = [...wordsOfPage(view), ...button.within.flatMap(wordsOf), ...complements];
    const [, ...object] = wordsOf(button.name);
    const isOnly = containerOf(button) !== '' && others.length === 0;
    return (
      beside.some(({ field }) => field !== undefined) &&
      (isOnly || object.every((word) => known.includes(word)))
    );
  };

export function buttonsCalled(text: string, scope: Scope): PageElement[] {
  const buttonName = plainText(text, scope.quotes);
  return buttonsIn(scope).filter(({ name }) => isSameText(name, buttonName));
}

function buttonsIn({ view, places }: Scope): PageElement[] {
  return view.elements.filter(
    (each) => /^(?:button|menuitem)$/.test(each.role) && places.every((place) => isIn(each, place, view)),
  );
}

/** "Buy the tickets": the only button of the page that begins so, "Buy now", if the page speaks of tickets. */
export function clickByVerb(text: string, scope: Scope): CompiledStep | undefined {
  const [, verb = '', object = ''] = /^(\p{L}+) the (\p{Ll}[\p{Ll} ]*)$/u.exec(text) ?? [];
  const begun = buttonsIn(scope).filter(({ name }) => isSameText(name.split(' ', 1)[0] ?? '', verb));
  const found = onlyUsable(begun);
  const { view } = scope;
  const isThere = (word: string) => view.elements.some((each) => wordsOf(each.text).includes(word));
  const isMeant =
    found !== undefined &&
    rowsAround(found, view).length === 0 &&
    wordsOf(found.name).every((word, index) => index === 0 || complements.has(word)) &&
    namingWords(object).every(isThere);
  return isMeant && object !== '' ? act({ action: 'CLICK' }, found) : undefined;
}

/** "Confirm with Delete", unless a button is called "Confirm with Delete". */
export function confirmWith({ said = '', target = '' }: Parts, scope: Scope): CompiledStep {
  const clickOnWhole = optionally(() => clickByWholeClause(`${said} ${target}`, scope));
  if (clickOnWhole !== undefined) return clickOnWhole;
  return act({ action: 'CLICK' }, find(target, scope, { isPossible: isButtonLike, what: 'a button' }));
}

/** The texts of a button may begin with its verb: "Add Emma to the cart" is the button "Add to cart" in the row of Emma. */
export function clickByWholeClause(text: string, scope: Scope): CompiledStep {
  const [verb = ''] = wordsOf(text);
  const isPossible = (element: PageElement) =>
    isButtonLike(element) && wordsOf(`${element.name} ${element.text} ${element.title ?? ''}`).includes(verb);
  const search = { isPossible, what: 'a button or link for' };
  const bare = text.replace(/(?<=^\S+ ).+$/, (object) =>
    withoutKind(object, scope.quotes, { isControl: true }),
  );
  const found =
    (bare === text ? undefined : optionally(() => find(text, scope, search))) ??
    attempt(() => find(bare, scope, { ...search, shown: text }), NotFound);
  if (found instanceof Unresolved) {
    const plain =
      baseVerb(verb) === verb ? clickPlain(text.replace(/ (?:the|an?) /i, ' '), scope) : undefined;
    if (plain === undefined) throw found;
    return plain;
  }
  // "SEO tab" only names it, and "Tea and Mug are sold out" says something of it.
  const nameWords = wordsOf(`${found.name} ${found.title ?? ''}`);
  const statement = /\S+ (?:is|are|was|were|has|have|had) \S+/i.exec(text)?.[0];
  if (statement !== undefined && !scope.view.elements.some((each) => hasText(each.text, statement)))
    throw new NotFound(`Found no button or link for "${plainText(text, scope.quotes)}"`);
  const { words, places } = phraseIn(text, scope);
  const isSentence = /\b(?:the|an?|this|my)\b/i.test(text);
  const isName = words.every(
    (word, index, { length }) => nameWords.includes(word) || (index === length - 1 && nouns.get(word)?.[0]),
  );
  if (isName && !isSentence && places.length === 0 && !nameWords.includes(wordsOf(text).at(-1) ?? ''))
    throw new NotFound(`Found no verb in "${text}"`);
  return act({ action: 'CLICK' }, found);
}

type ClickOptions = { readonly double?: true; readonly button?: 'right' };

export function click(target = '', scope: Scope, calledWith?: ClickOptions): CompiledStep {
  const search = { what: 'an element to click', extraWords: scope.context.words };
  const { roles } = phraseIn(target, scope);
  const isText = ({ field }: PageElement) => field === undefined;
  const isPreferred = (element: PageElement) =>
    calledWith === undefined
      ? isButtonLike(element)
      : isText(element) && !/^(?:row|listitem|generic)$/.test(element.role);
  // Only a click is meant for whatever has the text: a heading is not opened.
  const isOther = (element: PageElement) =>
    (roles === undefined || [...roles].some((role) => hasRole(element, role))) &&
    (calledWith !== undefined ||
      isField(element) ||
      (isText(element) && !/^(?:heading|alert|status)$/.test(element.role)));
  const preferred = optionally(() => find(target, scope, { ...search, isPossible: isPreferred }));
  const plain = preferred === undefined && calledWith === undefined ? clickPlain(target, scope) : undefined;
  if (plain !== undefined) return plain;
  const found = preferred ?? find(target, scope, { ...search, isPossible: isOther });
  const step = act({ action: 'CLICK', ...(calledWith === undefined ? {} : { calledWith }) }, found);
  return isControl(found) || calledWith !== undefined ? step : { ...step, hasToChange: true };
}

/**
 * The only text that is called exactly so, without the kind that a clause gives it, such as "the Files tab", though nothing
 * marks it as a control: it is meant if the click changes something.
 */
function clickPlain(target: string, scope: Scope): CompiledStep | undefined {
  const { view, quotes, places } = scope;
  const bare = (text: string) => text.replace(/^\P{L}+(?=\p{L})|(?<=\p{L})[^\p{L}\p{N}]+$/gu, '');
  const object = target.replace(/^(?:the|an?) /i, '');
  const [, before = '', after = ''] = /^(\p{Ll}+) ([\p{Lu}⟦].*)$/u.exec(object) ?? [];
  const [, called = '', kind = ''] = /^(.+) (\p{Ll}+)$/u.exec(object) ?? [];
  const names = [target, object, nouns.has(before) ? after : '', nouns.has(kind) ? called : ''].map((each) =>
    bare(plainText(each, quotes)),
  );
  const isCalled = (each: PageElement) =>
    !isControl(each) &&
    each.tag !== 'label' &&
    !/^(?:heading|alert|status|columnheader)$/.test(each.role) &&
    /\p{L}/u.test(each.text) &&
    names.some((name) => isSameText(bare(each.text), name)) &&
    places.every((place) => isIn(each, place, view));
  const found = onlyUsable(innermost(view.elements.filter(isCalled), view));
  return found && { ...act({ action: 'CLICK' }, found), hasToChange: true };
}

/** "Create a new folder" is a button "New folder", and never one that only says "New". */
export function clickNamed({ name = '' }: Parts, scope: Scope): CompiledStep {
  const isPossible = (each: PageElement) =>
    isButtonLike(each) && isSameText(each.name, plainText(name, scope.quotes));
  return act({ action: 'CLICK' }, find(name, scope, { isPossible, what: 'a button' }));
}

/** "Close Tea" is a button "Close" at Tea, "Open Tea" the link "Tea", and "Close the dialog" a button "Close" in it. */
export function clickWithVerb({ verb = '', target = '' }: Parts, scope: Scope): CompiledStep {
  const search = { isPossible: isButtonLike, what: 'an element to click' };
  const extraWords = wordsOf(verb);
  const isList = (each: PageElement) => isCustomList(each) && /^(?:open|close|expand|collapse)$/i.test(verb);
  const isPlain = /^(?:open|visit|go to|navigate to|view|switch to)$/i.test(verb);
  const found =
    optionally(() => clickByWholeClause(`${verb} ${target}`, scope)) ??
    optionally(() => act({ action: 'CLICK' }, find(target, scope, { ...search, extraWords }))) ??
    optionally(() => act({ action: 'CLICK' }, find(target, scope, { ...search, isPossible: isList }))) ??
    (isPlain ? clickPlain(target, scope) : undefined);
  const within = () => find(`${verb} in ${target}`, scope, { ...search, shown: `${verb} ${target}` });
  return found ?? act({ action: 'CLICK' }, within());
}
