import { readdir } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { messageOf } from '../common/errors.ts';
import type { Redact } from '../common/text.ts';
import { describeRefusal } from '../github/refusal.ts';
import type { ResultsStore, SharedResults } from '../github/results-store.ts';
import { gateKey, hasOtherJobs, jobStepKey } from '../results/jobs.ts';
import { readResultsFile, resultsFileName } from '../results/results-file.ts';
import { type JobIdentity, type Redacted, type RunResults, redactDeep } from '../results/run-results.ts';
import type { PublishContext } from './publish-context.ts';

/**
 * Uploads the results for the other jobs of the workflow run, and for the workflow that publishes those of forks. The log
 * says why that fails.
 * @returns undefined if nobody needs them, or if they could not be uploaded.
 */
export async function shareResults(
  results: Redacted<RunResults>,
  context: PublishContext,
): Promise<SharedResults | undefined> {
  const { facts, isFork, resultsStore, host, redact } = context;
  if ('missing' in resultsStore) return undefined;
  try {
    const [own, ...earlier] = await resultsToShare(results, context);
    if (own === undefined) return undefined;
    const id = await resultsStore.upload(own);
    for (const each of earlier) await resultsStore.upload(each);
    return sharedAs(id, results);
  } catch (error) {
    const text = describeRefusal(new Error(redact(messageOf(error))), 'artifact upload');
    // Few workflows need the results of a job alone.
    if (hasOtherJobs(facts.job) || isFork) host.warning(text);
    else host.info(text);
    return undefined;
  }
}

/**
 * Own results, and those of earlier steps that have not been uploaded. A job alone uploads them once a step is not green: a
 * last job with `mode: publish` must be red then, and shows all steps. A re-run replaces what an earlier attempt uploaded.
 */
async function resultsToShare(
  results: Redacted<RunResults>,
  { facts: { job }, isFork, evidenceFolder, redact }: PublishContext,
): Promise<Redacted<RunResults>[]> {
  // A matrix of one job and a single shard have no other jobs, but maybe a last job, which looks for their results.
  const isOfMatrix = hasOtherJobs(job) || job.matrix.length > 0 || job.shard !== null;
  if (isOfMatrix || isFork || job.attempt > 1) return [results];
  const earlier = await readEarlierSteps(evidenceFolder, job, redact);
  if (earlier.some(({ green }) => !green)) return [results];
  return results.green ? [] : [results, ...earlier];
}

/**
 * The results of this job as the others see them; they are uploaded if the step has not done it. If they cannot be uploaded,
 * only this job sees them.
 * @param uploaded their id, if it is known.
 */
export async function resultsOfThisJob(
  resultsStore: ResultsStore,
  results: Redacted<RunResults>,
  uploaded: number | undefined,
): Promise<SharedResults> {
  const { job } = results;
  const id = uploaded ?? (await resultsStore.upload(results).catch(() => undefined));
  if (id !== undefined) return sharedAs(id, results);
  // The name is taken: the step has uploaded them, and was killed before it could say so.
  const listed = (await resultsStore.list(gateKey(job))).find(
    (each) => jobStepKey(each.results.job) === jobStepKey(job) && each.results.job.attempt === job.attempt,
  );
  return listed ?? sharedAs(undefined, results);
}

/** Stands for the id of results that could not be uploaded. */
const notUploaded = -1;

/** Results as the other jobs see them, or as this one alone does if they have no id. */
export function sharedAs(id: number | undefined, results: Redacted<RunResults>): SharedResults {
  return { id: id ?? notUploaded, gate: gateKey(results.job), createdAt: Date.now(), results };
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
  return (await Promise.all(files)).flatMap((results) =>
    results !== undefined && isOtherStep(results.job, job) ? [redactDeep(results, redact)] : [],
  );
}

function isOtherStep(other: JobIdentity, job: JobIdentity): boolean {
  const jobKey = ({ workflow, job: id, runId, attempt: number, ...rest }: JobIdentity) =>
    JSON.stringify([workflow, id, runId, number, jobStepKey({ ...rest, step: '' })]);
  return other.step !== job.step && jobKey(other) === jobKey(job);
}
