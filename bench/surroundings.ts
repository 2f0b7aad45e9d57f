import { tmpdir } from 'node:os';
import type { Surroundings } from '../src/runner/browser/surroundings.ts';

/** A machine whose browser is the given one: the Playwright of this repository is out of sight. */
export function surroundings(chromium: string): Surroundings {
  return { env: { CHROME_BIN: chromium }, platform: process.platform, workspace: tmpdir() };
}
