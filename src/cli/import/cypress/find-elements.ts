import { codeOf, numberOf, optionsOf, selectorsOf } from '../javascript/convert-value.ts';
import { patternOf, textOf } from '../javascript/texts.ts';
import { type Elements, is, NotImported, type Of, objectOf, type Value } from '../javascript/value.ts';
import { cssOf as cssOfElements, cssWithText, matching, withoutFirst } from '../steps/locators.ts';

/** @returns undefined if the command does not take such arguments. */
type Find = (of: Elements, args: readonly Value[]) => Elements | undefined;

/** Elements around others, or those of them that a selector matches. */
const around =
  (xpath: string): Find =>
  (of, [selector]) => {
    const found = narrow(of, `.locator(${JSON.stringify(xpath)})`);
    return selector === undefined ? found : matching(found, `:is(${cssOf(selector)})`);
  };

/** Elements that a selector matches, around others: if there are several, the step fails. */
const ancestor: Find = (of, [selector]) => {
  if (selector === undefined) return undefined;
  const css = `${cssOf(selector)}:has(${cssOfElements(withoutFirst(of))})`;
  return { ...of, line: `page.locator(${JSON.stringify(css)})` };
};

/** A query of Testing Library, whose text is a whole text unless an option says otherwise. */
const byText =
  (method: string): Find =>
  (of, [text, given]) => {
    const isPart = optionsOf(given, ['exact']).get('exact') === false || is(text, 'pattern');
    return narrow(of, `.${method}(${textCode(text)}${isPart ? '' : ', { exact: true }'})`);
  };

const byRole: Find = (of, [role, given]) => {
  const options = optionsOf(given, ['name', 'level', 'checked', 'pressed', 'selected', 'expanded']);
  const exactOption: [string, Value][] = typeof options.get('name') === 'string' ? [['exact', true]] : [];
  return narrow(of, `.getByRole(${textCode(role)}, ${codeOf(objectOf([...options, ...exactOption]))})`);
};

const byTestId: Find = (of, [id, given]) => {
  optionsOf(given);
  return narrow(of, `.getByTestId(${textCode(id)})`);
};

/** What the commands `findBy` and `findAllBy` of Testing Library find by. */
const queries: Readonly<Record<string, Find>> = {
  Role: byRole,
  Text: byText('getByText'),
  LabelText: byText('getByLabel'),
  PlaceholderText: byText('getByPlaceholder'),
  AltText: byText('getByAltText'),
  Title: byText('getByTitle'),
  TestId: byTestId,
};

/** What commands find from elements. */
export const finding: Readonly<Record<string, Find>> = {
  // Selectors look into open shadow roots.
  shadow: (of) => of,
  first: (of) => narrow(of, '.first()'),
  last: (of) => narrow(of, '.last()'),
  eq: (of, [index]) => narrow(of, `.nth(${numberOf(index)})`),
  children: (of, [selector]) => matching(of, ` > ${selector === undefined ? '*' : cssOf(selector)}`),
  filter: (of, [selector]) => matching(of, `:is(${cssOf(selector)})`),
  not: (of, [selector]) => matching(of, `:not(${cssOf(selector)})`),
  get: (of, [selector, options]) => ofSelector(of, selector, options),
  // All elements are in the body.
  find: (of, [selector, options]) =>
    ofSelector(of.line === 'page.locator("body")' ? { ...of, line: 'page' } : of, selector, options),
  contains: (of, [first, second, third]) =>
    second === undefined || is(second, 'object')
      ? narrow(of, `.getByText(${codeOf(containing(first, second))}).first()`)
      : narrow(ofSelector(of, first), `.filter({ hasText: ${codeOf(containing(second, third))} }).first()`),
  parent: around('xpath=..'),
  next: around('xpath=following-sibling::*[1]'),
  nextAll: around('xpath=following-sibling::*'),
  prev: around('xpath=preceding-sibling::*[1]'),
  siblings: around('xpath=preceding-sibling::* | following-sibling::*'),
  closest: ancestor,
  parents: ancestor,
  ...Object.fromEntries(
    Object.entries(queries).flatMap(([name, find]) => [
      [`findBy${name}`, find],
      [`findAllBy${name}`, find],
    ]),
  ),
};

const ofControl = 'ancestor-or-self::*[self::button or self::a or self::label]';

const toControl = `xpath=(${ofControl} | self::*[not(${ofControl})])[last()]`;

const nested = /\.locator\("(div|span|section|article)"\)\.filter\(\{ hasText: (.*) \}\)\.first\(\)$/;

/** What `contains` with a selector gives: the innermost element. The first one may be around it. */
export function innermost(of: Elements): Elements {
  const line = of.line.replace(
    nested,
    (_, tag, text) => `.getByText(${text}).first().locator("xpath=ancestor-or-self::${tag}[1]")`,
  );
  return { ...of, line };
}

/** What `contains` gives: also the button, link or label around a text that it finds. */
export function givenByContains(of: Elements): Elements {
  const [text, first] = selectorsOf(of).slice(-2);
  const isText = text?.selectorType === 'TEXT' && first?.selectorType === 'FIRST';
  return isText ? narrow(of, `.locator(${JSON.stringify(toControl)})`) : innermost(of);
}

/** What a command gives: elements whose methods are commands. */
export function withCommands(value: Value): Value {
  return is(value, 'elements') && value.isGiven === true ? { ...value, isGiven: false } : value;
}

/** What calls of a locator line find from elements. */
export function narrow(of: Elements, calls: string): Elements {
  return { ...of, line: of.line + calls };
}

/** Whether elements are one at most, or more of them are an error. */
export function isOne(of: Elements): boolean {
  const { selectorType = 'CSS', selector = '' } = selectorsOf(of).at(-1) ?? {};
  if (selectorType !== 'CSS') return !/^(?:FILTER|TEST_ID)$/.test(selectorType);
  return /^#[\w-]+$|:has\(/.test(selector);
}

/** A pattern of what contains a text, in its case; a pattern as it is. */
export function containing(value: Value, options?: Value): Of<'pattern'> {
  const isAnyCase = optionsOf(options, ['matchCase']).get('matchCase') === false;
  if (is(value, 'pattern')) return value;
  return patternOf('', typeof value === 'number' ? String(value) : value, '', isAnyCase ? 'i' : '');
}

/** A text or a pattern as code; a number is a text. */
function textCode(value: Value): string {
  return codeOf(typeof value === 'number' ? String(value) : value);
}

const ofJQuery =
  /:(?:first|last|eq|gt|lt|even|odd|hidden|parent|input|button|text|checkbox|radio|selected|header)\b(?!-)/;

/** A selector of jQuery as CSS. */
export function cssOf(selector: Value): string {
  const text = textOf(selector);
  const [found] = ofJQuery.exec(text) ?? [];
  if (found !== undefined) throw new NotImported(`${found} of jQuery has no equivalent`);
  return text.replace(/:contains\((["']?)(.*?)\1\)/g, (_, __, part: string) =>
    cssWithText(containing(part).source),
  );
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
