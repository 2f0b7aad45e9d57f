import { entryOf, NotImported } from './value.ts';

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
  toHaveCount: 'have.length',
  toHaveAttribute: 'have.attr',
  toContainClass: 'have.class',
  toHaveId: 'have.id',
  toHaveCSS: 'have.css',
});

/** Matchers of Playwright, and the chainers that expect the same of a text or a number that was read. */
const ofReadings = byWord({
  toBe: 'eq equal equals eql',
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

/** The matcher of Playwright for a chainer of elements. */
export function matcherOfElements(chainer: string): string | undefined {
  return entryOf(chainers, chainer) ?? entryOf(comparisons, chainer.replace(/^have\.length\.(?:be\.)?/, ''));
}

/** The matcher of Playwright for a chainer of what was read. */
export function matcherOfReading(chainer: string): string | undefined {
  return entryOf(ofReadings, chainer) ?? entryOf(comparisons, chainer.replace(/^be\./, ''));
}

/** What is read of elements, by jQuery's method, and the method of Playwright that reads the same. */
export const readings: Readonly<Record<string, string>> = {
  text: 'textContent',
  val: 'inputValue',
  attr: 'getAttribute',
  length: 'count',
};

/** Parts of the location, and what stands before and after them in a URL. */
export const partsOfUrl: Readonly<Record<string, readonly [before: string, after: string]>> = {
  pathname: ['^\\w+://[^/]+', '(?:[?#]|$)'],
  search: ['^[^?#]*', '(?:#|$)'],
  hash: ['^[^#]*', '$'],
};

/** Commands, and the methods of Playwright that do the same. */
export const commands: Readonly<Record<string, string>> = {
  click: 'click',
  dblclick: 'dblclick',
  clear: 'clear',
  check: 'check',
  uncheck: 'uncheck',
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
});

/** Why commands are not imported. */
const reasons: Readonly<Record<string, string>> = {
  intercept: 'requests are not mocked: the test case gets the answers of the app',
  wait: 'waiting for a request has no equivalent: steps wait for what they need',
};

export function noEquivalent(command: string): NotImported {
  return new NotImported(entryOf(reasons, command) ?? `cy.${command} has no equivalent`);
}
