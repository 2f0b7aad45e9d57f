import { tmpdir } from 'node:os';
import type { Machine } from '../src/runner/browser/browser-kinds.ts';

/** A machine with the given browser, without the Playwright of this repository. */
export function machineWith(chromium: string): Machine {
  return { env: { CHROME_BIN: chromium }, platform: process.platform, workspace: tmpdir() };
}
