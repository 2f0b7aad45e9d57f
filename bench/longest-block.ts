/** Watches for how long the event loop of this process does one thing only. */
export interface LoopWatch {
  /** The longest time in ms since the last call, without the time in which other processes had the processor. */
  longest(): number;
}

export function watchLoop(): LoopWatch {
  let longest = 0;
  let last = now();
  setInterval(() => {
    const next = now();
    longest = Math.max(longest, Math.min(next.ms - last.ms, next.cpuMs - last.cpuMs));
    last = next;
  }, 1).unref();
  return {
    longest() {
      const found = longest;
      longest = 0;
      return found;
    },
  };
}

function now() {
  const { user, system } = process.threadCpuUsage();
  return { ms: performance.now(), cpuMs: (user + system) / 1000 };
}
