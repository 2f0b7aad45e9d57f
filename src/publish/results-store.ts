import type { Redact } from '../common/map-texts.ts';
import type { JobArtifacts } from '../github/job-artifacts.ts';
import { type Redacted, redactDeep } from '../results/redacted.ts';
import { encodeResults, parseResults, type ReadResults, resultsFileName } from '../results/results-file.ts';
import type { RunFacts, RunResults } from '../results/run-results.ts';
import {
  checkOrigin,
  maxArchiveBytes,
  newestResultsArtifacts,
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

/** The results of the jobs of a workflow run. */
export interface ResultsStore {
  /** Uploads the results of this job. @returns its id. @throws if that fails. */
  upload(results: Redacted<RunResults>): Promise<number>;
  /**
   * The newest results of each job and step, as far as GitHub lists them.
   * @param gate only those of this gate. Default: those of all gates. @throws if that fails.
   */
  list(gate?: string): Promise<readonly SharedResults[]>;
}

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

/** Stores the results of the jobs of this workflow run as artifacts. Errors carry the reason that GitHub's package gives. */
export function openResultsStore(
  artifacts: JobArtifacts,
  facts: Redacted<RunFacts>,
  redact: Redact,
): ResultsStore {
  const known = new Map<number, SharedResults>();
  return {
    async upload(results) {
      const content = Buffer.concat(encodeResults(results, maxBytes));
      const request = { names: [resultsArtifactName(results.job)], fileName: resultsFileName, content };
      return (await artifacts.uploadFile({ ...request, retentionDays }, limitMs)).id;
    },
    async list(gate) {
      const newest = newestResultsArtifacts(await artifacts.list(limitMs), facts.job.attempt).filter(
        (each) => gate === undefined || each.gate === gate,
      );
      const unknown = newest.filter(({ id }) => !known.has(id));
      const ids = unknown.filter(({ size }) => size <= maxArchiveBytes).map(({ id }) => id);
      const files = ids.length === 0 ? [] : await artifacts.read({ file: resultsFileName, ids }, limitMs);
      for (const artifact of unknown) {
        const file = files.find(({ id }) => id === artifact.id);
        const content = file === undefined ? tooLarge : parseResults(file.content);
        const read = checkOrigin(content, artifact, facts.job.runId);
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
