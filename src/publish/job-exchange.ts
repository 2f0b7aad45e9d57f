import { messageOf } from '../common/errors.ts';
import type { JobArtifacts } from '../github/job-artifacts.ts';
import { describeRefusal } from '../github/refusal.ts';
import { gateKey, hasSiblings } from '../results/jobs.ts';
import { type Redact, type Redacted, redactDeep } from '../results/redacted.ts';
import { encodeResults, parseResults, type ReadResults, resultsFileName } from '../results/results-file.ts';
import type { RunFacts, RunResults } from '../results/run-results.ts';
import type { Host } from '../runtime/host.ts';
import type { Publishing } from './publishing.ts';
import { readEarlierSteps } from './result-files.ts';
import {
  maxArchiveBytes,
  newestResultsArtifacts,
  ofArtifact,
  resultsArtifactName,
  unreadableResults,
} from './results-artifacts.ts';

/** Results and the gate that they belong to. */
export interface GateResults {
  /** See `gateKey`. */
  readonly gate: string;
  /** An error if they cannot be read. */
  readonly results: Redacted<RunResults>;
}

/** Results that a job of the gate has uploaded. */
export interface SharedResults extends GateResults {
  /** Increases with each upload in a workflow run. */
  readonly id: number;
  /** When it was uploaded, by GitHub's clock, in ms since 1970. */
  readonly createdAt: number;
}

/** The results of the jobs of a gate. */
export interface ResultsExchange {
  /** Uploads the results of this job. @returns its id. @throws if that fails. */
  upload(results: Redacted<RunResults>): Promise<number>;
  /** The newest results of each job and step, as far as GitHub lists them. @throws if that fails. */
  list(): Promise<readonly SharedResults[]>;
}

/** How jobs of a workflow run share their results; a reason if they cannot. */
export type Exchange = ResultsExchange | { readonly missing: string };

/** Re-runs of single jobs need the results of the others: GitHub allows them for 30 days. */
const retentionDays = 30;
/** Size limit of an uploaded results.json, in bytes: texts are cut to fit. */
const maxBytes = 2 * 1024 * 1024;
/** Time limit of an operation, in ms. */
const limitMs = 30_000;
const tooLarge: ReadResults = {
  kind: 'unreadable',
  reason: `is larger than ${maxArchiveBytes / 1024 ** 2} MiB`,
};

/** What an exchange is made of. */
export interface ExchangeOptions {
  readonly artifacts: JobArtifacts;
  readonly facts: Redacted<RunFacts>;
  readonly redact: Redact;
  /** Only results of this gate; undefined for those of all gates of the run. */
  readonly gate: string | undefined;
}

/** Exchanges results with the other jobs of this workflow run, as artifacts. Errors carry the reason of GitHub's package. */
export function openJobExchange({ artifacts, facts, redact, gate }: ExchangeOptions): ResultsExchange {
  const known = new Map<number, SharedResults>();
  return {
    async upload(results) {
      const content = Buffer.concat(encodeResults(results, maxBytes));
      const request = { names: [resultsArtifactName(results.job)], fileName: resultsFileName, content };
      return (await artifacts.uploadFile({ ...request, retentionDays }, limitMs)).id;
    },
    async list() {
      const newest = newestResultsArtifacts(await artifacts.list(limitMs), facts.job.attempt).filter(
        (each) => gate === undefined || each.gate === gate,
      );
      const unknown = newest.filter(({ id }) => !known.has(id));
      const ids = unknown.filter(({ size }) => size <= maxArchiveBytes).map(({ id }) => id);
      const files = ids.length === 0 ? [] : await artifacts.read({ file: resultsFileName, ids }, limitMs);
      for (const artifact of unknown) {
        const file = files.find(({ id }) => id === artifact.id);
        const content = file === undefined ? tooLarge : parseResults(file.content);
        const read = ofArtifact(content, artifact, facts.job.runId);
        const results =
          read.kind === 'results' ? read.results : unreadableResults(facts, artifact, read.reason);
        known.set(artifact.id, {
          id: artifact.id,
          gate: artifact.gate,
          createdAt: Date.parse(artifact.createdAt ?? '') || Date.now(),
          results: redactDeep(results, redact),
        });
      }
      return newest.flatMap(({ id }) => known.get(id) ?? []);
    },
  };
}

interface SharingOptions extends Pick<Publishing, 'facts' | 'redact' | 'evidenceFolder'> {
  readonly exchange: Exchange;
  /** True for a pull request from a fork, whose results another workflow publishes. */
  readonly isFork: boolean;
  readonly host: Pick<Host, 'info' | 'warning'>;
}

/**
 * Uploads the results for the other jobs of the workflow run, and for the workflow that publishes those of forks. The log
 * says why that fails.
 * @returns undefined if nobody needs them, or if they could not be uploaded.
 */
export async function shareResults(
  results: Redacted<RunResults>,
  options: SharingOptions,
): Promise<SharedResults | undefined> {
  const { facts, exchange, host, redact } = options;
  if ('missing' in exchange) return undefined;
  try {
    const [own, ...earlier] = await resultsToShare(results, options);
    if (own === undefined) return undefined;
    const id = await exchange.upload(own);
    for (const each of earlier) await exchange.upload(each);
    return { id, gate: gateKey(facts.job), createdAt: Date.now(), results };
  } catch (error) {
    const text = describeRefusal(new Error(redact(messageOf(error))), 'artifact upload');
    // Few workflows need the results of a job alone.
    if (hasSiblings(facts.job) || options.isFork) host.warning(text);
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
  if (hasSiblings(job) || isFork || job.attempt > 1) return [results];
  const earlier = await readEarlierSteps(evidenceFolder, redactDeep(job, redact), redact);
  if (earlier.some(({ green }) => !green)) return [results];
  return results.green ? [] : [results, ...earlier];
}
