import { readFileSync, writeSync } from 'node:fs';

// Imported by the scripts of `startup.ts`: prints what the process has taken when it ends.
process.once('exit', () => {
  const ms = performance.now();
  const { user, system } = process.cpuUsage();
  const [, kib] = /VmHWM:\s+(\d+)/.exec(readFileSync('/proc/self/status', 'utf8')) ?? [];
  writeSync(1, JSON.stringify({ ms, cpuMs: (user + system) / 1000, mib: Number(kib) / 1024 }));
});
