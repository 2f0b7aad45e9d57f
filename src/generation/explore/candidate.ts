import { cut, foldLines } from '../../common/text.ts';
import type { ExchangeElement } from '../../contract/exchange/test-case.ts';
import type { Expected } from './expected.ts';
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

/** The expectations that there are. */
export function present(expected: readonly (Expected | undefined)[]): Expected[] {
  return expected.filter((each) => each !== undefined);
}

/** A text of a page in a description. */
export function quote(text: string): string {
  return `"${cut(foldLines(text), 60)}"`;
}
