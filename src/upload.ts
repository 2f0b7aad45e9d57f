import { parentPort, workerData } from 'node:worker_threads';
import { DefaultArtifactClient } from '@actions/artifact';
import { type UploadAnswer, type UploadRequest, uploadRequest } from './publish/artifact/upload-contract.ts';

/** The thread that uploads an artifact. It answers with one message; its log is read by nobody. */

/** Traces and pictures are packed already; the rest is text, which this makes small enough. */
const compressionLevel = 1;

// No await: where a connection breaks, the package may never settle, and Node would complain of it in the log.
void upload(uploadRequest.parse(workerData)).then((answer) => parentPort?.postMessage(answer));

async function upload({ names, folder, paths, retentionDays }: UploadRequest): Promise<UploadAnswer> {
  const client = new DefaultArtifactClient();
  const options = { compressionLevel, ...(retentionDays === undefined ? {} : { retentionDays }) };
  let reason = 'no name was given';
  for (const name of names) {
    try {
      const { id } = await client.uploadArtifact(name, [...paths], folder, options);
      if (id === undefined) return { kind: 'failed', reason: 'GitHub gave it no id' };
      return { kind: 'uploaded', name, id };
    } catch (error) {
      reason = reasonOf(error);
      if (!nameIsTaken(reason)) break;
    }
  }
  return { kind: 'failed', reason };
}

/** The blob store's errors may have no words, only a status. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const status = 'statusCode' in error ? ` (${error.statusCode})` : '';
  return `${error.message || error.name}${status}`;
}

/** Another job, or another step, has been faster. */
function nameIsTaken(reason: string): boolean {
  return /\(409\)/.test(reason);
}
