import { matching } from './locators.ts';
import { codeOf, is, NotImported, numberOf, type Of, optionsOf, textOf, type Value } from './value.ts';

type Elements = Of<'elements'>;
type Find = (of: Elements, args: readonly Value[]) => Elements | undefined;

/** Elements around others. A selector of them has no equivalent. */
const around =
  (xpath: string): Find =>
  (of, [selector]) =>
    selector === undefined ? narrow(of, `.locator(${JSON.stringify(xpath)})`) : undefined;

/** What commands find from elements. */
export const finding: Readonly<Record<string, Find>> = {
  first: (of) => narrow(of, '.first()'),
  last: (of) => narrow(of, '.last()'),
  eq: (of, [index]) => narrow(of, `.nth(${numberOf(index)})`),
  children: (of, [selector]) => matching(of, ` > ${selector === undefined ? '*' : cssOf(selector)}`),
  filter: (of, [selector]) => matching(of, `:is(${cssOf(selector)})`),
  not: (of, [selector]) => matching(of, `:not(${cssOf(selector)})`),
  get: (of, [selector, options]) => ofSelector(of, selector, options),
  find: (of, [selector, options]) => ofSelector(of, selector, options),
  contains: (of, [first, second]) =>
    second === undefined || is(second, 'object')
      ? narrow(of, `.getByText(${textCode(first)}).first()`)
      : narrow(ofSelector(of, first), `.filter({ hasText: ${textCode(second)} }).first()`),
  parent: around('xpath=..'),
  next: around('xpath=following-sibling::*[1]'),
  prev: around('xpath=preceding-sibling::*[1]'),
  siblings: around('xpath=preceding-sibling::* | following-sibling::*'),
};

/** What calls of a locator line find from elements. */
export function narrow(of: Elements, calls: string): Elements {
  return { ...of, line: of.line + calls };
}

/** Whether a locator finds one element at most. */
export function isOne({ line }: Elements): boolean {
  return /\.(?:first|last|nth)\([^()]*\)$/.test(line);
}

/** A text or a pattern as code; a number is a text. */
export function textCode(value: Value): string {
  return codeOf(typeof value === 'number' ? String(value) : value);
}

const ofJQuery =
  /:(?:first|last|eq|gt|lt|even|odd|hidden|parent|input|button|text|checkbox|radio|selected|header)\b(?!-)/;

/** A selector of jQuery as CSS. */
function cssOf(selector: Value): string {
  const text = textOf(selector);
  const [found] = ofJQuery.exec(text) ?? [];
  if (found !== undefined) throw new NotImported(`${found} of jQuery has no equivalent`);
  return text.replaceAll(':contains(', ':has-text(');
}

/** What a selector of jQuery finds in elements. */
function ofSelector(of: Elements, selector: Value, options?: Value): Elements {
  optionsOf(options);
  const text = textOf(selector);
  const [, testId] = /^\[data-testid=["']?([^"'\]]+)["']?\]$/.exec(text) ?? [];
  if (testId !== undefined) return narrow(of, `.getByTestId(${JSON.stringify(testId)})`);
  const [, css = '', pick, index] = /^(.*?)(?::(first|last|eq)(?:\((\d+)\))?)?$/s.exec(text) ?? [];
  const found = narrow(of, `.locator(${JSON.stringify(cssOf(css))})`);
  if (pick === undefined) return found;
  return narrow(found, pick === 'eq' ? `.nth(${index})` : `.${pick}()`);
}
