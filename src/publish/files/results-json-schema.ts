import type { z } from 'zod';
import { toJsonSchemas } from '../../contract/json-schema.ts';
import { resultsFile } from './results-schema.ts';

/** The JSON Schema (2020-12) of a results file. Readers let pass what it does not name: version 1 may get more fields. */
export function resultsFileSchema(): object {
  const { results } = resultsFile.shape;
  const result = results.unwrap();
  const { earlierAttempts, place, failedStep, screenshot } = result.shape;
  const named = new Map<string, z.ZodType>([
    ['results', resultsFile],
    ['result', result],
    ['attempt', earlierAttempts.unwrap()],
    ['failedStep', failedStep.unwrap()],
    ['place', place.unwrap()],
    ['evidence', screenshot.unwrap()],
  ]);
  const { results: file, ...$defs } = toJsonSchemas(named, '#/$defs/', 'input');
  return {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    title: 'Results of browser tests',
    ...file,
    $defs,
  };
}
