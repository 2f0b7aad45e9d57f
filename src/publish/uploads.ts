import { hash } from 'node:crypto';
import { lstat, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { messageOf } from '../common/errors.ts';
import type { IfArtifacts, JobArtifacts } from '../github/job-artifacts.ts';
import { describeRefusal } from '../github/refusal.ts';
import { formatShard } from '../results/jobs.ts';
import {
  type JobIdentity,
  type Redacted,
  type RunArtifacts,
  type RunResults,
  type UploadedArtifact,
  uploadedArtifactOf,
} from '../results/run-results.ts';
import type { PublishContext } from './publish-context.ts';
import type { WrittenFiles } from './write-files.ts';

export interface UploadOptions {
  readonly artifacts: IfArtifacts<JobArtifacts>;
  /** `undefined`: the default of the repository. */
  readonly retentionDays: number | undefined;
  /** The input `artifact`; empty: no evidence is uploaded. */
  readonly artifactName: string;
  readonly report: 'always' | 'on-failure' | 'never';
}

/** Traces of many cases are large, and their upload delays the job. In bytes. */
const maxArtifactBytes = 1024 ** 3;
/** An upload may take this long in ms, plus the time that its bytes need at the slowest acceptable speed in bytes a second. */
const minLimitMs = 60_000;
const minSpeed = 2 * 1024 ** 2;

/** Files of the evidence folder, which are uploaded as an archive, or a content that is uploaded as it is. */
type Prepared = Uint8Array<ArrayBuffer> | { readonly paths: readonly string[]; readonly bytes: number };

/**
 * Uploads report, `failures.md` and evidence one after the other: the report must not wait for traces, which may take long.
 * @returns `artifacts`: what is uploaded so far. `done` resolves at the end, and never rejects.
 */
export function startUploads(
  { status, green, results }: Redacted<RunResults>,
  files: WrittenFiles,
  context: PublishContext,
  options: UploadOptions,
): { readonly artifacts: RunArtifacts; readonly done: Promise<void> } {
  const { report, artifacts: service, artifactName } = options;
  const { standaloneReport, failures } = files;
  const { host, evidenceFolder } = context;
  const artifacts: RunArtifacts = {};
  return { artifacts, done: uploadAll() };

  async function uploadAll(): Promise<void> {
    const isWanted = report === 'always' || (report === 'on-failure' && !green);
    // A cancelled job has no time for it. They need no input, so nothing is logged if there is no artifact service.
    if (isWanted && results.length > 0 && status !== 'cancelled' && !('missing' in service)) {
      if (standaloneReport !== undefined) {
        const prepare = async () => Buffer.concat([...standaloneReport()]);
        await upload('reportPage', 'browser-tests-report', prepare, '.html');
      }
      if (failures !== '')
        await upload('failuresFile', 'browser-tests-failures', async () => Buffer.from(failures), '.md');
    }
    if (artifactName !== '') await uploadEvidence();
  }

  /** Uploads the evidence folder: the result files, which are uploaded in any case, traces and screenshots. */
  async function uploadEvidence(): Promise<void> {
    let count = 0;
    const artifact = await upload('artifact', artifactName, async () => {
      const { taken, left, bytes } = await artifactFiles(evidenceFolder, files.paths);
      if (left.length > 0) {
        host.warning(`The artifact would be too large, so its ${left.length} largest files were omitted.`);
      }
      count = taken.length;
      return { paths: taken, bytes };
    });
    if (artifact === undefined) return;
    host.info(`Artifact ${artifact.name}: ${count} files, ${artifact.url ?? `id ${artifact.id}`}`);
  }

  /**
   * Uploads an artifact under a name that is unique in the workflow run. If that fails, the log says why.
   * @param extension of a file that is uploaded unzipped, so that a link opens it in the browser.
   */
  async function upload(
    which: keyof RunArtifacts,
    name: string,
    prepare: () => Promise<Prepared>,
    extension = '',
  ): Promise<UploadedArtifact | undefined> {
    const { redact, facts } = context;
    const { retentionDays } = options;
    let size = 0;
    try {
      if ('missing' in service) throw new Error(service.missing);
      const prepared = await prepare();
      size = prepared instanceof Uint8Array ? prepared.length : prepared.bytes;
      const names = artifactNames(redact(name), facts.job).map((each) => redact(each) + extension);
      const limitMs = minLimitMs + (size / minSpeed) * 1000;
      const uploaded = await (prepared instanceof Uint8Array
        ? service.uploadFile({ names, retentionDays, content: prepared }, limitMs)
        : service.upload({ names, retentionDays, folder: evidenceFolder, paths: prepared.paths }, limitMs));
      const artifact = uploadedArtifactOf(uploaded, facts);
      Object.assign(artifacts, { [which]: artifact });
      return artifact;
    } catch (error) {
      // Nobody has asked for the report.
      const level = which === 'artifact' ? 'warning' : 'info';
      host[level](describeRefusal(new Error(redact(messageOf(error))), 'artifact upload', size));
      return undefined;
    }
  }
}

/**
 * Chooses the files of a folder that go into its artifact: the given ones first, then small files before large ones.
 * Other folders in it, links and unfinished traces are left out.
 * @returns paths of the taken files, and their size together; paths of those for which there was no space.
 */
export async function artifactFiles(
  folder: string,
  first: readonly string[],
  maxBytes: number = maxArtifactBytes,
): Promise<{ taken: string[]; bytes: number; left: string[] }> {
  const names = await readdir(folder);
  const paths = new Set([...first, ...names.map((name) => join(folder, name))]);
  const rank = (path: string) => (first.includes(path) ? 0 : 1);
  const files = (await Promise.all([...paths].map(regularFile)))
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
    ...(shard === null ? [] : [formatShard(shard)]),
    ...(number === undefined ? [] : [`step-${number}`]),
    ...(attempt > 1 ? [`attempt-${attempt}`] : []),
  ]
    .map(safeArtifactName)
    .filter((each) => each !== '')
    .join('-');
  // Of two jobs with the same name, which one is faster changes from run to run: a hash does not.
  const ofJob = `${name}-job-${hash('sha256', `${job}-${step}`, 'hex').slice(0, 8)}`;
  return [name, ofJob, ...Array.from({ length: maxNames - 2 }, (_, index) => `${ofJob}-${index + 2}`)];
}

/** A text without the characters that GitHub does not allow in the name of an artifact. */
function safeArtifactName(text: string): string {
  const safe = text
    .toWellFormed()
    // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is looked for.
    .replace(/[\u0000-\u001F\u007F":<>|*?\\/,\s]+/g, '-')
    .replace(/^[-.]+|[-.]+$/g, '');
  return [...safe].slice(0, maxNameCharacters).join('');
}
