import { copyFile, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DefaultArtifactClient } from '@actions/artifact';
import type { ArtifactAnswer, ArtifactRequest, RequestOf } from './job-artifacts.ts';

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

async function upload({ names, ...request }: RequestOf<'upload'>): Promise<ArtifactAnswer> {
  let failure = 'no name was given';
  for (const name of names) {
    try {
      const { id } = request.unzipped ? await uploadFile(name, request) : await uploadArchive(name, request);
      return id === undefined ? { failure: 'GitHub returned no ID' } : { id, name };
    } catch (error) {
      failure = reasonOf(error);
      // Another artifact has the name.
      if (!/\(409\)/.test(failure)) break;
    }
  }
  return { failure };
}

type Upload = Omit<RequestOf<'upload'>, 'names'>;

async function uploadArchive(name: string, { folder, paths, retentionDays }: Upload) {
  return client.uploadArtifact(name, [...paths], folder, {
    compressionLevel,
    ...(retentionDays === undefined ? {} : { retentionDays }),
  });
}

/** GitHub's package takes the name of the artifact from the file. */
async function uploadFile(name: string, { paths: [path = ''], retentionDays }: Upload) {
  return inTemporaryFolder(async (folder) => {
    const copy = join(folder, name);
    await copyFile(path, copy);
    return client.uploadArtifact(name, [copy], folder, {
      skipArchive: true,
      ...(retentionDays === undefined ? {} : { retentionDays }),
    });
  });
}

async function read({ ids, file }: RequestOf<'read'>): Promise<ArtifactAnswer> {
  return inTemporaryFolder(async (folder) => {
    const contents = ids.map(async (id) => {
      const path = join(folder, String(id));
      await client.downloadArtifact(id, { path });
      return { id, content: await readFile(join(path, file)).catch(() => undefined) };
    });
    return Promise.all(contents);
  });
}

async function inTemporaryFolder<Result>(work: (folder: string) => Promise<Result>): Promise<Result> {
  const folder = await mkdtemp(join(tmpdir(), 'artifact-'));
  try {
    return await work(folder);
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
