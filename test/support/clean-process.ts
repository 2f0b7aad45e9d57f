import { afterAll, afterEach, expect, vi } from 'vitest';

/**
 * Quick test files share a process, in any order. Stubs and spies end with their test; a file that leaves anything else
 * changed fails.
 */
const env = { ...process.env };
const before = processState();

afterEach(() => {
  const { TMPDIR } = process.env;
  vi.unstubAllEnvs();
  vi.restoreAllMocks();
  expect(TMPDIR, 'the driver reads this folder once, when it is loaded').toBe(env.TMPDIR);
});

afterAll(() => {
  expect(processState(), 'the process that later test files run in').toEqual(before);
});

function processState() {
  const events = ['SIGINT', 'SIGTERM', 'SIGHUP', 'uncaughtException', 'unhandledRejection'];
  const variables = Object.keys({ ...env, ...process.env });
  return {
    // Their values may be secrets.
    changedVariables: variables.filter((name) => process.env[name] !== env[name]),
    folder: process.cwd(),
    listeners: Object.fromEntries(events.map((event) => [event, process.listenerCount(event)])),
    isClockFake: vi.isFakeTimers(),
  };
}
