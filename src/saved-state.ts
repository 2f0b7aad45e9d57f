import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as core from '@actions/core';
import { z } from 'zod';
import { sectionKin } from './publish/comment/section-kin.ts';
import { verdictStatuses } from './publish/verdict.ts';

/** What the main step leaves for its post step: the runner keeps it, also where the step was killed. */
const schema = z.object({
  /** The comment says what it shall say, or there is none. */
  commentDone: z.boolean(),
  /** Once there is a verdict. */
  verdict: z.object({ status: z.enum(verdictStatuses), green: z.boolean() }).optional(),
  /** When the step began, in ms since 1970. */
  startedAt: z.number(),
  facts: z.object({ title: z.string(), sha: z.string().optional(), workflowRunUrl: z.string().optional() }),
  place: z
    .object({
      issueNumber: z.number(),
      key: z.string(),
      writer: z.object({
        id: z.string(),
        run: z.object({ runId: z.number(), attempt: z.number() }),
        title: z.string(),
        step: z.string(),
        sha: z.string().optional(),
        url: z.string().optional(),
        kin: sectionKin.optional(),
      }),
      shared: z.boolean(),
      known: z.number().optional(),
    })
    .optional(),
  /** The check run that was begun. */
  check: z.object({ sha: z.string(), name: z.string(), externalId: z.string() }).optional(),
  /** The check run says what it shall say. */
  checkDone: z.boolean().optional(),
  /** The folder for everything that is needed only while the step runs. */
  tempFolder: z.string().optional(),
  evidenceFolder: z.string().optional(),
});
export type SavedState = z.infer<typeof schema>;

const name = 'browser-test-gate';

/** Makes what saves the state: each call adds to what was said before. It never throws: the tests matter more. */
export function stateSaver(first: SavedState): (more: Partial<SavedState>) => void {
  let state = first;
  return (more) => {
    state = { ...state, ...more };
    try {
      core.saveState(name, state);
    } catch {
      // Without it the post step has nothing to do.
    }
  };
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
