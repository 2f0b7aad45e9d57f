import { lstat, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { messageOf } from '../common/errors.ts';
import { describeRefusal } from '../github/refusal.ts';
import type { RunArtifacts } from '../results/results-of.ts';
import { type ArtifactOptions, uploadArtifact } from './artifact-upload.ts';

/** Traces of many cases are large, and their upload delays the job. In bytes. */
const maxArtifactBytes = 1024 ** 3;

export interface EvidenceArtifactOptions extends ArtifactOptions {
  /** The input `artifact`; empty: none is wanted. */
  readonly artifactName: string;
}

/**
 * Uploads the evidence folder: result files, traces and screenshots. What goes wrong is a warning.
 * @param resultFiles paths of files that are uploaded in any case.
 */
export async function uploadEvidence(
  resultFiles: readonly string[],
  options: EvidenceArtifactOptions,
): Promise<RunArtifacts> {
  const { artifactName, artifacts, evidenceFolder: folder, host, redact } = options;
  if (artifactName === '') return {};
  let size = 0;
  try {
    if ('missing' in artifacts) throw new Error(artifacts.missing);
    const { taken, left, bytes } = await artifactFiles(folder, resultFiles);
    size = bytes;
    if (left.length > 0) {
      host.warning(`The artifact would be too large: its ${left.length} largest files are left out.`);
    }
    const artifact = await uploadArtifact({ name: artifactName, folder, paths: taken, bytes }, options);
    host.info(`Artifact ${artifact.name}: ${taken.length} files, ${artifact.url ?? `id ${artifact.id}`}`);
    return { artifact };
  } catch (error) {
    host.warning(describeRefusal(new Error(redact(messageOf(error))), 'artifact upload', size));
    return {};
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
