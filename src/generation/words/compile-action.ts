import type { PageElement } from '../../runner/live-page.ts';
import { plainText } from './clause.ts';
import { hasRole, hasText, isSameText, shownElement, Unresolved } from './find-element.ts';
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
  phraseIn,
  type Scope,
  words,
} from './scope.ts';
import { keyOf, landmarks, namingWords, numberOf, wordsOf } from './vocabulary.ts';

type Rule = readonly [
  pattern: RegExp,
  compile: (groups: readonly string[], scope: Scope) => readonly CompiledStep[] | undefined,
];

/** Patterns of clauses and what they become, the first that fits first. A rule that returns undefined does not fit. */
const rules: readonly Rule[] = [
  [/^(?:reload|refresh)(?: (?:the |this )?page)?$/i, () => [script('location.reload();')]],
  [/^(?:go|navigate|return) back(?: to the previous page)?$/i, () => [script('history.back();')]],
  [
    /^(?:go to|navigate to|visit|open|browse to) (?:the )?(?:page |url |address |path )?(?:at )?(\S+)$/i,
    ([address = ''], { quotes }) => {
      const url = plainText(address, quotes);
      return /^(?:https?:\/\/|\/)\S*$/.test(url) ? [act({ action: 'GO_TO', calledWith: url })] : undefined;
    },
  ],
  [
    /^(?:go to|navigate to|visit|open) the (?:home ?page|start page|landing page|app|application|site|website)$/i,
    () => [act({ action: 'GO_TO', calledWith: '/' })],
  ],
  [
    /^scroll (?:(?:down|all the way down) )?(?:to )?(?:the )?(?:bottom|end|down)(?: of the page)?$/i,
    () => [act({ action: 'SCROLL', calledWith: null })],
  ],
  [
    /^scroll (?:back |up )*(?:to )?(?:the )?(?:top|up)(?: of the page)?$/i,
    () => [act({ action: 'SCROLL', calledWith: { x: 0, y: 0 } })],
  ],
  [
    /^scroll (?:down |up )?(?:to|until) (.+?)(?: is visible| comes into view)?$/i,
    ([target = ''], scope) => [scrollTo(target, scope)],
  ],
  [
    /^wait (?:for )?(\S+) ?(ms|milliseconds?|s|seconds?|minutes?)$/i,
    ([amount = '', unit = '']) => wait(amount, unit),
  ],
  [
    /^wait (?:for the page to load|until the page (?:has loaded|is loaded|loads)|for the page)$/i,
    () => [act({ action: 'WAIT_FOR', calledWith: { type: 'load' } })],
  ],
  [/^tab out(?: of .+)?$/i, (_, scope) => pressKey('Tab key', undefined, scope)],
  [
    /^(?:press|hit|push|strike) (?:the )?(.+?)(?: (?:in|on|inside) (.+))?$/i,
    ([key = '', target], scope) => pressKey(key, target, scope),
  ],
  [
    /^(?:log in|login|sign in)(?: (?:as|with(?: username| email| user)?) (\S+?))?,? (?:with|and|using|\/)(?: (?:the )?password)? (\S+)$/i,
    ([user = '', password = ''], scope) => logIn(user, password, scope),
  ],
  [/^search(?: (.+?))? for (.+)$/i, ([where = '', text = ''], scope) => searchFor(where, text, scope)],
  [
    /^filter(?: (.+?))? (?:by|for|with) (.+)$/i,
    ([what = '', text = ''], scope) => filterBy(what, text, scope),
  ],
  [/^(?:sort|order|arrange)(?: .+?)?? by (.+)$/i, ([value = ''], scope) => sortBy(value, scope)],
  [
    /^(double|right)[- ]click(?: on)? (.+)$/i,
    ([how = '', target = ''], scope) => [
      clickIn(target, scope, how.toLowerCase() === 'double' ? { double: true } : { button: 'right' }),
    ],
  ],
  [
    /^(?:hover|mouse|move the mouse)(?: over| on| onto| to)? (.+)$/i,
    ([target = ''], scope) => [
      act(
        { action: 'HOVER' },
        find(target, scope, { isPossible: isControl, called: `an element ${shown(target, scope)}` }),
      ),
    ],
  ],
  [
    /^(?:upload|attach|(?:choose|select|pick)(?= the file )) (?:the )?(?:file |image )?(\S+)(?: (?:as|to|into|in|for) (.+))?$/i,
    ([file = '', target = ''], scope) => upload(file, target, scope),
  ],
  [/^drag (.+?) (?:to|onto|into|over) (.+)$/i, ([from = '', to = ''], scope) => drag(from, to, scope)],
  [
    /^(?:clear|empty|erase) (.+)$/i,
    ([target = ''], scope) => optionally(() => [enterInto(field(target, scope), '')]),
  ],
  [
    /^(?:check|tick|mark|select|enable|turn on|accept|agree to|switch on) (.+?)(?: as (?:done|completed?|read|finished|checked))?$/i,
    ([target = ''], scope) => optionally(() => [setChecked(target, scope, true)]),
  ],
  [
    /^(?:uncheck|untick|deselect|unselect|disable|turn off|switch off) (.+)$/i,
    ([target = ''], scope) => [setChecked(target, scope, false)],
  ],
  [
    /^(?:toggle|switch) (.+)$/i,
    ([target = ''], scope) => optionally(() => [act({ action: 'CLICK' }, checkable(target, scope))]),
  ],
  [/^(?:select|choose|pick|set|switch|change|use) (.+)$/i, ([rest = ''], scope) => select(rest, scope)],
  [
    /^(?:type|enter|put|write|input|key in|fill in|fill out|fill) (.+)$/i,
    ([rest = ''], scope) => enter(rest, scope, valueFirst, valueLast),
  ],
  [
    /^(?:set|change|update|edit|replace) (.+)$/i,
    ([rest = ''], scope) => optionally(() => enter(rest, scope, valueLast)),
  ],
  [
    /^(?:leave|give|provide|apply|use|request|state|specify) (.+)$/i,
    ([rest = ''], scope) => optionally(() => enter(rest, scope, valueFirst, valueLast)),
  ],
  [/^(?:insert|add) (.+)$/i, ([rest = ''], scope) => optionally(() => enter(rest, scope, valueFirst))],
  [/^focus(?: on)? (.+)$/i, ([target = ''], scope) => [act({ action: 'CLICK' }, field(target, scope))]],
  [
    /^(?:click|tap|press|push|hit|choose|select|pick)(?: on| the)? (.+)$/i,
    ([target = ''], scope) => [clickIn(target, scope)],
  ],
  [
    /^(follow|open|activate|visit|go (?:back )?to|return to|navigate to|expand|collapse|close|submit|show|view|toggle|switch to|use) (.+)$/i,
    ([verb = '', target = ''], scope) => [clickIn(target, scope, {}, verb)],
  ],
];

/** Whether a clause begins like an action, whatever it is about. */
export function looksLikeAction(text: string): boolean {
  return rules.some(([pattern]) => pattern.test(text));
}

/** @throws Unresolved */
export function compileAction(text: string, scope: Scope): readonly CompiledStep[] {
  for (const [pattern, compile] of rules) {
    const groups = pattern.exec(text);
    const steps = groups === null ? undefined : compile(groups.slice(1), scope);
    if (steps !== undefined) return steps;
  }
  return [clickByWholeClause(text, scope)];
}

function shown(text: string, { quotes }: Scope): string {
  return `"${plainText(text, quotes)}"`;
}

/** @returns undefined if an element is not found: another rule may fit. @throws Unresolved if there are several. */
function optionally<T>(work: () => T): T | undefined {
  try {
    return work();
  } catch (error) {
    if (error instanceof Unresolved && error.message.startsWith('Found no ')) return undefined;
    throw error;
  }
}

function script(code: string): CompiledStep {
  return act({ action: 'JAVASCRIPT', calledWith: { code, execType: 'browser' } });
}

/** The texts of a button may begin with its verb: "Add Emma to the cart" is the button "Add to cart" in the row of Emma. */
function clickByWholeClause(text: string, scope: Scope): CompiledStep {
  const [verb = ''] = wordsOf(text);
  const called = `a button or link for "${plainText(text, scope.quotes)}"`;
  const isPossible = (element: PageElement) =>
    isButtonLike(element) && wordsOf(`${element.name} ${element.text} ${element.title ?? ''}`).includes(verb);
  return act({ action: 'CLICK' }, find(text, scope, { isPossible, called, extraWords: scope.context.words }));
}

type ClickOptions = { readonly double?: true; readonly button?: 'right' };

function clickIn(target: string, scope: Scope, options: ClickOptions = {}, verb = ''): CompiledStep {
  const isPlain = Object.keys(options).length === 0;
  const called = `an element to click ${shown(target, scope)}`;
  const extraWords = words(scope, verb);
  const { roles } = phraseIn(target, scope);
  const isText = ({ field }: PageElement) => field === undefined;
  const preferred = isPlain
    ? isButtonLike
    : (element: PageElement) => isText(element) && !/^(?:row|listitem)$/.test(element.role);
  const first = () => find(target, scope, { isPossible: preferred, called, extraWords });
  // Only a click is meant for whatever has the text: a heading is not opened.
  const isOther = (element: PageElement) =>
    (roles === undefined || [...roles].some((role) => hasRole(element, role))) &&
    (!isPlain || isField(element) || (isText(element) && !/^(?:heading|alert|status)$/.test(element.role)));
  const found =
    verb === ''
      ? (optionally(first) ?? find(target, scope, { isPossible: isOther, called, extraWords }))
      : (optionally(first) ?? find(`${verb} in ${target}`, scope, { isPossible: isButtonLike, called }));
  return act({ action: 'CLICK', ...(isPlain ? {} : { calledWith: options }) }, found);
}

function scrollTo(target: string, scope: Scope): CompiledStep {
  const [noun = ''] = wordsOf(target.replace(/^the /i, ''));
  const role = landmarks[noun];
  const isShown = scope.view.elements.some(({ within }) =>
    within.some((each) => each.startsWith(role === 'contentinfo' ? 'footer' : (role ?? '-'))),
  );
  if (role !== undefined && isShown && wordsOf(target).length <= 2) {
    return {
      element: { selectors: [{ selectorType: 'ROLE', selector: role }], interaction: { action: 'SCROLL' } },
      target: undefined,
    };
  }
  return act({ action: 'SCROLL' }, find(target, scope, { isPossible: () => true }));
}

function wait(amount: string, unit: string): CompiledStep[] | undefined {
  const count = /^a$|^an$/i.test(amount) ? 1 : (numberOf(amount) ?? Number(amount));
  const factor = /^m(?:s|illi)/i.test(unit) ? 1 : /^min/i.test(unit) ? 60_000 : 1000;
  if (Number.isNaN(count) || count * factor > 60_000) return undefined;
  return [act({ action: 'WAIT_FOR', calledWith: { type: 'fixedTime', timeMilliseconds: count * factor } })];
}

function pressKey(key: string, target: string | undefined, scope: Scope): CompiledStep[] | undefined {
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
  return [
    act({ action: 'KEY_PRESS', calledWith }, inside !== undefined && isControl(inside) ? inside : undefined),
  ];
}

function field(target: string, scope: Scope): PageElement {
  return find(target, scope, {
    isPossible: (element) => isField(element) && element.tag !== 'select',
    allowsPart: true,
    called: `a field ${shown(target, scope)}`,
    extraWords: scope.context.words,
  });
}

function enterInto(target: PageElement, text: string): CompiledStep {
  return act({ action: 'ENTER_TEXT', calledWith: text }, target);
}

function logIn(user: string, password: string, scope: Scope): CompiledStep[] {
  const fields = scope.view.elements.filter(isField);
  const secrets = fields.filter(({ field }) => field?.type === 'password');
  const names = fields.filter(({ field, name }) => {
    const said = wordsOf(
      `${name} ${field?.label ?? ''} ${field?.placeholder ?? ''} ${field?.autocomplete ?? ''}`,
    );
    return field?.type === 'email' || said.some((word) => /^(?:username|user|email|mail|login)$/.test(word));
  });
  const [secret, name] = [secrets[0], names[0]];
  if (secret === undefined || name === undefined || secrets.length > 1 || names.length > 1) {
    throw new Unresolved('Found no form with one user name and one password');
  }
  const isSubmit = (element: PageElement) =>
    element.role === 'button' &&
    element.within.join() === secret.within.join() &&
    /^(?:log ?in|sign ?in|continue|submit)$/i.test(element.name);
  const buttons = scope.view.elements.filter(isSubmit);
  const [button] = buttons;
  if (button === undefined || buttons.length > 1) throw new Unresolved('Found no button to log in');
  const value = (text: string) => plainText(text, scope.quotes);
  return [enterInto(name, value(user)), enterInto(secret, value(password)), act({ action: 'CLICK' }, button)];
}

function searchFor(where: string, text: string, scope: Scope): CompiledStep[] {
  const isSearch = (element: PageElement) =>
    isField(element) &&
    (element.role === 'searchbox' ||
      /\bsearch\b/i.test(`${element.name} ${element.field?.placeholder ?? ''}`));
  const found = scope.view.elements.filter(isSearch);
  const [only] = found;
  const target =
    found.length === 1 && only !== undefined
      ? only
      : find(`search ${where}`, scope, { isPossible: isSearch, allowsPart: true, called: 'a search field' });
  return [
    enterInto(target, plainText(text, scope.quotes)),
    act({ action: 'KEY_PRESS', calledWith: 'Enter' }, target),
  ];
}

function filterBy(what: string, text: string, scope: Scope): readonly CompiledStep[] | undefined {
  const isFilter = { isPossible: isField, allowsPart: true, called: 'a field to filter by' };
  return (
    optionIn(text, scope) ??
    optionally(() => [setChecked(text, scope, true)]) ??
    optionally(() => [enterInto(find(`filter ${what}`, scope, isFilter), plainText(text, scope.quotes))])
  );
}

function sortBy(text: string, scope: Scope): readonly CompiledStep[] | undefined {
  const value = plainText(text, scope.quotes);
  const selects = scope.view.elements.filter(
    (each) => hasOption(each, value) && /sort|order/i.test(each.name),
  );
  if (selects.length === 1 && selects[0] !== undefined) return [selectOption(selects[0], value)];
  const isHeader = (element: PageElement) =>
    element.role === 'columnheader' ||
    element.inside.some((index) => scope.view.elements[index]?.role === 'columnheader');
  return optionally(() => [
    act(
      { action: 'CLICK' },
      find(text, scope, {
        isPossible: (each) => isHeader(each) && isSameText(each.name || each.text, value),
        called: `a column ${shown(text, scope)}`,
      }),
    ),
  ]);
}

function upload(file: string, target: string, scope: Scope): CompiledStep[] | undefined {
  const isFile = ({ field }: PageElement) => field?.type === 'file';
  const name = plainText(file, scope.quotes);
  const calledWith = { file: name };
  const fields = scope.view.elements.filter(isFile);
  if (target === '') {
    if (!/\.\w+$/.test(name)) return undefined;
    if (fields.length > 1) throw new Unresolved(`${fields.length} fields could be for the file`);
    return fields[0] && [act({ action: 'UPLOAD', calledWith }, fields[0])];
  }
  const called = `a field for files ${shown(target, scope)}`;
  return [
    act(
      { action: 'UPLOAD', calledWith },
      find(target, scope, { isPossible: isFile, allowsPart: true, called }),
    ),
  ];
}

function drag(from: string, to: string, scope: Scope): CompiledStep[] {
  const [source, target] = [from, to].map((text) => find(text, scope, { isPossible: () => true }));
  const selectors = [...(target?.selectors ?? [])];
  return [act({ action: 'DRAG_AND_DROP', calledWith: { selectors } }, source)];
}

function checkable(target: string, scope: Scope): PageElement {
  return find(target, scope, {
    isPossible: isCheckable,
    called: `a checkbox ${shown(target, scope)}`,
    extraWords: words(scope, 'accept agree enable'),
  });
}

/** One that has the state already is not clicked: the click would change it. */
function setChecked(target: string, scope: Scope, checked: boolean): CompiledStep {
  const found = checkable(target.replace(/^(?:the )?(?=row\b)/i, 'the checkbox in the '), scope);
  if (found.field?.checked !== checked) return act({ action: 'CLICK' }, found);
  return expects({ expectation: checked ? 'TO_BE_CHECKED' : 'NOT_TO_BE_CHECKED' }, found);
}

function hasOption({ tag, field }: PageElement, value: string): boolean {
  return tag === 'select' && field?.options.some((option) => isSameText(option, value)) === true;
}

function selectOption(target: PageElement, value: string): CompiledStep {
  const label = target.field?.options.find((option) => isSameText(option, value)) ?? value;
  return act({ action: 'SELECT_OPTION', calledWith: { label } }, target);
}

/** An option of a list, and what else the text says about the list: "Germany as country", "the country to Germany". */
function optionIn(text: string, scope: Scope): readonly CompiledStep[] | undefined {
  const quoted = [...text.matchAll(/⟦\d+⟧/g)].map(([each]) => plainText(each, scope.quotes));
  const whole = plainText(text, scope.quotes);
  const steps = scope.view.elements.flatMap((element) => {
    const named = quoted.length > 0 ? quoted : [whole];
    const options = element.tag === 'select' ? (element.field?.options ?? []) : [];
    const [option] = options
      .filter((each) => named.some((one) => (quoted.length > 0 ? isSameText(one, each) : hasText(one, each))))
      .toSorted((one, other) => other.length - one.length);
    if (option === undefined) return [];
    const rest = withoutText(text, option, scope).replace(/\b(?:option|value)\b/gi, ' ');
    const isThis = (each: PageElement) => each === element;
    const isMeant =
      namingWords(plainText(rest, scope.quotes)).length === 0
        ? readPhrase(text, scope.quotes).places.length === 0
        : optionally(() => find(rest, scope, { isPossible: isThis, allowsPart: true })) !== undefined;
    return isMeant ? [selectOption(element, option)] : [];
  });
  return steps.length === 0 ? undefined : [only(steps)];
}

function withoutText(text: string, part: string, { quotes }: Scope): string {
  const quote = quotes.findIndex((each) => isSameText(each, part));
  if (text.includes(`⟦${quote}⟧`)) return text.replace(`⟦${quote}⟧`, ' ');
  const index = text.toLowerCase().lastIndexOf(part.toLowerCase());
  return index === -1 ? text : `${text.slice(0, index)} ${text.slice(index + part.length)}`;
}

function select(rest: string, scope: Scope): readonly CompiledStep[] | undefined {
  const listed = optionIn(rest, scope);
  const isOption = (element: PageElement) => /^(?:radio|option|menuitemradio|tab)$/.test(element.role);
  const found = optionally(() =>
    find(rest, scope, { isPossible: isOption, called: `an option ${shown(rest, scope)}` }),
  );
  if (found === undefined) return listed;
  const clicked = act({ action: 'CLICK' }, found);
  return [only([...(listed ?? []), clicked])];
}

/** How a value stands with its field, the words between them, and which of the two is first. */
interface Order {
  readonly pattern: RegExp;
  readonly isValueFirst: boolean;
}
/** "Ada into the name field" */
const valueFirst: Order = {
  pattern: /\s+(?:in|into|in to|as|for|to|inside|on|under)\s+/gi,
  isValueFirst: true,
};
/** "the name field with Ada", "the name to Ada", "the code SPRING" */
const valueLast: Order = {
  pattern: /\s+(?:(?:with|to|by|saying|=)\s+|(?=(?:⟦\d+⟧|\S*[\d@]\S*|[A-Z]{2,}\S*)$))/g,
  isValueFirst: false,
};

/** What describes a text is not the text itself. */
const describesValue =
  /^(?:a|an|the|some|any|my|your|his|her|their|in|valid|invalid|correct|wrong|different|another)\b(?! (?:text|value) ⟦)/i;

/** @throws Unresolved if no field is found for a value, or several. */
function enter(rest: string, scope: Scope, ...orders: readonly Order[]): readonly CompiledStep[] | undefined {
  let problem: Unresolved | undefined;
  const steps = orders.flatMap(({ pattern, isValueFirst }) =>
    [...rest.matchAll(pattern)].flatMap(({ 0: between, index }) => {
      const parts = [rest.slice(0, index), rest.slice(index + between.length)];
      const [value = '', target = ''] = isValueFirst ? parts : parts.toReversed();
      // Only a whole quotation or plain words are a value.
      if (!/^⟦\d+⟧$|^[^⟦⟧]+$/.test(value) || describesValue.test(value)) return [];
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
  if (steps.length > 0) return [only(steps)];
  if (problem !== undefined) throw problem;
  return undefined;
}

/** @throws Unresolved if a clause can be understood in two ways. */
function only(steps: readonly CompiledStep[]): CompiledStep {
  const different = [...new Map(steps.map((step) => [JSON.stringify(step.element), step])).values()];
  const [first] = different;
  if (first !== undefined && different.length === 1) return first;
  throw new Unresolved('The clause can be understood in two ways. Put the value in quotation marks');
}
