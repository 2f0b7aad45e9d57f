import type { PageElement, PageView } from '../../runner/live-page.ts';
import { elementsIn } from '../page-tree.ts';
import { isControl } from './controls.ts';

/** A text with its numbers replaced, such as `Cart (#)`. */
export function withoutNumbers(text: string): string {
  return text.replace(/\d+(?:[.,]\d+)*/g, '#');
}

/** What a person reads in an element: its text, else its name. */
export function readable(element: PageElement): string {
  return (element.text || element.name).replace(/\s+/g, ' ').trim();
}

/** What a person reads in an element beside the controls in it. */
export function ownText(element: PageElement, view: PageView): string {
  const controls = elementsIn(element, view).filter(isControl);
  const left = controls.reduce((text, each) => text.replace(each.text, ' '), readable(element));
  return left.replace(/\s+/g, ' ').trim();
}

/** Whether the text of an element has all options of a list in it. */
export function hasOptions(element: PageElement, view: PageView): boolean {
  return elementsIn(element, view).some(({ tag }) => tag === 'select');
}

/** What assertions compare in an element: its text, else its name. */
export function comparable({ comparedText, text, name }: PageElement): string {
  return ((comparedText ?? text) || name).replace(/\s+/g, ' ').trim();
}

/** Whether a text has one of the texts that were entered. Short ones, such as numbers, must be the whole text. */
export function mentions(text: string, texts: readonly string[]): boolean {
  return texts.some((each) => (each.length > 2 && !/^\d+$/.test(each) ? text.includes(each) : text === each));
}
