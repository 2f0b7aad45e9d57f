import { messageOf } from '../common/errors.ts';
import { describeRefusal } from '../github/refusal.ts';
import { gateKey, hasOtherJobs } from '../results/jobs.ts';
import type { Redacted } from '../results/redacted.ts';
import type { RunResults } from '../results/run-results.ts';
import type { Publishing } from './publishing.ts';
import { readEarlierSteps } from './read-results.ts';
import type { SharedResults } from './results-store.ts';

type SharingOptions = Pick<
  Publishing,
  'facts' | 'redact' | 'evidenceFolder' | 'resultsStore' | 'isFork' | 'host'
>;

/**
 * Uploads the results for the other jobs of the workflow run, and for the workflow that publishes those of forks. The log
 * says why that fails.
 * @returns undefined if nobody needs them, or if they could not be uploaded.
 */
export async function shareResults(
  results: Redacted<RunResults>,
  options: SharingOptions,
): Promise<SharedResults | undefined> {
  const { facts, resultsStore, host, redact } = options;
  if ('missing' in resultsStore) return undefined;
  try {
    const [own, ...earlier] = await resultsToShare(results, options);
    if (own === undefined) return undefined;
    const id = await resultsStore.upload(own);
    for (const each of earlier) await resultsStore.upload(each);
    return { id, gate: gateKey(facts.job), createdAt: Date.now(), results };
  } catch (error) {
    const text = describeRefusal(new Error(redact(messageOf(error))), 'artifact upload');
    // Few workflows need the results of a job alone.
    if (hasOtherJobs(facts.job) || options.isFork) host.warning(text);
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
  { facts: { job }, isFork, evidenceFolder, redact }: SharingOptions,
): Promise<Redacted<RunResults>[]> {
  if (hasOtherJobs(job) || isFork || job.attempt > 1) return [results];
  const earlier = await readEarlierSteps(evidenceFolder, job, redact);
  if (earlier.some(({ green }) => !green)) return [results];
  return results.green ? [] : [results, ...earlier];
}
