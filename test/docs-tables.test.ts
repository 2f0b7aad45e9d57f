import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { pagesWithTables } from '../scripts/docs-tables.ts';

it('docs/inputs.md and docs/outputs.md have the tables of action.yml (npm run docs writes them)', async () => {
  for (const [path, text] of await pagesWithTables()) {
    expect(await readFile(join(import.meta.dirname, '..', path), 'utf8'), path).toBe(text);
  }
});
