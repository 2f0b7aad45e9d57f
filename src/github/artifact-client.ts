import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { DefaultArtifactClient } from '@actions/artifact';
import type {
  ArtifactAnswer,
  ArtifactDownload,
  ArtifactRequest,
  ArtifactUpload,
} from './artifact-messages.ts';

/** Traces and pictures are packed already; the rest is text, which this makes small enough. */
const compressionLevel = 1;

const client = new DefaultArtifactClient();

/** Runs an operation on the artifacts of the job, in the thread of `artifact-thread.ts`. @returns how it ended. */
export async function artifactOperation(request: ArtifactRequest): Promise<ArtifactAnswer> {
  return run(request).catch((error: unknown) => ({ kind: 'failed', reason: reasonOf(error) }));
}

async function run(request: ArtifactRequest): Promise<ArtifactAnswer> {
  if (request.operation === 'upload') return upload(request);
  if (request.operation === 'download') return download(request);
  const { artifacts } = await client.listArtifacts({ latest: false });
  const listed = artifacts.map(({ id, name, size, createdAt }) => ({
    ...{ id, name, size },
    createdAt: createdAt?.toISOString(),
  }));
  return { kind: 'ok', artifacts: listed };
}

async function upload({ names, folder, paths, retentionDays }: ArtifactUpload): Promise<ArtifactAnswer> {
  const options = { compressionLevel, ...(retentionDays === undefined ? {} : { retentionDays }) };
  let reason = 'no name was given';
  for (const name of names) {
    try {
      const { id } = await client.uploadArtifact(name, [...paths], folder, options);
      return id === undefined
        ? { kind: 'failed', reason: 'GitHub returned no ID' }
        : { kind: 'ok', id, name };
    } catch (error) {
      reason = reasonOf(error);
      // Another artifact has the name.
      if (!/\(409\)/.test(reason)) break;
    }
  }
  return { kind: 'failed', reason };
}

async function download({ ids, folder }: ArtifactDownload): Promise<ArtifactAnswer> {
  const downloads = ids.map(async (id) => {
    const path = join(folder, String(id));
    await client.downloadArtifact(id, { path });
    const entries = await readdir(path, { recursive: true, withFileTypes: true });
    const files = entries.filter((entry) => entry.isFile());
    return { id, paths: files.map((file) => join(file.parentPath, file.name)) };
  });
  return { kind: 'ok', downloads: await Promise.all(downloads) };
}

/** The blob store's errors may have no message, only a status. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const status = 'statusCode' in error ? ` (${error.statusCode})` : '';
  return `${error.message || error.name}${status}`;
}
