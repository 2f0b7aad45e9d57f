import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { readmeWithTables } from '../scripts/readme-tables.ts';

it("the README's tables are those of action.yml (npm run docs writes them)", async () => {
  const readme = await readFile(join(import.meta.dirname, '../README.md'), 'utf8');
  expect(await readmeWithTables()).toBe(readme);
});
