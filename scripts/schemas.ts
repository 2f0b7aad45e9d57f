import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { testFileSchema } from '../src/contract/file-schema.ts';
import { openApiDocument } from '../src/contract/openapi.ts';
import { resultsJsonSchema } from '../src/results/results-file.ts';

/** Writes the documents that are made from zod schemas into schema/, so that they can't differ from it. */

const root = join(import.meta.dirname, '..');

/** @returns the text of each document as the contract has it now, by its path in the repository. */
export function schemaFiles(): ReadonlyMap<string, string> {
  const text = (document: object) => `${JSON.stringify(document, null, 2)}\n`;
  return new Map([
    ['schema/test-cases.schema.json', text(testFileSchema())],
    ['schema/openapi.json', text(openApiDocument())],
    ['schema/results.schema.json', text(resultsJsonSchema())],
  ]);
}

if (process.argv.includes('--write')) {
  for (const [path, text] of schemaFiles()) {
    await mkdir(dirname(join(root, path)), { recursive: true });
    await writeFile(join(root, path), text);
  }
}
