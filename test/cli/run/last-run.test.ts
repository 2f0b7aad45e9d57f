import { mkdtemp, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { openFile } from '../../../src/cli/run/last-run.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'open-'));
  vi.stubEnv('PATH', folder);
  vi.stubEnv('DISPLAY', ':1');
});
afterEach(async () => {
  vi.unstubAllEnvs();
  await rm(folder, { recursive: true, force: true });
});

async function printed(): Promise<string[]> {
  const lines: string[] = [];
  await openFile('report.html', (text) => lines.push(text));
  return lines;
}

it.skipIf(process.platform === 'win32')(
  'prints the path of what it opens, and of what it cannot open',
  async () => {
    expect(await printed()).toEqual(['Open report.html in a browser.']);
    for (const command of ['xdg-open', 'open']) await symlink('/bin/echo', join(folder, command));
    expect(await printed()).toEqual(['Opening report.html.']);
  },
);
