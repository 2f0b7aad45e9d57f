import type { FrameLocator, Locator, Page } from 'playwright-core';
import { endsUnsettled, hiddenCount, isTail } from '../contract/exchange/chain-rules.ts';
import type { ExchangeSelector } from '../contract/exchange/selector.ts';
import { ariaRole } from './aria-role.ts';
import { readPattern } from './read-pattern.ts';
import { testIdSelector } from './test-id-selector.ts';

type Options = NonNullable<ExchangeSelector['options']>;

export interface LocatorOptions {
  /** Puts values in place of variables. */
  readonly fill: (text: string) => string;
  /** The attribute of TEST_ID selectors; null means Playwright's own, `data-testid`. */
  readonly testIdAttribute?: string | null;
  /** The last selector finds hidden elements as well, and what picks from them does so too. */
  readonly hiddenToo?: boolean;
}

/**
 * Builds the locator of a step: the chain is read left to right, and only visible elements count, unless a ROLE says
 * `includeHidden`.
 * @throws Error where the chain finds no element, names an unknown role, or has a pattern that can't be read.
 */
export function buildLocator(
  page: Page,
  selectors: readonly ExchangeSelector[],
  { fill, testIdAttribute = null, hiddenToo = false }: LocatorOptions,
): Locator {
  let scope: Page | FrameLocator | Locator = page;
  for (const [index, selector] of selectors.entries()) {
    const hidden = hiddenCount(selectors.slice(0, index + 1)) || (hiddenToo && isTail(selectors, index));
    scope = narrow(scope, selector, { fill, testIdAttribute, hidden });
  }
  if (!isLocator(scope)) {
    throw new Error(
      selectors.length === 0
        ? 'The step has no selector: it needs one to find its element.'
        : 'The selector chain ends with FRAME: add a selector for the element inside the frame.',
    );
  }
  return !hiddenToo && endsUnsettled(selectors) ? scope.filter({ visible: true }) : scope;
}

interface NarrowOptions {
  readonly fill: (text: string) => string;
  readonly testIdAttribute: string | null;
  /** Whether hidden elements count. */
  readonly hidden: boolean;
}

function narrow(
  scope: Page | FrameLocator | Locator,
  selector: ExchangeSelector,
  { fill, testIdAttribute, hidden }: NarrowOptions,
): FrameLocator | Locator {
  const options = selector.options ?? {};
  const plain = () => fill(selector.selector);
  const text = () => readPattern(selector.selector, `The ${selector.selectorType} selector`, fill);
  const exact = options.exact === undefined ? {} : { exact: options.exact };
  switch (selector.selectorType) {
    case 'FRAME':
      return scope.locator(plain()).filter({ visible: true }).contentFrame();
    case 'CSS':
      return scope.locator(plain());
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
      return choice(scope, 'FIRST', hidden).first();
    case 'LAST':
      return choice(scope, 'LAST', hidden).last();
    case 'NTH':
      return choice(scope, 'NTH', hidden).nth(Number(plain()));
  }
}

/** What a pick chooses among: hidden elements may not stand for choice, unless they count. */
function choice(scope: Page | FrameLocator | Locator, selectorType: string, hidden: boolean): Locator {
  const found = elements(scope, selectorType);
  return hidden ? found : found.filter({ visible: true });
}

function elements(scope: Page | FrameLocator | Locator, selectorType: string): Locator {
  if (isLocator(scope)) return scope;
  throw new Error(`${selectorType} narrows what another selector found: put that one before it.`);
}

function isLocator(scope: Page | FrameLocator | Locator): scope is Locator {
  return 'elementHandles' in scope;
}

function roleOptions({ hasText: _, hasNotText: __, name, ...states }: Options, fill: NarrowOptions['fill']) {
  return {
    ...defined(states),
    ...(name === undefined ? {} : { name: readPattern(name, 'The name of the ROLE selector', fill) }),
  };
}

function filterOptions({ hasText, hasNotText }: Options, fill: NarrowOptions['fill']) {
  return {
    ...(hasText === undefined
      ? {}
      : { hasText: readPattern(hasText, 'hasText of the FILTER selector', fill) }),
    ...(hasNotText === undefined
      ? {}
      : { hasNotText: readPattern(hasNotText, 'hasNotText of the FILTER selector', fill) }),
  };
}

/** Leaves out what is undefined, which Playwright's types tell from "not given". */
function defined<T extends object>(value: T): { [K in keyof T]?: Exclude<T[K], undefined> };
function defined(value: object): object {
  return Object.fromEntries(Object.entries(value).filter(([, each]) => each !== undefined));
}
