import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { schemaFiles } from '../scripts/schemas.ts';

test.each([...schemaFiles()])(
  '%s is what the contract says now (npm run docs writes it)',
  async (path, text) => {
    expect(await readFile(join(import.meta.dirname, '..', path), 'utf8')).toBe(text);
  },
);
