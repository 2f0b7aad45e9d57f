import type { Assertion } from '../../../contract/exchange/assertion.ts';
import { type ExchangeSelector, isNarrowing } from '../../../contract/exchange/selector.ts';
import { literalText } from '../../../runner/variables/variable-text.ts';
import type { Step } from '../imported-file.ts';
import { numberOf, optionsOf } from '../javascript/convert-value.ts';
import { hasVariables, patternOf, textOf, textOrPatternOf } from '../javascript/texts.ts';
import {
  type Args,
  type Expected,
  entryOf,
  is,
  NotImported,
  noEquivalent,
  type Value,
} from '../javascript/value.ts';
import type { CaseWriter } from './case-writer.ts';
import { textsInOrder } from './code-in-page.ts';
import { cssOfSelectors, withRole } from './locators.ts';
import { expectCount, expectOtherText } from './script-values.ts';

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
    const isExpected = optionsOf(options, [option]).get(option) ?? true;
    if (typeof isExpected !== 'boolean') throw new NotImported('the state is not constant');
    const expected = isNegated === isExpected ? opposite : expectation;
    return expected && { assertion: { expectation: expected }, ...(of === undefined ? {} : { of }) };
  };
}

/** @param opposite the negated expectation. Without one, a pattern that matches all other texts is used. */
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
  if (isNegated && is(first, 'script') && (matcher === 'toHaveText' || matcher === 'toContainText')) {
    optionsOf(rest[0]);
    return expectOtherText(writer, selectors, { matcher, other: first });
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
  writer.assertCode(textsInOrder(cssOfSelectors(selectors, /^ROLE$/), texts));
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
  const finding = selectors.findLast((each) => !isNarrowing(each));
  const { selectorType = '', selector = '' } = finding ?? {};
  if (selectorType === 'ROLE') return fieldRole.test(selector);
  if (selectorType === 'CSS' && fieldCss.test(selector)) return true;
  return /^(?:LABEL|PLACEHOLDER)$/.test(selectorType) || steps.some(isTyped);
}
