import { readdir, readFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';

/** How often memory is measured, in ms. */
const intervalMs = 50;

/** Measures the memory of a process and its descendants; Linux only. */
export function watchMemory(pid: number): { stop(): Promise<number> } {
  const stopped = new AbortController();
  let peak = 0;
  const watching = (async () => {
    while (!stopped.signal.aborted) {
      peak = Math.max(peak, await treeBytes(pid));
      await sleep(intervalMs, undefined, { signal: stopped.signal }).catch(() => {});
    }
  })();
  return {
    /** @returns the peak memory, in bytes. */
    async stop() {
      stopped.abort();
      await watching;
      return peak;
    },
  };
}

/** Memory of a process tree in bytes; shared memory counts once (PSS). */
async function treeBytes(root: number): Promise<number> {
  const sizes = await Promise.all((await treeOf(root)).map(proportionalBytes));
  return sizes.reduce((sum, bytes) => sum + bytes, 0);
}

async function treeOf(root: number): Promise<number[]> {
  const pids = (await readdir('/proc')).map(Number).filter((pid) => pid > 0);
  const children = Map.groupBy(
    await Promise.all(pids.map(async (pid) => ({ pid, parent: await parentOf(pid) }))),
    ({ parent }) => parent,
  );
  const tree = [root];
  for (const pid of tree) tree.push(...(children.get(pid) ?? []).map((child) => child.pid));
  return tree;
}

/** @returns undefined for a process that has ended. */
async function parentOf(pid: number): Promise<number | undefined> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
  // The command name before it is in parentheses and may contain any character.
  const parent = stat.slice(stat.lastIndexOf(')')).split(' ')[2];
  return parent === undefined ? undefined : Number(parent);
}

/** @returns 0 for a process that has ended. */
async function proportionalBytes(pid: number): Promise<number> {
  const rollup = await readFile(`/proc/${pid}/smaps_rollup`, 'utf8').catch(() => '');
  return Number(/^Pss:\s+(\d+) kB/m.exec(rollup)?.[1] ?? 0) * 1024;
}
