import type { Locator, Page } from 'playwright-core';
import { cut } from '../../common/text.ts';
import type { DriverLimits } from '../steps/step-scope.ts';
import {
  type DriverExpectation,
  type ExpectedText,
  type ExpectResult,
  expectInDriver,
} from './driver-expect.ts';

/** An assertion about a locator or a page, the same as Playwright Test's of this name. */
export interface Expectation {
  /** The name of the assertion: `toBeVisible`. */
  readonly name: string;
  /** The text between its parentheses in a message. */
  readonly argument: '' | 'expected';
  readonly query: DriverExpectation;
  /** The suffix of the labels in a message; empty if both values are of the same kind. */
  readonly kind: '' | ' substring' | ' pattern';
  /** The expected value: a text, a pattern between slashes, or a state such as `visible`. */
  readonly expected: string;
}

/** A locator or a page did not meet an expectation. The message is Playwright Test's. */
export class ExpectationFailed extends Error {
  readonly expected: string;
  /** What the page had instead; null if an attribute is missing, undefined if there was nothing to compare. */
  readonly received: string | null | undefined;
  /** Why there was nothing to compare, such as `element(s) not found`. */
  readonly reason: string | undefined;

  constructor(message: string, { expected }: Expectation, { errorMessage, received }: ExpectResult) {
    super(message);
    this.expected = expected;
    this.reason = errorMessage === undefined ? undefined : withoutStack(errorMessage).replace(/^Error: /, '');
    if (errorMessage !== undefined || received === undefined) this.received = undefined;
    else this.received = received.value === null ? null : String(received.value ?? '');
  }
}

type TextOptions = Pick<ExpectedText, 'matchSubstring' | 'normalizeWhiteSpace'>;

export const toBeVisible = state('toBeVisible', 'visible', { expression: 'to.be.visible' });

export const toBeDisabled = state('toBeDisabled', 'disabled', { expression: 'to.be.disabled' });

export const toBeEnabled = state('toBeEnabled', 'enabled', { expression: 'to.be.enabled' });

export const toBeFocused = state('toBeFocused', 'focused', { expression: 'to.be.focused' });

export const toBeChecked = state('toBeChecked', 'checked', {
  expression: 'to.be.checked',
  expectedValue: {},
});

export const notToBeChecked = state('toBeChecked', 'not checked', {
  ...toBeChecked.query,
  isNot: true,
});

/** So many elements are found. */
export function toHaveCount(count: number): Expectation {
  const query = { expression: 'to.have.count', expectedNumber: count };
  return { ...state('toHaveCount', String(count), query), argument: 'expected' };
}

/** The exact URL of a page. */
export function toHaveUrl(expected: string | RegExp): Expectation {
  return text('toHaveURL', expected, { expression: 'to.have.url' });
}

/** The entire title of a page, with normalized white space. */
export function toHaveTitle(expected: string | RegExp): Expectation {
  return text('toHaveTitle', expected, { expression: 'to.have.title' }, { normalizeWhiteSpace: true });
}

/** The value of an attribute. */
export function toHaveAttribute(name: string, expected: string | RegExp): Expectation {
  return text('toHaveAttribute', expected, { expression: 'to.have.attribute.value', expressionArg: name });
}

/** The element's entire text, with normalized white space, or a pattern in it. */
export function toHaveText(expected: string | RegExp): Expectation {
  return text('toHaveText', expected, { expression: 'to.have.text' }, { normalizeWhiteSpace: true });
}

/** The exact value of an input. */
export function toHaveValue(expected: string | RegExp): Expectation {
  return text('toHaveValue', expected, { expression: 'to.have.value' });
}

/** The element's text contains a text, with normalized white space, or matches a pattern. */
export function toContainText(expected: string | RegExp): Expectation {
  const options = { matchSubstring: true, normalizeWhiteSpace: true };
  return text('toContainText', expected, { expression: 'to.have.text' }, options);
}

/** The element is there, and its text does not contain a text or match a pattern. */
export function notToContainText(expected: string | RegExp): Expectation {
  const contained = toContainText(expected);
  const shown = typeof expected === 'string' ? JSON.stringify(expected) : expected;
  return { ...contained, query: { ...contained.query, isNot: true }, expected: `not ${shown}` };
}

/** The computed value of a CSS property or custom property. */
export function toHaveCss(property: string, expected: string | RegExp): Expectation {
  return text('toHaveCSS', expected, { expression: 'to.have.css', expressionArg: property });
}

function state(name: string, expected: string, query: DriverExpectation): Expectation {
  return { name, argument: '', query, kind: '', expected };
}

function text(
  name: string,
  expected: string | RegExp,
  query: DriverExpectation,
  options: TextOptions = {},
): Expectation {
  const plain = typeof expected === 'string';
  const value = plain ? { string: expected } : { regexSource: expected.source, regexFlags: expected.flags };
  return {
    name,
    argument: 'expected',
    query: { ...query, expectedText: [{ ...value, ...options }] },
    kind: plain ? (options.matchSubstring === true ? ' substring' : '') : ' pattern',
    expected: String(expected),
  };
}

/** How many characters of a page's text a message shows. */
const maxShown = 1000;

/**
 * Waits until a locator or a page meets an expectation.
 * @throws ExpectationFailed
 */
export async function expectMet(
  subject: Locator | Page,
  expectation: Expectation,
  limits: DriverLimits,
): Promise<void> {
  const target = isPage(subject) ? subject.mainFrame() : subject;
  const result = await expectInDriver(target, expectation.query, limits);
  const { isNot = false } = expectation.query;
  if (result.matches !== isNot) return;
  throw new ExpectationFailed(message(subject, expectation, result, limits.timeout), expectation, result);
}

function isPage(subject: Locator | Page): subject is Page {
  return 'mainFrame' in subject;
}

function message(
  subject: Locator | Page,
  expectation: Expectation,
  result: ExpectResult,
  timeout: number,
): string {
  const { name, argument, kind, expected, query } = expectation;
  const isText = query.expectedText !== undefined && kind !== ' pattern' && query.isNot !== true;
  const { received, timedOut = false } = result;
  const errorMessage = result.errorMessage === undefined ? undefined : withoutStack(result.errorMessage);
  const label = `Expected${kind}:`;
  const receivedLabel = kind === '' ? 'Received:' : 'Received string:';
  // Aligns the values.
  const gap = kind === '' && errorMessage === undefined ? '  ' : ' ';
  return [
    `expect(${isPage(subject) ? 'page' : 'locator'})${query.isNot === true ? '.not' : ''}.${name}(${argument}) failed`,
    '',
    ...(isPage(subject) ? [] : [`Locator:${gap}${subject}`]),
    `${label} ${isText ? JSON.stringify(expected) : expected}`,
    ...(errorMessage === undefined && received !== undefined
      ? [`${receivedLabel.padEnd(label.length)} ${show(received.value, expectation)}`]
      : []),
    ...(timedOut ? [`Timeout:${gap}${timeout}ms`] : []),
    ...(errorMessage === undefined ? [] : [errorMessage]),
    ...callLog(expectation, result),
  ].join('\n');
}

/** Texts of pages are shown in one line, so that they cannot imitate a part of the message. */
function show(value: unknown, { query }: Expectation): string {
  return cut(
    query.expectedText === undefined ? String(value) : JSON.stringify(value === undefined ? '' : value),
    maxShown,
  );
}

/** Stack frames of the driver are of no use to readers. */
function withoutStack(text: string): string {
  return text.replace(/\n {4}at .+/g, '').trimEnd();
}

/** The driver's call log, with the assertion's name instead of the driver's. */
function callLog({ name, query }: Expectation, { log = [] }: ExpectResult): string[] {
  const title = `Expect "${query.isNot === true ? 'not ' : ''}${name}"`;
  const lines = log.map((line) =>
    cut(line.replace(`Expect "${query.expression}"`, title).replaceAll('\n', '↵'), maxShown),
  );
  return lines.length === 0 ? [] : ['', 'Call log:', ...lines];
}
