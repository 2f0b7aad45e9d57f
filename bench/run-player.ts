import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { type Player, type PlayerTask, taskFolder } from './players.ts';
import { watchMemory } from './process-tree.ts';

/** The result of a player's process. */
export interface Measured {
  readonly passed: number;
  readonly failed: number;
  /** From the start of the process to its end, in ms. */
  readonly ms: number;
  /** The peak memory of the process and its children, in bytes; 0 if it was not watched. */
  readonly peakBytes: number;
}

/** Timeout of a player, in ms. */
const limitMs = 600_000;

/**
 * Runs a player to its end.
 * @param watch whether its memory is measured, which slows it down.
 * @throws Error if it reports no cases.
 */
export async function runOnce(
  player: Player,
  task: Omit<PlayerTask, 'folder'>,
  watch = false,
): Promise<Measured> {
  await using folder = await taskFolder();
  const { args, cwd } = await player.prepare({ ...task, folder: folder.path });
  const startedAt = performance.now();
  const child = spawn(process.execPath, args, {
    cwd,
    timeout: limitMs,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { PATH: process.env.PATH, HOME: process.env.HOME, CHROME_BIN: task.chromium },
  });
  const memory = watch && child.pid !== undefined ? watchMemory(child.pid) : undefined;
  const [output, problems] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'close'),
  ]);
  const ms = performance.now() - startedAt;
  const peakBytes = (await memory?.stop()) ?? 0;
  const [passed, failed] = ['passed', 'failed'].map((word) => Number(countOf(output, word)));
  if (!passed && !failed) throw new Error(`${player.title} reported no results:\n${output}${problems}`);
  return { passed: passed ?? 0, failed: failed ?? 0, ms, peakBytes };
}

function countOf(output: string, word: string): string {
  return new RegExp(`(\\d+) ${word}`).exec(output)?.[1] ?? '0';
}
