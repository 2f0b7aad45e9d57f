import { type ExchangeSelector, optionsOf } from '../../contract/exchange/selector.ts';
import { stringLiteral, textLiteral } from './literals.ts';

/** How a selector is written as a call: its method, and what the first value is. */
export interface LocatorMethod {
  readonly name: string;
  readonly takes: 'text' | 'text or pattern' | 'role' | 'index' | 'options only';
}

export const locatorMethods: Readonly<Record<ExchangeSelector['selectorType'], LocatorMethod>> = {
  FRAME: { name: 'frameLocator', takes: 'text' },
  CSS: { name: 'locator', takes: 'text' },
  TEXT: { name: 'getByText', takes: 'text or pattern' },
  ROLE: { name: 'getByRole', takes: 'role' },
  ALT_TEXT: { name: 'getByAltText', takes: 'text or pattern' },
  LABEL: { name: 'getByLabel', takes: 'text or pattern' },
  TEST_ID: { name: 'getByTestId', takes: 'text or pattern' },
  TITLE: { name: 'getByTitle', takes: 'text or pattern' },
  PLACEHOLDER: { name: 'getByPlaceholder', takes: 'text or pattern' },
  FILTER: { name: 'filter', takes: 'options only' },
  FIRST: { name: 'first', takes: 'options only' },
  LAST: { name: 'last', takes: 'options only' },
  NTH: { name: 'nth', takes: 'index' },
};

/** How texts become code. */
export interface TextCode {
  /** A text that is never a pattern. */
  plain(text: string): string;
  /** A text that may be a pattern. */
  orPattern(text: string): string;
  /** The name of an ARIA role. */
  role(text: string): string;
}

/** Every text stands for itself, `$NAME` too. */
const literals: TextCode = { plain: stringLiteral, orPattern: textLiteral, role: stringLiteral };

/**
 * Selectors of the exchange form (section 2.4) as a Playwright locator expression, the locator line of section 4.3:
 * `page.getByRole('button', { name: 'Pay' }).first()`. Options that don't belong to their selector are left out.
 */
export function printLocator(selectors: readonly ExchangeSelector[]): string {
  return ['page', ...selectors.map((each) => printCall(each, literals))].join('.');
}

/** One selector as the call that narrows what the ones before have found: `getByText('Pay')`. */
export function printCall(selector: ExchangeSelector, code: TextCode): string {
  const method = locatorMethods[selector.selectorType];
  const values = [printValue(selector.selector, method, code), printOptions(selector, code)];
  return `${method.name}(${values.filter((value) => value !== '').join(', ')})`;
}

function printValue(text: string, { takes }: LocatorMethod, code: TextCode): string {
  switch (takes) {
    case 'text':
      return code.plain(text);
    case 'text or pattern':
      return code.orPattern(text);
    case 'role':
      return code.role(text);
    case 'index':
      return String(BigInt(text));
    case 'options only':
      return '';
  }
}

function printOptions({ selectorType, options }: ExchangeSelector, code: TextCode): string {
  const members = optionsOf[selectorType].flatMap((name) => {
    const value = options?.[name];
    if (value === undefined) return [];
    if (typeof value === 'string') return [`${name}: ${code.orPattern(value)}`];
    // String(-0) would lose the sign.
    return [`${name}: ${Object.is(value, -0) ? '-0' : value}`];
  });
  return members.length === 0 ? '' : `{ ${members.join(', ')} }`;
}
