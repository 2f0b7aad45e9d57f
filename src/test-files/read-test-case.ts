import { v5 as uuidV5 } from 'uuid';
import type { z } from 'zod';
import { type ExchangeTestCase, exchangeTestCase } from '../contract/exchange/test-case.ts';
import type { Path } from './parse-text.ts';

/** Namespace of the ids that are derived from paths. Never change it: it would change every derived id. */
const derivedIds = 'b3d2a5a0-4f0e-5d0c-9c57-6d4a0b1f7e21';

/** Keys that other tools write into files and that mean nothing here. */
const foreignKeys = new Set(['filePath', '$schema', 'versionId']);

export interface Finding {
  readonly path: Path;
  readonly message: string;
}

export interface ReadTestCase {
  /** Missing where there are problems. */
  readonly testCase?: ExchangeTestCase;
  readonly problems: readonly Finding[];
  /** Keys that nothing reads: most likely misspelt. */
  readonly warnings: readonly Finding[];
}

/**
 * Reads one test case as people write it: `version`, `runStatus` and `prompt` may be left out, and so may `id`,
 * which is then derived from `origin`; an optional field without a value counts as left out.
 * @param origin what makes the case's place unique and stays the same between runs: its path, with its index in a list.
 */
export function readTestCase(value: unknown, origin: string): ReadTestCase {
  if (!isRecord(value)) {
    return {
      problems: [{ path: [], message: 'a test case is a mapping with description and elements' }],
      warnings: [],
    };
  }
  const given = Object.fromEntries(Object.entries(value).filter(([, each]) => each !== null));
  const complete = { version: '1', runStatus: 'ON', prompt: '', id: uuidV5(origin, derivedIds), ...given };
  const parsed = exchangeTestCase.safeParse(complete);
  if (!parsed.success) {
    return { problems: parsed.error.issues.map((issue) => describeIssue(issue, complete)), warnings: [] };
  }
  return {
    testCase: parsed.data,
    problems: parsed.data.elements.flatMap(missingSelectors),
    warnings: unreadKeys(given, parsed.data),
  };
}

function describeIssue(issue: z.core.$ZodIssue, input: unknown): Finding {
  const name = issue.path.filter((part) => typeof part === 'string').at(-1);
  const missing = issue.code === 'invalid_type' && valueAt(input, issue.path) === undefined;
  const message = missing ? `is missing (${issue.expected})` : issue.message;
  return { path: issue.path, message: name === undefined ? message : `${name}: ${message}` };
}

/** Steps that act on an element; the others act on the page. */
const needElement = new Set([
  'CLICK',
  'ENTER_TEXT',
  'SELECT_OPTION',
  'HOVER',
  'UPLOAD',
  'DOWNLOAD',
  'DRAG_AND_DROP',
  'EXTRACT',
]);

function missingSelectors(element: ExchangeTestCase['elements'][number], index: number): Finding[] {
  const step = element.interaction?.action ?? element.assertion?.expectation ?? '';
  const needed =
    element.interaction == null ? step !== 'RESPONSE_OK' : needElement.has(element.interaction.action);
  if (!needed || element.selectors.length > 0) return [];
  return [{ path: ['elements', index], message: `selectors: ${step} needs at least one selector` }];
}

function unreadKeys(input: unknown, read: unknown, path: Path = []): Finding[] {
  if (Array.isArray(input) && Array.isArray(read)) {
    return input.flatMap((each, index) => unreadKeys(each, read[index], [...path, index]));
  }
  if (!isRecord(input) || !isRecord(read)) return [];
  return Object.entries(input).flatMap(([key, each]) => {
    if (foreignKeys.has(key)) return [];
    if (key in read) return unreadKeys(each, read[key], [...path, key]);
    return [{ path: [...path, key], message: `${key}: nothing reads this key. Is it misspelt?` }];
  });
}

function valueAt(value: unknown, path: Path): unknown {
  let current = value;
  for (const key of path) {
    if (Array.isArray(current) && typeof key === 'number') current = current[key];
    else if (isRecord(current) && typeof key === 'string') current = current[key];
    else return undefined;
  }
  return current;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
