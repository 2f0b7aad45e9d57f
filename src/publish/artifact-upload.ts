import { createHash } from 'node:crypto';
import type { JobArtifacts } from '../github/job-artifacts.ts';
import { uploadedArtifactOf } from '../results/results-of.ts';
import type { JobIdentity, UploadedArtifact } from '../results/run-results.ts';
import type { Publishing } from './publishing.ts';

/** An upload may take this long in ms, plus the time that its bytes need at the slowest acceptable speed in bytes a second. */
const minLimitMs = 60_000;
const minSpeed = 2 * 1024 ** 2;

export interface ArtifactOptions extends Publishing {
  /** `undefined`: the default of the repository. */
  readonly retentionDays: number | undefined;
  /** The artifacts of this workflow run; a reason if there is no artifact service. */
  readonly artifacts: JobArtifacts | { readonly missing: string };
}

export interface ArtifactContent {
  /** The name to make a unique one of. */
  readonly name: string;
  readonly folder: string;
  /** Paths of files in the folder. */
  readonly paths: readonly string[];
  /** Size of the files together. */
  readonly bytes: number;
  /** Uploads the only file as it is, with its extension at the end of the name. */
  readonly unzippedAs?: `.${string}`;
}

/** Uploads an artifact under a name that is unique in the workflow run. @throws why that fails. */
export async function uploadArtifact(
  { name, folder, paths, bytes, unzippedAs }: ArtifactContent,
  { artifacts, retentionDays, redact, facts }: ArtifactOptions,
): Promise<UploadedArtifact> {
  if ('missing' in artifacts) throw new Error(artifacts.missing);
  const names = artifactNames(redact(name), facts.job).map((each) => redact(each) + (unzippedAs ?? ''));
  const unzipped = unzippedAs !== undefined;
  const limitMs = minLimitMs + (bytes / minSpeed) * 1000;
  return uploadedArtifactOf(
    await artifacts.upload({ names, folder, paths, unzipped, retentionDays }, limitMs),
    facts,
  );
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
