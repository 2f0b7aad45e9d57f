import { readFileSync, writeFileSync } from 'node:fs';
import { z } from 'zod';

/** What some work takes: time, processor time of all threads in ms, and growth of the memory at its peak in MiB (Linux). */
export const cost = z.object({ ms: z.number(), cpuMs: z.number(), mib: z.number().optional() });
export type Cost = z.infer<typeof cost>;

/** Starts to measure this process. @returns what it has taken since. */
export function startCost(): () => Cost {
  const before = resetPeak();
  const startedAt = performance.now();
  const cpuBefore = process.cpuUsage();
  return () => {
    const { user, system } = process.cpuUsage(cpuBefore);
    const taken = { ms: performance.now() - startedAt, cpuMs: (user + system) / 1000 };
    return before === undefined ? taken : { ...taken, mib: (peak() - before) / 1024 };
  };
}

/** Resets the peak of this process's memory. @returns what it uses now, in KiB; undefined if that is not known here. */
function resetPeak(): number | undefined {
  if (process.platform !== 'linux') return undefined;
  writeFileSync('/proc/self/clear_refs', '5');
  return peak();
}

function peak(): number {
  return Number(/VmHWM:\s+(\d+)/.exec(readFileSync('/proc/self/status', 'utf8'))?.[1]);
}
