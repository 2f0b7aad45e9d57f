import type { Frame, Locator, Page } from 'playwright-core';
import { z } from 'zod';
import { defined } from '../../common/object-fields.ts';
import { cut } from '../../common/text.ts';
import { thosePassing } from '../page-checks.ts';
import type { DriverLimits } from '../steps/step-scope.ts';
import { pollUntil, unlessLate } from '../wait.ts';

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

/** Assertions about the state of an element. */
export const stateExpectations = {
  VISIBLE: state('toBeVisible', 'visible'),
  DISABLED: state('toBeDisabled', 'disabled'),
  ENABLED: state('toBeEnabled', 'enabled'),
  FOCUSED: state('toBeFocused', 'focused'),
  TO_BE_CHECKED: state('toBeChecked', 'checked', { expectedValue: {} }),
  NOT_TO_BE_CHECKED: {
    ...state('toBeChecked', 'not checked'),
    query: { expression: 'to.be.checked', expectedValue: {}, isNot: true },
  },
};

function state(name: string, expected: string, more: Partial<DriverExpectation> = {}): Expectation {
  return { name, argument: '', query: { expression: `to.be.${expected}`, ...more }, kind: '', expected };
}

/** So many elements are found. */
export function toHaveCount(count: number): Expectation {
  const query = { expression: 'to.have.count', expectedNumber: count };
  return { name: 'toHaveCount', argument: 'expected', query, kind: '', expected: String(count) };
}

const wholeText = { normalizeWhiteSpace: true };

/** Assertions about a text, by their names: the driver's expression, and how it compares. */
const textAssertions = {
  toHaveURL: ['to.have.url', {}],
  toHaveTitle: ['to.have.title', wholeText],
  toHaveText: ['to.have.text', wholeText],
  toContainText: ['to.have.text', { ...wholeText, matchSubstring: true }],
  toHaveValue: ['to.have.value', {}],
  toHaveAttribute: ['to.have.attribute.value', {}],
  toHaveCSS: ['to.have.css', {}],
} as const satisfies Record<string, readonly [string, ExpectedText]>;

/**
 * A text is the expected one, or matches a pattern.
 * @param property the attribute, or the CSS property.
 */
export function expectText(
  name: keyof typeof textAssertions,
  expected: string | RegExp,
  property?: string,
): Expectation {
  const [expression, options]: readonly [string, ExpectedText] = textAssertions[name];
  const plain = typeof expected === 'string';
  const value = plain ? { string: expected } : { regexSource: expected.source, regexFlags: expected.flags };
  return {
    name,
    argument: 'expected',
    query: {
      expression,
      ...defined({ expressionArg: property }),
      expectedText: [{ ...value, ...options }],
    },
    kind: plain ? (options.matchSubstring === true ? ' substring' : '') : ' pattern',
    expected: String(expected),
  };
}

/** The element is there, and its text does not contain a text or match a pattern. */
export function notToContainText(expected: string | RegExp): Expectation {
  const contained = expectText('toContainText', expected);
  const shown = typeof expected === 'string' ? JSON.stringify(expected) : expected;
  return { ...contained, query: { ...contained.query, isNot: true }, expected: `not ${shown}` };
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

/** How long a page may take to answer a look, in ms. */
const inspectTimeoutMs = 2000;

/**
 * Waits until a locator finds nothing that a person could see.
 * @param expectation that it finds nothing. The driver counts each element with a box, also texts that are only there for
 * screen readers, such as the route announcer of Next.js.
 * @throws ExpectationFailed
 */
export async function expectNoneVisible(
  locator: Locator,
  expectation: Expectation,
  limits: () => DriverLimits,
): Promise<void> {
  const ended = new AbortController();
  const { timeout, signal } = limits();
  const either = AbortSignal.any([signal, ended.signal]);
  const noneFound = expectMet(locator, expectation, { timeout, signal: either });
  const look = async () =>
    ended.signal.aborted ||
    (await unlessLate(thosePassing(locator, 'notCutOff').count(), inspectTimeoutMs)) === 0;
  const noneVisible = pollUntil(look, () => limits().timeout).then((isMet) =>
    isMet ? undefined : noneFound,
  );
  try {
    await Promise.race([noneFound, noneVisible]);
  } finally {
    ended.abort();
    void Promise.allSettled([noneFound, noneVisible]);
  }
}

/**
 * Waits until a locator meets an expectation. If it finds several elements, of which a person sees one, that one is meant: an
 * alert, and not the route announcer beside it.
 * @returns the locator of the one that is meant. @throws ExpectationFailed
 */
export async function expectOneVisible(
  locator: Locator,
  expectation: Expectation,
  limits: () => DriverLimits,
): Promise<Locator> {
  try {
    await expectMet(locator, expectation, limits());
    return locator;
  } catch (error) {
    const isAmbiguous = error instanceof ExpectationFailed && /strict mode/.test(error.reason ?? '');
    const seen = thosePassing(locator, 'notCutOff').describe(`${locator}`);
    if (!isAmbiguous || (await unlessLate(seen.count(), inspectTimeoutMs)) !== 1) throw error;
    await expectMet(seen, expectation, limits());
    return seen;
  }
}

/** An expectation in the driver's own terms. */
interface DriverExpectation {
  /** Such as `to.be.visible`. */
  readonly expression: string;
  /** Whether the expectation is negated. */
  readonly isNot?: boolean;
  readonly expressionArg?: string;
  readonly expectedNumber?: number;
  readonly expectedText?: readonly ExpectedText[];
  readonly expectedValue?: object;
}

interface ExpectedText {
  readonly string?: string;
  readonly regexSource?: string;
  readonly regexFlags?: string;
  readonly matchSubstring?: boolean;
  readonly normalizeWhiteSpace?: boolean;
}

const expectResult = z.object({
  /** The result before `isNot` is applied. */
  matches: z.boolean(),
  received: z.object({ value: z.unknown().optional() }).optional(),
  /** Starts with `Error: `; set if nothing could be compared. */
  errorMessage: z.string().optional(),
  timedOut: z.boolean().optional(),
  log: z.array(z.string()).optional(),
});

/** What the driver has seen until the expectation was met or the time was over. */
type ExpectResult = z.infer<typeof expectResult>;

/**
 * Has the driver check an expectation until it is met. This is what Playwright Test's `expect(locator)` and `expect(page)`
 * call; no public function does the same, and polling from outside is slower and gives different results. As it is not
 * public, only this file uses it and checks that it exists; the driver is bundled in one fixed version.
 * @throws Error if this driver does not have it or returns something else.
 */
async function expectInDriver(
  target: Locator | Frame,
  { expression, ...rest }: DriverExpectation,
  limits: DriverLimits,
): Promise<ExpectResult> {
  const expect: unknown = Reflect.get(target, '_expect');
  if (typeof expect !== 'function') {
    throw new Error(
      'This playwright-core cannot check expectations: its Locator or Frame has no _expect. Use the version that is bundled with the action.',
    );
  }
  const returned: unknown = await Reflect.apply(expect, target, [
    expression,
    { isNot: false, ...rest, ...limits },
  ]);
  const read = expectResult.safeParse(returned);
  if (read.success) return read.data;
  throw new Error(
    `This playwright-core returns unknown results of expectations (${z.prettifyError(read.error)}). Use the version that is bundled with the action.`,
  );
}
