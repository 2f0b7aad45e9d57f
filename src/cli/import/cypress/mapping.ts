import { numberOf } from '../javascript/convert-value.ts';
import { fieldsOf, itemsOf } from '../javascript/native-methods.ts';
import { textOf } from '../javascript/texts.ts';
import { type Expected, entryOf, is, maxLength, type Of, type Value } from '../javascript/value.ts';
import { cssOf } from './find-elements.ts';

/** The words of each row, by its name, as a table of the names by the words. */
function byWord(rows: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(rows).flatMap(([name, words]) => words.split(' ').map((word) => [word, name])),
  );
}

/** Matchers of Playwright, and the chainers of `should`, without `not.`, that wait for the same. */
const chainers = byWord({
  toBeVisible: 'be.visible',
  toBeHidden: 'be.hidden',
  toBeChecked: 'be.checked',
  toBeDisabled: 'be.disabled',
  toBeEnabled: 'be.enabled',
  toBeFocused: 'be.focused have.focus',
  toHaveText: 'have.text',
  toContainText: 'contain contains include contain.text include.text',
  toHaveValue: 'have.value',
  toHaveCount: 'have.length have.lengthOf',
  toHaveAttribute: 'have.attr',
  toContainClass: 'have.class',
  toHaveId: 'have.id',
  toHaveCSS: 'have.css',
});

/** Matchers of Playwright, and the chainers that expect the same of a text or a number that was read. */
const ofReadings = byWord({
  toBe: 'eq equal equals eql be.eq be.equal',
  toContain: 'include includes contain contains',
  toMatch: 'match',
});

/** Comparisons of numbers, with `be.` before or `have.length.`. */
const comparisons = byWord({
  toBeGreaterThan: 'gt above greaterThan',
  toBeGreaterThanOrEqual: 'gte least at.least',
  toBeLessThan: 'lt below lessThan',
  toBeLessThanOrEqual: 'lte most at.most',
});

/** Words of Chai that only link others, and the words of `should` that mean the same. */
export const links: Readonly<Record<string, string>> = {
  ...Object.fromEntries(
    'a all an any at be been contain contains deep have include includes itself length lengthOf nested not of ordered own same'
      .split(' ')
      .map((word) => [word, word]),
  ),
  ...Object.fromEntries('also and but does still that to which'.split(' ').map((word) => [word, ''])),
  has: 'have',
  is: 'be',
  with: 'have',
};

/** The matcher of Playwright for a chainer of elements. */
export function matcherOfElements(chainer: string): string | undefined {
  return entryOf(chainers, chainer) ?? entryOf(comparisons, chainer.replace(/^have\.length\.(?:be\.)?/, ''));
}

/** The matcher of Playwright for a chainer of what was read. */
export function matcherOfReading(chainer: string): string | undefined {
  return entryOf(ofReadings, chainer) ?? entryOf(comparisons, chainer.replace(/^be\./, ''));
}

/** Matchers for what code of the page gives, besides those of readings. */
const ofCode = byWord({
  toExist: 'exist',
  match: 'match',
  toEqual: 'deep.eq deep.equal deep.equals eql',
  toBeTruthy: 'be.ok',
  toBeNull: 'be.null',
  toBeA: 'be.a be.an',
  toBeUndefined: 'be.undefined',
  toHaveLength: 'have.length have.lengthOf',
});

/** What a chainer expects of what code of the page gives. */
export function expectedOfCode(chainer: string, args: readonly Value[]): Omit<Expected, 'isNegated'> {
  if (chainer === 'be.true' || chainer === 'be.false')
    return { matcher: 'toBe', args: [chainer === 'be.true'] };
  return { matcher: entryOf(ofCode, chainer) ?? matcherOfReading(chainer) ?? chainer, args };
}

/** Chainers of elements that have a selector that matches the same elements. */
export const selectorChainers: Readonly<Record<string, (args: readonly Value[]) => string>> = {
  'be.empty': () => ':empty',
  'be.selected': () => ':checked',
  'have.descendants': ([selector]) => `:has(${cssOf(selector)})`,
  match: ([selector]) => `:is(${cssOf(selector)})`,
};

/** What is read of elements, by jQuery's method, and the method of Playwright that reads the same. */
export const readings: Readonly<Record<string, string>> = {
  text: 'textContent',
  val: 'inputValue',
  attr: 'getAttribute',
  length: 'count',
};

/** Parts of the location: what stands before and after them in a URL, and what may stand before a text in them. */
export const partsOfUrl: Readonly<Record<string, readonly [before: string, after: string, within: string]>> =
  {
    pathname: ['^\\w+://[^/]+', '(?:[?#]|$)', '(?=/)[^?#]*'],
    search: ['^\\w+://[^?#]*', '(?:#|$)', '(?=\\?)[^#]*'],
    hash: ['^\\w+://[^#]*', '$', '(?=#).*'],
  };

/** Commands, and the methods of Playwright that do the same. */
export const commands: Readonly<Record<string, string>> = {
  click: 'click',
  dblclick: 'dblclick',
  clear: 'clear',
  check: 'check',
  uncheck: 'uncheck',
  focus: 'focus',
  scrollIntoView: 'scrollIntoViewIfNeeded',
  selectFile: 'setInputFiles',
};

/** Keys, and how the text of `type` names them in braces. */
export const keys = byWord({
  Enter: 'enter',
  Escape: 'esc',
  Backspace: 'backspace',
  Delete: 'del',
  ArrowUp: 'uparrow',
  ArrowDown: 'downarrow',
  ArrowLeft: 'leftarrow',
  ArrowRight: 'rightarrow',
  Home: 'home movetostart',
  End: 'end movetoend',
  PageUp: 'pageup',
  PageDown: 'pagedown',
  'ControlOrMeta+A': 'selectall',
  Insert: 'insert',
});

/** Keys that stay down until the end of the text of `type`. */
export const modifiers = byWord({
  Alt: 'alt option',
  Control: 'ctrl control',
  Meta: 'meta command cmd',
  Shift: 'shift',
});

const methods = /^(?:GET|POST|PUT|PATCH|DELETE|HEAD|OPTIONS)$/i;

/** Whether `cy.intercept` only takes note of requests. @param codeOf the code of a function. */
export function onlyWatches(args: readonly Value[], codeOf: (handler: Of<'function'>) => string): boolean {
  const handler = args.at(-1);
  if (is(handler, 'function')) {
    const code = codeOf(handler);
    const isAnswering = /\.(?:reply|continue|redirect|destroy|on)\s*\(|\bdelete\b/.test(code);
    const isChanging = /\breq\w*(?!\.alias\b)(?:\.\w+|\[[^\]]*\])+\s*=(?!=)/.test(code);
    return !isAnswering && !isChanging;
  }
  const [first] = args;
  if (args.length === 2) return typeof first === 'string' && methods.test(first) && !is(handler, 'object');
  const matched = is(first, 'object') ? [...first.fields.keys()] : [];
  return (
    args.length === 1 && matched.every((name) => /^(?:method|url|path\w*|host\w*|query|times)$/.test(name))
  );
}

/** What jQuery's methods with a value do to an element, as code of the page. */
export const changes: Readonly<Record<string, (args: readonly Value[]) => string>> = {
  attr: ([name, value]) => `element.setAttribute(${quoted(name)}, ${quoted(value)});`,
  removeAttr: ([name]) => `element.removeAttribute(${quoted(name)});`,
  val: ([value]) => `element.value = ${quoted(value)};`,
};

function quoted(value: Value): string {
  return JSON.stringify(textOf(value));
}

/** What `submit` does to a form, as code of the page: it does not check the fields. */
export const submitting =
  "if (element.dispatchEvent(new Event('submit', { bubbles: true, cancelable: true }))) setTimeout(() => element.submit());";

/** The width of `cy.viewport`, also of the name of a device, as a device of its kind has it. */
export function widthOf(width: Value, height: Value): number {
  if (typeof width === 'number') return width;
  const [narrow, wide] = /^macbook/.test(textOf(width))
    ? [1280, 1280]
    : /^ipad/.test(textOf(width))
      ? [768, 1024]
      : [375, 667];
  return height === 'landscape' ? wide : narrow;
}

type Lodash = (run: (args: Value[]) => Value, of: Value) => Value;

const inTurn: Lodash = (run, of) => {
  const items = itemsOf(of)?.entries() ?? fieldsOf(of);
  return [...items].map(([key, each]) => run([each, key]));
};

/** Methods of `Cypress._` that take a function. */
export const lodashMethods: Readonly<Record<string, Lodash>> = {
  each: inTurn,
  forEach: inTurn,
  map: inTurn,
  times: (run, count) =>
    Array.from({ length: Math.min(numberOf(count), maxLength) }, (_, index) => run([index])),
};
