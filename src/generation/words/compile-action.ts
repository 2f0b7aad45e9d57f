import type { PageElement } from '../../runner/live-page.ts';
import { plainText } from './clause.ts';
import { isSameText, shownElement, Unresolved } from './find-element.ts';
import {
  act,
  type CompiledStep,
  expects,
  find,
  isButtonLike,
  isCheckable,
  isControl,
  isField,
  type Scope,
  words,
} from './scope.ts';
import { keyOf, landmarks, numberOf, wordsOf } from './vocabulary.ts';

type Rule = readonly [
  pattern: RegExp,
  compile: (groups: readonly string[], scope: Scope) => readonly CompiledStep[] | undefined,
];

/** Patterns of clauses and what they become, the first that fits first. A rule that returns undefined does not fit. */
const rules: readonly Rule[] = [
  [/^(?:reload|refresh)(?:e?s)?(?: (?:the |this )?page)?$/i, () => [script('location.reload();')]],
  [/^(?:go(?:es)?|navigates?|returns?) back(?: to the previous page)?$/i, () => [script('history.back();')]],
  [
    /^(?:go(?:es)? to|navigates? to|visits?|opens?|browses? to) (?:the )?(?:page |url |address |path )?(?:at )?(\S+)$/i,
    ([address = ''], { quotes }) => {
      const url = plainText(address, quotes);
      return /^(?:https?:\/\/|\/)\S*$/.test(url) ? [act({ action: 'GO_TO', calledWith: url })] : undefined;
    },
  ],
  [
    /^(?:go(?:es)? to|navigates? to|visits?|opens?) the (?:home ?page|start page|landing page|app|application|site|website)$/i,
    () => [act({ action: 'GO_TO', calledWith: '/' })],
  ],
  [
    /^scrolls? (?:(?:down|all the way down) )?(?:to )?(?:the )?(?:bottom|end|down)(?: of the page)?$/i,
    () => [act({ action: 'SCROLL', calledWith: null })],
  ],
  [
    /^scrolls? (?:back |up )*(?:to )?(?:the )?(?:top|up)(?: of the page)?$/i,
    () => [act({ action: 'SCROLL', calledWith: { x: 0, y: 0 } })],
  ],
  [
    /^scrolls? (?:down |up )?(?:to|until) (.+?)(?: is visible| comes into view)?$/i,
    ([target = ''], scope) => [scrollTo(target, scope)],
  ],
  [
    /^waits? (?:for )?(\S+) ?(ms|milliseconds?|s|seconds?|minutes?)$/i,
    ([amount = '', unit = '']) => wait(amount, unit),
  ],
  [
    /^waits? (?:for the page to load|until the page (?:has loaded|is loaded|loads)|for the page)$/i,
    () => [act({ action: 'WAIT_FOR', calledWith: { type: 'load' } })],
  ],
  [
    /^(?:press|hit|push|strike)(?:es)? (?:the )?(.+?)(?: (?:in|on|inside) (.+))?$/i,
    ([key = '', target], scope) => pressKey(key, target, scope),
  ],
  [
    /^(?:logs? in|login|signs? in)(?: (?:as|with(?: username| email| user)?) (\S+?))?,? (?:with|and|using|\/)(?: (?:the )?password)? (\S+)$/i,
    ([user = '', password = ''], scope) => logIn(user, password, scope),
  ],
  [/^search(?:es)?(?: (.+?))? for (.+)$/i, ([where = '', text = ''], scope) => searchFor(where, text, scope)],
  [
    /^filters?(?: (.+?))? (?:by|for|with) (.+)$/i,
    ([what = '', text = ''], scope) => filterBy(what, text, scope),
  ],
  [/^sorts?(?: (?:it|them|by|(.+?) by)) (.+)$/i, ([, value = ''], scope) => sortBy(value, scope)],
  [
    /^(?:double[- ]clicks?)(?: on)? (.+)$/i,
    ([target = ''], scope) => [clickIn(target, scope, { double: true })],
  ],
  [
    /^(?:right[- ]clicks?)(?: on)? (.+)$/i,
    ([target = ''], scope) => [clickIn(target, scope, { button: 'right' })],
  ],
  [
    /^(?:hovers?|moves? the mouse)(?: over| on| onto| to)? (.+)$/i,
    ([target = ''], scope) => [
      act(
        { action: 'HOVER' },
        find(target, scope, { isPossible: isControl, called: `an element ${shown(target, scope)}` }),
      ),
    ],
  ],
  [
    /^(?:uploads?|attach(?:es)?) (?:the )?(?:file |image )?(\S+) (?:as|to|into|in|for) (.+)$/i,
    ([file = '', target = ''], scope) => upload(file, target, scope),
  ],
  [/^drags? (.+?) (?:to|onto|into|over) (.+)$/i, ([from = '', to = ''], scope) => drag(from, to, scope)],
  [
    /^(?:clears?|empt(?:y|ies)|erases?) (.+)$/i,
    ([target = ''], scope) => optionally(() => [enterInto(field(target, scope), '')]),
  ],
  [
    /^(?:checks?|ticks?|marks?|selects?|enables?|turns? on|accepts?|agrees? to|switch(?:es)? on) (.+?)(?: as (?:done|completed?|read|finished|checked))?$/i,
    ([target = ''], scope) => optionally(() => [setChecked(target, scope, true)]),
  ],
  [
    /^(?:unchecks?|unticks?|deselects?|unselects?|disables?|turns? off|switch(?:es)? off) (.+)$/i,
    ([target = ''], scope) => [setChecked(target, scope, false)],
  ],
  [
    /^(?:toggles?|switch(?:es)?) (.+)$/i,
    ([target = ''], scope) => optionally(() => [act({ action: 'CLICK' }, checkable(target, scope))]),
  ],
  [
    /^(?:selects?|chooses?|picks?|sets?|switch(?:es)?|changes?|uses?) (.+)$/i,
    ([rest = ''], scope) => select(rest, scope),
  ],
  [
    /^(?:types?|enters?|puts?|writes?|inputs?|keys? in|fills? in|fills? out|fills?) (.+)$/i,
    ([rest = ''], scope) => enter(rest, scope, true),
  ],
  [
    /^(?:inserts?|adds?|leaves?|gives?|sets?|changes?|updates?|edits?|replaces?|provides?) (.+)$/i,
    ([rest = ''], scope) => enter(rest, scope, false),
  ],
  [
    /^.* by (?:clicking|pressing|choosing)(?: on)? (.+)$/i,
    ([target = ''], scope) => [clickIn(target, scope)],
  ],
  [
    /^(?:clicks?|taps?|press(?:es)?|push(?:es)?|hits?|chooses?|selects?|picks?)(?: on| the)? (.+)$/i,
    ([target = ''], scope) => [clickIn(target, scope)],
  ],
  [
    /^(follows?|opens?|activates?|visits?|go(?:es)? to|navigates? to|expands?|collapses?|closes?|submits?|shows?|views?|toggles?|switch(?:es)? to|uses?) (.+)$/i,
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
  const isText = ({ field }: PageElement) => field === undefined;
  const preferred = isPlain
    ? isButtonLike
    : (element: PageElement) => isText(element) && !/^(?:row|listitem)$/.test(element.role);
  const first = () => find(target, scope, { isPossible: preferred, called, extraWords });
  // Only a click is meant for whatever has the text: a heading is not opened.
  const isOther = (element: PageElement) =>
    !isPlain || isField(element) || (isText(element) && !/^(?:heading|alert|status)$/.test(element.role));
  const found =
    verb === ''
      ? (optionally(first) ?? find(target, scope, { isPossible: isOther, called, extraWords }))
      : first();
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
    isPossible: isField,
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
  const value = plainText(text, scope.quotes);
  const selects = scope.view.elements.filter((element) => hasOption(element, value));
  if (selects.length === 1 && selects[0] !== undefined) return [selectOption(selects[0], value)];
  return optionally(() => [
    enterInto(
      find(`filter ${what}`, scope, {
        isPossible: isField,
        allowsPart: true,
        called: 'a field to filter by',
      }),
      value,
    ),
  ]);
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

function upload(file: string, target: string, scope: Scope): CompiledStep[] {
  const isFile = ({ field }: PageElement) => field?.type === 'file';
  const found = find(target, scope, {
    isPossible: isFile,
    allowsPart: true,
    called: `a field for files ${shown(target, scope)}`,
  });
  return [act({ action: 'UPLOAD', calledWith: { file: plainText(file, scope.quotes) } }, found)];
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
  const found = checkable(target, scope);
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

/** The ways to split a text at one of the words, as what is before and what is after it. */
function splits(text: string, between: string): (readonly [string, string])[] {
  const pattern = new RegExp(`\\s+(?:${between})\\s+`, 'gi');
  return [...text.matchAll(pattern)].map(({ 0: found, index }) => [
    text.slice(0, index),
    text.slice(index + found.length),
  ]);
}

/** "Germany as country", "the country to Germany", or only "Germany". */
function select(rest: string, scope: Scope): readonly CompiledStep[] | undefined {
  const pairs = [
    ...splits(rest, 'from|in|as|for').map(([value, target]) => ({ value, target })),
    ...splits(rest, 'to|as|:').map(([target, value]) => ({ value, target })),
  ];
  const steps = pairs.flatMap(({ value, target }) => {
    const option = plainText(value.replace(/^the (?:option )?/i, ''), scope.quotes);
    const isPossible = (element: PageElement) => hasOption(element, option);
    return (
      optionally(() => [
        selectOption(
          find(target.replace(/\b(?:drop ?down|list)\b/gi, ' '), scope, { isPossible, allowsPart: true }),
          option,
        ),
      ]) ?? []
    );
  });
  if (steps.length > 0) return [only(steps)];
  const isOption = (element: PageElement) => /^(?:radio|option|menuitemradio|tab)$/.test(element.role);
  const found = optionally(() =>
    find(rest, scope, { isPossible: isOption, called: `an option ${shown(rest, scope)}` }),
  );
  return found === undefined ? undefined : [act({ action: 'CLICK' }, found)];
}

/** What describes a text is not the text itself. */
const describesValue =
  /^(?:a|an|the|some|any|my|your|his|her|their|in|valid|invalid|correct|wrong|different|another)\b(?! (?:text|value) ⟦)/i;

/** "Ada into the name field", "the name field with Ada", "the name to Ada". */
function enter(rest: string, scope: Scope, isOnlyMeaning: boolean): readonly CompiledStep[] | undefined {
  const pairs = [
    ...splits(rest, 'in|into|in to|as|for|to|inside|on').map(([value, target]) => ({ value, target })),
    ...splits(rest, 'with|to|by|saying|=').map(([target, value]) => ({ value, target })),
  ];
  let problem: Unresolved | undefined;
  const steps = pairs.flatMap(({ value, target }) => {
    // Only a whole quotation or plain words are a value.
    if (!/^⟦\d+⟧$|^[^⟦⟧]+$/.test(value) || describesValue.test(value)) return [];
    try {
      return [
        enterInto(
          field(target, scope),
          plainText(value.replace(/^(?:the )?(?:text|value) /i, ''), scope.quotes),
        ),
      ];
    } catch (error) {
      if (!(error instanceof Unresolved)) throw error;
      problem ??= error;
      return [];
    }
  });
  if (steps.length > 0) return [only(steps)];
  if (problem !== undefined && (isOnlyMeaning || !problem.message.startsWith('Found no '))) throw problem;
  return undefined;
}

/** @throws Unresolved if a clause can be understood in two ways. */
function only(steps: readonly CompiledStep[]): CompiledStep {
  const different = [...new Map(steps.map((step) => [JSON.stringify(step.element), step])).values()];
  const [first] = different;
  if (first !== undefined && different.length === 1) return first;
  throw new Unresolved('The clause can be understood in two ways. Put the value in quotation marks');
}
