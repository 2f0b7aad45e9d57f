import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DefaultArtifactClient } from '@actions/artifact';
import type { ArtifactAnswer, ArtifactRequest, RequestOf } from './artifact-messages.ts';

/** Traces and pictures are packed already; the rest is text, which this makes small enough. */
const compressionLevel = 1;

const client = new DefaultArtifactClient();

/** Runs an operation on the artifacts of the job, in the thread of `artifact-thread.ts`. @returns how it ended. */
export async function artifactOperation(request: ArtifactRequest): Promise<ArtifactAnswer> {
  return run(request).catch((error: unknown) => ({ failure: reasonOf(error) }));
}

async function run(request: ArtifactRequest): Promise<ArtifactAnswer> {
  if (request.operation === 'upload') return upload(request);
  if (request.operation === 'read') return read(request);
  const { artifacts } = await client.listArtifacts({ latest: false });
  return artifacts.map(({ id, name, size, createdAt }) => ({
    ...{ id, name, size },
    createdAt: createdAt?.toISOString(),
  }));
}

async function upload({ names, folder, paths, retentionDays }: RequestOf<'upload'>): Promise<ArtifactAnswer> {
  const options = { compressionLevel, ...(retentionDays === undefined ? {} : { retentionDays }) };
  let failure = 'no name was given';
  for (const name of names) {
    try {
      const { id } = await client.uploadArtifact(name, [...paths], folder, options);
      return id === undefined ? { failure: 'GitHub returned no ID' } : { id, name };
    } catch (error) {
      failure = reasonOf(error);
      // Another artifact has the name.
      if (!/\(409\)/.test(failure)) break;
    }
  }
  return { failure };
}

async function read({ ids, file }: RequestOf<'read'>): Promise<ArtifactAnswer> {
  const folder = await mkdtemp(join(tmpdir(), 'results-'));
  try {
    const contents = ids.map(async (id) => {
      const path = join(folder, String(id));
      await client.downloadArtifact(id, { path });
      return { id, content: await readFile(join(path, file)).catch(() => undefined) };
    });
    return await Promise.all(contents);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** The blob store's errors may have no message, only a status. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const status = 'statusCode' in error ? ` (${error.statusCode})` : '';
  return `${error.message || error.name}${status}`;
}
