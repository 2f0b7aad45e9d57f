import { cut, foldLines } from '../../common/text.ts';
import type { ExchangeElement } from '../../contract/exchange/test-case.ts';
import type { PageElement, PageView } from '../../runner/live-page.ts';
import type { Expected } from './expected.ts';
import { headingOf, itemOf, readable } from './page-state.ts';
import type { State, Transition } from './transition.ts';
import type { Trail } from './visit.ts';

/** Steps, and what is expected after them. */
export interface Beat {
  readonly steps: readonly ExchangeElement[];
  readonly expected: readonly Expected[];
}

/** A test case that is still to be played in a session of its own. */
export interface Candidate {
  readonly description: string;
  /** Words about its pages, for the order of cases. */
  readonly about: string;
  readonly trail: Trail;
  readonly beats: readonly Beat[];
  /** How much a case of its kind is worth; more is better. */
  readonly worth: number;
}

/** What exploration has seen. */
export interface Seen {
  readonly states: readonly State[];
  readonly transitions: readonly Transition[];
  readonly base: string;
  pathOf(url: string): string;
}

/** Makes candidates of what exploration has seen. */
export type Strategy = (seen: Seen) => Candidate[];

/** A candidate, worth less the longer its trail is. None if nothing is expected first. */
export function candidate(made: Candidate): Candidate[] {
  const { description, beats, trail, worth } = made;
  if ((beats[0]?.expected.length ?? 0) === 0) return [];
  const sentence = description.charAt(0).toUpperCase() + description.slice(1);
  return [{ ...made, description: sentence, worth: worth - trail.steps.length / 4 }];
}

/** The expectations that there are. */
export function present(expected: readonly (Expected | undefined)[]): Expected[] {
  return expected.filter((each) => each !== undefined);
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

/** What a page is about. */
export function aboutPage(view: PageView): string {
  const { pathname } = new URL(view.url);
  const headings = view.elements.filter(({ role }) => role === 'heading').map(readable);
  return [pathname, view.title, ...headings].join(' ');
}
