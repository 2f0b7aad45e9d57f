import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { parentPort } from 'node:worker_threads';
import {
  DefaultArtifactClient,
  type UploadArtifactOptions,
  type UploadArtifactResponse,
} from '@actions/artifact';
import {
  type ArtifactAnswer,
  type ArtifactRequest,
  artifactRequest,
  type RequestOf,
} from './job-artifacts.ts';

/** Traces and pictures are packed already; the rest is text, which this makes small enough. */
const compressionLevel = 1;

const client = new DefaultArtifactClient();

/** Runs an operation on the artifacts of the job, in this thread. */
async function run(request: ArtifactRequest): Promise<ArtifactAnswer> {
  switch (request.operation) {
    case 'upload':
      return upload(request, (name, options) =>
        client.uploadArtifact(name, [...request.paths], request.folder, options),
      );
    case 'upload file':
      return uploadFile(request);
    case 'list': {
      const { artifacts } = await client.listArtifacts({ latest: false });
      return artifacts.map(({ id, name, size, createdAt }) => ({
        ...{ id, name, size },
        createdAt: createdAt?.toISOString(),
      }));
    }
    case 'read':
      return read(request);
  }
}

/** Uploads under the first name that is free. */
async function upload(
  { names, retentionDays }: Pick<RequestOf<'upload'>, 'names' | 'retentionDays'>,
  send: (name: string, options: UploadArtifactOptions) => Promise<UploadArtifactResponse>,
): Promise<ArtifactAnswer> {
  let failure = 'no name was given';
  for (const name of names) {
    try {
      const options = retentionDays === undefined ? {} : { retentionDays };
      const { id } = await send(name, { compressionLevel, ...options });
      return id === undefined ? { failure: 'GitHub returned no ID' } : { id, name };
    } catch (error) {
      failure = reasonOf(error);
      // Another artifact has the name.
      if (!/\(409\)/.test(failure)) break;
    }
  }
  return { failure };
}

/** GitHub's package reads the content from a file, and takes the name of an unzipped artifact from it. */
async function uploadFile({ content, fileName, ...request }: RequestOf<'upload file'>) {
  return inTemporaryFolder((folder) =>
    upload(request, async (name, options) => {
      const path = join(folder, fileName ?? name);
      await writeFile(path, content);
      return client.uploadArtifact(name, [path], folder, { ...options, skipArchive: fileName === undefined });
    }),
  );
}

async function read({ ids, file, downloadMs }: RequestOf<'read'>): Promise<ArtifactAnswer> {
  return inTemporaryFolder(async (folder) => {
    const late = setTimeout(downloadMs, { failure: 'the download took too long' });
    const contents = ids.map(async (id) => {
      const path = join(folder, String(id));
      const download = client
        .downloadArtifact(id, { path })
        .then(async () => ({ content: await readFile(join(path, file)).catch(() => undefined) }))
        .catch((error: unknown) => ({ failure: reasonOf(error) }));
      return { id, ...(await Promise.race([download, late])) };
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

/** The blob store's errors may have no message, only a status. If a proxy responds in its place, the message is a page. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if (!('statusCode' in error)) return error.message || error.name;
  const isBody = /^\s*<|occurred while parsing the response body/.test(error.message);
  const message = isBody ? 'the blob store responded with an error' : error.message || error.name;
  return `${message} (${error.statusCode})`;
}

// The thread answers each message with one. Nobody reads its log.
parentPort?.on('message', (message: unknown) => {
  // If a connection breaks, GitHub's package may never answer: then nothing keeps the thread alive, and its exit says so.
  parentPort?.unref();
  void run(artifactRequest.parse(message))
    .catch((error: unknown) => ({ failure: reasonOf(error) }))
    .then((answer) => {
      parentPort?.ref();
      parentPort?.postMessage(answer);
    });
});
