import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { z } from 'zod';
import { testFileSchema } from '../src/contract/file-schema.ts';
import { openApiDocument } from '../src/contract/openapi.ts';
import { toJsonSchemas } from '../src/contract/values.ts';
import { mutationResults } from '../src/results/mode-results.ts';
import {
  attemptResult,
  browserOfRun,
  caseResult,
  evidenceFile,
  failedPage,
  failedStep,
  fileProblem,
  runResults,
  sourceLocation,
  stepResult,
} from '../src/results/run-results.ts';

/** Writes the documents that are made from zod schemas into schema/, so that they can't differ from it. */

const root = join(import.meta.dirname, '..');

/** @returns the text of each document as the contract has it now, by its path in the repository. */
export function schemaFiles(): ReadonlyMap<string, string> {
  const text = (document: object) => `${JSON.stringify(document, null, 2)}\n`;
  return new Map([
    ['schema/test-cases.schema.json', text(testFileSchema())],
    ['schema/openapi.json', text(openApiDocument())],
    ['schema/results.schema.json', text(resultsJsonSchema())],
    ['schema/mutation.schema.json', text(mutationJsonSchema())],
  ]);
}

/** The JSON Schema (2020-12) of a results file. It allows further fields: version 1 may get more. */
export function resultsJsonSchema(): object {
  const named = new Map<string, z.ZodType>([
    ['results', runResults],
    ['result', caseResult],
    ['attempt', attemptResult],
    ['failedStep', failedStep],
    ['step', stepResult],
    ['failedPage', failedPage],
    ['browser', browserOfRun],
    ['mutation', mutationResults],
    ['problem', fileProblem],
    ['place', sourceLocation],
    ['evidence', evidenceFile],
  ]);
  const { results: file, ...$defs } = toJsonSchemas(named, '#/$defs/', 'input');
  return {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    title: 'Results of browser tests',
    ...file,
    $defs,
  };
}

/** The JSON Schema of `mutation.json`. */
export function mutationJsonSchema(): object {
  const { mutation } = toJsonSchemas(new Map([['mutation', mutationResults]]), '#/$defs/', 'input');
  return {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    title: 'Mutants of an app and the browser tests that notice them',
    ...mutation,
  };
}

if (process.argv.includes('--write')) {
  for (const [path, text] of schemaFiles()) {
    await mkdir(dirname(join(root, path)), { recursive: true });
    await writeFile(join(root, path), text);
  }
}
