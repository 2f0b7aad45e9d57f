import { type ChildProcess, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdir, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { z } from 'zod';
import { ensureChromium } from '../../scripts/chromium.mjs';
import { runAction as runActionOfSource } from '../../src/gate/run-action.ts';
import { openJobArtifacts } from '../../src/github/job-artifacts.ts';
import { createCommandHost } from './command-host.ts';
import { compileCache } from './compile-cache.ts';

export const root = join(import.meta.dirname, '../..');
const entry = join(root, 'dist/index.js');

/** A repository with its files, on disk. */
export interface Workspace extends AsyncDisposable {
  readonly path: string;
  write(file: string, content: string): Promise<void>;
}

/** Makes a workspace from file names and contents. */
export async function makeWorkspace(files: Readonly<Record<string, string>> = {}): Promise<Workspace> {
  const path = await mkdtemp(join(tmpdir(), 'workspace-'));
  const write = async (file: string, content: string) => {
    await mkdir(dirname(join(path, file)), { recursive: true });
    await writeFile(join(path, file), content);
  };
  for (const [file, content] of Object.entries(files)) await write(file, content);
  return { path, write, [Symbol.asyncDispose]: () => rm(path, { recursive: true, force: true }) };
}

export interface ActionOptions {
  readonly workspace: string;
  readonly inputs: Readonly<Record<string, string>>;
  readonly eventName?: string;
  /** The event's payload; without one there is no event file. */
  readonly event?: unknown;
  readonly env?: Readonly<Record<string, string>>;
  /** The commit that HEAD of the workspace names. Default: that of the event. `null`: what the workspace has. */
  readonly checkedOut?: string | null;
  /** The script that is run: the action itself, unless it says otherwise. */
  readonly entry?: string;
  /** Called with the process once it runs. */
  readonly during?: (child: ChildProcess, log: () => string) => void;
}

export interface ActionResult {
  readonly exitCode: number | null;
  /** Everything on stdout and stderr. */
  readonly log: string;
  readonly outputs: Readonly<Record<string, string>>;
  readonly summary: string;
  /** The results file, parsed. */
  readonly results: unknown;
}

/** The variables that the runner sets, for run 100 of the job `browser` in acme/shop. */
const runnerEnv = {
  CI: 'true',
  GITHUB_ACTIONS: 'true',
  GITHUB_REPOSITORY: 'acme/shop',
  GITHUB_SHA: 'd'.repeat(40),
  GITHUB_REF: 'refs/pull/7/merge',
  GITHUB_WORKFLOW: 'Checks',
  GITHUB_JOB: 'browser',
  GITHUB_ACTION: 'gate',
  GITHUB_RUN_ID: '100',
  GITHUB_RUN_ATTEMPT: '1',
  GITHUB_SERVER_URL: 'https://github.example',
};

/** Payload of a pull request's event. */
export const pullRequestEvent = {
  pull_request: {
    number: 7,
    head: { sha: 'a'.repeat(40), ref: 'feature', repo: { full_name: 'acme/shop' } },
  },
};

/** The same pull request after a push. @param letter the new commit's hash is made of it. */
export function pushOf(letter: string) {
  const { pull_request } = pullRequestEvent;
  return { pull_request: { ...pull_request, head: { ...pull_request.head, sha: letter.repeat(40) } } };
}

/** The promise: so long after its first signal the action has ended, in ms. The runner kills it after 7,500. */
export const endedWithinMs = 5000;

/** Runs the built action as a runner would: inputs and context from the environment, results into files. */
export async function runAction(options: ActionOptions): Promise<ActionResult> {
  await using files = await runnerFiles(options);
  const child = spawn(process.execPath, [options.entry ?? entry], {
    cwd: options.workspace,
    env: {
      PATH: process.env.PATH,
      HOME: process.env.HOME,
      CHROME_BIN: await ensureChromium(),
      ...compileCache,
      GITHUB_OUTPUT: files.output,
      GITHUB_STEP_SUMMARY: files.summary,
      GITHUB_STATE: files.state,
      ...actionEnv(options, files),
    },
  });
  let log = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (log += chunk));
  options.during?.(child, () => log);
  const [exitCode] = await once(child, 'close');
  const outputs = parseOutputs(await readFile(files.output, 'utf8'));
  const summary = await readFile(files.summary, 'utf8');
  return { exitCode, log, outputs, summary, results: await readResults(outputs) };
}

/**
 * Runs the action of `src` in this process, which takes a fraction of the time if no browser starts. For runs where the
 * process itself is not what is tested.
 */
export async function runInProcess(options: CommonOptions): Promise<ActionResult> {
  await using files = await runnerFiles(options);
  await using threads = new AsyncDisposableStack();
  const { openHost, log, outputs, summary } = createCommandHost();
  const env = { CHROME_BIN: await ensureChromium(), ...actionEnv(options, files) };
  const exitCode = await runActionOfSource(env, {
    cancel: new AbortController().signal,
    openHost,
    saveState: () => {},
    onFatalError: () => {},
    openArtifacts: (options) => threads.use(openJobArtifacts({ ...options, script: entry })),
  });
  return { exitCode, log: log(), outputs, summary: summary(), results: await readResults(outputs) };
}

/** What both ways to run the action take. */
type CommonOptions = Omit<ActionOptions, 'entry' | 'during'>;

interface RunnerFiles extends AsyncDisposable {
  readonly folder: string;
  readonly output: string;
  readonly summary: string;
  readonly state: string;
  readonly event: string;
}

async function runnerFiles(options: CommonOptions): Promise<RunnerFiles> {
  const { event } = options;
  const folder = await mkdtemp(join(tmpdir(), 'runner-'));
  const files = {
    folder,
    output: join(folder, 'output'),
    summary: join(folder, 'summary'),
    state: join(folder, 'state'),
    event: join(folder, 'event.json'),
  };
  await writeFile(files.output, '');
  await writeFile(files.summary, '');
  await writeFile(files.state, '');
  if (event !== undefined) await writeFile(files.event, JSON.stringify(event));
  const { checkedOut = commitOf(options) } = options;
  if (checkedOut !== null) await checkOut(options.workspace, checkedOut);
  return { ...files, [Symbol.asyncDispose]: () => rm(folder, { recursive: true, force: true }) };
}

/** The environment that the runner gives to a step. */
function actionEnv(
  options: Pick<ActionOptions, 'workspace' | 'inputs' | 'eventName' | 'event' | 'env'>,
  files: RunnerFiles,
): Record<string, string> {
  return {
    ...runnerEnv,
    GITHUB_EVENT_NAME: options.eventName ?? 'pull_request',
    GITHUB_WORKSPACE: options.workspace,
    RUNNER_TEMP: files.folder,
    ...(options.event === undefined ? {} : { GITHUB_EVENT_PATH: files.event }),
    ...Object.fromEntries(
      Object.entries(options.inputs).map(([name, value]) => [`INPUT_${name.toUpperCase()}`, value]),
    ),
    ...options.env,
  };
}

async function readResults(outputs: Readonly<Record<string, string>>): Promise<unknown> {
  const file = outputs['results-file'];
  return file === undefined ? undefined : JSON.parse(await readFile(file, 'utf8'));
}

const eventCommit = z.object({
  pull_request: z.object({ head: z.object({ sha: z.string() }) }).optional(),
  merge_group: z.object({ head_sha: z.string() }).optional(),
  deployment: z.object({ sha: z.string() }).optional(),
});

/** The commit that an event is about, as its workflow checks it out. */
function commitOf({ event, env }: CommonOptions): string {
  const { pull_request, merge_group, deployment } = eventCommit.safeParse(event).data ?? {};
  const named = pull_request?.head.sha ?? merge_group?.head_sha ?? deployment?.sha;
  return named ?? env?.GITHUB_SHA ?? runnerEnv.GITHUB_SHA;
}

/** Writes HEAD in one step: jobs that run at the same time share a workspace. */
async function checkOut(workspace: string, commit: string): Promise<void> {
  const folder = join(workspace, '.git');
  const temporary = join(folder, `HEAD-${randomUUID()}`);
  await mkdir(folder, { recursive: true });
  await writeFile(temporary, `${commit}\n`);
  await rename(temporary, join(folder, 'HEAD'));
}

/** The runner's output file: `name<<delimiter`, the value, the delimiter again. */
function parseOutputs(text: string): Record<string, string> {
  const outputs: Record<string, string> = {};
  for (const [, name, , value] of text.matchAll(/^(.+)<<(.+)\n([\s\S]*?)\n\2$/gm)) {
    if (name !== undefined && value !== undefined) outputs[name] = value;
  }
  return outputs;
}
