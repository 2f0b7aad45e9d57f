import * as core from '@actions/core';
import type { SavedState } from './saved-state.ts';

/** The runner hands the state to the post step in a variable with this name. */
export const stateName = 'browser-test-gate';

/** A function that adds to the state and saves it. It never throws: the tests matter more. */
export function stateSaver(
  save: (state: SavedState) => void,
  first: SavedState,
): (more: Partial<SavedState>) => void {
  let state = first;
  return (more) => {
    state = { ...state, ...more };
    try {
      save(state);
    } catch {
      // Without it the post step has nothing to do.
    }
  };
}

/** Hands the state to the runner. */
export function saveState(state: SavedState): void {
  core.saveState(stateName, state);
}
