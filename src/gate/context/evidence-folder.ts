import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { makeFolder } from '../../common/make-folder.ts';
import type { RunContext } from './context.ts';

/** The folder for result files, traces and screenshots of this step, next to those of the job's other steps. */
export function evidenceFolder({
  tempFolder,
  job: { job, step },
}: Pick<RunContext, 'tempFolder' | 'job'>): string {
  const name = [job, step].filter((each) => each !== '').join('-') || 'run';
  return join(tempFolder, 'browser-test-gate', `evidence-${name.replace(/[^\w-]+/g, '-')}`);
}

/** Creates the folder and removes what an earlier run left in it. */
export async function emptyFolder(folder: string): Promise<void> {
  await rm(folder, { recursive: true, force: true });
  await makeFolder(folder);
}
