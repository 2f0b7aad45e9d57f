import type { Assertion } from '../../../contract/exchange/assertion.ts';
import { type ExchangeSelector, isNarrowing } from '../../../contract/exchange/selector.ts';
import type { ExchangeElement } from '../../../contract/exchange/test-case.ts';
import { literalText } from '../../../runner/variables/variable-text.ts';
import type { AnsweredDialog, Step } from '../imported-file.ts';
import { numberOf, optionsOf, selectorsOf } from '../javascript/convert-value.ts';
import type { Framework } from '../javascript/framework.ts';
import { hasVariables, patternOf, textOf, textOrPatternOf } from '../javascript/texts.ts';
import {
  type Args,
  type Elements,
  type Expected,
  entryOf,
  is,
  NotImported,
  noEquivalent,
  type Of,
  type Value,
} from '../javascript/value.ts';
import type { CaseWriter } from './case-writer.ts';
import {
  expectCount,
  expectScript,
  inViewport,
  scriptMember,
  textsInOrder,
  urlTest,
  valueTest,
} from './code-in-page.ts';
import { cssOfSelectors, documentWith, withRole } from './locators.ts';

/** An assertion, and a selector that narrows the elements that it is for. */
interface Check {
  readonly assertion: Assertion;
  readonly of?: ExchangeSelector;
}
type Matcher = (args: Args, isNegated: boolean) => Check | undefined;
type State = Extract<Assertion, { calledWith?: null | undefined }>['expectation'];
type OfText =
  | 'TO_CONTAIN_TEXT'
  | 'NOT_TO_CONTAIN_TEXT'
  | 'TO_HAVE_TEXT'
  | 'TO_HAVE_VALUE'
  | 'TO_HAVE_URL'
  | 'TO_HAVE_TITLE';

/** Elements that a CSS selector matches, too. */
const matching = (css: string): ExchangeSelector => ({ selectorType: 'CSS', selector: `:scope${css}` });
const nth = (index: number): ExchangeSelector => ({ selectorType: 'NTH', selector: String(index) });

/** @param option the option that turns the state into its opposite. */
function state(expectation: State, opposite?: State, option = '', of?: ExchangeSelector): Matcher {
  return ([options], isNegated) => {
    const given = optionsOf(options, [option]).get(option) ?? true;
    if (typeof given !== 'boolean') throw new NotImported('the state is not constant');
    const expected = isNegated === given ? opposite : expectation;
    return expected && { assertion: { expectation: expected }, ...(of === undefined ? {} : { of }) };
  };
}

/** @param opposite if there is none, patterns of all other texts take its place. */
function text(expectation: OfText, opposite?: OfText): Matcher {
  const space = expectation === 'TO_HAVE_VALUE' ? '' : '\\s*';
  const [before, after] = expectation === 'TO_CONTAIN_TEXT' ? ['', ''] : [`^${space}`, `${space}$`];
  return ([expected, options], isNegated) => {
    const flags = optionsOf(options, ['ignoreCase']).get('ignoreCase') === true ? 'i' : '';
    const isOther = isNegated && opposite === undefined;
    const isPattern = is(expected, 'pattern');
    if (isOther && expectation === 'TO_HAVE_URL' && !isPattern) return undefined;
    if (isOther && isPattern && expected.flags.includes('m'))
      throw new NotImported('the flag m has no equivalent here');
    let value = expected;
    if (isOther && isPattern) value = patternOf('^(?![\\s\\S]*(?:', expected, '))', expected.flags);
    else if (isOther) value = patternOf(`^(?!${before.slice(1)}`, expected, `${after})`, flags);
    else if (isPattern) value = { ...expected, flags: expected.flags.replace(flags, '') + flags };
    else if (flags !== '' || (isNegated && expectation === 'TO_HAVE_TEXT'))
      value = patternOf(before, expected, after, flags);
    const calledWith = textOrPatternOf(value);
    return { assertion: { expectation: isNegated ? (opposite ?? expectation) : expectation, calledWith } };
  };
}

/** What is compared of the value of an attribute: all of it, or each of its words. */
type Compared = 'value' | 'words';

/** @param fixed the name of the attribute, if it is not the first argument. */
function attribute(fixed?: string, compared: Compared = 'value'): Matcher {
  return (args, isNegated) => {
    const name = fixed ?? textOf(args[0]);
    const [value, options] = fixed === undefined ? args.slice(1) : args;
    optionsOf(options);
    // An element without the attribute does not have the value either.
    const isWord = compared === 'words';
    const isOfWords = isWord && typeof value === 'string' && /\S\s+\S/.test(value);
    if (isNegated || isOfWords) {
      const test = attributeTest(name, value, compared);
      return { assertion: { expectation: 'VISIBLE' }, of: matching(isNegated ? `:not(${test})` : test) };
    }
    const expected = isWord ? patternOf('(?:^|\\s)', value, '(?:\\s|$)') : (value ?? patternOf('^', '', ''));
    return { assertion: { expectation: 'TO_HAVE_ATTRIBUTE', calledWith: [name, textOrPatternOf(expected)] } };
  };
}

/** An attribute with a value, or with each word of it, as CSS. A pattern must be a part of the value. */
export function attributeTest(name: string, value: Value, compared: Compared): string {
  if (value === undefined) return `[${name}]`;
  if (!is(value, 'pattern')) {
    const isWord = compared === 'words';
    const texts = isWord ? splitWords(textOf(value)) : [textOf(value)];
    return texts.map((each) => `[${name}${isWord ? '~' : ''}=${JSON.stringify(each)}]`).join('');
  }
  if (!/^[\w-]+$/.test(value.source) || value.flags !== '')
    throw new NotImported('not to have a value like this pattern has no equivalent');
  return `[${name}*=${JSON.stringify(value.source)}]`;
}

const splitWords = (text: string): string[] => text.trim().split(/\s+/);

/** Whether there is an element at the position that a number of elements and `more` give. */
const elementAt =
  (expectation: State, more: number): Matcher =>
  ([count], isNegated) => {
    const index = numberOf(count) + more;
    return isNegated || index < 0 ? undefined : { assertion: { expectation }, of: nth(index) };
  };

/** Matchers by the names that Playwright has for them. The last four are of a number of elements. */
const matchers: Readonly<Record<string, Matcher>> = {
  toBeVisible: state('VISIBLE', 'NOT_VISIBLE', 'visible'),
  toBeHidden: state('NOT_VISIBLE', 'VISIBLE'),
  toBeAttached: state('VISIBLE', 'NOT_VISIBLE', 'attached'),
  toBeChecked: state('TO_BE_CHECKED', 'NOT_TO_BE_CHECKED', 'checked'),
  toBeDisabled: state('DISABLED', 'ENABLED'),
  toBeEnabled: state('ENABLED', 'DISABLED', 'enabled'),
  toBeEditable: state('ENABLED', undefined, '', matching(':not([readonly], [aria-readonly="true"])')),
  toBeFocused: (args, isNegated) =>
    isNegated
      ? state('VISIBLE', undefined, '', matching(':not(:focus)'))(args, false)
      : state('FOCUSED')(args, false),
  toContainText: text('TO_CONTAIN_TEXT', 'NOT_TO_CONTAIN_TEXT'),
  toHaveText: text('TO_HAVE_TEXT', 'NOT_TO_CONTAIN_TEXT'),
  toHaveValue: text('TO_HAVE_VALUE'),
  toHaveURL: text('TO_HAVE_URL'),
  toHaveTitle: text('TO_HAVE_TITLE'),
  toHaveId: attribute('id'),
  toHaveClass: attribute('class'),
  toContainClass: attribute('class', 'words'),
  toHaveAttribute: attribute(),
  toHaveRole: ([role, options], isNegated) => {
    optionsOf(options);
    return isNegated
      ? undefined
      : { assertion: { expectation: 'VISIBLE' }, of: matching(withRole(textOf(role))) };
  },
  toHaveCSS: ([property, value, options], isNegated) => {
    optionsOf(options);
    const calledWith: [string, string] = [textOf(property), textOrPatternOf(value)];
    return isNegated ? undefined : { assertion: { expectation: 'TO_HAVE_STYLE', calledWith } };
  },
  toHaveCount: ([count, options], isNegated) => {
    optionsOf(options);
    const calledWith = numberOf(count);
    if (isNegated)
      return calledWith === 0 ? { assertion: { expectation: 'VISIBLE' }, of: nth(0) } : undefined;
    // Exported code has the same matcher for both, and hosted services know only NOT_VISIBLE.
    const none = { expectation: 'NOT_VISIBLE' as const };
    return { assertion: calledWith === 0 ? none : { expectation: 'TO_HAVE_COUNT', calledWith } };
  },
  toBeGreaterThan: elementAt('VISIBLE', 0),
  toBeGreaterThanOrEqual: elementAt('VISIBLE', -1),
  toBeLessThan: elementAt('NOT_VISIBLE', -1),
  toBeLessThanOrEqual: elementAt('NOT_VISIBLE', 0),
};

/** The list whose option has a text: options of a closed list are hidden. @returns undefined for other elements. */
function listWithOption(selectors: readonly ExchangeSelector[], text: Value): ExchangeSelector[] | undefined {
  const last = selectors.at(-1);
  const [, list = '', option] =
    /^(?:(.+?)\s*[\s>]\s*)?(option(?:[:[.#][^\s>]*)?)$/.exec(
      last?.selectorType === 'CSS' ? last.selector : '',
    ) ?? [];
  if (option === undefined || typeof text !== 'string' || hasVariables(text)) return undefined;
  const before = selectors.slice(0, -1);
  if (list === '' && before.length === 0) return undefined;
  const selector = `${list === '' ? ':scope' : list}:has(${option}:text-is(${literalText(JSON.stringify(text))}))`;
  return [...before, { selectorType: 'CSS', selector }];
}

/**
 * Adds what a matcher of Playwright expects of elements, or of the page.
 * @throws NotImported
 */
export function addExpectation(
  writer: CaseWriter,
  selectors: ExchangeSelector[],
  expected: Expected,
): undefined {
  const { matcher, args = [], isNegated = false } = expected;
  const [first, ...rest] = args;
  // They take a list: as many elements as items, each with its item.
  if (Array.isArray(first) && /^to(?:HaveText|HaveClass|ContainClass)$/.test(matcher) && !isNegated) {
    addExpectation(writer, selectors, { matcher: 'toHaveCount', args: [first.length] });
    for (const [index, item] of first.entries())
      addExpectation(writer, [...selectors, nth(index)], { matcher, args: [item, ...rest] });
    return;
  }
  if (Array.isArray(first) && matcher === 'toContainText' && !isNegated)
    return expectTextsInOrder(writer, selectors, first, rest[0]);
  if (Array.isArray(first)) throw new NotImported(`${matcher} with a list has no equivalent`);
  const withOption = isNegated || matcher !== 'toHaveText' ? undefined : listWithOption(selectors, first);
  if (withOption !== undefined) {
    optionsOf(rest[0]);
    return void writer.assert({ expectation: 'VISIBLE' }, withOption);
  }
  if (matcher === 'toHaveCount' && is(first, 'script')) {
    optionsOf(rest[0]);
    return expectCount(writer, selectors, { expected: { ...expected, matcher: 'toBe' }, other: first });
  }
  if (matcher === 'toHaveAccessibleName' && !isNegated) return expectName(writer, selectors, args);
  if (matcher === 'toBeEmpty') {
    optionsOf(first);
    const empty = isField(writer, selectors)
      ? { matcher: 'toHaveValue', args: [''], isNegated }
      : emptyText({ isNegated });
    return addExpectation(writer, selectors, empty);
  }
  const check = entryOf(matchers, matcher)?.(args, isNegated);
  if (check === undefined) throw noEquivalent(`${isNegated ? 'not.' : ''}${matcher}`);
  writer.assert(check.assertion, check.of === undefined ? selectors : [...selectors, check.of]);
}

/** `toContainText(['a', 'b'])`: among the elements are those with these texts, in this order. */
function expectTextsInOrder(writer: CaseWriter, selectors: ExchangeSelector[], texts: Args, options: Value) {
  if (writer.counted(selectors) === texts.length) {
    for (const [index, item] of texts.entries())
      addExpectation(writer, [...selectors, nth(index)], { matcher: 'toContainText', args: [item, options] });
    return;
  }
  optionsOf(options);
  const [only] = texts;
  if (texts.length === 1) {
    const hasText = textOrPatternOf(is(only, 'pattern') ? only : patternOf('', only, ''));
    const having: ExchangeSelector = { selectorType: 'FILTER', selector: '', options: { hasText } };
    const first: ExchangeSelector = { selectorType: 'FIRST', selector: '' };
    return void writer.assert({ expectation: 'VISIBLE' }, [...selectors, having, first]);
  }
  writer.waitUntil(textsInOrder(cssOfSelectors(selectors, /^ROLE$/), texts));
}

/** The only element with a role has a name: it is the one that the role finds with this name. */
function expectName(writer: CaseWriter, selectors: ExchangeSelector[], [name, options]: Args): undefined {
  optionsOf(options);
  const role = selectors.at(-1);
  const isWhole = typeof name === 'string';
  if (role?.selectorType !== 'ROLE' || role.options?.name !== undefined || !(isWhole || is(name, 'pattern')))
    throw noEquivalent('toHaveAccessibleName');
  const named = { ...role.options, name: textOrPatternOf(name), ...(isWhole ? { exact: true } : {}) };
  writer.assert({ expectation: 'TO_HAVE_COUNT', calledWith: 1 }, selectors);
  writer.assert({ expectation: 'VISIBLE' }, [...selectors.slice(0, -1), { ...role, options: named }]);
}

/** Elements without a text may have no size. */
function emptyText({ isNegated }: Pick<Expected, 'isNegated'>): Expected {
  if (isNegated) return { matcher: 'toContainText', args: [{ kind: 'pattern', source: '\\S', flags: '' }] };
  throw new NotImported('an element without a text may not be visible, unless it is a field');
}

const fieldRole = /^(?:textbox|searchbox|spinbutton|combobox)$/;
const fieldCss = /(?:^|[\s>])(?:input|textarea|select)(?![\w-])[^\s>]*$/;

/** Whether selectors are of a field, by their kind or by a step before that enters a text. */
function isField({ steps }: CaseWriter, selectors: ExchangeSelector[]): boolean {
  const isTyped = ({ element: { interaction, ...element } }: Step) =>
    /^(?:ENTER|TYPE)_TEXT$/.test(interaction?.action ?? '') &&
    JSON.stringify(element.selectors) === JSON.stringify(selectors);
  const own = selectors.findLast((each) => !isNarrowing(each));
  const { selectorType = '', selector = '' } = own ?? {};
  if (selectorType === 'ROLE') return fieldRole.test(selector);
  if (selectorType === 'CSS' && fieldCss.test(selector)) return true;
  return /^(?:LABEL|PLACEHOLDER)$/.test(selectorType) || steps.some(isTyped);
}

const equal = (name: string) => ({ toBe: name, toEqual: name, toStrictEqual: name, toMatch: name });
const containing = (matcher: string) => ({ ...equal(matcher), toContain: matcher });
const isState = (matcher: string) => ({ ...equal(matcher), toBeTruthy: matcher, toBeFalsy: matcher });
const ofText = { ...equal('toHaveText'), toContain: 'toContainText', toMatch: 'toContainText' };
const ofTexts = { toEqual: 'toHaveText', toStrictEqual: 'toHaveText', toHaveLength: 'toHaveCount' };
const comparisons = ['toBeGreaterThan', 'toBeGreaterThanOrEqual', 'toBeLessThan', 'toBeLessThanOrEqual'];

/** What a test reads of elements or the page, and the matchers that wait for the same. */
const readings: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  textContent: ofText,
  innerText: ofText,
  inputValue: containing('toHaveValue'),
  allTextContents: ofTexts,
  allInnerTexts: ofTexts,
  all: { toHaveLength: 'toHaveCount' },
  count: { ...equal('toHaveCount'), ...Object.fromEntries(comparisons.map((name) => [name, name])) },
  getAttribute: containing('toHaveAttribute'),
  url: containing('toHaveURL'),
  title: containing('toHaveTitle'),
  isVisible: isState('toBeVisible'),
  isHidden: isState('toBeHidden'),
  isChecked: isState('toBeChecked'),
  isDisabled: isState('toBeDisabled'),
  isEnabled: isState('toBeEnabled'),
  isEditable: isState('toBeEditable'),
};

/** Whether a method reads something of elements or the page. */
export function isReading(method: string): boolean {
  return Object.hasOwn(readings, method);
}

/** A number of elements that was read is the value of code: the assertion has it when it runs. */
export function withCounts(on: Framework, args: Args): Value[] {
  return args.map((each) => (is(each, 'reading') && each.method === 'count' ? on.scriptOf(each) : each));
}

/** Adds the assertions of `expect(of).matcher(args)`. */
export function expectThat(on: Framework, of: Value, given: Expected): undefined {
  const expected = { ...given, args: withCounts(on, given.args ?? []) };
  const { matcher, args: [wanted] = [], isNegated = false } = expected;
  const isCount = is(of, 'reading') && of.method === 'count' && is(of.of, 'elements');
  if (isCount && is(wanted, 'script') && !on.writer.hasActedSince(of.after))
    expectCount(on.writer, selectorsOf(of.of), { expected, other: wanted });
  else if (is(of, 'reading') && is(wanted, 'script')) expectScript(on.writer, on.scriptOf(of), expected);
  else if (is(of, 'reading')) expectReading(on, of, expected);
  else if (is(of, 'response') && matcher === 'toBeOK' && !isNegated)
    on.writer.assert({ expectation: 'RESPONSE_OK', calledWith: of.address });
  else if (is(of, 'script')) expectScript(on.writer, of, expected);
  else if (is(of, 'code')) expectCode(on, of, expected);
  else if (is(of, 'function') && matcher === 'toPass' && !isNegated) expectToPass(on, of);
  else if (is(of, 'elements')) expectElements(on, of, expected);
  else if (Array.isArray(of) && Array.isArray(wanted) && !isNegated && /^to(?:Strict)?Equal$/.test(matcher)) {
    if (of.length !== wanted.length) throw new NotImported('the lists differ in length');
    for (const [index, item] of of.entries()) expectThat(on, item, { matcher, args: [wanted[index]] });
  } else throw new NotImported('only expectations of the page and its elements have an equivalent');
}

/** Waits until what code gives is what a spec expects of it. */
function expectCode({ writer }: Framework, { code, after }: Of<'code'>, expected: Expected): undefined {
  if (writer.hasActedSince(after)) throw new NotImported('the value was read before another step');
  writer.waitUntil(`const value = ${code};\nreturn Boolean(${valueTest(expected)});`);
}

function expectElements({ writer, address, interpreter }: Framework, of: Elements, expected: Expected) {
  const { matcher, args: [url, ...options] = [], isNegated } = expected;
  writer.goToPage(of.page);
  const isNone = isOfNone(expected);
  const isOfUrl = matcher === 'toHaveURL' && (is(url, 'function') || (!isNegated && typeof url === 'string'));
  if (isNone || isOfUrl) for (const each of options) optionsOf(each);
  if (isNone) return expectNone(writer, of);
  if (matcher === 'toBeInViewport') {
    optionsOf(url);
    return writer.waitUntil(inViewport(selectorsOf(of), isNegated === true));
  }
  if (!isOfUrl) return addExpectation(writer, selectorsOf(of), expected);
  if (is(url, 'function'))
    return writer.waitUntil(`return ${isNegated ? '!' : 'Boolean'}(${urlTest(interpreter, url)});`);
  writer.assert({ expectation: 'TO_HAVE_URL', calledWith: address.path(url) });
}

function isOfNone({ matcher, args: [first] = [], isNegated = false }: Expected): boolean {
  if (matcher === 'toHaveCount') return first === 0 && !isNegated;
  return (
    matcher === 'toBeAttached' && isNegated !== (optionsOf(first, ['attached']).get('attached') === false)
  );
}

/** Adds that there are no such elements, not even hidden ones. Roles are those of elements that are not hidden. */
export function expectNone(writer: CaseWriter, of: Elements): undefined {
  const found = /"visible": true/.test(of.line) ? of : documentWith(of);
  const finding = selectorsOf(of).findLast((each) => !isNarrowing(each));
  if (found === undefined && finding?.selectorType !== 'ROLE')
    writer.comment('The spec expects that there is no such element. This step accepts hidden ones.');
  writer.assert({ expectation: 'NOT_VISIBLE' }, selectorsOf(found ?? of));
}

/** Adds that there are such elements, all of them hidden. @param seen those that nobody must see. */
export function expectHidden(writer: CaseWriter, of: Elements, seen = of): undefined {
  const found = documentWith(of);
  if (found === undefined)
    writer.comment('The spec expects a hidden element. This step also passes if there is no such element.');
  else writer.assert({ expectation: 'VISIBLE' }, selectorsOf(found));
  writer.assert({ expectation: 'NOT_VISIBLE' }, selectorsOf(seen));
}

/** Whether a step fails if there are no such elements. */
export function failsWithout({ selectors, assertion }: ExchangeElement, of: Elements): boolean {
  const isOfNone = assertion?.expectation === 'NOT_VISIBLE' || assertion?.calledWith === 0;
  return !isOfNone && JSON.stringify(selectors).startsWith(JSON.stringify(selectorsOf(of)).slice(0, -1));
}

/** `expect(async () => { … }).toPass()`: expectations wait anyway. */
function expectToPass({ writer, interpreter }: Framework, body: Value): undefined {
  const { last } = writer;
  interpreter.run(body, []);
  if (writer.hasActedSince(last))
    writer.comment('The spec repeats the steps before this until they pass. Here, they run once.');
}

function expectReading(on: Framework, read: Of<'reading'>, expected: Expected): undefined {
  const { of, method } = read;
  const { matcher, args: [wanted] = [], isNegated = false } = expected;
  const isFalse = isFalsy(expected);
  const called = isNegated ? `not.${matcher}` : matcher;
  if (is(of, 'download')) expectFileName(of.step, method, called, wanted);
  else if (is(of, 'dialog')) expectMessage(of, method, called, wanted);
  else if (!is(of, 'response')) expectWhatIsRead(on, read, expected);
  else if (method === 'status' && wanted !== 200)
    expectScript(on.writer, scriptMember(on.contentsOf(of), method), expected);
  else if (method === 'ok' ? isNegated === isFalse : method === 'status' && /^to(?:Be|Equal)$/.test(called)) {
    if (method === 'status')
      on.writer.comment(
        'The spec expects the status 200. Here, every response without an error is accepted.',
      );
    expectThat(on, of, { matcher: 'toBeOK' });
  } else throw new NotImported('only a response that is OK has an equivalent');
}

function isFalsy({ matcher, args: [wanted] = [] }: Expected): boolean {
  return matcher === 'toBeFalsy' || wanted === false;
}

/** `expect(await locator.textContent()).toBe('…')`: the assertion reads the page itself. */
function expectWhatIsRead(on: Framework, read: Of<'reading'>, expected: Expected): undefined {
  const { of, method, after, args: readWith } = read;
  const { matcher, args = [], isNegated = false } = expected;
  const waiting = entryOf(readings, method)?.[matcher];
  if (waiting === undefined && on.readsFunctionsAlone) throw noEquivalent(`${matcher} of ${method}()`);
  if (waiting === undefined) return expectScript(on.writer, on.scriptOf(read), expected);
  if (on.writer.hasActedSince(after)) throw new NotImported('the value was read before another step');
  const isPart = matcher === 'toContain' && waiting !== 'toContainText';
  const given = isPart ? [patternOf('', args[0], '')] : args.slice(0, 1);
  if (method.startsWith('is'))
    expectThat(on, of, { matcher: waiting, isNegated: isNegated !== isFalsy(expected) });
  else expectThat(on, of, { matcher: waiting, args: [...readWith, ...given], isNegated });
}

function expectFileName({ element }: Step, method: string, matcher: string, name: Value): undefined {
  const isKnown = /^to(?:Be|Equal|Contain|Match)$/.test(matcher);
  if (!isKnown || method !== 'suggestedFilename' || element.interaction?.action !== 'DOWNLOAD')
    throw new NotImported(`${matcher} of a download has no equivalent`);
  element.interaction.calledWith = textOrPatternOf(matcher === 'toContain' ? patternOf('', name, '') : name);
}

function expectMessage(dialog: AnsweredDialog, method: string, matcher: string, message: Value): undefined {
  const isWhole = matcher === 'toBe' || matcher === 'toEqual';
  if (method !== 'message' || !(isWhole || matcher === 'toContain' || matcher === 'toMatch'))
    throw new NotImported(`${matcher} of a dialog has no equivalent`);
  const messageContaining = textOrPatternOf(isWhole ? patternOf('^', message, '$') : message);
  dialog.answer.messageContaining = messageContaining;
  const { interaction } = dialog;
  if (interaction?.action === 'ACCEPT_DIALOG' || interaction?.action === 'DISMISS_DIALOG')
    interaction.calledWith = { ...interaction.calledWith, messageContaining };
}
