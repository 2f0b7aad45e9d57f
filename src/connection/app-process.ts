import { type ChildProcess, type SpawnOptions, spawn } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import { stripVTControlCharacters } from 'node:util';
import { cut } from '../common/text.ts';

/** How much of the app's output is kept. */
const maxLines = 500;
/** How much of it a message quotes. */
const maxQuotedLines = 50;
const maxLineCharacters = 500;
/** The app has this long to end by itself, in ms. */
const endMs = 2000;
const checkMs = 20;

export type AppProcess = ReturnType<typeof startApp>;

/**
 * Starts an app by a command of the shell, which stops at the first line that fails, as a `run` step does: an app must not be
 * tested after its build has failed. Disposing of it ends it, with every process that it has started.
 */
export function startApp(command: string, { cwd, env }: { cwd: string; env: NodeJS.ProcessEnv }) {
  // A process group of its own: the shell ends sooner than what it has started.
  const options: SpawnOptions = { cwd, env, detached: true, stdio: ['ignore', 'pipe', 'pipe'] };
  const child =
    process.platform === 'win32'
      ? spawn(command, { ...options, shell: true })
      : spawn('/bin/sh', ['-e', '-c', command], options);
  const lastLines = collectLines(child);
  let end: string | undefined;
  let failure: string | undefined;
  const ended = Promise.withResolvers<void>();
  const fail = (text: string) => {
    failure = end = text;
    ended.resolve();
  };
  child.on('error', ({ message }) => fail(`could not be started: ${message}`));
  child.on('exit', (code, signal) => {
    if (code !== 0) return fail(`ended ${code === null ? `by ${signal}` : `with exit code ${code}`}`);
    end = 'ended with exit code 0';
    ended.resolve();
  });
  const killNow = () => killGroup(child.pid, 'SIGKILL');
  process.once('exit', killNow);
  return {
    /** Id of its process group. */
    pid: child.pid,
    /** How the command has ended, such as `ended with exit code 1`; undefined while it runs. */
    end: () => end,
    /** How it has failed; undefined while it runs or if it succeeded. */
    failure: () => failure,
    /** Resolves when the command ends before the app is disposed of. */
    ended: ended.promise,
    /** The last 500 lines that it has printed. */
    lastLines,
    async [Symbol.asyncDispose]() {
      child.removeAllListeners('exit');
      await endGroup(child.pid);
      process.off('exit', killNow);
    },
  };
}

/** The last 50 lines of the app, each indented. */
export function describeOutput(app: AppProcess): string {
  const lines = app.lastLines().slice(-maxQuotedLines);
  if (lines.length === 0) return ' It printed nothing.';
  return ` Its last lines:\n${lines.map((line) => `    ${line}`).join('\n')}`;
}

function collectLines(child: ChildProcess): () => readonly string[] {
  const lines: string[] = [];
  const open = new Map<unknown, string>();
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding('utf8').on('data', (chunk: string) => {
      const [last = '', ...complete] = `${open.get(stream) ?? ''}${chunk}`.split(/\r\n|\r|\n/).reverse();
      // Only the start of a line is shown. The extra character makes `cut` add an ellipsis.
      open.set(stream, last.slice(0, maxLineCharacters + 1));
      lines.push(...complete.slice(0, maxLines).reverse());
      lines.splice(0, lines.length - maxLines);
    });
  }
  return () =>
    [...lines, ...open.values()]
      .map((line) => cut(stripVTControlCharacters(line).trimEnd(), maxLineCharacters))
      .filter((line) => line !== '')
      .slice(-maxLines);
}

/** Ends a process group, by force if it does not end in time. */
async function endGroup(pid: number | undefined): Promise<void> {
  const deadline = performance.now() + endMs;
  killGroup(pid, 'SIGTERM');
  while (killGroup(pid, 0) && performance.now() < deadline) await sleep(checkMs);
  killGroup(pid, 'SIGKILL');
}

/** Sends a signal to a process group. @returns whether it exists. */
export function killGroup(pid: number | undefined, signal: NodeJS.Signals | 0): boolean {
  if (pid === undefined) return false;
  try {
    // Windows has no process groups.
    if (process.platform === 'win32' && signal !== 0) {
      spawn('taskkill', ['/pid', String(pid), '/t', '/f'], { stdio: 'ignore' }).on('error', () => {});
      return true;
    }
    return process.kill(process.platform === 'win32' ? pid : -pid, signal);
  } catch {
    return false;
  }
}
