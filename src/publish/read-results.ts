import { readdir, readFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import type { Redact } from '../common/map-texts.ts';
import { jobStepKey } from '../results/jobs.ts';
import { type Redacted, redactDeep } from '../results/redacted.ts';
import { parseResults, type ReadResults, resultsFileName } from '../results/results-file.ts';
import type { JobIdentity, RunResults } from '../results/run-results.ts';

/** Reads the results in a file. */
export async function readResultsFile(path: string): Promise<ReadResults> {
  return parseResults(await readFile(path).catch(() => undefined));
}

/**
 * Reads the results of the other steps of a job that have ended: they are on the same machine.
 * @param evidenceFolder that of this step. Its own results are not read: they may be large.
 */
export async function readEarlierSteps(
  evidenceFolder: string,
  job: JobIdentity,
  redact: Redact,
): Promise<Redacted<RunResults>[]> {
  const root = dirname(evidenceFolder);
  const folders = (await readdir(root).catch(() => [])).filter((name) => name !== basename(evidenceFolder));
  const files = folders.map((folder) => readResultsFile(join(root, folder, resultsFileName)));
  return (await Promise.all(files)).flatMap((read) =>
    read.kind === 'results' && isOtherStep(read.results.job, job) ? [redactDeep(read.results, redact)] : [],
  );
}

function isOtherStep(other: JobIdentity, job: JobIdentity): boolean {
  const jobKey = ({ workflow, job: id, runId, attempt: number, ...rest }: JobIdentity) =>
    JSON.stringify([workflow, id, runId, number, jobStepKey({ ...rest, step: '' })]);
  return other.step !== job.step && jobKey(other) === jobKey(job);
}
