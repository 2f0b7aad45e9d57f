import { v5 as uuidV5 } from 'uuid';
import type { z } from 'zod';
import { type ExchangeTestCase, exchangeTestCase } from '../contract/exchange/test-case.ts';
import { hintFor, hintForMissing } from './misspelt-key.ts';
import type { Path } from './parse-text.ts';

/** Namespace of the ids that are derived from paths. Never change it: it would change every derived id. */
const derivedIds = 'b3d2a5a0-4f0e-5d0c-9c57-6d4a0b1f7e21';

/** Keys that other tools write into files and that are ignored here. */
const ignoredKeys = new Set(['filePath', '$schema', 'versionId']);

export interface Finding {
  readonly path: Path;
  readonly message: string;
}

export interface ReadTestCase {
  /** Missing if there are problems. */
  readonly testCase?: ExchangeTestCase;
  readonly problems: readonly Finding[];
  /** Unknown keys, which are most likely misspelt, and a case without steps. */
  readonly warnings: readonly Finding[];
}

/**
 * Reads one test case as people write it: `version`, `runStatus` and `prompt` are optional, and so is `id`, which is
 * then derived from `origin`. An optional field may be null.
 * @param origin identifies the case and is the same in every run: its path, with its index in a list.
 */
export function readTestCase(value: unknown, origin: string): ReadTestCase {
  if (!isRecord(value)) {
    return {
      problems: [{ path: [], message: 'a test case is a mapping with description and elements' }],
      warnings: [],
    };
  }
  const defaults = { version: '1', runStatus: 'ON', prompt: '', id: uuidV5(origin, derivedIds) };
  const complete = { ...defaults, ...replaceNulls(value, undefined) };
  const parsed = exchangeTestCase.safeParse(complete);
  if (!parsed.success) {
    return { problems: parsed.error.issues.map((issue) => describeIssue(issue, complete)), warnings: [] };
  }
  return {
    testCase: parsed.data,
    problems: parsed.data.elements.flatMap(missingSelectors),
    warnings: [...misspeltKeys(value, parsed.data, defaults), ...missingSteps(parsed.data)],
  };
}

function describeIssue(issue: z.core.$ZodIssue, input: unknown): Finding {
  const name = issue.path.filter((part) => typeof part === 'string').at(-1);
  const message = messageFor(issue, valueAt(input, issue.path)) + hintOn(issue, input);
  const last = issue.path.at(-1);
  const item = typeof last === 'number' && issue.code !== 'custom' ? `item ${last + 1} ` : '';
  return { path: issue.path, message: name === undefined ? message : `${name}: ${item}${message}` };
}

function hintOn({ code, path }: z.core.$ZodIssue, input: unknown): string {
  const given = valueAt(input, path);
  const name = path.at(-1);
  const around = valueAt(input, path.slice(0, -1));
  if (given === undefined && typeof name === 'string' && isRecord(around))
    return hintForMissing([name], around);
  // The only rule on a mapping: a step has an interaction or an assertion.
  return code === 'custom' && isRecord(given) ? hintForMissing(['interaction', 'assertion'], given) : '';
}

function messageFor(issue: z.core.$ZodIssue, given: unknown): string {
  if (issue.code === 'invalid_value') {
    const values = issue.values.map(String).join(', ');
    return `${given === undefined ? 'is missing' : `${JSON.stringify(given)} is unknown`}: use one of ${values}`;
  }
  if (issue.code !== 'invalid_type') return issue.message;
  const expected = typeNames[issue.expected] ?? issue.expected;
  return given === undefined ? `is missing (${expected})` : `must be ${expected}`;
}

/** The types that zod expects, for people who write YAML. */
const typeNames: Readonly<Record<string, string>> = {
  string: 'a text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  tuple: 'a list',
  object: 'a mapping',
  null: 'left out',
};

/** Actions on an element; the others act on the page. */
const elementActions = new Set([
  'CLICK',
  'ENTER_TEXT',
  'SELECT_OPTION',
  'HOVER',
  'UPLOAD',
  'DOWNLOAD',
  'DRAG_AND_DROP',
  'EXTRACT',
]);

/** A case without steps passes whatever the app does. */
function missingSteps({ elements, runStatus }: ExchangeTestCase): Finding[] {
  if (elements.length > 0 || runStatus === 'OFF') return [];
  return [
    {
      path: ['elements'],
      message: 'elements: the test case has no steps, so it always passes',
    },
  ];
}

function missingSelectors(element: ExchangeTestCase['elements'][number], index: number): Finding[] {
  const step = element.interaction?.action ?? element.assertion?.expectation ?? '';
  const needed =
    element.interaction == null ? step !== 'RESPONSE_OK' : elementActions.has(element.interaction.action);
  if (!needed || element.selectors.length > 0) return [];
  return [{ path: ['elements', index], message: `selectors: ${step} needs at least one selector` }];
}

/** Keys that the schema does not have. A null was left out before parsing, so its key is checked separately. */
function misspeltKeys(input: Record<string, unknown>, read: unknown, defaults: object): Finding[] {
  const unread = unreadKeys(input, read);
  const isNull = (path: Path) => valueAt(input, path) === null;
  if (!unread.some(isNull)) return unknownKeyFindings(unread);
  // The schema rejects this value for every key that it knows.
  const issues = exchangeTestCase.safeParse({ ...defaults, ...replaceNulls(input, Symbol('no value')) }).error
    ?.issues;
  const known = new Set(issues?.map(({ path }) => JSON.stringify(path)));
  const isKnown = (path: Path) =>
    path.some((_, index) => known.has(JSON.stringify(path.slice(0, index + 1))));
  return unknownKeyFindings(unread.filter((each) => !isNull(each) || !isKnown(each)));
}

function unreadKeys(input: unknown, read: unknown, path: Path = []): Path[] {
  if (Array.isArray(input) && Array.isArray(read)) {
    return input.flatMap((each, index) => unreadKeys(each, read[index], [...path, index]));
  }
  if (!isRecord(input) || !isRecord(read)) return [];
  return Object.entries(input).flatMap(([key, each]) => {
    if (ignoredKeys.has(key)) return [];
    if (Object.hasOwn(read, key)) return unreadKeys(each, read[key], [...path, key]);
    return [[...path, key]];
  });
}

/** Per test case: a file full of unknown keys must not fill the log. */
const maxUnknownKeys = 20;

function unknownKeyFindings(unread: readonly Path[]): Finding[] {
  const findings = unread.slice(0, maxUnknownKeys).map((path) => {
    const key = String(path.at(-1));
    return { path, message: `${key}: unknown key. ${hintFor(key)}` };
  });
  const next = unread[maxUnknownKeys];
  if (next === undefined) return findings;
  const message = `and ${unread.length - maxUnknownKeys} more unknown keys from here on`;
  return [...findings, { path: next, message }];
}

/**
 * A deep copy with `replacement` for every field that is null; `undefined` removes the field. Items of lists stay.
 */
function replaceNulls(
  record: Record<string, unknown>,
  replacement: symbol | undefined,
): Record<string, unknown> {
  const replace = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(replace);
    return isRecord(value) ? replaceNulls(value, replacement) : value;
  };
  return Object.fromEntries(
    Object.entries(record).flatMap(([key, each]) => {
      if (each !== null) return [[key, replace(each)]];
      return replacement === undefined ? [] : [[key, replacement]];
    }),
  );
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
