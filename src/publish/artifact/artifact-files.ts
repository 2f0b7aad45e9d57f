import { lstat, readdir } from 'node:fs/promises';
import { join } from 'node:path';

/** What goes into an artifact, and what has no room in it. */
export interface ArtifactFiles {
  /** Paths. */
  readonly taken: readonly string[];
  readonly left: readonly string[];
  /** Of those taken, together. */
  readonly bytes: number;
}

/** Traces of many cases can be large, and their upload keeps the job. */
const maxArtifactBytes = 1024 ** 3;

/**
 * Chooses the files of a folder that go into its artifact: those that come first, then small ones before large ones, until
 * there is no more room. Folders, links, and traces that were never finished are left out.
 * @param first paths of files in the folder.
 */
export async function artifactFiles(
  folder: string,
  first: readonly string[],
  maxBytes: number = maxArtifactBytes,
): Promise<ArtifactFiles> {
  const names = await readdir(folder);
  const rank = (path: string) => (first.includes(path) ? 0 : 1);
  const files = (await Promise.all(names.map((name) => regularFile(join(folder, name)))))
    .flat()
    .sort((a, b) => rank(a.path) - rank(b.path) || a.bytes - b.bytes);
  const taken: string[] = [];
  const left: string[] = [];
  let room = maxBytes;
  for (const { path, bytes } of files) {
    const fits = bytes <= room;
    if (fits) room -= bytes;
    (fits ? taken : left).push(path);
  }
  return { taken, left, bytes: maxBytes - room };
}

async function regularFile(path: string): Promise<{ path: string; bytes: number }[]> {
  // Not followed: a link could lead to any file of the machine.
  const stats = await lstat(path);
  return stats.isFile() && !path.endsWith('.part') ? [{ path, bytes: stats.size }] : [];
}
