import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { RunContext } from './context.ts';

/** Folder of this machine where each step of the job that runs tests has its evidence folder. */
export function evidenceRoot({ tempFolder }: Pick<RunContext, 'tempFolder'>): string {
  return join(tempFolder, 'browser-test-gate');
}

/** The folder for result files, traces and screenshots of this step. */
export function evidenceFolder(context: Pick<RunContext, 'tempFolder' | 'job'>): string {
  const { job, step } = context.job;
  const name = [job, step].filter((each) => each !== '').join('-') || 'run';
  return join(evidenceRoot(context), `evidence-${name.replace(/[^\w-]+/g, '-')}`);
}

/** Creates the folder and removes what an earlier run left in it. */
export async function emptyFolder(folder: string): Promise<void> {
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
}
