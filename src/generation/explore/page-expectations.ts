import { escapeRegExp } from '../../common/text.ts';
import type { ExchangeElement } from '../../contract/exchange/exchange-test-case.ts';
import { patternText } from '../../contract/exchange/pattern.ts';
import type { ExchangeSelector } from '../../contract/exchange/selector.ts';
import type { PageElement, PageView } from '../../runner/live-page.ts';
import { literalText } from '../../runner/variables/variable-text.ts';
import { factOf, sameSelectors } from './page-state.ts';
import { comparable, readable } from './readable-text.ts';
import { isStableText, maxCharacters } from './stable-text.ts';
import { expectElement, expectPage, uniqueText } from './steps.ts';

/** An assertion, and whether a page meets it as far as a look at it can say. */
export interface Expectation {
  readonly step: ExchangeElement;
  readonly holds: (view: PageView) => boolean;
}

export function present<T>(found: readonly (T | undefined)[]): T[] {
  return found.filter((each) => each !== undefined);
}

/** The expectations that there are, each once. */
export function distinct(expected: readonly (Expectation | undefined)[]): Expectation[] {
  return [...new Map(present(expected).map((each) => [JSON.stringify(each.step), each])).values()];
}

/** An element shows what it shows now, or how a long text begins. Undefined if that may be something else tomorrow. */
export function shows(element: PageElement): Expectation | undefined {
  const text = comparable(element);
  const start = text.length > maxCharacters ? text.slice(0, maxCharacters).replace(/\s+\S*$/, '') : text;
  if (!isStableText(start) || (element.name !== '' && !isStableText(element.name))) return undefined;
  const holds = (view: PageView) => view.elements.some((each) => factOf(each) === factOf(element));
  const stableSelectors = element.selectorsWithoutText;
  const isStable = stableSelectors !== undefined && isNamed(stableSelectors);
  const wholeText = [text, readable(element)].find((each) => matchesWholeText(element, each));
  if (element.text === '' || (!isStable && wholeText !== undefined)) {
    const selectors = exactly(element, wholeText ?? text);
    return { step: expectElement({ selectors }, { expectation: 'VISIBLE' }), holds };
  }
  const expectation = start === text ? 'TO_HAVE_TEXT' : 'TO_CONTAIN_TEXT';
  const found = isStable ? { selectors: stableSelectors } : element;
  return { step: expectElement(found, { expectation, calledWith: literalText(start) }), holds };
}

/** Whether selectors name an element by something that a person gave it, and not by where it stands. */
function isNamed(selectors: readonly ExchangeSelector[]): boolean {
  const last = selectors.at(-1);
  if (last === undefined || selectors.some(({ selectorType }) => /^(?:NTH|FIRST|LAST)$/.test(selectorType)))
    return false;
  if (last.selectorType === 'CSS') return /^[.#][\w-]+$/.test(last.selector);
  return (
    last.selectorType === 'TEST_ID' ||
    (last.selectorType === 'ROLE' && /^(?:alert|status)$/.test(last.selector))
  );
}

/** Whether the selectors find an element by its whole text or name. */
function matchesWholeText({ selectors }: PageElement, text: string): boolean {
  const last = selectors.at(-1);
  const selectedText =
    last?.selectorType === 'TEXT'
      ? last.selector
      : last?.selectorType === 'ROLE'
        ? last.options?.name
        : undefined;
  // A page may show what it says in capitals.
  return selectedText?.toLowerCase() === literalText(text).toLowerCase();
}

/** The selectors of an element; where they have its whole text or name, nothing longer will do. */
function exactly(element: PageElement, text: string): ExchangeSelector[] {
  const { selectors } = element;
  const last = selectors.at(-1);
  if (last === undefined || !matchesWholeText(element, text)) return [...selectors];
  return [...selectors.slice(0, -1), { ...last, options: { ...last.options, exact: true } }];
}

/** A link has the address that it has now, as far as its last part. Undefined if it may be another one tomorrow. */
export function leadsTo(element: PageElement): Expectation | undefined {
  const { name, href = '' } = element;
  const url = URL.parse(href);
  if (url === null || !/^https?:/.test(href) || href.endsWith('#') || !isStableText(name)) return undefined;
  // The attribute may be relative, such as `.` for the home page, or have no path, such as `https://example.com`.
  const end = url.hash || url.search || url.pathname.replace(/.*\/(?=.)/, '');
  if (!isStableAddress(end)) return undefined;
  const pattern = end === '/' ? String.raw`(?:^\.{0,2}|/|//[^/]+)$` : `${escapeRegExp(end)}$`;
  const calledWith: [string, string] = ['href', patternText(pattern)];
  const holds = (view: PageView) => view.elements.some((each) => each.name === name && each.href === href);
  const selectors = exactly(element, name);
  return { step: expectElement({ selectors }, { expectation: 'TO_HAVE_ATTRIBUTE', calledWith }), holds };
}

/** A control is there, enabled or disabled as it is now. */
export function isPresent(element: PageElement): Expectation | undefined {
  const name = element.name || readable(element);
  if (name !== '' && !isStableText(name)) return undefined;
  const { role, isDisabled } = element;
  const holds = (view: PageView) =>
    view.elements.some(
      (each) => each.role === role && each.name === element.name && each.isDisabled === isDisabled,
    );
  const selectors = exactly(element, element.name);
  return { step: expectElement({ selectors }, { expectation: isDisabled ? 'DISABLED' : 'VISIBLE' }), holds };
}

/** What was on a page before is gone. Undefined if its text is still a part of another one. */
export function notShown(element: PageElement, after: PageView): Expectation | undefined {
  const text = foundText(element);
  if (text === undefined || !isStableText(text)) return undefined;
  const isIn = (view: PageView) =>
    view.elements.some((each) => readable(each).toLowerCase().includes(text.toLowerCase()));
  if (isIn(after)) return undefined;
  return { step: expectElement(element, { expectation: 'NOT_VISIBLE' }), holds: (view) => !isIn(view) };
}

/** The text by which an element is found, such as that of a row; undefined if it is found in another way. */
function foundText(element: PageElement): string | undefined {
  const text = readable(element);
  const last = element.selectors.at(-1);
  const filter = last?.selectorType === 'FILTER' ? last.options?.hasText : undefined;
  if (filter !== undefined) return text.includes(filter) ? filter : undefined;
  const isNamed = last?.selectorType === 'ROLE' && (last.options?.name ?? '') !== '';
  return isNamed || (last?.selectorType === 'TEXT' && text.includes(last.selector)) ? text : undefined;
}

/** A field holds its text, or is checked or not, as it is now. */
export function holdsValue(element: PageElement): Expectation | undefined {
  const { field } = element;
  if (
    field === undefined ||
    /^(?:password|select|select-multiple|combobox|listbox|slider|contenteditable)$/.test(field.type)
  ) {
    return undefined;
  }
  const now = (view: PageView) => view.elements.find((each) => sameSelectors(each, element))?.field;
  if (/^(?:checkbox|radio|switch)$/.test(field.type)) {
    const step = expectElement(element, {
      expectation: field.checked ? 'TO_BE_CHECKED' : 'NOT_TO_BE_CHECKED',
    });
    return { step, holds: (view) => now(view)?.checked === field.checked };
  }
  if (field.value !== '' && !isStableText(field.value)) return undefined;
  const step = expectElement(element, { expectation: 'TO_HAVE_VALUE', calledWith: literalText(field.value) });
  return { step, holds: (view) => now(view)?.value === field.value };
}

/** A field has the keyboard focus: the browser moves it to the first field that it refuses. */
export function hasFocus(element: PageElement): Expectation {
  return { step: expectElement(element, { expectation: 'FOCUSED' }), holds: () => true };
}

/** The page has its title. */
export function hasTitle({ title }: PageView): Expectation | undefined {
  if (!isStableText(title)) return undefined;
  const step = expectPage({ expectation: 'TO_HAVE_TITLE', calledWith: literalText(title) });
  return { step, holds: (view) => view.title === title };
}

/** Whether an address has no id, nothing random, and no pattern. */
function isStableAddress(address: string): boolean {
  return !/\d{3,}|[0-9a-f]{8,}|OCTOREGEX/i.test(address) && !address.includes(uniqueText);
}

/** The page has its path. Undefined if the path has an id or something random. @param path as a step has it. */
export function hasPath(path: string, url: string): Expectation | undefined {
  if (!isStableAddress(path)) return undefined;
  const step = expectPage({ expectation: 'TO_HAVE_URL', calledWith: path });
  return { step, holds: (view) => view.url === url };
}
