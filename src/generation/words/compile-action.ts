import type { PageElement } from '../../runner/live-page.ts';
import { containerOf } from '../explore/forms.ts';
import {
  changeFrom,
  check,
  filterBy,
  optionIn,
  select,
  selectShown,
  showOnly,
  sortBy,
  uncheck,
} from './choose-option.ts';
import { plainText } from './clause.ts';
import { isOnPage } from './compile-assertion.ts';
import { enter, enterInto, field, logIn, replace, searchFor, valueFirst, valueLast } from './enter-text.ts';
import {
  attempt,
  complements,
  hasRole,
  hasText,
  inModal,
  isIn,
  isSameText,
  NotFound,
  nearest,
  shownElement,
  Unresolved,
  wordsOfPage,
} from './find-element.ts';
import { Grammar, type Parts } from './grammar.ts';
import { readPlaces, withoutKind } from './phrase.ts';
import { rowsAround } from './rows.ts';
import {
  act,
  type CompiledStep,
  find,
  isButtonLike,
  isCheckable,
  isControl,
  isCustomList,
  isField,
  isTextField,
  optionally,
  phraseIn,
  type Scope,
} from './scope.ts';
import { innermost } from './shown-text.ts';
import { baseVerb, keyOf, namingWords, nouns, numberOf, numberPattern, wordsOf } from './vocabulary.ts';

const fileName = '{file:⟦\\d+⟧|\\S+\\.\\w+}';
/** "Country: Austria". A statement may have a colon, too. */
const assignment =
  '{rest:(?!.*\\b(?:says?|shows?|reads?|contains?|sees?|offers?|the following|is|are)\\b)[^⟦:=>]+?(?: ?(?:=|->|→|>) |: ).+}';
const enterVerbs =
  'turn|limit|correct|adjust|type|enter|put|write|input|key in|fill in|fill out|fill|set|change|update|edit|replace|leave|give|provide|apply|use|request|state|specify|increase|decrease|raise|reduce|reset';
const clickVerbs =
  'follow|open|activate|visit|go to|go back to|return to|navigate to|expand|collapse|close|submit|show|view|toggle|switch to|use|choose|select|pick';

const grammar = new Grammar([
  ['reload|refresh [the|this] [page]', () => script('location.reload();')],
  ['go|navigate|return back [to the previous page]', goBack],
  ['(go to|navigate to|visit|open|browse to) [the] [page|url|address|path] [at] {url:\\S+}', goTo],
  [
    '(go to|navigate to|visit|open) the (home ?page|start page|landing page|app|application|site|website)',
    () => act({ action: 'GO_TO', calledWith: '/' }),
  ],
  ['scroll [down|all the way down] [to] [the] bottom|end|down [of the page]', () => scroll(null)],
  ['scroll [back] [up] [to] [the] top|up [of the page]', () => scroll({ x: 0, y: 0 })],
  ['scroll [down|up] to|until {target} [is visible|comes into view]', scrollTo],
  ['wait [for] {time:\\S+ ?(?:ms|milliseconds?|s|seconds?|minutes?)}', wait],
  [
    'wait (for the page to load|until the page has loaded|until the page is loaded|until the page loads|for the page)',
    () => act({ action: 'WAIT_FOR', calledWith: { type: 'load' } }),
  ],
  ['tab out [of .+]', (_, scope) => pressKey({ key: 'Tab key' }, scope)],
  ['press|hit|push|strike [the] {key} [(?:in|on|inside) (?<target>.+)]', pressKey],
  [
    '(log in|login|sign in) [(?:as|with(?: username| email| user)?) (?<user>\\S+?),?] with|and|using|/ [the] [password] {password:\\S+}',
    logIn,
  ],
  ['search [(?<what>.+?)] for {text}', searchFor],
  ['filter [(?<what>.+?)] by|for|with {text}', filterBy],
  ['sort|order|arrange [.+?] by {text}', sortBy],
  ['double.click [on] {target}', ({ target }, scope) => click(target, scope, { double: true })],
  ['right.click [on] {target}', ({ target }, scope) => click(target, scope, { button: 'right' })],
  ['(hover|mouse|move the mouse) [over|on|onto|to] {target}', hover],
  [
    `upload|attach|choose|select|pick [the] [file|image] ${fileName} [(?:as|to|into|in|for) (?<target>.+)]`,
    upload,
  ],
  [`upload|attach as|to|into|in|for {target} [the] [file|image] ${fileName}`, upload],
  ['drag {from} to|onto|into|over {to}', drag],
  [
    'leave|keep (all|all the|all of the) [\\w+] fields blank|empty',
    (_, scope) => (isBlank(scope) ? [] : undefined),
  ],
  ['reply|respond with|: {value:⟦\\d+⟧}', reply],
  ['leave|keep {target} blank|empty', ({ target }, scope) => enterInto(field(target, scope), '')],
  ['clear|empty|erase {target}', ({ target }, scope) => enterInto(field(target, scope), '')],
  [
    '{verb:check|tick|mark|select|enable|turn on|accept|agree to|switch on} {target:(?!(?:it|them|this|that) as\\b).+?} [as (?:done|completed?|read|finished|checked)]',
    check,
  ],
  ['{verb:mark|flag} {what} as {how}', markAs],
  ['call|name (it|this) {value:(?!to |as |for |with ).+}', nameIt],
  ['(uncheck|untick|deselect|unselect|disable|turn off|switch off) {target}', uncheck],
  ['turn|switch {target} on', check],
  ['turn|switch {target} off', uncheck],
  ['remove the tick|check at|from|of|by {target}', uncheck],
  [
    'replace|change|correct [the] [text|value] {old:(?!(?:the|an?|my|your|its) ).+?} by|with|to {value} [(?:in|of) (?<target>.+)]',
    replace,
  ],
  ['change|update|switch|set|correct {target} from {old} to {value}', changeFrom],
  ['select|choose|pick|set|put|switch|change|use|assign|reassign {rest}', select],
  ['reset {rest:.+ to .+}', select],
  ['show|display {rest:\\d+ .+}', select],
  ['{verb:increase|raise|decrease|reduce|lower} {target} [by (?<count>\\S+)]', stepBy],
  [`{verb:add|remove} {count:${numberPattern}|an?(?= \\w+)} [more] {target}`, stepBy],
  [`(${enterVerbs}) {rest}`, ({ rest }, scope) => enter(rest, scope, valueFirst, valueLast)],
  ['(fill in|fill out|fill|enter|set|specify) {rest}', ({ rest = '' }, scope) => optionIn(rest, scope)],
  ['enter|type|input {value:\\d+} {target}', enterNumber],
  ['(create|add|make|start) a {name:new .+}', clickNamed],
  ['add|create|make [a|an] [new] {kind:[^⟦,]+?} (called|named|titled) {said}', addCalled],
  ['insert|add {rest}', ({ rest }, scope) => enter(rest, scope, valueFirst)],
  [
    'pick|choose|select {rest:.*\\d.*}',
    ({ rest }, scope) => optionally(() => enter(rest, scope, valueFirst, valueLast), Unresolved),
  ],
  [assignment, select],
  [assignment, ({ rest }, scope) => enter(rest, scope, valueLast)],
  ['{said:(?:confirm|proceed|continue|finish) (?:(?:it|this|the dialog) )?with} {target}', confirmWith],
  ['focus [on] {target}', ({ target }, scope) => act({ action: 'CLICK' }, field(target, scope))],
  ['click|tap|press|push|hit [on|the] {target}', ({ target }, scope) => click(target, scope)],
  [`{verb:${clickVerbs}} {target}`, clickWithVerb],
  ['(open|visit|go to|navigate to|is on) {what} page', isOnPage],
  ['delete|remove the {target}', emptyField],
  ['submit', (_, scope) => clickByWholeClause('submit', scope)],
  ['submit [it]', submitForm],
  ['submit [(?:the|this|that|my)] [(?<name>.+?)] form', submitForm],
  ['only|just show|list|display {text}', showOnly],
  ['show|list|display only|just {text}', showOnly],
  ['open {target} dialog|modal|popup|form', ({ target }, scope) => click(target, scope)],
]);

/** Whether a clause begins like an action, whatever it is about. */
export function looksLikeAction(text: string): boolean {
  return grammar.matches(text);
}

/** What says that something is not to be done, or not always. */
export const exception = /n['’]t\b|\b(?:not|never|neither|nor|avoid|without|except|unless|if|but|instead)\b/i;

/** "Submit the form without a first name", "Click Save with all fields empty": what has no value now. */
const leavingOut =
  /^([a-z]+\b.*?) (?:(?:without|before) (?:(?:fill|enter|typ|provid|add|choos|select|tick|check|accept)\w*ing (?:in |out )?)?|leaving |with (?=.*\b(?:empty|blank)\b))(?:all )?(?:the |an? |any )?(?:(?:empty|blank) ?)?(.*?)(?: (?:in|out|blank|empty))?$/i;
const anything = /^(?:any ?thing|everything|it|them|fields?|form|values?|)$/i;

/** A field is empty, or a list still says what to do with it. */
const noValue = /^\P{L}*(?:(?:please )?(?:select|choose|pick)\b.*)?$/iu;

/** Whether a clause does something without a value that has not been given. */
function isLeftOut(left: string, scope: Scope): boolean {
  const isEmpty = (each: PageElement) =>
    isCheckable(each) ? each.field?.checked === false : noValue.test(each.field?.value ?? 'no field');
  if (anything.test(left)) return isBlank(scope);
  const search = { isPossible: isEmpty, allowsPart: true };
  return optionally(() => find(left, scope, search), Unresolved) !== undefined;
}

/** Whether nothing was entered. A number and a date may have a value from the start. */
function isBlank({ view }: Scope): boolean {
  const fields = view.elements.filter((each) => isTextField(each) && each.role !== 'spinbutton');
  return inModal(fields, (each) => each).every(({ field }) => field?.value === '');
}

/** @throws Unresolved */
export function compileAction(text: string, scope: Scope): readonly CompiledStep[] {
  const [, done = '', left = ''] = leavingOut.exec(text) ?? [];
  if (done !== '' && isLeftOut(left, scope)) return compileAction(done, scope);
  const refused = /^(?:do not|don['’]t|never) (.+)$/i.exec(text)?.[1];
  const unchecked = refused && optionally(() => uncheck({ target: refused }, scope));
  if (unchecked) return [unchecked];
  const found = exception.exec(text)?.[0];
  if (found !== undefined)
    throw new NotFound(
      `Found no step: "${found}" is only understood in quotation marks`,
      nearest(phraseIn(text, scope), scope.view.elements),
    );
  const named = namedExactly(text, scope);
  if (named !== undefined) return [act({ action: 'CLICK' }, named)];
  const compile = (where: Scope) => grammar.compile(text, where, () => clickByWholeClause(text, where));
  // Nothing behind an open dialog can be used.
  const isOpen = scope.view.elements.some(({ isModal }) => isModal);
  return (isOpen ? optionally(() => compile({ ...scope, isModal: true })) : undefined) ?? compile(scope);
}

/** "Clear filters", if a button is called so, and "Confirm", if only one button of a dialog begins with it. */
function namedExactly(text: string, scope: Scope): PageElement | undefined {
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
  const [found, ...others] = inModal(meant, (each) => each);
  return others.length === 0 ? found : undefined;
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
  const said = plainText(text, scope.quotes);
  return buttonsIn(scope).filter(({ name }) => isSameText(name, said));
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
  const [found, ...others] = inModal(begun, (each) => each);
  const { view } = scope;
  const isThere = (word: string) => view.elements.some((each) => wordsOf(each.text).includes(word));
  const isMeant =
    found !== undefined &&
    others.length === 0 &&
    rowsAround(found, view).length === 0 &&
    wordsOf(found.name).every((word, index) => index === 0 || complements.has(word)) &&
    namingWords(object).every(isThere);
  return isMeant && object !== '' ? act({ action: 'CLICK' }, found) : undefined;
}

function script(code: string): CompiledStep {
  return act({ action: 'JAVASCRIPT', calledWith: { code, execType: 'browser' } });
}

function scroll(calledWith: { x: number; y: number } | null): CompiledStep {
  return act({ action: 'SCROLL', calledWith });
}

function goTo({ url = '' }: Parts, { quotes }: Scope): CompiledStep | undefined {
  const calledWith = plainText(url, quotes);
  return /^(?:https?:\/\/|\/)\S*$/.test(calledWith) ? act({ action: 'GO_TO', calledWith }) : undefined;
}

function scrollTo({ target = '' }: Parts, scope: Scope): CompiledStep {
  const isFooter = /^(?:the )?footer$/i.test(target);
  const isShown = scope.view.elements.some(({ within }) => within.some((each) => each.startsWith('footer')));
  if (!isFooter || !isShown) return act({ action: 'SCROLL' }, find(target, scope));
  // The footer is no element of the view.
  const selectors = [{ selectorType: 'ROLE' as const, selector: 'contentinfo' }];
  return { element: { selectors, interaction: { action: 'SCROLL' } }, target: undefined };
}

function wait({ time = '' }: Parts): CompiledStep | undefined {
  const [, amount = '', unit = ''] = /^(\S+?) ?(m\w*|s\w*)$/i.exec(time) ?? [];
  const count = /^an?$/i.test(amount) ? 1 : (numberOf(amount) ?? Number(amount));
  const factor = /^m(?:s|illi)/i.test(unit) ? 1 : /^min/i.test(unit) ? 60_000 : 1000;
  if (Number.isNaN(count) || count * factor > 60_000) return undefined;
  return act({ action: 'WAIT_FOR', calledWith: { type: 'fixedTime', timeMilliseconds: count * factor } });
}

function pressKey({ key = '', target }: Parts, scope: Scope): CompiledStep | undefined {
  const calledWith = keyOf(plainText(key, scope.quotes));
  if (calledWith === undefined) return undefined;
  const isNamed = (element: PageElement) =>
    isButtonLike(element) && wordsOf(element.name).includes(calledWith.toLowerCase());
  const named = scope.view.elements.filter(isNamed).slice(0, 3);
  if (named.length > 0 && !/ key$/i.test(key)) {
    const advice = `Write "the ${calledWith} key" or "the ${calledWith} button"`;
    throw new Unresolved(`"${calledWith}" could be a key or an element. ${advice}`, named.map(shownElement));
  }
  const before = scope.context.target;
  const inside = target === undefined ? before : find(target, scope, { isPossible: isControl });
  // Without a field, the key is for the page.
  return act({ action: 'KEY_PRESS', calledWith }, inside && isControl(inside) ? inside : undefined);
}

function hover({ target = '' }: Parts, scope: Scope): CompiledStep {
  const search = { what: 'an element' };
  const control = optionally(() => find(target, scope, { ...search, isPossible: isControl }));
  return act({ action: 'HOVER' }, control ?? find(target, scope, search));
}

/** "Enter 7 guests": only the name of a field for numbers comes after its value. */
function enterNumber({ value = '', target }: Parts, scope: Scope): CompiledStep {
  const isPossible = ({ role }: PageElement) => role === 'spinbutton';
  return enterInto(find(target ?? '', scope, { isPossible, allowsPart: true, what: 'a field' }), value);
}

/** The button or link for it, if the page has one: in a list of many pages, the browser would go too far. */
function goBack(_: Parts, { view }: Scope): CompiledStep {
  const isBack = (each: PageElement) =>
    isControl(each) &&
    !each.isDisabled &&
    /^\P{L}*(?:go )?(?:back|previous)(?: page)?\P{L}*$/iu.test(each.name);
  const [found, ...others] = view.elements.filter(isBack);
  if (others.length > 0) throw new Unresolved('Several buttons or links go back. Name the one that is meant');
  return found === undefined ? script('history.back();') : act({ action: 'CLICK' }, found);
}

/** "Mark INV-7 as paid" is a button "Mark as paid" in its row, one that is called "Paid", or a checkbox "Paid in cash". */
function markAs({ verb = '', what = '', how = '' }: Parts, scope: Scope): CompiledStep {
  const whole = optionally(() => clickByWholeClause(`${verb} ${what} as ${how}`, scope));
  const button = { isPossible: isButtonLike, what: 'a button' };
  // A box is for what the page or its dialog is about: "them" and "Ada" are in rows.
  const dialogs = scope.view.elements.flatMap(({ isModal, within }) => (isModal ? within : []));
  const about = [...wordsOfPage(scope.view), ...dialogs.flatMap(wordsOf)];
  const isOfPage =
    !/^(?:them|all|those|these)\b/i.test(what) && namingWords(what).every((word) => about.includes(word));
  const clicked = attempt(
    () => whole ?? act({ action: 'CLICK' }, find(`${how} of ${what}`, scope, button)),
    NotFound,
  );
  if (!(clicked instanceof Unresolved)) return clicked;
  const checked = isOfPage ? optionally(() => check({ target: how }, scope)) : undefined;
  if (checked === undefined) throw clicked;
  return checked;
}

/** "Call it Ada": the only field that is called a name or a title. */
function nameIt({ value = '' }: Parts, scope: Scope): CompiledStep | undefined {
  const isPossible = (each: PageElement) =>
    isTextField(each) && wordsOf(each.name).some((word) => /^(?:name|title)$/.test(word));
  const [found, ...others] = inModal(scope.view.elements.filter(isPossible), (each) => each);
  if (others.length > 0) throw new Unresolved('Several fields could be for the name');
  return found && enterInto(found, plainText(value, scope.quotes));
}

/** "Add an item called Tea with a quantity of 7": each value goes into its field of the form with the button, which is clicked. */
function addCalled({ kind = '', said = '' }: Parts, scope: Scope): CompiledStep[] | undefined {
  const parts = said.split(/ (?:with|and|for|in|at|on) (?:(?:the|an?) )?|, /i);
  const [button] = optionally(() => compileAction(`add ${kind}`, scope)) ?? [];
  const form = button?.target && containerOf(button.target);
  const elements = scope.view.elements.filter(
    (each) => each.field !== undefined && containerOf(each) === form,
  );
  if (button?.target?.role !== 'button' || form === '' || elements.length === 0) return undefined;
  const inForm = { ...scope, view: { ...scope.view, elements } };
  const steps = parts.map((part, index) =>
    index === 0
      ? nameIt({ value: part }, inForm)
      : (enter(part.replace(/^(\p{Ll}+) of /u, '$1 to '), inForm, valueLast) ?? selectShown(part, inForm)),
  );
  const targets = new Set(steps.map((step) => step?.target));
  if (targets.has(undefined) || targets.size < steps.length) return undefined;
  return [...steps, button].filter((step) => step !== undefined);
}

/** "Reply with ⟦0⟧": the field that is called a reply. */
function reply({ value = '' }: Parts, scope: Scope): CompiledStep {
  return enterInto(field('reply', scope), plainText(value, scope.quotes));
}

/** "Delete the name", where no button does so, empties the field that has one. */
function emptyField({ target = '' }: Parts, scope: Scope): CompiledStep {
  const button = optionally(() => clickByWholeClause(`delete ${target}`, scope));
  const isFilled = (each: PageElement) => isTextField(each) && each.field?.value !== '';
  const search = { isPossible: isFilled, what: 'a button or field to delete' };
  return button ?? enterInto(find(target, scope, search), '');
}

/** "Confirm with Delete", unless a button is called "Confirm with Delete". */
function confirmWith({ said = '', target = '' }: Parts, scope: Scope): CompiledStep {
  const whole = optionally(() => clickByWholeClause(`${said} ${target}`, scope));
  if (whole !== undefined) return whole;
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
  const own = wordsOf(`${found.name} ${found.title ?? ''}`);
  const statement = /\S+ (?:is|are|was|were|has|have|had) \S+/i.exec(text)?.[0];
  if (statement !== undefined && !scope.view.elements.some((each) => hasText(each.text, statement)))
    throw new NotFound(`Found no button or link for "${plainText(text, scope.quotes)}"`);
  const { words, places } = phraseIn(text, scope);
  const isSentence = /\b(?:the|an?|this|my)\b/i.test(text);
  const isName = words.every(
    (word, index, { length }) => own.includes(word) || (index === length - 1 && nouns.get(word)?.[0]),
  );
  if (isName && !isSentence && places.length === 0 && !own.includes(wordsOf(text).at(-1) ?? ''))
    throw new NotFound(`Found no verb in "${text}"`);
  return act({ action: 'CLICK' }, found);
}

type ClickOptions = { readonly double?: true; readonly button?: 'right' };

function click(target = '', scope: Scope, calledWith?: ClickOptions): CompiledStep {
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
  return act({ action: 'CLICK', ...(calledWith === undefined ? {} : { calledWith }) }, found);
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
  const [found, ...others] = inModal(innermost(view.elements.filter(isCalled), view), (each) => each);
  if (found === undefined || others.length > 0) return undefined;
  return { ...act({ action: 'CLICK' }, found), hasToChange: true };
}

/** "Create a new folder" is a button "New folder", and never one that only says "New". */
function clickNamed({ name = '' }: Parts, scope: Scope): CompiledStep {
  const isPossible = (each: PageElement) =>
    isButtonLike(each) && isSameText(each.name, plainText(name, scope.quotes));
  return act({ action: 'CLICK' }, find(name, scope, { isPossible, what: 'a button' }));
}

/** "Close Tea" is a button "Close" at Tea, "Open Tea" the link "Tea", and "Close the dialog" a button "Close" in it. */
function clickWithVerb({ verb = '', target = '' }: Parts, scope: Scope): CompiledStep {
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

/** "Increase the servings" is the button "More servings", if there is one for fewer, too. A field gets the sum. */
function stepBy({ verb = '', target = '', count }: Parts, scope: Scope) {
  const search = { isPossible: isButtonLike, what: 'a button', extraWords: ['more', 'one'] };
  if (namingWords(target).length === 0) return undefined;
  const named = ['more|plus|add one|increase', 'fewer|less|minus|remove one|decrease'].map((words) =>
    words.split('|').flatMap((word) => optionally(() => find(`${word} ${target}`, scope, search)) ?? []),
  );
  const [up, down] = named.map((all) => (new Set(all).size === 1 ? all[0] : undefined));
  const isMore = /^(?:increase|raise|add)$/i.test(verb);
  const amount = /^an?$/i.test(count ?? 'a') ? 1 : numberOf(count ?? '');
  const button = isMore ? up : down;
  if (up !== undefined && down !== undefined && up !== down && amount !== undefined && amount > 0)
    return Array.from({ length: amount }, () => act({ action: 'CLICK' }, button));
  if (count === undefined || /^(?:add|remove)$/i.test(verb)) return undefined;
  const found = field(target, scope);
  const value = found.field?.value ?? '';
  if (amount === undefined) throw new Unresolved(`"${plainText(count, scope.quotes)}" is not a number`);
  if (!/^\d+$/.test(value)) throw new Unresolved(`${shownElement(found)} does not contain a whole number`);
  return enterInto(found, String(Number(value) + (isMore ? amount : -amount)));
}

/** How the names of buttons begin that do not submit their form. */
const otherButton = /^(?:(?:cancel|back|previous|close|show|hide|toggle|reset|clear)\b|\P{L}*$)/iu;

/**
 * "Submit the form", if no button says so, is the one button of the form that the step before was about, or of the only form
 * that is meant. Fields outside of forms may be meant as well.
 */
function submitForm({ name = '' }: Parts, scope: Scope): CompiledStep {
  const { view, quotes, context } = scope;
  const places = [...scope.places, ...(name === '' ? [] : readPlaces(`in the ${name} form`, quotes))];
  const isMeant = (each: PageElement) => places.every((place) => isIn(each, place, view));
  const fields = view.elements.filter((each) => each.field !== undefined);
  const meant = fields.filter(isMeant);
  // "The suggestion form" may be the only one, with a button "Send suggestion".
  const isSaid = ({ role, name: own }: PageElement) =>
    role === 'button' && wordsOf(name).every((word) => wordsOf(own).includes(word));
  const isOnly = scope.places.length === 0 && new Set(fields.map(containerOf)).size === 1;
  const isNamed = name !== '' && isOnly && view.elements.some(isSaid);
  const forms = new Set((meant.length === 0 && isNamed ? fields : meant).map(containerOf));
  const current = context.target === undefined ? '' : containerOf(context.target);
  const [only = '', ...otherForms] = forms;
  const form = forms.has(current) ? current : otherForms.length === 0 ? only : '';
  const buttons = view.elements.filter(
    (each) =>
      each.role === 'button' &&
      containerOf(each) === form &&
      !otherButton.test(each.name) &&
      !/^\P{L}+$/u.test(each.text),
  );
  const named = name === '' ? [] : buttons.filter(isSaid);
  const [button, ...others] = named.length === 1 ? named : buttons;
  if (form === '' || button === undefined) throw new NotFound('Found no form with a button');
  if (others.length > 0)
    throw new Unresolved(
      `${buttons.length} buttons could submit the form`,
      buttons.slice(0, 3).map(shownElement),
    );
  return act({ action: 'CLICK' }, button);
}

function upload({ file = '', target }: Parts, scope: Scope): CompiledStep | undefined {
  const isPossible = ({ field }: PageElement) => field?.type === 'file';
  const calledWith = { file: plainText(file, scope.quotes) };
  if (!/\.\w+$/.test(calledWith.file)) return undefined;
  const fields = scope.view.elements.filter(isPossible);
  if (target === undefined && fields.length > 1)
    throw new Unresolved(`${fields.length} fields could be for the file`);
  const search = { isPossible, allowsPart: true, what: 'a field for files' };
  const found = target === undefined ? fields[0] : find(target, scope, search);
  return found && act({ action: 'UPLOAD', calledWith }, found);
}

function drag({ from = '', to = '' }: Parts, scope: Scope): CompiledStep {
  const source = find(from, scope);
  const { selectors } = find(to, scope);
  return act({ action: 'DRAG_AND_DROP', calledWith: { selectors: [...selectors] } }, source);
}
