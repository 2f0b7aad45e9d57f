import type { ChildProcess } from 'node:child_process';
import { readFileSync } from 'node:fs';

/**
 * Measures from now on how long a process takes to end. The time in which it was ready to go on and others had the
 * processor does not count: a busy machine is not its fault.
 * @returns asks for the time, in ms, once the process has ended.
 */
export function timeUntilExit(child: ChildProcess): () => number {
  const { pid = 0 } = child;
  const from = performance.now();
  let until = from;
  const before = waitedMs(pid) ?? 0;
  let waited = before;
  // What it has waited for is forgotten with the process.
  const timer = setInterval(() => {
    waited = waitedMs(pid) ?? waited;
  }, 10);
  child.once('exit', () => {
    clearInterval(timer);
    until = performance.now();
  });
  return () => until - from - (waited - before);
}

/** How long the main thread of a process has waited for a processor, in ms; undefined if that is unknown. */
function waitedMs(pid: number): number | undefined {
  try {
    const [, nanoseconds] = readFileSync(`/proc/${pid}/schedstat`, 'utf8').split(' ');
    return Number(nanoseconds) / 1e6;
  } catch {
    // The process has ended, or the system does not count this.
    return undefined;
  }
}
