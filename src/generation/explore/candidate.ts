import { cut, foldLines } from '../../common/text.ts';
import type { ExchangeElement } from '../../contract/exchange/test-case.ts';
import type { PageElement, PageView } from '../../runner/live-page.ts';
import { distinct, type Expectation } from './expectations.ts';
import { isText } from './find-forms.ts';
import { headingOf, itemOf, readable } from './page-state.ts';
import type { Seen, Transition } from './transition.ts';
import type { Trail } from './visit.ts';

/** Steps, and what is expected after them. */
export interface Stage {
  readonly steps: readonly ExchangeElement[];
  readonly expected: readonly Expectation[];
}

/** A test case that is still to be played in a session of its own. */
export interface Candidate {
  readonly description: string;
  /** Words about its pages, for the order of cases. */
  readonly about: string;
  readonly trail: Trail;
  readonly stages: readonly Stage[];
  /** How much a case of its kind is worth; more is better. */
  readonly worth: number;
}

/** Makes candidates of what exploration has seen. */
export type Strategy = (seen: Seen) => Candidate[];

/** A candidate, worth less the longer its trail is. None if nothing is expected first. */
export function candidate(made: Candidate): Candidate[] {
  const { description, stages, trail, worth } = made;
  if ((stages[0]?.expected.length ?? 0) === 0) return [];
  const sentence = description.charAt(0).toUpperCase() + description.slice(1);
  return [{ ...made, description: sentence, worth: worth - trail.steps.length / 4 }];
}

/** @param expected of which each is kept once. */
export function stage(
  steps: readonly ExchangeElement[],
  expected: readonly (Expectation | undefined)[],
): Stage {
  return { steps, expected: distinct(expected) };
}

/** A text of a page in a description. */
export function quote(text: string): string {
  return `"${cut(foldLines(text), 60)}"`;
}

/** A page in a sentence. */
export function nameOf(view: PageView): string {
  const heading = headingOf(view);
  return `the page ${quote(heading === undefined ? view.title || view.url : readable(heading))}`;
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

export function aboutPage(view: PageView): string {
  const { pathname } = new URL(view.url);
  const headings = view.elements.filter(({ role }) => role === 'heading').map(readable);
  return [pathname, view.title, ...headings].join(' ');
}
