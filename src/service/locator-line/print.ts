import type { ExchangeSelector } from '../../contract/exchange/selector.ts';
import { textLiteral } from './pattern-literal.ts';
import { stringLiteral } from './string-literal.ts';

type Options = NonNullable<ExchangeSelector['options']>;

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

const roleOptionNames = [
  'checked',
  'disabled',
  'exact',
  'expanded',
  'includeHidden',
  'level',
  'pressed',
  'selected',
] as const;

/**
 * Selectors of the exchange form (section 2.4) as a Playwright locator expression, the locator line of section 4.3:
 * `page.getByRole('button', { name: 'Pay' }).first()`. Options that don't belong to their selector are left out.
 */
export function printLocator(selectors: readonly ExchangeSelector[]): string {
  return ['page', ...selectors.map((each) => printLink(each, literals))].join('.');
}

/** One selector as the call that narrows what the ones before have found: `getByText('Pay')`. */
export function printLink(selector: ExchangeSelector, code: TextCode): string {
  const { selector: text } = selector;
  const options = selector.options ?? {};
  switch (selector.selectorType) {
    case 'FRAME':
      return `frameLocator(${code.plain(text)})`;
    case 'CSS':
      return `locator(${code.plain(text)})`;
    case 'TEXT':
      return call('getByText', code.orPattern(text), exactOption(options));
    case 'ROLE':
      return call('getByRole', code.role(text), roleOptions(options, code));
    case 'ALT_TEXT':
      return call('getByAltText', code.orPattern(text), exactOption(options));
    case 'LABEL':
      return call('getByLabel', code.orPattern(text), exactOption(options));
    case 'TEST_ID':
      return `getByTestId(${code.orPattern(text)})`;
    case 'TITLE':
      return call('getByTitle', code.orPattern(text), exactOption(options));
    case 'PLACEHOLDER':
      return call('getByPlaceholder', code.orPattern(text), exactOption(options));
    case 'FILTER':
      return `filter(${object(textOptions(options, ['hasText', 'hasNotText'], code))})`;
    case 'FIRST':
      return 'first()';
    case 'LAST':
      return 'last()';
    case 'NTH':
      return `nth(${BigInt(text)})`;
  }
}

function call(method: string, argument: string, options: readonly string[]): string {
  return `${method}(${options.length === 0 ? argument : `${argument}, ${object(options)}`})`;
}

function object(members: readonly string[]): string {
  return members.length === 0 ? '' : `{ ${members.join(', ')} }`;
}

function exactOption({ exact }: Options): string[] {
  return exact === undefined ? [] : [`exact: ${exact}`];
}

function roleOptions(options: Options, code: TextCode): string[] {
  const states = roleOptionNames.flatMap((name) => {
    const value = options[name];
    // String(-0) would lose the sign.
    return value === undefined ? [] : [`${name}: ${Object.is(value, -0) ? '-0' : value}`];
  });
  return [...textOptions(options, ['name'], code), ...states];
}

function textOptions(
  options: Options,
  names: readonly ('name' | 'hasText' | 'hasNotText')[],
  code: TextCode,
): string[] {
  return names.flatMap((name) =>
    options[name] === undefined ? [] : [`${name}: ${code.orPattern(options[name])}`],
  );
}
