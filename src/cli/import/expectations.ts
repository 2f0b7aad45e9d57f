import { escapeRegExp } from '../../common/text.ts';
import type { Assertion } from '../../contract/exchange/assertion.ts';
import { NotImported } from './not-imported.ts';
import {
  type Args,
  entryOf,
  isConstant,
  numberOf,
  optionsOf,
  pattern,
  textOf,
  textOrPatternOf,
} from './value.ts';

type State = Extract<Assertion, { calledWith?: null | undefined }>['expectation'];

/** Matchers of a state: the state, the opposite one, and the option that turns one into the other. */
const states: Readonly<Record<string, readonly [State, State | undefined, option?: string]>> = {
  toBeVisible: ['VISIBLE', 'NOT_VISIBLE', 'visible'],
  toBeHidden: ['NOT_VISIBLE', 'VISIBLE'],
  toBeChecked: ['TO_BE_CHECKED', 'NOT_TO_BE_CHECKED', 'checked'],
  toBeDisabled: ['DISABLED', 'ENABLED'],
  toBeEnabled: ['ENABLED', 'DISABLED', 'enabled'],
  toBeFocused: ['FOCUSED', undefined],
};

/** Matchers of a text. */
const texts = {
  toContainText: 'TO_CONTAIN_TEXT',
  'not.toContainText': 'NOT_TO_CONTAIN_TEXT',
  toHaveText: 'TO_HAVE_TEXT',
  toHaveValue: 'TO_HAVE_VALUE',
  toHaveURL: 'TO_HAVE_URL',
  toHaveTitle: 'TO_HAVE_TITLE',
} as const;

/** Matchers of a name and its text, with the name if it is not their first argument. */
const pairs: Readonly<Record<string, readonly ['TO_HAVE_ATTRIBUTE' | 'TO_HAVE_STYLE', name?: string]>> = {
  toHaveId: ['TO_HAVE_ATTRIBUTE', 'id'],
  toHaveClass: ['TO_HAVE_ATTRIBUTE', 'class'],
  toContainClass: ['TO_HAVE_ATTRIBUTE', 'class'],
  toHaveAttribute: ['TO_HAVE_ATTRIBUTE'],
  toHaveCSS: ['TO_HAVE_STYLE'],
};

/**
 * What a matcher of Playwright expects of elements or of the page.
 * @throws NotImported
 */
export function assertionOf(matcher: string, isNegated: boolean, args: Args): Assertion {
  const [state, opposite, option] = entryOf(states, matcher) ?? [];
  if (state !== undefined) {
    const given = optionsOf(args[0], option === undefined ? [] : [option]).get(option ?? '');
    const expectation = isNegated === isConstant(given, false) ? state : opposite;
    if (expectation !== undefined) return { expectation };
  }
  const name = `${isNegated ? 'not.' : ''}${matcher}`;
  const ofText = entryOf<(typeof texts)[keyof typeof texts]>(texts, name);
  if (ofText !== undefined) return { expectation: ofText, calledWith: expectedText(args) };
  const [ofPair, fixed] = entryOf(pairs, name) ?? [];
  if (ofPair !== undefined) {
    const rest = fixed === undefined ? args.slice(1) : args;
    const classes = matcher === 'toContainClass' ? [hasClass(textOf(rest[0])), ...rest.slice(1)] : rest;
    return { expectation: ofPair, calledWith: [fixed ?? textOf(args[0]), expectedText(classes)] };
  }
  if (name !== 'toHaveCount') throw new NotImported(`${name} has no equivalent`);
  optionsOf(args[1]);
  const calledWith = numberOf(args[0]);
  // Exported code has the same matcher for both, and hosted services know only NOT_VISIBLE.
  return calledWith === 0 ? { expectation: 'NOT_VISIBLE' } : { expectation: 'TO_HAVE_COUNT', calledWith };
}

function expectedText([text, options]: Args): string {
  optionsOf(options);
  return textOrPatternOf(text);
}

function hasClass(name: string) {
  return pattern(`(?:^|\\s)${escapeRegExp(name)}(?:\\s|$)`);
}
