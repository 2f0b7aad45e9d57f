import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as core from '@actions/core';
import { z } from 'zod';
import { runResults, runStatuses } from '../results/run-results.ts';

/** What the main step leaves for its post step: the runner keeps it, even if the step is killed. Without secrets. */
const schema = z.object({
  facts: runResults.pick({
    title: true,
    startedAt: true,
    workflowRunUrl: true,
    sourceUrl: true,
    url: true,
    context: true,
    job: true,
  }),
  evidenceFolder: z.string(),
  /** Set once there is a verdict. */
  verdict: z.object({ status: z.enum(runStatuses), green: z.boolean() }).optional(),
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
export type SavedState = z.infer<typeof schema>;
export type SavedComment = NonNullable<SavedState['comment']>;

const name = 'browser-test-gate';

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
  core.saveState(name, state);
}

/** @returns undefined where the main step has saved none. */
export function readState(): SavedState | undefined {
  try {
    return schema.parse(JSON.parse(core.getState(name)));
  } catch {
    return undefined;
  }
}

/** Sockets of browsers stand in it, and their paths have hardly more than 100 characters. */
const longestTempFolder = 40;

/**
 * Makes a folder for temporary files that is this process's own.
 * @returns undefined where none can be made, or where its path would be too long.
 */
export function ownTempFolder(): string | undefined {
  const prefix = join(tmpdir(), 'gate-');
  if (prefix.length + 6 > longestTempFolder) return undefined;
  try {
    return mkdtempSync(prefix);
  } catch {
    return undefined;
  }
}

/** Removes a folder, as far as that is possible at once. */
export function removeNow(folder: string): void {
  try {
    rmSync(folder, { recursive: true, force: true, maxRetries: 3, retryDelay: 50 });
  } catch {
    // What was just killed still writes: the post step removes the rest.
  }
}
