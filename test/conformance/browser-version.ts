import { execFileSync } from 'node:child_process';
import type { Browser } from '../../src/contract/values.ts';
import type { Machine } from '../../src/runner/browser/browser-kinds.ts';
import { findBrowser } from '../../src/runner/browser/find-browser.ts';

/** Logs and returns the version of the browser that the runner uses on a machine, such as `Chromium 156.0.8078.79`. */
export function browserVersion(browser: Browser, machine: Machine): string {
  const path = findBrowser(browser, machine);
  const output = execFileSync(path, ['--version'], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] });
  const version = /^.*?\d+(\.\w+)+/.exec(output.trim())?.[0] ?? 'of an unknown version';
  console.log(`Conformance is tested in ${version} (${path})`);
  return version;
}
