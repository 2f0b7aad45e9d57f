import type { PageElement, PageView } from '../../runner/live-page.ts';
import { isControl } from './controls.ts';
import { isInFrame, itemOf, listsOf } from './list-items.ts';
import {
  distinct,
  type Expectation,
  holdsValue,
  isPresent,
  notShown,
  present,
  shows,
} from './page-expectations.ts';
import { changeOf, hasSamePath, headingText, sameSelectors } from './page-state.ts';
import { hasOptions, mentions, ownText, readable, withoutNumbers } from './readable-text.ts';

interface ChangeOptions {
  readonly max?: number;
  /** Whether something else is expected of what is in lists. */
  readonly isListed?: boolean;
}

/** What a person would check after something was done: the part of the change that says that it has worked. */
export function expectChange(
  before: PageView,
  after: PageView,
  texts: readonly string[],
  { max = 6, isListed = false }: ChangeOptions = {},
): Expectation[] {
  const { appeared, vanished } = changeOf(before, after);
  const isSamePage = samePage(before, after);
  const isOfOther = itemsOfOthers(before, after, texts);
  const isLeft = (element: PageElement, view: PageView) =>
    isOfOther(element, view) || (isListed && itemOf(view, element) !== undefined);
  const significant = [...appeared, ...totalsOf(after)]
    .filter((each) => !isContainer(each, after) && !isLeft(each, after) && !isCopy(each, after))
    .map((element) => ({ element, weight: weightOf(element, { before, after, texts, isSamePage }) }))
    .filter(({ weight }) => weight > 0)
    .sort((a, b) => b.weight - a.weight)
    .map(({ element }) => (isControl(element) ? isPresent(element) : shows(element)));
  const disappearances = isSamePage
    ? vanished
        .filter((each) => isSignificant(each, before) && !isLeft(each, before))
        .sort((a, b) => Number(mentions(readable(b), texts)) - Number(mentions(readable(a), texts)))
        .map((each) => notShown(each, after))
    : [];
  const fields = [...(isSamePage ? changedFields(before, after) : []), ...fieldsWith(texts, after)].map(
    holdsValue,
  );
  return distinct([
    ...present(significant).slice(0, max),
    ...present(disappearances).slice(0, 2),
    ...present(fields).slice(0, 2),
  ]);
}

/**
 * Where something was done with one entry of a list: whether an element belongs to another entry that both views have. What
 * changes there is no effect, and may be that of another session.
 */
function itemsOfOthers(before: PageView, after: PageView, texts: readonly string[]) {
  const [old, now] = [before, after].map((view) => listsOf(view).flat());
  const keyOf = (item: PageElement) => withoutNumbers(readable(item));
  // The number in an entry may be what changes.
  const names = texts.map(withoutNumbers);
  const isOwn = (item: PageElement) => mentions(keyOf(item), names) || mentions(readable(item), texts);
  if (old === undefined || now === undefined || ![...old, ...now].some(isOwn)) return () => false;
  const known = new Set(old.map(keyOf));
  const left = new Set(now.map(keyOf).filter((key) => known.has(key)));
  return (element: PageElement, view: PageView) => {
    const item = itemOf(view, element);
    return item !== undefined && !isOwn(item) && !isTotal(readable(item)) && left.has(keyOf(item));
  };
}

/** Whether two views are of the same page, which has the same address and the same main heading. */
function samePage(before: PageView, after: PageView): boolean {
  return headingText(before) === headingText(after) && hasSamePath(before, after);
}

interface Context {
  readonly before: PageView;
  readonly after: PageView;
  readonly texts: readonly string[];
  readonly isSamePage: boolean;
}

/** How much an element that has appeared says about what was done; 0 for nothing. */
function weightOf(element: PageElement, { before, after, texts, isSamePage }: Context): number {
  const text = readable(element);
  const isNumber = /\d/.test(text);
  if (/^(?:alert|status|alertdialog|dialog)$/.test(element.role)) return 9;
  const isText = !isControl(element) || element.href !== undefined;
  if (isText && mentions(text, texts)) return 8;
  if (isNumber && isTotal(text)) return 8;
  if (element.role === 'heading') return isInFrame(element) ? 1 : 7;
  if (isNumber && before.elements.some((each) => isSameButNumber(each, element))) return 7;
  if (isInFrame(element)) return isSamePage ? 2 : 1;
  if (isControl(element)) return isSamePage ? 4 : 1;
  if (itemOf(after, element) !== undefined) return isNumber ? 4 : 3;
  return isNumber ? 6 : 5;
}

function isSameButNumber(one: PageElement, other: PageElement): boolean {
  return one.role === other.role && withoutNumbers(readable(one)) === withoutNumbers(readable(other));
}

const totalWords =
  /\b(?:sub)?total\b|\bsum\b|\bbalance\b|\bamount due\b|(?<!\p{L})(?:(?:gesamt|zwischen)(?:summe|betrag)?|summe|somme|totale|totaal|suma|soma)(?!\p{L})/iu;

/** Whether a text, such as that of a row, is about a total. */
export function isTotal(text: string): boolean {
  return totalWords.test(text);
}

/** The elements that show a total, with the amount in it. */
function totalsOf(view: PageView): PageElement[] {
  return view.elements.filter(
    (each) => !isControl(each) && isTotal(readable(each)) && amountsIn(each.text).length === 1,
  );
}

function amountsIn(text: string): number[] {
  return [...text.matchAll(/(?<![\p{L}\d])\d{1,3}(?:[, ]\d{3})*(?:\.\d+)?|\d+(?:\.\d+)?/gu)].map(([each]) =>
    Number(each.replace(/[, ]/g, '')),
  );
}

/** Whether the elements in an element show all that it shows. */
export function isContainer(element: PageElement, view: PageView): boolean {
  const index = view.elements.indexOf(element);
  const parts = view.elements.filter((each) => each.inside.at(-1) === index);
  const shown = parts.reduce((length, each) => length + readable(each).length, 0);
  return (
    hasOptions(element, view) ||
    (parts.length > 0 &&
      (shown >= readable(element).length * 0.8 ||
        /^(?:table|grid|dialog|article|figure)$/.test(element.role)))
  );
}

/** Whether a text, such as a message, is found by its position among others that may vanish by themselves. */
function isCopy(element: PageElement, view: PageView): boolean {
  const isPlaced = element.selectors.some(({ selectorType }) => /^(?:NTH|FIRST|LAST)$/.test(selectorType));
  return isPlaced && !isControl(element) && itemOf(view, element) === undefined;
}

/** Whether it matters that an element is gone: headings, controls, and what is in lists and dialogs. Messages vanish by themselves. */
function isSignificant(element: PageElement, view: PageView): boolean {
  if (isInFrame(element) || isContainer(element, view)) return false;
  return (
    element.role === 'heading' ||
    itemOf(view, element) !== undefined ||
    element.within.some((each) => /^(?:alert)?dialog/.test(each)) ||
    isControl(element)
  );
}

/** Fields that hold what was entered before. */
export function fieldsWith(texts: readonly string[], { elements }: PageView): PageElement[] {
  return elements.filter(
    ({ field }) => field !== undefined && field.value.length > 1 && texts.includes(field.value),
  );
}

function changedFields(before: PageView, after: PageView): PageElement[] {
  return after.elements.filter((each) => {
    const previous = before.elements.find((other) => sameSelectors(other, each))?.field;
    return (
      previous !== undefined &&
      (previous.value !== each.field?.value || previous.checked !== each.field.checked)
    );
  });
}

/** Rows whose amounts a total should be the sum of, if the page has one total and nothing that is added to it. */
export function sumOfRows(view: PageView): { shown: number; sum: number } | undefined {
  const [total, ...others] = totalsOf(view);
  if (total === undefined || others.length > 0) return undefined;
  if (
    view.elements.some((each) =>
      /\b(?:tax|vat|shipping|delivery|discount|fee|coupon)\b/i.test(readable(each)),
    )
  )
    return undefined;
  const [shown = Number.NaN] = amountsIn(total.text);
  for (const items of listsOf(view)) {
    const rows = items.filter((each) => !isTotal(readable(each))).map((each) => lineOf(readable(each)));
    if (rows.length > 0 && rows.every((each) => each !== undefined)) {
      return { shown, sum: Number(rows.reduce((sum, each) => sum + each, 0).toFixed(2)) };
    }
  }
  return undefined;
}

/** The amount of a row: its only one, or the product of the two before it. */
function lineOf(text: string): number | undefined {
  const amounts = amountsIn(text);
  const [first = 0, second = 0, third] = amounts;
  if (amounts.length === 1) return first;
  return third !== undefined && Math.abs(first * second - third) < 0.005 ? third : undefined;
}

/** What a number on a page that has changed by one stands for, such as `Cart`. */
export function counterOf(before: PageView, after: PageView): { label: string; by: number } | undefined {
  const { appeared, vanished } = changeOf(before, after);
  for (const element of appeared) {
    const old = vanished.find((each) => isSameButNumber(each, element));
    const [now = 0] = amountsIn(readable(element));
    const [then = now] = amountsIn(old === undefined ? '' : readable(old));
    const label = withoutNumbers(ownText(element, after)).replace(/[\s#()[\]:]+/g, ' ');
    const isOnly = amountsIn(readable(element)).length === 1;
    if (isOnly && Math.abs(now - then) === 1) return { label: label.trim(), by: now - then };
  }
  return undefined;
}
