import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { interfaceDocument } from '../scripts/interface-table.ts';

const root = join(import.meta.dirname, '..');

it('docs/interface.md is what the code says (npm run docs writes it)', async () => {
  expect(await readFile(join(root, 'docs/interface.md'), 'utf8')).toBe(await interfaceDocument());
});

it('every operation has a handler and a test', async () => {
  const handlers = await readdir(join(root, 'src/service/handlers'));
  const rows = (await interfaceDocument()).split('\n').filter((line) => /^\| `\w+` \|/.test(line));
  expect(rows.length).toBeGreaterThan(20);
  for (const row of rows) {
    const [, , , , handler = '', tests = ''] = row.split('|').map((cell) => cell.trim());
    expect(handlers, row).toContain(handler.replaceAll('`', ''));
    expect(tests, row).not.toBe('');
  }
});
