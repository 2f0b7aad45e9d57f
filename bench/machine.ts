import { tmpdir } from 'node:os';
import type { Machine } from '../src/runner/browser/browser-kinds.ts';

/** A machine with the given browser, and without any of Playwright's. */
export function machineWith(chromium: string): Machine {
  return {
    env: { CHROME_BIN: chromium, PLAYWRIGHT_BROWSERS_PATH: '/none' },
    platform: process.platform,
    workspace: tmpdir(),
  };
}
