import * as core from '@actions/core';
import { z } from 'zod';
import { runFactsSchema, runStatuses } from '../results/run-results.ts';

/** What the main step leaves for its post step: the runner keeps it, even if the step is killed. Without secrets. */
const savedState = z.object({
  facts: runFactsSchema,
  evidenceFolder: z.string(),
  /** Set once there is a verdict. */
  verdict: z.object({ status: z.enum(runStatuses), green: z.boolean() }).optional(),
  /** True once the job summary was written, or failed to be: the annotations follow it. */
  hasSummary: z.boolean().optional(),
  /** True once everything was published, or failed to be. */
  isPublished: z.boolean().optional(),
  /** The comment, once it was begun. */
  comment: z
    .object({
      issueNumber: z.number(),
      /** True once it says what it has to say. */
      isDone: z.boolean(),
      /** Ids of the results that it shows, if several jobs share it. */
      rendered: z.array(z.number()).readonly(),
      /** Id of this job's results, once they are uploaded. */
      uploaded: z.number().optional(),
    })
    .optional(),
  /** The check run that is still in progress. */
  check: z.object({ sha: z.string(), name: z.string(), externalId: z.string() }).optional(),
  /** Folder for files that are needed only while the step runs. */
  tempFolder: z.string().optional(),
  /** Process group of the app that was started. */
  appPid: z.number().optional(),
});
export type SavedState = z.infer<typeof savedState>;
export type SavedComment = NonNullable<SavedState['comment']>;

/** The runner hands the state to the post step in a variable with this name. */
const stateName = 'browser-test-gate';

/** Hands the state to the runner. */
export function saveState(state: SavedState): void {
  core.saveState(stateName, state);
}

/** @returns undefined where the main step has saved none. */
export function readState(): SavedState | undefined {
  try {
    return savedState.parse(JSON.parse(core.getState(stateName)));
  } catch {
    return undefined;
  }
}

/** The state of a run, which is saved whenever it changes. It never throws: the tests matter more. */
export class RunState {
  #state: SavedState | undefined;
  readonly #save: (state: SavedState) => void;

  constructor(save: (state: SavedState) => void) {
    this.#save = save;
  }

  /** The post step knows of the run from now on. */
  begin(state: Pick<SavedState, 'facts' | 'evidenceFolder'>): void {
    this.#state = state;
    this.add({});
  }

  /** Adds to the state of a run that has begun. */
  readonly add = (more: Partial<SavedState>): void => {
    if (this.#state === undefined) return;
    this.#state = { ...this.#state, ...more };
    try {
      this.#save(this.#state);
    } catch {
      // Without it the post step has nothing to do.
    }
  };
}
