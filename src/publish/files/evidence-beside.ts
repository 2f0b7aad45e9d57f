import { isAbsolute, relative, sep } from 'node:path';
import type { AttemptResult, EvidenceFile, PublishedRun } from '../verdict.ts';

/**
 * The run with its traces and screenshots by the path that leads to them from the files that are written beside them. A
 * file that is elsewhere keeps its whole path: an artifact does not hold it, and nothing reads it.
 * @param folder where the evidence is, and where the files will be.
 */
export function withEvidenceBeside(run: PublishedRun, folder: string): PublishedRun {
  const results = run.verdict.results.map((result) => ({
    ...result,
    ...besideIn(result, folder),
    earlierAttempts: result.earlierAttempts.map((attempt) => ({ ...attempt, ...besideIn(attempt, folder) })),
  }));
  return { ...run, verdict: { ...run.verdict, results } };
}

function besideIn({ screenshot, trace }: AttemptResult, folder: string): Partial<AttemptResult> {
  return {
    ...(screenshot === undefined ? {} : { screenshot: beside(screenshot, folder) }),
    ...(trace === undefined ? {} : { trace: beside(trace, folder) }),
  };
}

function beside(file: EvidenceFile, folder: string): EvidenceFile {
  if ('url' in file) return file;
  const path = relative(folder, file.path).split(sep).join('/');
  return isBeside(path) ? { path } : file;
}

/** True for a path that leads to a file in the folder of the file that names it, or below it. */
export function isBeside(path: string): boolean {
  return path !== '' && !isAbsolute(path) && !path.split('/').includes('..');
}
