import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { RunContext } from './context.ts';

/** Where this step's traces and screenshots go. */
export function evidenceFolder({
  tempFolder,
  stepName,
}: Pick<RunContext, 'tempFolder' | 'stepName'>): string {
  return join(tempFolder, 'browser-test-gate', `evidence-${stepName.replace(/[^\w-]+/g, '-')}`);
}

/** Makes the folder, and takes out what an earlier run has left in it. */
export async function emptyFolder(folder: string): Promise<void> {
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
}
