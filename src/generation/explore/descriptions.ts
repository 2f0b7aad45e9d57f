import { cut, foldLines } from '../../common/text.ts';
import type { PageElement, PageView } from '../../runner/live-page.ts';
import { isText } from './controls.ts';
import { itemOf } from './list-items.ts';
import { headingText } from './page-state.ts';
import { readable } from './readable-text.ts';
import type { Transition } from './transition.ts';

/** A text of a page in a description. */
export function quote(text: string): string {
  return `"${cut(foldLines(text), 60)}"`;
}

/** A page in a sentence. */
export function nameOf(view: PageView): string {
  return `the page ${quote(headingText(view) ?? (view.title || view.url))}`;
}

/** A control in a sentence: by its name, or by its role if the name has no words, and by the item that it is in. */
export function controlName(element: PageElement, view: PageView): string {
  const name = element.name || readable(element);
  if (/[\p{L}\d]/u.test(name)) return quote(name);
  const item = itemOf(view, element);
  const role = name === '' ? `the ${element.role || 'field'}` : quote(name);
  return item === undefined ? role : `${role} of ${quote(readable(item))}`;
}

/** What is done with a form, in a sentence. */
export function submitting({ form, before }: Transition): string {
  const field = form?.fields.findLast(isText);
  const doing =
    form?.submit !== undefined
      ? `submitting ${quote(form.submit.name)}`
      : `pressing Enter in ${quote(field?.name || field?.field?.placeholder || 'the field')}`;
  return `${doing} on ${nameOf(before)}`;
}

/** The words of a page, its address first. */
export function aboutPage(view: PageView): string {
  const headings = view.elements.filter(({ role }) => role === 'heading').map(readable);
  return [addressOf(view), view.title, ...headings].join(' ');
}

/** What names a page of an app: its path, and its hash if that names a page, too, as in `/#/settings`. */
export function addressOf({ url }: PageView): string {
  const { pathname, hash } = new URL(url);
  return /^#!?\//.test(hash) ? `${pathname}${hash}` : pathname;
}
