import { Worker } from 'node:worker_threads';
import { type UploadAnswer, type UploadRequest, uploadAnswer } from './upload-contract.ts';

/** Where and for how long an upload may run. */
export interface UploadThread {
  /** The thread's script. */
  readonly script: string;
  /** Its environment; GitHub's package reads the address of its service and the token from there. */
  readonly env: NodeJS.ProcessEnv;
  readonly limitMs: number;
  /** Aborted when the job is cancelled: the upload ends at once. */
  readonly cancel: AbortSignal;
}

/**
 * Uploads in a thread. GitHub's package can't be stopped, writes to the log what nobody has redacted, waits longer than
 * a job should, and where a connection breaks it may simply end: all that stays inside the thread.
 * @returns how it ended; it never rejects.
 */
export async function uploadInThread(
  request: UploadRequest,
  { script, env, limitMs, cancel }: UploadThread,
): Promise<UploadAnswer> {
  if (cancel.aborted) return cancelledAnswer;
  const { promise, resolve } = Promise.withResolvers<UploadAnswer>();
  const thread = new Worker(script, { workerData: request, env, stdout: true, stderr: true });
  // Nobody reads them, but they must run off.
  thread.stdout.resume();
  thread.stderr.resume();
  thread.once('message', (message: unknown) => {
    const answer = uploadAnswer.safeParse(message);
    resolve(answer.data ?? { kind: 'failed', reason: 'its answer can’t be read' });
  });
  thread.once('error', (error: unknown) =>
    resolve({ kind: 'failed', reason: error instanceof Error ? error.message : String(error) }),
  );
  thread.once('exit', () => resolve({ kind: 'failed', reason: 'the connection broke' }));
  const timer = setTimeout(
    () => resolve({ kind: 'failed', reason: `it took longer than ${Math.round(limitMs / 100) / 10} s` }),
    limitMs,
  );
  const stop = () => resolve(cancelledAnswer);
  cancel.addEventListener('abort', stop, { once: true });
  try {
    return await promise;
  } finally {
    clearTimeout(timer);
    cancel.removeEventListener('abort', stop);
    await thread.terminate();
  }
}

const cancelledAnswer: UploadAnswer = { kind: 'failed', reason: 'the job was cancelled' };
