import type { FrameLocator, Locator, Page } from 'playwright-core';
import { textOrPattern } from '../contract/exchange/pattern.ts';
import type { ExchangeSelector } from '../contract/exchange/selector.ts';
import { ariaRole } from './aria-role.ts';

type Options = NonNullable<ExchangeSelector['options']>;

/**
 * Builds the locator of a step: the chain is read left to right, and only visible elements count.
 * @param fill puts values in place of variables.
 */
export function buildLocator(
  page: Page,
  selectors: readonly ExchangeSelector[],
  fill: (text: string) => string,
): Locator {
  let scope: Page | FrameLocator | Locator = page;
  let picked = false;
  for (const selector of selectors) {
    scope = narrow(scope, fillTexts(selector, fill));
    picked = isPick(selector);
  }
  if (!isLocator(scope)) {
    throw new Error(
      selectors.length === 0
        ? 'The step has no selector: it needs one to find its element.'
        : 'The selector chain ends with FRAME: add a selector for the element inside the frame.',
    );
  }
  return picked ? scope : scope.filter({ visible: true });
}

function narrow(scope: Page | FrameLocator | Locator, selector: ExchangeSelector): FrameLocator | Locator {
  const options = selector.options ?? {};
  const text = textOrPattern(selector.selector);
  const exact = options.exact === undefined ? {} : { exact: options.exact };
  switch (selector.selectorType) {
    case 'FRAME':
      return scope.locator(selector.selector).filter({ visible: true }).contentFrame();
    case 'CSS':
      return scope.locator(selector.selector);
    case 'TEXT':
      return scope.getByText(text, exact);
    case 'ROLE':
      return scope.getByRole(ariaRole(selector.selector), roleOptions(options));
    case 'ALT_TEXT':
      return scope.getByAltText(text, exact);
    case 'LABEL':
      return scope.getByLabel(text, exact);
    case 'TEST_ID':
      return scope.getByTestId(text);
    case 'TITLE':
      return scope.getByTitle(text, exact);
    case 'PLACEHOLDER':
      return scope.getByPlaceholder(text, exact);
    case 'FILTER':
      return elements(scope, 'FILTER').filter(filterOptions(options));
    case 'FIRST':
      return elements(scope, 'FIRST').filter({ visible: true }).first();
    case 'LAST':
      return elements(scope, 'LAST').filter({ visible: true }).last();
    case 'NTH':
      return elements(scope, 'NTH').filter({ visible: true }).nth(Number(selector.selector));
  }
}

/** These choose among what was found, so only what is visible may stand for choice. */
function isPick({ selectorType }: ExchangeSelector): boolean {
  return selectorType === 'FIRST' || selectorType === 'LAST' || selectorType === 'NTH';
}

function elements(scope: Page | FrameLocator | Locator, selectorType: string): Locator {
  if (isLocator(scope)) return scope;
  throw new Error(`${selectorType} narrows what another selector found: put that one before it.`);
}

function isLocator(scope: Page | FrameLocator | Locator): scope is Locator {
  return 'elementHandles' in scope;
}

function roleOptions({ hasText: _, hasNotText: __, name, ...states }: Options) {
  return { ...defined(states), ...(name === undefined ? {} : { name: textOrPattern(name) }) };
}

function filterOptions({ hasText, hasNotText }: Options) {
  return {
    ...(hasText === undefined ? {} : { hasText: textOrPattern(hasText) }),
    ...(hasNotText === undefined ? {} : { hasNotText: textOrPattern(hasNotText) }),
  };
}

/** Leaves out what is undefined, which Playwright's types tell from "not given". */
function defined<T extends object>(value: T): { [K in keyof T]?: Exclude<T[K], undefined> };
function defined(value: object): object {
  return Object.fromEntries(Object.entries(value).filter(([, each]) => each !== undefined));
}

function fillTexts(selector: ExchangeSelector, fill: (text: string) => string): ExchangeSelector {
  const { options } = selector;
  if (options == null) return { ...selector, selector: fill(selector.selector) };
  const texts = Object.fromEntries(
    (['name', 'hasText', 'hasNotText'] as const).flatMap((key) =>
      options[key] === undefined ? [] : [[key, fill(options[key])]],
    ),
  );
  return { ...selector, selector: fill(selector.selector), options: { ...options, ...texts } };
}
