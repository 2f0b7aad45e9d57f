import { isDeepStrictEqual } from 'node:util';
import type { ExchangeElement } from '../../../contract/exchange/exchange-test-case.ts';
import { patternSource } from '../../../contract/exchange/pattern.ts';
import { byTextOfUnnamed, type ExchangeSelector } from '../../../contract/exchange/selector.ts';
import { locatorMethods } from '../../../service/locator-line/print-locator.ts';
import { codeOf, selectorsOf } from '../javascript/convert-value.ts';
import { type Elements, entryOf, is, NotImported, type Value } from '../javascript/value.ts';

const names = new Set([
  ...Object.values(locatorMethods).map(({ name }) => name),
  'contentFrame',
  'and',
  'or',
]);

/** Whether a method of Playwright makes a locator. */
export function isLocatorMethod(name: string): boolean {
  return names.has(name);
}

/** What a method of Playwright finds from elements. */
export function narrowed(of: Elements, name: string, args: readonly Value[]): Elements {
  const [first] = args;
  if (name === 'and') return matching(of, `:is(${cssOf(first)})`);
  if (name === 'or' && isNameAsText(of, first)) return of;
  if (name === 'or')
    return { ...of, line: `page.locator(${JSON.stringify(`${cssOf(of)}, ${cssOf(first)}`)})` };
  if (name === 'locator' && is(first, 'elements'))
    return { ...of, line: of.line + first.line.slice('page'.length) };
  const options = args[name === 'filter' ? 0 : 1];
  const [has, hasNot] = is(options, 'object')
    ? ['has', 'hasNot'].map((each) => options.fields.get(each))
    : [];
  if (is(options, 'object') && (has !== undefined || hasNot !== undefined)) {
    const found = name === 'filter' ? of : narrowed(of, name, args.slice(0, 1));
    const fields = new Map([...options.fields].filter(([each]) => each !== 'has' && each !== 'hasNot'));
    const withHas = has === undefined ? found : having(found, has);
    const without =
      hasNot === undefined ? withHas : matching(withHas, `:not(:has(${cssOf(hasNot, mayMiss)}))`);
    return fields.size === 0 ? without : narrowed(without, 'filter', [{ ...options, fields }]);
  }
  const code = args.filter((each) => each !== undefined).map(codeOf);
  return { ...of, line: `${of.line}.${name}(${code.join(', ')})` };
}

/** Whether the other elements have the name as their text: exported code also finds list items and the like by their text. */
function isNameAsText(of: Elements, other: Value): boolean {
  const byText = byTextOfUnnamed(selectorsOf(of));
  return byText !== undefined && isDeepStrictEqual(selectorsOf(other), byText);
}

/** Each of so many elements. */
export function eachOf(of: Elements, count: number): Elements[] {
  return Array.from({ length: count }, (_, index) => ({ ...of, line: `${of.line}.nth(${index})` }));
}

/** All elements of which a locator takes the first. */
export function withoutFirst(of: Elements): Elements {
  return { ...of, line: of.line.replace(/\.first\(\)$/, '') };
}

/** Elements that CSS matches, too; or what it finds below them. */
export function matching(of: Elements, css: string): Elements {
  return { ...of, line: `${of.line}.locator(${JSON.stringify(`:scope${css}`)})` };
}

/** Elements with others in them. */
function having(of: Elements, inner: Value): Elements {
  const selectors = selectorsOf(inner);
  const xpath = selectors.length === 1 && selectors[0] !== undefined ? exactXPath(selectors[0]) : undefined;
  if (xpath === undefined) return matching(of, `:has(${cssOf(inner)})`);
  return { ...of, line: `${of.line}.locator(${JSON.stringify(`xpath=self::*[.//${xpath}]`)})` };
}

/** XPath of the elements with a whole text, which CSS does not find; undefined for other selectors. */
function exactXPath({ selectorType, selector, options }: ExchangeSelector): string | undefined {
  const { exact, name, ...others } = options ?? {};
  const text = selectorType === 'ROLE' ? name : selector;
  if (!exact || text === undefined || Object.keys(others).length > 0 || !/^(?:ROLE|TEXT)$/.test(selectorType))
    return undefined;
  if (patternSource(text) !== undefined || hasOtherVariables(text) || text.includes('"')) return undefined;
  const elements =
    selector === 'heading' ? headings : selectorType === 'TEXT' ? '' : entryOf(elementsOfRoles, selector);
  if (elements === undefined) return undefined;
  const found = elements
    .split(', ')
    .map((each) => `self::${each.replace(/\[(?=\w)/, '[@').replace(/=(\w+)/, '="$1"')}`);
  const ofRole = selectorType === 'TEXT' ? '' : `[${[...found, `@role="${selector}"`].join(' or ')}]`;
  return `*${ofRole}[normalize-space(.)="${text.trim().replace(/\s+/g, ' ')}"]`;
}

/** A locator as CSS, with the functions of Playwright's CSS. @throws NotImported if it needs more. */
export function cssOf(of: Value, except?: RegExp): string {
  const css = cssOfSelectors(selectorsOf(of), except);
  if (css === undefined) throw new NotImported('a locator like this cannot be combined with another one');
  return css;
}

/** @param except the types of selectors that are left out. @returns undefined if CSS is not enough. */
export function cssOfSelectors(selectors: readonly ExchangeSelector[], except?: RegExp): string | undefined {
  return selectors.reduce<string | undefined>((css, selector) => {
    const [own, isFound] = cssOfSelector(selector);
    if (css === undefined || own === undefined || except?.test(selector.selectorType)) return undefined;
    if (!isFound || css === '') return css + own;
    // A text is also found in the element itself.
    return selector.selectorType === 'TEXT' ? `:is(${css}, ${css} *)${own}` : `${css} ${own}`;
  }, '');
}

/** CSS may miss elements: the attribute of test IDs may be another one, and an element may have its role in another way. */
const mayMiss = /^(?:TEST_ID|ROLE)$/;

const headings = 'h1, h2, h3, h4, h5, h6';
/** CSS of the elements that mostly have a role. Their names are their texts. */
const elementsOfRoles: Readonly<Record<string, string>> = {
  button: 'button, input[type=button], input[type=submit]',
  cell: 'td',
  link: 'a[href]',
  listitem: 'li',
};

/** Roles that no element of HTML has by itself. */
const ofAttribute =
  /^(?:alert|alertdialog|grid|log|menubar|menuitem|menuitemcheckbox|menuitemradio|radiogroup|switch|tab|tablist|tabpanel|timer|toolbar|tooltip|tree|treegrid|treeitem)$/;

/** CSS that matches the elements with a role. @throws NotImported if it might miss some, or match others. */
export function withRole(role: string): string {
  const elements =
    role === 'heading' ? headings : role === 'cell' ? undefined : entryOf(elementsOfRoles, role);
  if (elements === undefined && !ofAttribute.test(role))
    throw new NotImported(`the role ${role} of an element has no equivalent`);
  const byElement = elements === undefined ? '' : `, :is(${elements}):not([role])`;
  return `:is([role=${role}]${byElement})`;
}

/** @returns undefined if a role is not found by CSS, or the options do not only name a part of its text. */
function cssOfRole({ selector, options }: ExchangeSelector): string | undefined {
  const { name, level, ...others } = options ?? {};
  const ofHeading = level === undefined ? headings : `h${level}`;
  const elements = selector === 'heading' ? ofHeading : entryOf(elementsOfRoles, selector);
  const isPlain = name === undefined || (patternSource(name) === undefined && !hasOtherVariables(name));
  if (elements === undefined || !isPlain || Object.keys(others).length > 0) return undefined;
  const ofLevel = level === undefined ? '' : `[aria-level="${level}"]`;
  const text = name === undefined ? '' : `:has-text(${JSON.stringify(name)})`;
  return `:is(${elements}, [role=${selector}]${ofLevel})${text}`;
}

/**
 * The document, if it has such elements: also those that nobody sees, which no other selector finds.
 * @returns undefined if CSS does not find them for certain.
 */
export function documentWith(of: Elements): Elements | undefined {
  const css = cssOfSelectors(selectorsOf(withoutFirst(of)), mayMiss);
  if (css === undefined || /^(?:html|:root)\b/i.test(css)) return undefined;
  return { ...of, line: `page.locator(${JSON.stringify(`html:has(${css})`)})` };
}

/** The step that checks that there are such elements, which may be hidden if CSS finds them. */
export function presenceOf(of: Elements): ExchangeElement {
  const found = documentWith(of) ?? { ...of, line: `${of.line}.first()` };
  return { selectors: selectorsOf(found), assertion: { expectation: 'VISIBLE' } };
}

/** CSS of elements with a text in them that a pattern matches. Without an anchor, it is that of an element or of one in it. */
export function cssWithText(source: string): string {
  const matches = `:text-matches(${JSON.stringify(source)})`;
  return `:is(${matches}, :has(${matches}))`;
}

/** CSS of the elements that a text or a filter by a text finds, if it is a pattern. Only plain sources mean the same there. */
function cssOfPattern({ selectorType }: ExchangeSelector, source: string): string | undefined {
  if (/[$^]|\(\?/.test(source)) return undefined;
  if (selectorType === 'FILTER') return cssWithText(source);
  return selectorType === 'TEXT' ? `:text-matches(${JSON.stringify(source)})` : undefined;
}

/** Whether a text has a variable whose value may end the text in CSS, or a dollar sign. */
function hasOtherVariables(text: string): boolean {
  return /\$(?!OCTO_STABLE_)/.test(text);
}

const attributes: Readonly<Record<string, string>> = {
  ALT_TEXT: 'alt',
  PLACEHOLDER: 'placeholder',
  TITLE: 'title',
};

/** @returns the CSS of one selector, and whether it finds elements in those before it. */
function cssOfSelector(found: ExchangeSelector): [css: string | undefined, isFound: boolean] {
  const { selectorType, selector, options } = found;
  const { hasText, exact, ...others } = options ?? {};
  const text = hasText ?? selector;
  const source = patternSource(text);
  const quoted = JSON.stringify(text);
  const attribute = attributes[selectorType];
  if (selectorType === 'ROLE') return [cssOfRole(found), true];
  if (Object.keys(others).length > 0) return [undefined, false];
  if (source !== undefined) return [cssOfPattern(found, source), selectorType === 'TEXT'];
  if (hasOtherVariables(text)) return [undefined, false];
  if (selectorType === 'FILTER') return [`:has-text(${quoted})`, false];
  // `:text-is` means the text of the element itself, without those in it.
  if (selectorType === 'TEXT') return [exact ? undefined : `:text(${quoted})`, true];
  if (selectorType === 'TEST_ID') return [`[data-testid=${quoted}]`, true];
  if (attribute !== undefined)
    return [`[${attribute}${exact ? '' : '*'}=${quoted}${exact ? '' : ' i'}]`, true];
  const isCss = selectorType === 'CSS' && !/^(?:\w+=|\/|\.\.|\()|>>|,/.test(selector);
  return isCss
    ? [selector.replace(/^:scope(?=[:.#[])/, ''), !selector.startsWith(':scope')]
    : [undefined, false];
}
