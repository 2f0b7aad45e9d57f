import { readFile } from 'node:fs/promises';
import { decodeUtf8 } from '../common/text.ts';
import { readArchive, UnreadableArchive } from '../github/results-archive.ts';
import { gateKey, partKey } from '../results/jobs.ts';
import { maxResultsBytes, parseResults } from '../results/results-file.ts';
import type { JobIdentity, RunResults } from '../results/run-results.ts';

/**
 * The small artifacts by which jobs of one workflow run exchange their results: each holds one `results.json`. The name
 * says which gate, which part of it and which attempt of the run the results belong to.
 */

const prefix = 'browser-test-gate-results';
const format = new RegExp(`^${prefix}-([0-9a-f]{16})-([0-9a-f]{16})-(\\d{1,6})$`);

/** Size limit of the archive of a results artifact, in bytes: results are cut to fit, and compress well. */
export const maxArchiveBytes = 4 * 1024 * 1024;

/** Number of results artifacts that are read: GitHub allows 256 jobs in a matrix. */
const maxArtifacts = 256;

/** An artifact as GitHub lists it. */
interface Listed {
  readonly id: number;
  readonly name: string;
  readonly size?: number;
  readonly createdAt?: string | undefined;
}

/** A results artifact, as far as its name says. */
export interface ResultsArtifact extends Listed {
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
export function newestResultsArtifacts(all: readonly Listed[], attempt: number): ResultsArtifact[] {
  const newest = new Map<string, ResultsArtifact>();
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

const isResultsFile = (name: string) => name === 'results.json';

/** Reads the results in an archive that anyone may have made. */
export async function readResultsArchive(archive: Buffer): Promise<ReadResults> {
  try {
    const [file] = await readArchive(archive, isResultsFile, { maxBytes: maxResultsBytes, maxFiles: 1 });
    return file === undefined ? { kind: 'unreadable', reason: 'has no results.json' } : parse(file.content);
  } catch (error) {
    if (!(error instanceof UnreadableArchive)) throw error;
    return { kind: 'unreadable', reason: error.message };
  }
}

/** Reads the results in a file. */
export async function readResultsFile(path: string): Promise<ReadResults> {
  try {
    return parse(await readFile(path));
  } catch {
    return { kind: 'unreadable', reason: 'has no results.json' };
  }
}

function parse(content: Buffer): ReadResults {
  const text = decodeUtf8(content);
  if (text === undefined) return { kind: 'unreadable', reason: 'has a results.json that is not UTF-8' };
  const parsed = parseResults(text);
  if (parsed.kind === 'results') return parsed;
  return { kind: 'unreadable', reason: `has a results.json that cannot be read (${parsed.reason})` };
}
