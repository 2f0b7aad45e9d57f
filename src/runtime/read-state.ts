import * as core from '@actions/core';
import { type SavedState, savedState } from './saved-state.ts';
import { stateName } from './state-saver.ts';

/** @returns undefined where the main step has saved none. */
export function readState(): SavedState | undefined {
  try {
    return savedState.parse(JSON.parse(core.getState(stateName)));
  } catch {
    return undefined;
  }
}
