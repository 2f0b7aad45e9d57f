// Sets up what the other commands need, on a fresh clone too: the packages of the lockfile and, on Linux, a Chromium
// from a package. It runs on the Node that is there (20 or later); the packages bring the Node of the action.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const root = join(import.meta.dirname, '..');
const stamp = join(root, 'node_modules', '.setup');
const wanted = createHash('sha256')
  .update(readFileSync(join(root, 'package-lock.json')))
  .digest('hex');

if (!existsSync(stamp) || readFileSync(stamp, 'utf8') !== wanted) {
  console.log('Installing the packages of package-lock.json …');
  const { status } = spawnSync(
    'npm',
    ['ci', '--include=dev', '--no-audit', '--no-fund', '--loglevel=error'],
    {
      cwd: root,
      stdio: 'inherit',
      shell: process.platform === 'win32',
    },
  );
  if (status !== 0) {
    console.error('npm ci failed: see its message above. Is the npm registry reachable?');
    process.exit(1);
  }
  writeFileSync(stamp, wanted);
}

const { ensureChromium } = await import('./chromium.mjs');
await ensureChromium();
