import { escapeRegExp } from '../../common/text.ts';
import type { Assertion } from '../../contract/exchange/assertion.ts';
import { NotImported } from './not-imported.ts';
import { numberOf, optionsOf, textOf, textOrPatternOf, type Value } from './value.ts';

/** The state of `toBeVisible()` and its like, and the opposite one. */
const states = {
  toBeVisible: ['VISIBLE', 'NOT_VISIBLE'],
  toBeHidden: ['NOT_VISIBLE', 'VISIBLE'],
  toBeChecked: ['TO_BE_CHECKED', 'NOT_TO_BE_CHECKED'],
  toBeDisabled: ['DISABLED', 'ENABLED'],
  toBeEnabled: ['ENABLED', 'DISABLED'],
  toBeFocused: ['FOCUSED', undefined],
} as const;

function isState(matcher: string): matcher is keyof typeof states {
  return Object.hasOwn(states, matcher);
}

/** The option that turns a state into its opposite. */
const stateOptions: Readonly<Record<string, string>> = {
  toBeVisible: 'visible',
  toBeChecked: 'checked',
  toBeEnabled: 'enabled',
};

/**
 * What a matcher of Playwright expects of elements or of the page.
 * @throws NotImported
 */
export function assertionOf(matcher: string, isNegated: boolean, args: readonly Value[]): Assertion {
  if (isState(matcher)) {
    const option = stateOptions[matcher];
    const options = optionsOf(args[0], option === undefined ? [] : [option]);
    const given = options.get(option ?? '');
    const isOpposite = given?.kind === 'boolean' && !given.value;
    const expectation = states[matcher][isNegated === isOpposite ? 0 : 1];
    if (expectation !== undefined) return { expectation };
  }
  const [first, second] = args;
  if (isNegated && matcher === 'toContainText') {
    optionsOf(second, []);
    return { expectation: 'NOT_TO_CONTAIN_TEXT', calledWith: textOrPatternOf(first) };
  }
  const positive = isNegated || !Object.hasOwn(matchers, matcher) ? undefined : matchers[matcher];
  if (positive === undefined) throw new NotImported(`${isNegated ? 'not.' : ''}${matcher} has no equivalent`);
  return positive(args);
}

const matchers: Readonly<Record<string, (args: readonly Value[]) => Assertion>> = {
  toContainText: (args) => ({ expectation: 'TO_CONTAIN_TEXT', calledWith: onlyText(args) }),
  toHaveText: (args) => ({ expectation: 'TO_HAVE_TEXT', calledWith: onlyText(args) }),
  toHaveValue: (args) => ({ expectation: 'TO_HAVE_VALUE', calledWith: onlyText(args) }),
  toHaveURL: (args) => ({ expectation: 'TO_HAVE_URL', calledWith: onlyText(args) }),
  toHaveTitle: (args) => ({ expectation: 'TO_HAVE_TITLE', calledWith: onlyText(args) }),
  toHaveId: (args) => ({ expectation: 'TO_HAVE_ATTRIBUTE', calledWith: ['id', onlyText(args)] }),
  toHaveClass: (args) => ({ expectation: 'TO_HAVE_ATTRIBUTE', calledWith: ['class', onlyText(args)] }),
  toContainClass([name, options]) {
    optionsOf(options, []);
    const source = `(?:^|\\s)${escapeRegExp(textOf(name))}(?:\\s|$)`;
    const pattern: Value = { kind: 'pattern', pieces: [{ plain: source }], flags: '' };
    return { expectation: 'TO_HAVE_ATTRIBUTE', calledWith: ['class', textOrPatternOf(pattern)] };
  },
  toHaveAttribute: ([name, ...rest]) => ({
    expectation: 'TO_HAVE_ATTRIBUTE',
    calledWith: [textOf(name), onlyText(rest)],
  }),
  toHaveCSS: ([property, ...rest]) => ({
    expectation: 'TO_HAVE_STYLE',
    calledWith: [textOf(property), onlyText(rest)],
  }),
  toHaveCount([count, options]) {
    optionsOf(options, []);
    const calledWith = numberOf(count);
    // Exported code has the same matcher for both, and hosted services know only NOT_VISIBLE.
    return calledWith === 0 ? { expectation: 'NOT_VISIBLE' } : { expectation: 'TO_HAVE_COUNT', calledWith };
  },
};

function onlyText([text, options]: readonly Value[]): string {
  optionsOf(options, []);
  return textOrPatternOf(text);
}
