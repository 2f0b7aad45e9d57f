import type { ExpectedText, Question } from './ask-driver.ts';

/** What a locator is expected to be, as Playwright Test's assertion of the same name. */
export interface Expectation {
  /** The name of the assertion: `toBeVisible`. */
  readonly name: string;
  /** What stands between its parentheses in a message. */
  readonly argument: '' | 'expected';
  readonly question: Question;
  /** How both sides are labelled in a message; none, where they are of one kind. */
  readonly kind: '' | ' substring' | ' pattern';
  /** What is expected, as a message shows it. */
  readonly shown: string;
}

type TextOptions = Pick<ExpectedText, 'matchSubstring' | 'normalizeWhiteSpace'>;

export const toBeVisible = state('toBeVisible', 'visible', { expression: 'to.be.visible' });

export const toBeDisabled = state('toBeDisabled', 'disabled', { expression: 'to.be.disabled' });

export const toBeChecked = state('toBeChecked', 'checked', {
  expression: 'to.be.checked',
  expectedValue: {},
});

export const notToBeChecked = state('toBeChecked', 'not checked', { ...toBeChecked.question, isNot: true });

/** Nothing is found. */
export const toHaveCountZero: Expectation = {
  ...state('toHaveCount', '0', { expression: 'to.have.count', expectedNumber: 0 }),
  argument: 'expected',
};

/** The value of an input, to the letter. */
export function toHaveValue(expected: string | RegExp): Expectation {
  return text('toHaveValue', expected, { expression: 'to.have.value' });
}

/** The element's text contains a text, white space folded, or fits a pattern as it stands. */
export function toContainText(expected: string | RegExp): Expectation {
  const options = { matchSubstring: true, normalizeWhiteSpace: true };
  return text('toContainText', expected, { expression: 'to.have.text' }, options);
}

/** The computed value of a CSS property; custom properties too. */
export function toHaveCss(property: string, expected: string | RegExp): Expectation {
  return text('toHaveCSS', expected, { expression: 'to.have.css', expressionArg: property });
}

function state(name: string, shown: string, question: Question): Expectation {
  return { name, argument: '', question, kind: '', shown };
}

function text(
  name: string,
  expected: string | RegExp,
  question: Question,
  options: TextOptions = {},
): Expectation {
  const plain = typeof expected === 'string';
  const value = plain ? { string: expected } : { regexSource: expected.source, regexFlags: expected.flags };
  return {
    name,
    argument: 'expected',
    question: { ...question, expectedText: [{ ...value, ...options }] },
    kind: plain ? (options.matchSubstring === true ? ' substring' : '') : ' pattern',
    shown: plain ? JSON.stringify(expected) : String(expected),
  };
}
