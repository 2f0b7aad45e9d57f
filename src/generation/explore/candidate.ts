import type { ExchangeElement } from '../../contract/exchange/exchange-test-case.ts';
import { distinct, type Expectation } from './page-expectations.ts';
import type { ExplorationRecord } from './transition.ts';
import type { Trail } from './visit.ts';

export interface Stage {
  readonly steps: readonly ExchangeElement[];
  readonly expected: readonly Expectation[];
  /** What the stage adds to the description of its case: what the result of the stages before it does. */
  readonly outcome?: string;
}

/** A test case that is still to be run in a session of its own. */
export interface Candidate {
  readonly description: string;
  /** Words about its pages, for the order of cases. */
  readonly about: string;
  readonly trail: Trail;
  readonly stages: readonly Stage[];
  /** How much a case of its kind is worth; more is better. */
  readonly weight: number;
}

/** Makes candidates of what exploration has seen. */
export type Strategy = (seen: ExplorationRecord) => Candidate[];

/** A candidate, worth less the longer its trail is. None if nothing is expected first. */
export function candidate(made: Candidate): Candidate[] {
  const { description, trail, weight } = made;
  // Steps after which nothing is expected are of no use at the end.
  const stages = made.stages.slice(0, made.stages.findLastIndex(({ expected }) => expected.length > 0) + 1);
  if ((stages[0]?.expected.length ?? 0) === 0) return [];
  const sentence = description.charAt(0).toUpperCase() + description.slice(1);
  return [{ ...made, stages, description: sentence, weight: weight - trail.steps.length / 20 }];
}

/** @param expected of which each is kept once. */
export function stage(
  steps: readonly ExchangeElement[],
  expected: readonly (Expectation | undefined)[],
): Stage {
  return { steps, expected: distinct(expected) };
}
