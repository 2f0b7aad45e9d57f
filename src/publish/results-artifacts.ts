import { readFromArchive, UnreadableArchive } from '../github/read-archive.ts';
import { gateKey, jobStepKey } from '../results/jobs.ts';
import { maxResultsBytes, parseResults, type ReadResults, resultsFileName } from '../results/results-file.ts';
import { resultsOf } from '../results/results-of.ts';
import type { JobIdentity, RunFacts, RunResults, Verdict } from '../results/run-results.ts';

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

/** A results artifact, as far as its name says. */
export interface ResultsArtifact {
  readonly id: number;
  readonly name: string;
  readonly gate: string;
  /** See `jobStepKey`. */
  readonly jobStep: string;
  readonly attempt: number;
}

export function resultsArtifactName(job: JobIdentity): string {
  return `${prefix}-${gateKey(job)}-${jobStepKey(job)}-${job.attempt}`;
}

/**
 * The results artifacts among the artifacts of a run, the newest attempt of each job and step, in the order of their ids. Of
 * two with one name, the later one counts.
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
  return [...newest.values()].sort((a, b) => a.id - b.id).slice(0, maxArtifacts);
}

/** Reads the results in an archive that anyone may have made. */
export async function readResultsArchive(archive: Buffer): Promise<ReadResults> {
  try {
    return parseResults(await readFromArchive(archive, resultsFileName, maxResultsBytes));
  } catch (error) {
    if (!(error instanceof UnreadableArchive)) throw error;
    return { kind: 'unreadable', reason: error.message };
  }
}

/** Results are those of an artifact only if they say so themselves: of its job, step and attempt, and of the workflow run. */
export function checkOrigin(read: ReadResults, { name }: ResultsArtifact, runId: number): ReadResults {
  if (read.kind === 'unreadable') return read;
  const { job } = read.results;
  if (job.runId === runId && resultsArtifactName(job) === name) return read;
  return { kind: 'unreadable', reason: 'has results of another job, attempt or workflow run' };
}

/** The results of a job whose artifact cannot be read: an error, so that those of the others do not look complete. */
export function unreadableResults(facts: RunFacts, artifact: ResultsArtifact, reason: string): RunResults {
  const { name, jobStep, attempt } = artifact;
  // Its matrix values are not known: the key stands for them.
  const job = { ...facts.job, step: '', matrix: [jobStep], shard: null, attempt };
  const text = `The artifact ${name} ${reason}.`;
  const verdict: Verdict = { status: 'error', green: false, reason: text, proof: [], results: [] };
  return resultsOf({ ...facts, title: name, job }, verdict, 0);
}
