import { createHash } from 'node:crypto';
import { lstat, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { messageOf } from '../common/errors.ts';
import type { JobArtifacts } from '../github/job-artifacts.ts';
import { describeRefusal } from '../github/refusal.ts';
import type { JobIdentity, UploadedArtifact } from '../results/run-results.ts';
import type { Publishing } from './publishing.ts';

/** Traces of many cases are large, and their upload delays the job. In bytes. */
const maxArtifactBytes = 1024 ** 3;

/** An upload may take this long in ms, plus the time that its bytes need at the slowest acceptable speed in bytes a second. */
const minLimitMs = 60_000;
const minSpeed = 2 * 1024 ** 2;

export interface EvidenceArtifactOptions extends Publishing {
  /** The input `artifact`; empty: none is wanted. */
  readonly artifactName: string;
  /** `undefined`: the default of the repository. */
  readonly retentionDays: number | undefined;
  /** The artifacts of this workflow run; a reason if there is no artifact service. */
  readonly artifacts: JobArtifacts | { readonly missing: string };
}

/**
 * Uploads the evidence folder: result files, traces and screenshots. What goes wrong is a warning.
 * @param resultFiles paths of files that are uploaded in any case.
 * @returns null without an artifact.
 */
export async function uploadEvidence(
  resultFiles: readonly string[],
  options: EvidenceArtifactOptions,
): Promise<UploadedArtifact | null> {
  const { artifactName, retentionDays, artifacts, evidenceFolder: folder, facts, host, redact } = options;
  if (artifactName === '') return null;
  let size = 0;
  try {
    if ('missing' in artifacts) throw new Error(artifacts.missing);
    const { taken, left, bytes } = await artifactFiles(folder, resultFiles);
    size = bytes;
    if (left.length > 0) {
      host.warning(`The artifact would be too large: its ${left.length} largest files are left out.`);
    }
    const names = artifactNames(redact(artifactName), facts.job).map(redact);
    const limitMs = minLimitMs + (bytes / minSpeed) * 1000;
    const { id, name } = await artifacts.upload({ names, folder, paths: taken, retentionDays }, limitMs);
    const url = facts.workflowRunUrl === null ? null : `${facts.workflowRunUrl}/artifacts/${id}`;
    host.info(`Artifact ${name}: ${taken.length} files, ${url ?? `id ${id}`}`);
    return { name, id, url };
  } catch (error) {
    host.warning(describeRefusal(new Error(redact(messageOf(error))), 'artifact upload', size));
    return null;
  }
}

/**
 * Chooses the files of a folder that go into its artifact: the given ones first, then small files before large ones.
 * Folders, links and unfinished traces are left out.
 * @returns paths of the taken files, and their size together; paths of those for which there was no space.
 */
export async function artifactFiles(
  folder: string,
  first: readonly string[],
  maxBytes: number = maxArtifactBytes,
): Promise<{ taken: string[]; bytes: number; left: string[] }> {
  const names = await readdir(folder);
  const rank = (path: string) => (first.includes(path) ? 0 : 1);
  const files = (await Promise.all(names.map((name) => regularFile(join(folder, name)))))
    .flat()
    .sort((a, b) => rank(a.path) - rank(b.path) || a.bytes - b.bytes);
  const taken: string[] = [];
  const left: string[] = [];
  let total = 0;
  for (const { path, bytes } of files) {
    const fits = total + bytes <= maxBytes;
    if (fits) total += bytes;
    (fits ? taken : left).push(path);
  }
  return { taken, left, bytes: total };
}

async function regularFile(path: string): Promise<{ path: string; bytes: number }[]> {
  // Not followed: a link could lead to any file of the machine.
  const stats = await lstat(path);
  return stats.isFile() && !path.endsWith('.part') ? [{ path, bytes: stats.size }] : [];
}

/** Names to try, and their length. */
const maxNames = 20;
const maxNameCharacters = 150;

/**
 * The name of an artifact, followed by names to use if it is taken: in a workflow run no two may be alike, and the
 * artifacts of an earlier attempt stay.
 * @param given the name that the workflow asks for.
 */
export function artifactNames(given: string, { job, step, matrix, shard, attempt }: JobIdentity): string[] {
  // GitHub numbers the steps of a job that use the same action and have no id.
  const number = /^__.*_(\d+)$/.exec(step)?.[1];
  const name = [
    safeArtifactName(given) || 'browser-tests',
    ...matrix,
    ...(shard === null ? [] : [`${shard.number}/${shard.total}`]),
    ...(number === undefined ? [] : [`step-${number}`]),
    ...(attempt > 1 ? [`attempt-${attempt}`] : []),
  ]
    .map(safeArtifactName)
    .filter((each) => each !== '')
    .join('-');
  // Of two jobs with the same name, which one is faster changes from run to run: a hash does not.
  const hash = createHash('sha256').update(`${job}-${step}`).digest('hex').slice(0, 8);
  const more = Array.from({ length: maxNames - 2 }, (_, index) => `${name}-job-${hash}-${index + 2}`);
  return [name, `${name}-job-${hash}`, ...more];
}

/** A text without the characters that GitHub does not allow in the name of an artifact. */
export function safeArtifactName(text: string): string {
  const safe = text
    .toWellFormed()
    // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is looked for.
    .replace(/[\u0000-\u001F\u007F":<>|*?\\/,\s]+/g, '-')
    .replace(/^[-.]+|[-.]+$/g, '');
  return [...safe].slice(0, maxNameCharacters).join('');
}
