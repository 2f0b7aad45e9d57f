import type { Assertion } from '../../contract/exchange/assertion.ts';
import type { ExchangeSelector } from '../../contract/exchange/selector.ts';
import type { CaseWriter } from './case-writer.ts';
import { NotImported } from './not-imported.ts';
import {
  type Args,
  constant,
  entryOf,
  isConstant,
  numberOf,
  optionsOf,
  patternOf,
  textOf,
  textOrPatternOf,
  type Value,
} from './value.ts';

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
export function matching(css: string): ExchangeSelector {
  return { selectorType: 'CSS', selector: `:scope${css}` };
}

/** @param option the option that turns the state into its opposite. */
function state(expectation: State, opposite?: State, option?: string): Matcher {
  return ([options], isNegated) => {
    const given = optionsOf(options, option === undefined ? [] : [option]).get(option ?? '');
    const expected = isNegated === isConstant(given, false) ? expectation : opposite;
    return expected && { assertion: { expectation: expected } };
  };
}

/** @param opposite if there is none, patterns of all other texts take its place. */
function text(expectation: OfText, opposite?: OfText): Matcher {
  const around = expectation === 'TO_CONTAIN_TEXT' ? '' : expectation === 'TO_HAVE_VALUE' ? '$' : '\\s*$';
  return ([expected, options], isNegated) => {
    const isAnyCase = isConstant(optionsOf(options, ['ignoreCase']).get('ignoreCase'), true);
    const isOther = isNegated && opposite === undefined;
    if (isOther && expectation === 'TO_HAVE_URL' && expected?.kind === 'text') return undefined;
    const flags = isAnyCase ? 'i' : '';
    const whole = (each: Value | undefined) =>
      each?.kind === 'pattern'
        ? { ...each, flags: each.flags.replace(flags, '') + flags }
        : patternOf(around && `^${around.slice(0, -1)}`, each, around, flags);
    const other = () => {
      if (expected?.kind !== 'pattern')
        return patternOf(`^(?!${around.slice(0, -1)}`, expected, `${around})`, flags);
      if (expected.flags.includes('m')) throw new NotImported('the flag m has no equivalent here');
      return patternOf('^(?![\\s\\S]*(?:', expected, '))', expected.flags);
    };
    const isWhole = isAnyCase || (isNegated && expectation === 'TO_HAVE_TEXT');
    const value = isOther ? other() : isWhole ? whole(expected) : expected;
    return {
      assertion: {
        expectation: isNegated ? (opposite ?? expectation) : expectation,
        calledWith: textOrPatternOf(value),
      },
    };
  };
}

/** @param fixed the name of the attribute, if it is not the first argument. */
function attribute(fixed?: string, isWord = false): Matcher {
  return (args, isNegated) => {
    const name = fixed ?? textOf(args[0]);
    const [value, options] = fixed === undefined ? args.slice(1) : args;
    optionsOf(options);
    // An element without the attribute does not have the value either.
    const without = () =>
      matching(`:not([${name}${value === undefined ? '' : attributeTest(value, isWord)}])`);
    if (isNegated) return { assertion: { expectation: 'VISIBLE' }, of: without() };
    const expected = isWord
      ? patternOf('(?:^|\\s)', value, '(?:\\s|$)')
      : (value ?? patternOf('^', value, ''));
    return { assertion: { expectation: 'TO_HAVE_ATTRIBUTE', calledWith: [name, textOrPatternOf(expected)] } };
  };
}

/** A value as CSS has it between the brackets of an attribute. A pattern must be a part of the value. */
function attributeTest(value: Value, isWord: boolean): string {
  if (value.kind !== 'pattern') return `${isWord ? '~' : ''}=${JSON.stringify(textOf(value))}`;
  const [source = '', ...others] = value.pieces.map((each) => ('plain' in each ? each.plain : ''));
  if (!/^[\w-]+$/.test(source) || others.length > 0 || value.flags !== '')
    throw new NotImported('not to have a value like this pattern has no equivalent');
  return `*=${JSON.stringify(source)}`;
}

/** At least so many elements, and `more`. */
const atLeast =
  (more: number): Matcher =>
  ([count], isNegated) => {
    const index = numberOf(count) + more - 1;
    const of = { selectorType: 'NTH' as const, selector: String(index) };
    return isNegated || index < 0 ? undefined : { assertion: { expectation: 'VISIBLE' }, of };
  };

/** Matchers by the names that Playwright has for them. The last two are of a number of elements. */
const matchers: Readonly<Record<string, Matcher>> = {
  toBeVisible: state('VISIBLE', 'NOT_VISIBLE', 'visible'),
  toBeHidden: state('NOT_VISIBLE', 'VISIBLE'),
  toBeChecked: state('TO_BE_CHECKED', 'NOT_TO_BE_CHECKED', 'checked'),
  toBeDisabled: state('DISABLED', 'ENABLED'),
  toBeEnabled: state('ENABLED', 'DISABLED', 'enabled'),
  toBeFocused: state('FOCUSED'),
  toContainText: text('TO_CONTAIN_TEXT', 'NOT_TO_CONTAIN_TEXT'),
  toHaveText: text('TO_HAVE_TEXT', 'NOT_TO_CONTAIN_TEXT'),
  toHaveValue: text('TO_HAVE_VALUE'),
  toHaveURL: text('TO_HAVE_URL'),
  toHaveTitle: text('TO_HAVE_TITLE'),
  toHaveId: attribute('id'),
  toHaveClass: attribute('class'),
  toContainClass: attribute('class', true),
  toHaveAttribute: attribute(),
  toHaveCSS: ([property, value, options], isNegated) => {
    optionsOf(options);
    const calledWith: [string, string] = [textOf(property), textOrPatternOf(value)];
    return isNegated ? undefined : { assertion: { expectation: 'TO_HAVE_STYLE', calledWith } };
  },
  toHaveCount: ([count, options], isNegated) => {
    optionsOf(options);
    const calledWith = numberOf(count);
    if (isNegated) return calledWith === 0 ? atLeast(1)([constant(0)], false) : undefined;
    // Exported code has the same matcher for both, and hosted services know only NOT_VISIBLE.
    const none = { expectation: 'NOT_VISIBLE' as const };
    return { assertion: calledWith === 0 ? none : { expectation: 'TO_HAVE_COUNT', calledWith } };
  },
  toBeGreaterThan: atLeast(1),
  toBeGreaterThanOrEqual: atLeast(0),
};

/** They take a list: as many elements as items, each with its item. */
const ofLists = ['toHaveText', 'toHaveClass', 'toContainClass'];

/**
 * Adds what a matcher of Playwright expects of elements, or of the page.
 * @throws NotImported
 */
export function addExpectation(
  writer: CaseWriter,
  selectors: ExchangeSelector[],
  matcher: string,
  isNegated: boolean,
  args: Args,
): void {
  const [first, ...rest] = args;
  if (first?.kind === 'list' && ofLists.includes(matcher) && !isNegated) {
    addExpectation(writer, selectors, 'toHaveCount', false, [constant(first.items.length)]);
    for (const [index, item] of first.items.entries()) {
      const nth = { selectorType: 'NTH' as const, selector: String(index) };
      addExpectation(writer, [...selectors, nth], matcher, false, [item, ...rest]);
    }
    return;
  }
  if (first?.kind === 'list') throw new NotImported(`${matcher} with a list has no equivalent`);
  const check = entryOf(matchers, matcher)?.(args, isNegated);
  if (check === undefined) throw new NotImported(`${isNegated ? 'not.' : ''}${matcher} has no equivalent`);
  writer.assert(check.assertion, check.of === undefined ? selectors : [...selectors, check.of]);
}
