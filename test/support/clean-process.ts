// The driver reads the folder for temporary files once, when it is loaded: here, before a test sets another.
import 'playwright-core';
import { afterAll, afterEach, expect, vi } from 'vitest';

/**
 * Quick test files share a process, in any order. Stubs and spies end with their test; a file that leaves anything else
 * changed fails.
 */

afterEach(() => {
  vi.unstubAllEnvs();
  vi.restoreAllMocks();
});

const before = processState();
afterAll(() => {
  expect(processState(), 'the process that later test files run in').toEqual(before);
});

function processState() {
  const events = ['SIGINT', 'SIGTERM', 'SIGHUP', 'uncaughtException', 'unhandledRejection'];
  return {
    env: { ...process.env },
    folder: process.cwd(),
    listeners: Object.fromEntries(events.map((event) => [event, process.listenerCount(event)])),
    isClockFake: vi.isFakeTimers(),
  };
}
