import type { PageElement } from '../../runner/live-page.ts';
import { plainText } from './clause.ts';
import { hasRole, hasText, isSameText, NotFound, nearest, shownElement, Unresolved } from './find-element.ts';
import { Grammar, type Parts } from './pattern.ts';
import { readPhrase } from './phrase.ts';
import {
  act,
  type CompiledStep,
  expects,
  find,
  isButtonLike,
  isCheckable,
  isControl,
  isField,
  optionally,
  phraseIn,
  type Scope,
} from './scope.ts';
import { keyOf, namingWords, nouns, numberOf, wordsOf } from './vocabulary.ts';

const fileName = '{file:⟦\\d+⟧|\\S+\\.\\w+}';
/** "Country: Austria". A statement may have a colon, too. */
const assignment =
  '{rest:(?!.*\\b(?:says?|shows?|reads?|contains?|is|are)\\b)[^⟦:=>]+?(?: ?(?:=|->|→|>) |: ).+}';
const enterVerbs =
  'type|enter|put|write|input|key in|fill in|fill out|fill|set|change|update|edit|replace|leave|give|provide|apply|use|request|state|specify';
const clickVerbs =
  'follow|open|activate|visit|go to|go back to|return to|navigate to|expand|collapse|close|submit|show|view|toggle|switch to|use';

const grammar = new Grammar([
  ['reload|refresh [the|this] [page]', () => script('location.reload();')],
  ['go|navigate|return back [to the previous page]', () => script('history.back();')],
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
  ['clear|empty|erase {target}', ({ target }, scope) => enterInto(field(target, scope), '')],
  [
    '{verb:check|tick|mark|select|enable|turn on|accept|agree to|switch on} {target} [as (?:done|completed?|read|finished|checked)]',
    ({ verb, target }, scope) => setChecked(target, scope, true, verb),
  ],
  ['mark|flag {what} as {how}', ({ what, how }, scope) => click(`${how} of ${what}`, scope)],
  ['(uncheck|untick|deselect|unselect|disable|turn off|switch off) {target}', uncheck],
  ['remove the tick|check at|from|of|by {target}', uncheck],
  ['select|choose|pick|set|put|switch|change|use {rest}', select],
  [`(${enterVerbs}) {rest}`, ({ rest }, scope) => enter(rest, scope, valueFirst, valueLast)],
  ['insert|add {rest}', ({ rest }, scope) => enter(rest, scope, valueFirst)],
  [
    'pick|choose|select {rest:\\d\\d\\d\\d-\\d\\d-\\d\\d .+}',
    ({ rest }, scope) => enter(rest, scope, valueFirst),
  ],
  [assignment, select],
  [assignment, ({ rest }, scope) => enter(rest, scope, valueLast)],
  ['focus [on] {target}', ({ target }, scope) => act({ action: 'CLICK' }, field(target, scope))],
  ['click|tap|press|push|hit [on|the] {target}', ({ target }, scope) => click(target, scope)],
  ['choose|select|pick [the] {target}', chooseOther],
  [`{verb:${clickVerbs}} {target}`, clickWithVerb],
  ['open {target} dialog|modal|popup|form', ({ target }, scope) => click(target, scope)],
]);

/** Whether a clause begins like an action, whatever it is about. */
export function looksLikeAction(text: string): boolean {
  return grammar.matches(text);
}

/** What says that something is not to be done, or not always. */
const exception = /n['’]t\b|\b(?:not|never|neither|nor|avoid|without|except|unless|if|but|instead)\b/i;

/** @throws Unresolved */
export function compileAction(text: string, scope: Scope): readonly CompiledStep[] {
  const found = exception.exec(text)?.[0];
  if (found !== undefined)
    throw new NotFound(
      `Found no step: "${found}" is only understood in quotation marks`,
      nearest(phraseIn(text, scope), scope.view.elements),
    );
  return grammar.compile(text, scope, () => clickByWholeClause(text, scope));
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
  if (!isFooter || !isShown)
    return act({ action: 'SCROLL' }, find(target, scope, { isPossible: () => true }));
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
  return act({ action: 'HOVER' }, control ?? find(target, scope, { ...search, isPossible: () => true }));
}

/** The texts of a button may begin with its verb: "Add Emma to the cart" is the button "Add to cart" in the row of Emma. */
function clickByWholeClause(text: string, scope: Scope): CompiledStep {
  const [verb = ''] = wordsOf(text);
  const isPossible = (element: PageElement) =>
    isButtonLike(element) && wordsOf(`${element.name} ${element.text} ${element.title ?? ''}`).includes(verb);
  const extraWords = scope.context.words;
  const found = find(text, scope, { isPossible, extraWords, what: 'a button or link for' });
  // "SEO tab" only names it.
  const own = wordsOf(`${found.name} ${found.title ?? ''}`);
  const isName = phraseIn(text, scope).words.every(
    (word, index, { length }) => own.includes(word) || (index === length - 1 && nouns.get(word)?.[0]),
  );
  if (isName && !own.includes(wordsOf(text).at(-1) ?? '')) throw new NotFound(`Found no verb in "${text}"`);
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
      : isText(element) && !/^(?:row|listitem)$/.test(element.role);
  // Only a click is meant for whatever has the text: a heading is not opened.
  const isOther = (element: PageElement) =>
    (roles === undefined || [...roles].some((role) => hasRole(element, role))) &&
    (calledWith !== undefined ||
      isField(element) ||
      (isText(element) && !/^(?:heading|alert|status)$/.test(element.role)));
  const found =
    optionally(() => find(target, scope, { ...search, isPossible: isPreferred })) ??
    find(target, scope, { ...search, isPossible: isOther });
  return act({ action: 'CLICK', ...(calledWith === undefined ? {} : { calledWith }) }, found);
}

/** Only a control can be chosen: a cell or a paragraph is not. */
function chooseOther({ target = '' }: Parts, scope: Scope): CompiledStep {
  const search = { what: 'an element to choose', extraWords: scope.context.words };
  return act({ action: 'CLICK' }, find(target, scope, { ...search, isPossible: isButtonLike }));
}

/** "Close Tea" is a button "Close" at Tea, "Open Tea" the link "Tea", and "Close the dialog" a button "Close" in it. */
function clickWithVerb({ verb = '', target = '' }: Parts, scope: Scope): CompiledStep {
  const search = { isPossible: isButtonLike, what: 'an element to click' };
  const extraWords = [...scope.context.words, ...wordsOf(verb)];
  const found =
    optionally(() => clickByWholeClause(`${verb} ${target}`, scope).target) ??
    optionally(() => find(target, scope, { ...search, extraWords })) ??
    find(`${verb} in ${target}`, scope, search);
  return act({ action: 'CLICK' }, found);
}

function field(target = '', scope: Scope): PageElement {
  return find(target, scope, {
    isPossible: (element) => isField(element) && element.tag !== 'select',
    allowsPart: true,
    what: 'a field',
    extraWords: scope.context.words,
  });
}

function enterInto(target: PageElement, text: string): CompiledStep {
  return act({ action: 'ENTER_TEXT', calledWith: text }, target);
}

function logIn({ user = '', password = '' }: Parts, scope: Scope): CompiledStep[] {
  const fields = scope.view.elements.filter(isField);
  const secrets = fields.filter(({ field }) => field?.type === 'password');
  const names = fields.filter(({ field, name }) => {
    const said = `${name} ${field?.label ?? ''} ${field?.placeholder ?? ''} ${field?.autocomplete ?? ''}`;
    return (
      field?.type === 'email' || wordsOf(said).some((word) => /^(?:username|user|e?mail|login)$/.test(word))
    );
  });
  const [secret, name] = [secrets[0], names[0]];
  if (secret === undefined || name === undefined || secrets.length > 1 || names.length > 1)
    throw new Unresolved('Found no form with one user name and one password');
  const buttons = scope.view.elements.filter(
    (element) =>
      element.role === 'button' &&
      element.within.join() === secret.within.join() &&
      /^(?:log ?in|sign ?in|continue|submit)$/i.test(element.name),
  );
  const [button] = buttons;
  if (button === undefined || buttons.length > 1) throw new Unresolved('Found no button to log in');
  const value = (text: string) => plainText(text, scope.quotes);
  return [enterInto(name, value(user)), enterInto(secret, value(password)), act({ action: 'CLICK' }, button)];
}

function searchFor({ what = '', text = '' }: Parts, scope: Scope): CompiledStep[] {
  const isSearch = (element: PageElement) =>
    isField(element) &&
    (element.role === 'searchbox' || /\bsearch\b/i.test(`${element.name} ${element.field?.placeholder}`));
  const [first, ...others] = scope.view.elements.filter(isSearch);
  const search = { isPossible: isSearch, allowsPart: true, what: 'a field' };
  const target = first !== undefined && others.length === 0 ? first : find(`search ${what}`, scope, search);
  const enter = act({ action: 'KEY_PRESS', calledWith: 'Enter' }, target);
  return [enterInto(target, plainText(text, scope.quotes)), enter];
}

function filterBy({ what = '', text = '' }: Parts, scope: Scope): CompiledStep | undefined {
  const search = { isPossible: isField, allowsPart: true, what: 'a field' };
  return (
    optionIn(text, scope) ??
    optionally(() => setChecked(text, scope, true)) ??
    enterInto(find(`filter ${what}`, scope, search), plainText(text, scope.quotes))
  );
}

function sortBy({ text = '' }: Parts, scope: Scope): CompiledStep {
  const value = plainText(text, scope.quotes);
  const { elements } = scope.view;
  const [list, ...others] = elements.filter(
    (each) => optionNamed(each, value) !== undefined && /sort|order/i.test(each.name),
  );
  if (list !== undefined && others.length === 0) return selectOption(list, value);
  const isHeader = (element: PageElement) =>
    isSameText(element.name || element.text, value) &&
    [element, ...element.inside.map((index) => elements[index])].some(
      (each) => each?.role === 'columnheader',
    );
  return act({ action: 'CLICK' }, find(text, scope, { isPossible: isHeader, what: 'a column' }));
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
  const source = find(from, scope, { isPossible: () => true });
  const { selectors } = find(to, scope, { isPossible: () => true });
  return act({ action: 'DRAG_AND_DROP', calledWith: { selectors: [...selectors] } }, source);
}

function checkable(target = '', scope: Scope, verb = ''): PageElement {
  const extraWords = [...scope.context.words, ...wordsOf(verb), 'accept', 'agree', 'enable'];
  return find(target, scope, { isPossible: isCheckable, what: 'a checkbox', extraWords });
}

/** One that has the state already is not clicked: the click would change it. */
function setChecked(target = '', scope: Scope, checked: boolean, verb?: string): CompiledStep {
  const found = checkable(target.replace(/^(?:the )?(?=row\b)/i, 'the checkbox in the '), scope, verb);
  if (found.field?.checked !== checked) return act({ action: 'CLICK' }, found);
  return expects({ expectation: checked ? 'TO_BE_CHECKED' : 'NOT_TO_BE_CHECKED' }, found);
}

function uncheck({ target }: Parts, scope: Scope): CompiledStep {
  return setChecked(target, scope, false);
}

function optionNamed({ tag, field }: PageElement, value: string): string | undefined {
  return tag === 'select' ? field?.options.find((option) => isSameText(option, value)) : undefined;
}

function selectOption(target: PageElement, value: string): CompiledStep {
  const label = optionNamed(target, value) ?? value;
  return act({ action: 'SELECT_OPTION', calledWith: { label } }, target);
}

/** An option of a list, and what else the text says about the list: "Germany as country", "the country to Germany". */
function optionIn(text: string, scope: Scope): CompiledStep | undefined {
  const quoted = [...text.matchAll(/⟦\d+⟧/g)].map(([each]) => plainText(each, scope.quotes));
  const whole = plainText(text, scope.quotes);
  const isNamed = (option: string) =>
    quoted.length > 0 ? quoted.some((each) => isSameText(each, option)) : hasText(whole, option);
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
  return steps.length === 0 ? undefined : only(steps);
}

function withoutText(text: string, part: string, { quotes }: Scope): string {
  const quote = `⟦${quotes.findIndex((each) => isSameText(each, part))}⟧`;
  if (text.includes(quote)) return text.replace(quote, ' ');
  const index = text.toLowerCase().lastIndexOf(part.toLowerCase());
  return index === -1 ? text : `${text.slice(0, index)} ${text.slice(index + part.length)}`;
}

function select({ rest = '' }: Parts, scope: Scope): CompiledStep | undefined {
  const isPossible = (element: PageElement) => /^(?:radio|option|menuitemradio|tab)$/.test(element.role);
  const listed = optionIn(rest, scope);
  const found = optionally(() => find(rest, scope, { isPossible, what: 'an option' }));
  const steps = [listed, found && act({ action: 'CLICK' }, found)].filter((each) => each !== undefined);
  return steps.length === 0 ? undefined : only(steps);
}

/** How a value stands with its field: the words between them, and which of the two is first. */
interface Order {
  readonly between: RegExp;
  readonly isValueFirst: boolean;
}
/** "Ada into the name field" */
const valueFirst: Order = {
  between: /\s+(?:in|into|in to|as|for|to|inside|on|under)\s+/gi,
  isValueFirst: true,
};
/** "the name field with Ada", "the name to Ada", "name: Ada", "the code SPRING" */
const valueLast: Order = {
  between: /:\s+|\s+(?:(?:with|to|on|by|saying|=|->|→|>)\s+|(?=(?:⟦\d+⟧|\S*[\d@]\S*|[A-Z]{2,}\S*)$))/g,
  isValueFirst: false,
};
/** What describes a text is not the text itself. */
const describesValue =
  /^(?:a|an|the|some\w*|any\w*|nothing|my|your|his|her|their|in|valid|invalid|correct|wrong|different|another)\b(?! (?:text|value) ⟦)/i;

/** "Ada as first name and King" is a value and the beginning of another. */
const isTwoValues = /\s(?:in|into|as|for|to|with)\s.+\sand\s|\sand\s.+[:=]\s/i;

/** @throws Unresolved if no field is found for a value, or several. */
function enter(rest = '', scope: Scope, ...orders: readonly Order[]): CompiledStep | undefined {
  let problem: Unresolved | undefined;
  const steps = orders.flatMap(({ between, isValueFirst }) =>
    [...rest.matchAll(between)].flatMap(({ 0: separator, index }) => {
      const parts = [rest.slice(0, index), rest.slice(index + separator.length)];
      const [value = '', target = ''] = isValueFirst ? parts : parts.toReversed();
      // Only a whole quotation or plain words are a value.
      if (!/^⟦\d+⟧$|^[^⟦⟧]+$/.test(value) || describesValue.test(value) || isTwoValues.test(value)) return [];
      try {
        const entered = plainText(value.replace(/^(?:the )?(?:text|value) /i, ''), scope.quotes);
        return [enterInto(field(target, scope), entered)];
      } catch (error) {
        if (!(error instanceof Unresolved)) throw error;
        problem ??= error;
        return [];
      }
    }),
  );
  if (steps.length > 0) return only(steps);
  if (problem !== undefined) throw problem;
  return undefined;
}

/** @throws Unresolved if a clause can be understood in two ways. */
function only(steps: readonly CompiledStep[]): CompiledStep {
  const [first, ...others] = new Map(steps.map((step) => [JSON.stringify(step.element), step])).values();
  if (first !== undefined && others.length === 0) return first;
  throw new Unresolved('The clause can be understood in two ways. Put the value in quotation marks');
}
