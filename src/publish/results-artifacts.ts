import { readFile } from 'node:fs/promises';
import { decodeUtf8 } from '../common/text.ts';
import { readFromArchive, UnreadableArchive } from '../github/results-archive.ts';
import { gateKey, partKey } from '../results/jobs.ts';
import { maxResultsBytes, parseResults } from '../results/results-file.ts';
import { resultsOf } from '../results/results-of.ts';
import type { JobIdentity, RunFacts, RunResults, Verdict } from '../results/run-results.ts';

/**
 * The small artifacts by which jobs of one workflow run exchange their results: each holds one `results.json`. The name
 * says which gate, which part of it and which attempt of the run the results belong to.
 */

const prefix = 'browser-test-gate-results';
const format = new RegExp(`^${prefix}-([0-9a-f]{16})-([0-9a-f]{16})-(\\d{1,6})$`);
export const resultsFileName = 'results.json';

/** Size limit of the archive of a results artifact, in bytes: results are cut to fit, and compress well. */
export const maxArchiveBytes = 4 * 1024 * 1024;

/** Number of results artifacts that are read: GitHub allows 256 jobs in a matrix. */
const maxArtifacts = 256;

/** A results artifact, as far as its name says. */
export interface ResultsArtifact {
  readonly id: number;
  readonly name: string;
  readonly gate: string;
  readonly part: string;
  readonly attempt: number;
}

export function resultsArtifactName(job: JobIdentity): string {
  return `${prefix}-${gateKey(job)}-${partKey(job)}-${job.attempt}`;
}

/**
 * The results artifacts among the artifacts of a run, the newest attempt of each part, in the order of their ids.
 * @param attempt of the run; later attempts are ignored.
 */
export function newestResultsArtifacts<Listed extends Pick<ResultsArtifact, 'id' | 'name'>>(
  all: readonly Listed[],
  attempt: number,
): (Listed & ResultsArtifact)[] {
  const newest = new Map<string, Listed & ResultsArtifact>();
  for (const listed of all) {
    const [, gate, part, number] = format.exec(listed.name) ?? [];
    if (gate === undefined || part === undefined || Number(number) > attempt) continue;
    const found = { ...listed, gate, part, attempt: Number(number) };
    const known = newest.get(gate + part);
    if (known === undefined || known.attempt <= found.attempt) newest.set(gate + part, found);
  }
  return [...newest.values()].sort((a, b) => a.id - b.id).slice(0, maxArtifacts);
}

/** What an artifact holds; `reason` completes a sentence that starts with its name. */
export type ReadResults =
  | { readonly kind: 'results'; readonly results: RunResults }
  | { readonly kind: 'unreadable'; readonly reason: string };

/** Reads the results in an archive that anyone may have made. */
export async function readResultsArchive(archive: Buffer): Promise<ReadResults> {
  try {
    return readResultsContent(await readFromArchive(archive, resultsFileName, maxResultsBytes));
  } catch (error) {
    if (!(error instanceof UnreadableArchive)) throw error;
    return { kind: 'unreadable', reason: error.message };
  }
}

/** Reads the results in a file. */
export async function readResultsFile(path: string): Promise<ReadResults> {
  return readResultsContent(await readFile(path).catch(() => undefined));
}

/** Reads the content of a `results.json`; undefined where there is none. */
export function readResultsContent(content: Uint8Array | undefined): ReadResults {
  if (content === undefined) return { kind: 'unreadable', reason: `has no ${resultsFileName}` };
  const text = decodeUtf8(content);
  if (text === undefined) return { kind: 'unreadable', reason: `has a ${resultsFileName} that is not UTF-8` };
  const parsed = parseResults(text);
  if (parsed.kind === 'results') return parsed;
  return { kind: 'unreadable', reason: `has a ${resultsFileName} that cannot be read (${parsed.reason})` };
}

/** The results of a part whose artifact cannot be read: an error, so that the others do not look like the whole. */
export function unreadableResults(facts: RunFacts, artifact: ResultsArtifact, reason: string): RunResults {
  const { name, part, attempt } = artifact;
  // Its matrix values are not known: the key of the part stands for them.
  const job = { ...facts.job, step: '', matrix: [part], shard: null, attempt };
  const text = `The artifact ${name} ${reason}.`;
  const verdict: Verdict = { status: 'error', green: false, reason: text, proof: [], results: [] };
  return resultsOf({ ...facts, title: name, job }, verdict, 0);
}
