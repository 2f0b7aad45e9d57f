import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { z } from 'zod';

/** Requests to the thread for artifacts, and its answers. */

const upload = {
  /** Names to try: the first that no other artifact of the workflow run has is used. */
  names: z.array(z.string()).readonly(),
  /** `undefined`: the default of the repository. */
  retentionDays: z.int().optional(),
};

export const artifactRequest = z.discriminatedUnion('operation', [
  z.object({
    operation: z.literal('upload'),
    ...upload,
    folder: z.string(),
    /** Paths of files in the folder. */
    paths: z.array(z.string()).readonly(),
  }),
  z.object({
    operation: z.literal('upload file'),
    ...upload,
    content: z.union([z.string(), z.instanceof(Uint8Array)]),
    /** Name of the file in the artifact. Without one, the artifact is the file itself, so that browsers show it. */
    fileName: z.string().optional(),
  }),
  z.object({ operation: z.literal('list') }),
  z.object({
    operation: z.literal('read'),
    /** Name of the file that is read from each artifact. */
    file: z.string(),
    ids: z.array(z.int()).readonly(),
    /** Time limit of each download, in ms: one that hangs does not hold up the others. */
    downloadMs: z.number(),
  }),
]);
export type ArtifactRequest = z.infer<typeof artifactRequest>;
export type RequestOf<Operation> = Omit<Extract<ArtifactRequest, { operation: Operation }>, 'operation'>;

const uploaded = z.object({ id: z.int(), name: z.string() });
export const listed = z.array(
  z.object({
    id: z.int(),
    name: z.string(),
    /** Of its archive, in bytes. */
    size: z.number(),
    /** ISO 8601. */
    createdAt: z.string().optional(),
  }),
);
export const filesRead = z.array(
  z.object({
    id: z.int(),
    /** Artifacts without the file have no content. */
    content: z.instanceof(Uint8Array).optional(),
    /** Why this artifact could not be downloaded. */
    failure: z.string().optional(),
  }),
);
/** Why an operation failed. */
const artifactFailure = z.object({ failure: z.string() });

export type ArtifactAnswer =
  | z.infer<typeof uploaded>
  | z.infer<typeof listed>
  | z.infer<typeof filesRead>
  | z.infer<typeof artifactFailure>;

export interface JobArtifactOptions {
  /** Path of the script that runs in the thread: `artifact-thread.ts`, as it is bundled. */
  readonly script: string;
  /** Environment of the thread: GitHub's package reads the address of its service and the token from there. */
  readonly env: NodeJS.ProcessEnv;
  /** Aborted when the job is cancelled: the operation under way fails at once. */
  readonly cancel: AbortSignal;
}

export type JobArtifacts = ReturnType<typeof openJobArtifacts>;

/** What needs an artifact service, or why this machine has none, as a clause. */
export type IfArtifacts<Service> = Service | { readonly missing: string };

/**
 * Opens the artifacts of the current workflow run, with the job's own runtime token; the thread starts with the first
 * operation. GitHub's package runs in a thread because it cannot be stopped, writes to the log what nobody has redacted,
 * waits longer than a job should, and may end the process when a connection breaks. Operations run one after the other, and
 * reject with the reason of a failure.
 */
export function openJobArtifacts({ script, env, cancel }: JobArtifactOptions) {
  /** Undefined until the first operation, and after one that was given up. */
  let thread: Worker | undefined;
  let last: Promise<unknown> = Promise.resolve();

  function inTurn<Schema extends z.ZodType>(request: ArtifactRequest, schema: Schema, limitMs: number) {
    const turn = last.then(() => send(request, schema, limitMs));
    last = turn.catch(() => {});
    return turn;
  }

  async function send<Schema extends z.ZodType>(request: ArtifactRequest, schema: Schema, limitMs: number) {
    if (cancel.aborted) throw new Error('the job was cancelled');
    thread ??= startThread(script, env).once('exit', () => {
      thread = undefined;
    });
    const message = await answerOf(thread, request, limitMs, cancel).catch(async (error: unknown) => {
      // It may be busy for ever: the next operation gets a new one.
      await stop();
      throw error;
    });
    const failed = artifactFailure.safeParse(message).data;
    if (failed !== undefined) throw new Error(failed.failure);
    return schema.parse(message);
  }

  async function stop(): Promise<void> {
    await thread?.terminate();
    thread = undefined;
  }

  return {
    upload: (request: RequestOf<'upload'>, limitMs: number) =>
      inTurn({ operation: 'upload', ...request }, uploaded, limitMs),
    uploadFile: (request: RequestOf<'upload file'>, limitMs: number) =>
      inTurn({ operation: 'upload file', ...request }, uploaded, limitMs),
    /** The artifacts of all attempts of the run. */
    list: (limitMs: number) => inTurn({ operation: 'list' }, listed, limitMs),
    /** Reads a file of each artifact, or says why it cannot. The caller checks their number and sizes before. */
    read: (request: RequestOf<'read'>, limitMs: number) =>
      inTurn({ operation: 'read', ...request }, filesRead, limitMs),
    [Symbol.asyncDispose]: stop,
  };
}

function startThread(script: string, env: NodeJS.ProcessEnv): Worker {
  // GitHub's package reads the event file when it is imported, and ends on a broken one.
  const thread = new Worker(script, { env: { ...env, GITHUB_EVENT_PATH: '' }, stdout: true, stderr: true });
  // Nobody reads its log, but the pipes must not fill up.
  thread.stdout.resume();
  thread.stderr.resume();
  // Between operations, an error is one of the next operation, which finds the thread ended.
  return thread.on('error', () => {});
}

/** Posts a request to the thread. @returns its answer. @throws why there is none. */
async function answerOf(thread: Worker, request: ArtifactRequest, limitMs: number, cancel: AbortSignal) {
  const answered = new AbortController();
  const signal = AbortSignal.any([answered.signal, cancel, AbortSignal.timeout(Math.ceil(limitMs))]);
  // While it works it keeps this process alive, between two operations it does not.
  thread.ref();
  try {
    const ended = once(thread, 'exit', { signal }).then(() => {
      throw new Error('the connection broke');
    });
    const answer = once(thread, 'message', { signal });
    thread.postMessage(request);
    const [message]: unknown[] = await Promise.race([answer, ended]);
    return message;
  } catch (error) {
    if (cancel.aborted) throw new Error('the job was cancelled');
    if (signal.aborted) throw new Error(`it took longer than ${Math.round(limitMs / 100) / 10} s`);
    throw error;
  } finally {
    thread.unref();
    answered.abort();
  }
}

/** Why GitHub's package finds no artifact service on this machine, as a clause; `undefined` if it does. */
export function artifactServiceMissing(env: NodeJS.ProcessEnv): string | undefined {
  for (const name of ['ACTIONS_RUNTIME_TOKEN', 'ACTIONS_RESULTS_URL']) {
    if (!env[name]) return `${name} is not set, although runners of GitHub Actions set it`;
  }
  const host = URL.parse(env.GITHUB_SERVER_URL || 'https://github.com')?.hostname.toLowerCase() ?? '';
  if (host === 'github.com' || host.endsWith('.ghe.com') || host.endsWith('.localhost')) return undefined;
  return 'GitHub Enterprise Server does not support the current artifacts';
}
