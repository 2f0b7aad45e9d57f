import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';

/** A process that is ended with the test. */
export interface Running extends AsyncDisposable {
  readonly process: ChildProcess;
  /** What its first line has printed that fits `ready`. */
  readonly ready: RegExpExecArray;
}

/** Starts a Node script and waits until a line of its output fits `ready`. */
export async function startScript(script: string, args: readonly string[], ready: RegExp): Promise<Running> {
  const child = spawn(process.execPath, [script, ...args], { stdio: ['ignore', 'pipe', 'inherit'] });
  for await (const line of createInterface(child.stdout)) {
    const match = ready.exec(line);
    if (match !== null) return { process: child, ready: match, [Symbol.asyncDispose]: () => stop(child) };
  }
  throw new Error(`${script} ended before it was ready`);
}

async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exit = once(child, 'exit');
  child.kill('SIGKILL');
  await exit;
}
