import type { Frame, FrameLocator, Locator, Page } from 'playwright-core';
import { defined } from '../common/object-fields.ts';
import {
  ariaRoles,
  countsHidden,
  type ExchangeSelector,
  needsVisibleFilter,
} from '../contract/exchange/selector.ts';
import { InvalidStep } from './failure/reason.ts';
import { readCss, readMatcher, readPattern } from './variables/variable-text.ts';

type Options = NonNullable<ExchangeSelector['options']>;
type Scope = Page | Frame | FrameLocator | Locator;

export interface SelectorContext {
  /** Fills in the variables of a text. */
  readonly fill: (text: string) => string;
  /** The attribute of TEST_ID selectors; null means Playwright's own, `data-testid`. */
  readonly testIdAttribute: string | null;
}

interface LocatorOptions extends SelectorContext {
  /** The last selector also finds hidden elements, and FIRST, LAST and NTH count them. */
  readonly includeHidden?: boolean;
}

/**
 * Builds the locator of a step. The chain is read from left to right, and only visible elements count unless a ROLE
 * selector has `includeHidden`.
 * @throws Error if the chain is empty or ends with FRAME, names an unknown role, or has an invalid pattern.
 */
export function buildLocator(
  page: Page | Frame,
  selectors: readonly ExchangeSelector[],
  { fill, testIdAttribute, includeHidden = false }: LocatorOptions,
): Locator {
  let scope: Scope = page;
  for (const [index, selector] of selectors.entries()) {
    const hidden = countsHidden(selectors, index, includeHidden);
    scope = narrow(scope, selector, { fill, testIdAttribute, hidden });
  }
  if (!isLocator(scope)) {
    throw new InvalidStep(
      selectors.length === 0
        ? 'The step has no selector. Add one for its element.'
        : 'The selector chain ends with FRAME. Add a selector for the element inside the frame.',
    );
  }
  return !includeHidden && needsVisibleFilter(selectors) ? scope.filter({ visible: true }) : scope;
}

/**
 * The iframe that a chain looks into last, whether it is visible or not.
 * @returns undefined if the chain has no FRAME.
 */
export function frameOwner(
  page: Page,
  selectors: readonly ExchangeSelector[],
  options: LocatorOptions,
): Locator | undefined {
  const index = selectors.findLastIndex(({ selectorType }) => selectorType === 'FRAME');
  if (index === -1) return undefined;
  const owner = frameAsElement(selectors.slice(0, index + 1));
  return buildLocator(page, owner, { ...options, includeHidden: true }).first();
}

/** A chain that may end with FRAME, as one that finds the iframe itself: as a selector of an element, FRAME is CSS. */
export function frameAsElement(selectors: readonly ExchangeSelector[]): readonly ExchangeSelector[] {
  const last = selectors.at(-1);
  if (last?.selectorType !== 'FRAME') return selectors;
  return [...selectors.slice(0, -1), { ...last, selectorType: 'CSS' }];
}

interface NarrowOptions extends SelectorContext {
  readonly hidden: boolean;
}

function narrow(
  scope: Scope,
  selector: ExchangeSelector,
  { fill, testIdAttribute, hidden }: NarrowOptions,
): FrameLocator | Locator {
  const options = selector.options ?? {};
  const plain = () => fill(selector.selector);
  const css = () => readCss(selector.selector, `The ${selector.selectorType} selector`, fill);
  const text = () => readMatcher(selector.selector, `The ${selector.selectorType} selector`, fill);
  const exact = defined({ exact: options.exact });
  switch (selector.selectorType) {
    case 'FRAME':
      return scope.locator(css()).filter({ visible: true }).contentFrame();
    case 'CSS':
      return scope.locator(css());
    case 'TEXT':
      return scope.getByText(text(), exact);
    case 'ROLE':
      return scope.getByRole(ariaRole(plain()), roleOptions(options, fill));
    case 'ALT_TEXT':
      return scope.getByAltText(text(), exact);
    case 'LABEL':
      return scope.getByLabel(text(), exact);
    case 'TEST_ID':
      return testIdAttribute === null
        ? scope.getByTestId(text())
        : scope.locator(testIdSelector(testIdAttribute, text()));
    case 'TITLE':
      return scope.getByTitle(text(), exact);
    case 'PLACEHOLDER':
      return scope.getByPlaceholder(text(), exact);
    case 'FILTER':
      return elements(scope, 'FILTER').filter(filterOptions(options, fill));
    case 'FIRST':
      return candidates(scope, 'FIRST', hidden).first();
    case 'LAST':
      return candidates(scope, 'LAST', hidden).last();
    case 'NTH':
      return candidates(scope, 'NTH', hidden).nth(Number(plain()));
  }
}

/** The elements that FIRST, LAST and NTH choose from: visible ones, unless hidden elements count. */
function candidates(scope: Scope, selectorType: string, hidden: boolean): Locator {
  const found = elements(scope, selectorType);
  return hidden ? found : found.filter({ visible: true });
}

function elements(scope: Scope, selectorType: string): Locator {
  if (isLocator(scope)) return scope;
  throw new InvalidStep(
    `${selectorType} narrows the elements of another selector. Add a selector before it.`,
  );
}

function isLocator(scope: Scope): scope is Locator {
  return 'elementHandles' in scope;
}

function roleOptions({ hasText: _, hasNotText: __, name, ...states }: Options, fill: NarrowOptions['fill']) {
  // The whole name of an element may be empty.
  const read = states.exact === true ? readPattern : readMatcher;
  const holder = 'The name of the ROLE selector';
  return defined({ ...states, name: name === undefined ? undefined : read(name, holder, fill) });
}

function filterOptions({ hasText, hasNotText }: Options, fill: NarrowOptions['fill']) {
  return defined({
    hasText: matcher(hasText, 'hasText of the FILTER selector', fill),
    hasNotText: matcher(hasNotText, 'hasNotText of the FILTER selector', fill),
  });
}

function matcher(text: string | undefined, holder: string, fill: NarrowOptions['fill']) {
  return text === undefined ? undefined : readMatcher(text, holder, fill);
}

/** A name that needs no escaping in a CSS selector, which Playwright's test id engine requires. */
const attributeName = /^-*[a-z_\u0080-\uffff][\w\u0080-\uffff-]*$/i;

/**
 * A selector of Playwright's internal test id engine with the attribute of one run; the public setting applies to the
 * whole process.
 * @param attribute one name, or several separated by commas as in Playwright's setting.
 * @throws Error if a name has other characters than letters, digits, - and _.
 */
function testIdSelector(attribute: string, id: string | RegExp): string {
  if (!attribute.split(',').every((each) => attributeName.test(each))) {
    throw new InvalidStep(
      `TEST_ID cannot use the attribute "${attribute}": names consist of letters, digits, - and _, and are separated by commas without blanks. Correct \`testIdAttribute\` of the test target.`,
    );
  }
  const value = typeof id === 'string' ? `${quoted(id)}s` : patternCode(id);
  return `internal:testid=[${quoted(attribute)}=${value}]`;
}

function quoted(text: string): string {
  return `"${text.replace(/["\\]/g, '\\$&')}"`;
}

/**
 * A pattern escaped for a selector: `>>` would end the selector and a quotation mark would start a string, so they are
 * written as character codes.
 */
function patternCode(pattern: RegExp): string {
  return String(pattern).replace(/\\(.)|["'`]|(?<=>)>/gs, (found, escaped?: string) =>
    escaped === undefined || /["'`]/.test(escaped) ? hexCode(escaped ?? found) : found,
  );
}

function hexCode(character: string): string {
  return `\\x${character.charCodeAt(0).toString(16)}`;
}

type AriaRole = Parameters<Page['getByRole']>[0];

const roles: readonly AriaRole[] = ariaRoles;

/** @throws Error if the text is not an ARIA role. */
export function ariaRole(text: string): AriaRole {
  const role = roles.find((each) => each === text.toLowerCase());
  if (role === undefined)
    throw new InvalidStep(`"${text}" is not an ARIA role. Use a role such as button or link.`);
  return role;
}
