import type { PageView } from '../../runner/live-page.ts';
import type { Candidate } from './candidate.ts';
import type { Expectation } from './page-expectations.ts';
import { isFilter } from './page-forms.ts';
import { readable } from './readable-text.ts';
import { isOfOthers, uniqueText } from './steps.ts';
import type { ExplorationRecord } from './transition.ts';

/** What was seen before other sessions had entered something on the pages, and what forms have done. */
export function withoutTraces({ states, transitions, pathOf }: ExplorationRecord): ExplorationRecord {
  const isTraced = ({ elements }: PageView) => elements.some((each) => isOfOthers(readable(each)));
  return {
    states: states.filter(({ view }) => !isTraced(view)),
    transitions: transitions.filter(
      ({ form, before, after }) =>
        (form !== undefined && !isFilter(form)) || !(isTraced(before) || isTraced(after)),
    ),
    pathOf,
  };
}

/**
 * Leaves out what exploration itself may have changed for all sessions, where they share the data of the app: numbers, counts
 * and places in lists. What pages showed when they were first seen, and what a test case enters itself, may be expected.
 */
export function withoutDrift(candidates: readonly Candidate[], { states }: ExplorationRecord): Candidate[] {
  const first = states.filter(({ trail }) => trail.steps.length === 0).map(({ view }) => view);
  const isStable = ({ step, holds }: Expectation) => {
    const stepText = JSON.stringify(step);
    if (isOfOthers(stepText)) return false;
    const { assertion, selectors } = step;
    const isAbsent = assertion?.expectation === 'NOT_VISIBLE';
    if (stepText.includes(uniqueText) || (!isAbsent && first.some(holds))) return true;
    const isPlaced = selectors.some(({ selectorType }) => selectorType === 'NTH');
    return !isPlaced && assertion?.expectation !== 'TO_HAVE_COUNT' && !/\d/.test(visibleText(step));
  };
  return candidates.flatMap((each) => {
    const stages = each.stages.map(({ steps, expected }) => ({ steps, expected: expected.filter(isStable) }));
    // That a field holds what was entered says nothing of what was done with it.
    const isTested = stages[0]?.expected.some(({ step }) => step.assertion?.expectation !== 'TO_HAVE_VALUE');
    const isOwn = !isOfOthers(JSON.stringify([each.trail, stages.map(({ steps }) => steps)]));
    return isTested === true && isOwn ? [{ ...each, stages }] : [];
  });
}

/** The texts of a page in an assertion, without those of selectors that are code. */
function visibleText({ selectors, assertion }: Expectation['step']): string {
  const named = selectors.filter(({ selectorType }) => selectorType !== 'CSS');
  return JSON.stringify([named, assertion]);
}
