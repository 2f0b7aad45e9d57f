import type { Candidate } from './candidate.ts';
import type { Expectation } from './expectations.ts';
import { uniqueText } from './steps.ts';
import type { Seen } from './transition.ts';

/**
 * Leaves out what exploration itself may have changed for all sessions, where they share the data of the app: numbers, counts
 * and places in lists. What pages showed when they were first seen, and what a test case enters itself, may be expected.
 */
export function withoutDrift(candidates: readonly Candidate[], { states }: Seen): Candidate[] {
  const first = states.filter(({ trail }) => trail.steps.length === 0).map(({ view }) => view);
  const isSteady = ({ step, holds }: Expectation) => {
    const said = JSON.stringify(step);
    if (said.includes(uniqueText) || first.some(holds)) return true;
    const { assertion, selectors } = step;
    const isPlaced = selectors.some(({ selectorType }) => selectorType === 'NTH');
    return !isPlaced && assertion?.expectation !== 'TO_HAVE_COUNT' && !/\d/.test(visibleText(step));
  };
  return candidates.flatMap((each) => {
    const stages = each.stages.map(({ steps, expected }) => ({ steps, expected: expected.filter(isSteady) }));
    // That a field holds what was entered says nothing of what was done with it.
    const isTested = stages[0]?.expected.some(({ step }) => step.assertion?.expectation !== 'TO_HAVE_VALUE');
    return isTested === true ? [{ ...each, stages }] : [];
  });
}

/** The texts of a page in an assertion, without those of selectors that are code. */
function visibleText({ selectors, assertion }: Expectation['step']): string {
  const named = selectors.filter(({ selectorType }) => selectorType !== 'CSS');
  return JSON.stringify([named, assertion]);
}
