import type { z } from 'zod';
import { tryParseJson } from '../../common/json.ts';
import { HttpProblem } from './http-problem.ts';
import { isDeeperThan } from './json-body.ts';

/** Nested objects and lists; hand-written filters have three or four levels. */
const maxLevels = 50;

/**
 * Reads a query parameter that holds JSON text.
 * @returns undefined if it is missing or blank.
 * @throws HttpProblem 400 if it is not JSON, or not what the schema describes.
 */
export function readJsonQuery<S extends z.ZodType>(
  name: string,
  text: string | undefined,
  schema: S,
  example: string,
): z.output<S> | undefined {
  if (text === undefined || text.trim() === '') return undefined;
  const path = ['query', name];
  const json = tryParseJson(text);
  if (json === undefined) throw HttpProblem.invalid(path, `is not JSON. Example: ${example}`);
  // Filters are parsed and applied recursively.
  if (isDeeperThan(text, maxLevels))
    throw HttpProblem.invalid(path, `is nested deeper than ${maxLevels} levels`);
  const parsed = schema.safeParse(json, { reportInput: true });
  if (parsed.success) return parsed.data;
  throw HttpProblem.fromZod(parsed.error, path);
}
