import { Worker } from 'node:worker_threads';
import type { z } from 'zod';
import { messageOf } from '../common/errors.ts';
import {
  type ArtifactDownload,
  type ArtifactFailure,
  type ArtifactRequest,
  type ArtifactUpload,
  artifactFailure,
  downloaded,
  listed,
  uploaded,
} from './artifact-messages.ts';

export type { ArtifactDownload, ArtifactFailure, ArtifactUpload, JobArtifact } from './artifact-messages.ts';

/** The artifacts of the current workflow run, with the job's own runtime token. No operation rejects. */
export interface JobArtifacts extends AsyncDisposable {
  upload(request: ArtifactUpload, limitMs: number): Promise<z.infer<typeof uploaded> | ArtifactFailure>;
  /** The artifacts of all attempts of the run. */
  list(limitMs: number): Promise<z.infer<typeof listed> | ArtifactFailure>;
  /** Downloads artifacts and extracts them. The caller checks their number and sizes before. */
  download(request: ArtifactDownload, limitMs: number): Promise<z.infer<typeof downloaded> | ArtifactFailure>;
}

export interface JobArtifactOptions {
  /** Path of the script that runs in the thread: `artifact-thread.ts`, as it is bundled. */
  readonly script: string;
  /** Environment of the thread: GitHub's package reads the address of its service and the token from there. */
  readonly env: NodeJS.ProcessEnv;
  /** Aborted when the job is cancelled: the operation under way fails at once. */
  readonly cancel: AbortSignal;
}

/**
 * Opens the artifacts of the job; the thread starts with the first operation. GitHub's package runs in a thread because it
 * cannot be stopped, writes to the log what nobody has redacted, waits longer than a job should, and may end the process
 * when a connection breaks.
 */
export function openJobArtifacts(options: JobArtifactOptions): JobArtifacts {
  let thread: Worker | undefined;
  let last: Promise<unknown> = Promise.resolve();

  function running(): Worker {
    if (thread !== undefined) return thread;
    const started = startThread(options);
    started.once('exit', () => {
      if (thread === started) thread = undefined;
    });
    thread = started;
    return started;
  }

  async function stop(): Promise<void> {
    await thread?.terminate();
    thread = undefined;
  }

  async function ask<Schema extends z.ZodType>(
    request: ArtifactRequest,
    answer: Schema,
    limitMs: number,
  ): Promise<z.output<Schema> | ArtifactFailure> {
    const { cancel } = options;
    if (cancel.aborted) return failed('the job was cancelled');
    try {
      const message = await exchange(running(), request, limitMs, cancel);
      return answer.or(artifactFailure).parse(message);
    } catch (error) {
      // It may be busy for ever: the next operation gets a new one.
      await stop();
      return failed(messageOf(error));
    }
  }

  /** One operation after the other. */
  function inTurn<Answer>(operation: () => Promise<Answer>): Promise<Answer> {
    const turn = last.then(operation);
    last = turn;
    return turn;
  }

  return {
    upload: (request, limitMs) => inTurn(() => ask({ operation: 'upload', ...request }, uploaded, limitMs)),
    list: (limitMs) => inTurn(() => ask({ operation: 'list' }, listed, limitMs)),
    download: (request, limitMs) =>
      inTurn(() => ask({ operation: 'download', ...request }, downloaded, limitMs)),
    [Symbol.asyncDispose]: stop,
  };
}

function failed(reason: string): ArtifactFailure {
  return { kind: 'failed', reason };
}

function startThread({ script, env }: JobArtifactOptions): Worker {
  // GitHub's package reads the event file when it is imported, and ends on a broken one.
  const thread = new Worker(script, { env: { ...env, GITHUB_EVENT_PATH: '' }, stdout: true, stderr: true });
  // Nobody reads its log, but the pipes must not fill up.
  thread.stdout.resume();
  thread.stderr.resume();
  // Between operations, an error is one of the next operation, which finds the thread ended.
  thread.on('error', () => {});
  return thread;
}

/** Posts a request to the thread. @returns its answer. @throws why there is none. */
async function exchange(
  thread: Worker,
  request: ArtifactRequest,
  limitMs: number,
  cancel: AbortSignal,
): Promise<unknown> {
  const { promise, resolve, reject } = Promise.withResolvers<unknown>();
  const seconds = Math.round(limitMs / 100) / 10;
  const timer = setTimeout(() => reject(new Error(`it took longer than ${seconds} s`)), limitMs);
  const cancelled = () => reject(new Error('the job was cancelled'));
  const ended = () => reject(new Error('the connection broke'));
  thread.once('message', resolve).once('error', reject).once('exit', ended);
  cancel.addEventListener('abort', cancelled, { once: true });
  // While it works it keeps this process alive, between two operations it does not.
  thread.ref();
  try {
    thread.postMessage(request);
    return await promise;
  } finally {
    thread.unref();
    clearTimeout(timer);
    cancel.removeEventListener('abort', cancelled);
    thread.off('message', resolve).off('error', reject).off('exit', ended);
  }
}

/**
 * Why GitHub's package finds no artifact service on this machine, as a clause; `undefined` if it does.
 * @param env the environment of the runner.
 */
export function artifactServiceMissing(env: NodeJS.ProcessEnv): string | undefined {
  for (const name of ['ACTIONS_RUNTIME_TOKEN', 'ACTIONS_RESULTS_URL']) {
    if (!env[name]) return `${name} is not set, as it is on runners of GitHub Actions`;
  }
  const host = URL.parse(env.GITHUB_SERVER_URL || 'https://github.com')?.hostname.toLowerCase() ?? '';
  if (host === 'github.com' || host.endsWith('.ghe.com') || host.endsWith('.localhost')) return undefined;
  return 'GitHub Enterprise Server does not support the current artifacts';
}
