import type { Redact } from '../common/text.ts';
import { notGreen, resultsOf } from '../results/cases.ts';
import { gateKey, jobStepKey } from '../results/jobs.ts';
import { encodeResults, parseResults, resultsFileName, UnreadableResults } from '../results/results-file.ts';
import {
  type JobIdentity,
  type Redacted,
  type RunFacts,
  type RunResults,
  redactDeep,
} from '../results/run-results.ts';
import type { JobArtifacts } from './job-artifacts.ts';

/**
 * The small artifacts by which jobs of one workflow run exchange their results: each holds one `results.json`. The name
 * says which gate, which job and step of it, and which attempt of the run the results belong to.
 */

const prefix = 'browser-test-gate-results';
const format = new RegExp(`^${prefix}-([0-9a-f]{16})-([0-9a-f]{16})-(\\d{1,6})$`);

/** Size limit of the archive of a results artifact, in bytes: results are cut to fit, and compress well. */
export const maxArchiveBytes = 4 * 1024 * 1024;

/** Number of results artifacts that are read: GitHub allows 256 jobs in a matrix. */
const maxArtifacts = 256;

/** Why the next one is not: an error, so that what was read does not look complete. */
const tooManyResults = `was not read, and neither were later ones, because the workflow run has more than ${maxArtifacts} results artifacts. Split the workflow, or use fewer jobs and steps with tests in it`;

/** A results artifact, as far as its name says. */
export interface ResultsArtifact {
  readonly id: number;
  readonly name: string;
  readonly gate: string;
  /** See `jobStepKey`. */
  readonly jobStep: string;
  readonly attempt: number;
  /** Why it is not to be read, as the message of UnreadableResults. */
  readonly refused?: string;
}

export function resultsArtifactName(job: JobIdentity): string {
  return `${prefix}-${gateKey(job)}-${jobStepKey(job)}-${job.attempt}`;
}

/**
 * The results artifacts among the artifacts of a run, the newest attempt of each job and step, in the order of their ids. Of
 * two with one name, the later one counts. If there are too many to be read, the first of the others stands for all of them.
 * @param attempt of the run; later attempts are ignored.
 */
export function newestResultsArtifacts<Listed extends Pick<ResultsArtifact, 'id' | 'name'>>(
  all: readonly Listed[],
  attempt: number,
): (Listed & ResultsArtifact)[] {
  const newest = new Map<string, Listed & ResultsArtifact>();
  for (const listed of [...all].sort((a, b) => a.id - b.id)) {
    const [, gate, jobStep, number] = format.exec(listed.name) ?? [];
    if (gate === undefined || jobStep === undefined || Number(number) > attempt) continue;
    const found = { ...listed, gate, jobStep, attempt: Number(number) };
    const known = newest.get(gate + jobStep);
    if (known === undefined || known.attempt <= found.attempt) newest.set(gate + jobStep, found);
  }
  const sorted = [...newest.values()].sort((a, b) => a.id - b.id);
  const surplus = sorted.slice(maxArtifacts, maxArtifacts + 1);
  return [...sorted.slice(0, maxArtifacts), ...surplus.map((each) => ({ ...each, refused: tooManyResults }))];
}

/**
 * Reads the results in an artifact. They say themselves that they are of its job, step and attempt, and of the workflow run.
 * @throws UnreadableResults
 */
export function resultsIn(
  content: Uint8Array | undefined,
  { name }: ResultsArtifact,
  runId: number,
): RunResults {
  const results = parseResults(content);
  const { job } = results;
  if (job.runId === runId && resultsArtifactName(job) === name) return results;
  throw new UnreadableResults('has results of another job, attempt or workflow run');
}

/** The results of a job whose artifact cannot be read: an error, so that those of the others do not look complete. */
export function unreadableResults(facts: RunFacts, artifact: ResultsArtifact, reason: string): RunResults {
  const { name, jobStep, attempt } = artifact;
  // Its matrix values are not known: the key stands for them.
  const job = { ...facts.job, step: '', matrix: [jobStep], shard: null, attempt };
  const verdict = notGreen('error', `The artifact ${name} ${reason}.`);
  return resultsOf({ ...facts, title: name, job }, verdict, 0);
}

export interface GateResults {
  /** See `gateKey`. */
  readonly gate: string;
  /** An error if they cannot be read. */
  readonly results: Redacted<RunResults>;
}

export interface SharedResults extends GateResults {
  /** Increases with each upload in a workflow run. */
  readonly id: number;
  /** When it was uploaded, by GitHub's clock, in ms since 1970. */
  readonly createdAt: number;
}

/** Re-runs of single jobs need the results of the others: GitHub allows them for 30 days. */
const retentionDays = 30;
/** Size limit of an uploaded results.json, in bytes: texts are cut to fit. */
const maxBytes = 2 * 1024 * 1024;
/** Time limit of an operation, in ms. */
const limitMs = 30_000;
/** Time limit of each download, in ms: GitHub's package repeats one that fails. */
const downloadMs = 20_000;
const tooLarge = `is larger than ${maxArchiveBytes / 1024 ** 2} MiB`;

type FileRead = Awaited<ReturnType<JobArtifacts['read']>>[number];

export type ResultsStore = ReturnType<typeof openResultsStore>;

/** Stores the results of the jobs of this workflow run as artifacts. Operations throw the reason that GitHub's package gives. */
export function openResultsStore(artifacts: JobArtifacts, facts: Redacted<RunFacts>, redact: Redact) {
  const known = new Map<number, SharedResults>();
  const read = (artifact: ResultsArtifact, file: FileRead | undefined) => {
    try {
      if (file === undefined) throw new UnreadableResults(artifact.refused ?? tooLarge);
      if (file.failure !== undefined) throw new UnreadableResults(`cannot be downloaded (${file.failure})`);
      return resultsIn(file.content, artifact, facts.job.runId);
    } catch (error) {
      if (!(error instanceof UnreadableResults)) throw error;
      return unreadableResults(facts, artifact, error.message);
    }
  };
  return {
    /** Uploads the results of a job. @returns their id. */
    async upload(results: Redacted<RunResults>): Promise<number> {
      const content = Buffer.concat(encodeResults(results, maxBytes));
      const request = { names: [resultsArtifactName(results.job)], fileName: resultsFileName, content };
      return (await artifacts.uploadFile({ ...request, retentionDays }, limitMs)).id;
    },
    /**
     * The newest results of each job and step, as far as GitHub lists them.
     * @param gate only those of this gate. Default: those of all gates.
     */
    async list(gate?: string): Promise<readonly SharedResults[]> {
      const all = newestResultsArtifacts(await artifacts.list(limitMs), facts.job.attempt);
      const newest = all.filter((each) => gate === undefined || each.gate === gate);
      const unknown = newest.filter(({ id }) => !known.has(id));
      const ids = unknown
        .filter(({ refused, size }) => refused === undefined && size <= maxArchiveBytes)
        .map(({ id }) => id);
      const request = { file: resultsFileName, ids, downloadMs };
      const files = ids.length === 0 ? [] : await artifacts.read(request, limitMs);
      return newest.map((artifact) => {
        const { id, gate, createdAt = '' } = artifact;
        const file = files.find((each) => each.id === id);
        const results = known.get(id)?.results ?? redactDeep(read(artifact, file), redact);
        const shared = { id, gate, createdAt: Date.parse(createdAt) || Date.now(), results };
        // What failed for the moment is tried again.
        if (file?.failure === undefined) known.set(id, shared);
        return shared;
      });
    },
  };
}
