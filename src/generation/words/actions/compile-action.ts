import type { PageElement } from '../../../runner/live-page.ts';
import { containerOf } from '../../explore/page-forms.ts';
import { isOnPage } from '../assertions/current-page.ts';
import { showsValue } from '../assertions/shown-value.ts';
import { Grammar, type Parts } from '../grammar.ts';
import { act, type CompiledStep } from '../page/compiled-step.ts';
import { isCheckable, isTextField } from '../page/control-types.ts';
import { inModal, nearest } from '../page/find-element.ts';
import { find, phraseIn, type Scope } from '../page/scope.ts';
import { NotFound, optionally, Unresolved } from '../page/unresolved.ts';
import { numberPattern } from '../vocabulary.ts';
import { emptyField, markAs, stepBy } from './button-or-field.ts';
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
import { click, clickByWholeClause, clickNamed, clickWithVerb, confirmWith, namedExactly } from './click.ts';
import {
  enter,
  enterEither,
  enterInto,
  enterNumber,
  field,
  fillNameField,
  logIn,
  replace,
  reply,
  searchFor,
  valueFirst,
  valueLast,
} from './enter-text.ts';
import { submitForm } from './submit-form.ts';
import {
  drag,
  goBack,
  goTo,
  hover,
  pressKey,
  script,
  scroll,
  scrollTo,
  upload,
  wait,
} from './use-browser.ts';

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
  ['call|name (it|this) {value:(?!to |as |for |with ).+}', fillNameField],
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
  [`{verb:${enterVerbs}} {rest}`, enterEither],
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
  [assignment, isShownInShort],
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

/** "Low stock items: 4": what the page shows, if it has no such field. */
function isShownInShort({ rest = '' }: Parts, scope: Scope): CompiledStep | undefined {
  const [, what, value = ''] = /^([^:]+): (.+)$/.exec(rest) ?? [];
  return what === undefined ? undefined : showsValue(what, 'is', value, scope);
}

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
  return inModal(fields).every(({ field }) => field?.value === '');
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
      ? fillNameField({ value: part }, inForm)
      : (enter(part.replace(/^(\p{Ll}+) of /u, '$1 to '), inForm, valueLast) ?? selectShown(part, inForm)),
  );
  const targets = new Set(steps.map((step) => step?.target));
  if (targets.has(undefined) || targets.size < steps.length) return undefined;
  return [...steps, button].filter((step) => step !== undefined);
}
