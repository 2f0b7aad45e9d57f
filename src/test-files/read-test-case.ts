import { v5 as uuidV5 } from 'uuid';
import type { z } from 'zod';
import { type ExchangeTestCase, exchangeTestCase } from '../contract/exchange/test-case.ts';
import { hintFor, hintForMissing } from './misspelt-key.ts';
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
  const defaults = { version: '1', runStatus: 'ON', prompt: '', id: uuidV5(origin, derivedIds) };
  const complete = { ...defaults, ...replaceNulls(value, undefined) };
  const parsed = exchangeTestCase.safeParse(complete);
  if (!parsed.success) {
    return { problems: parsed.error.issues.map((issue) => describeIssue(issue, complete)), warnings: [] };
  }
  return {
    testCase: parsed.data,
    problems: parsed.data.elements.flatMap(missingSelectors),
    warnings: [...misspeltKeys(value, parsed.data, defaults), ...withoutSteps(parsed.data)],
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
  // The one rule on a whole mapping: a step is one or the other.
  return code === 'custom' && isRecord(given) ? hintForMissing(['interaction', 'assertion'], given) : '';
}

function messageFor(issue: z.core.$ZodIssue, given: unknown): string {
  if (issue.code === 'invalid_value') {
    const values = issue.values.map(String).join(', ');
    return `${given === undefined ? 'is missing' : `${JSON.stringify(given)} is unknown`}: use one of ${values}`;
  }
  if (issue.code !== 'invalid_type') return issue.message;
  const expected = inWords[issue.expected] ?? issue.expected;
  return given === undefined ? `is missing (${expected})` : `must be ${expected}`;
}

/** What zod expects, as someone who writes YAML would say it. */
const inWords: Readonly<Record<string, string>> = {
  string: 'a text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  tuple: 'a list',
  object: 'a mapping',
  null: 'left out',
};

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

/** Nothing can fail in it, so it would be green whatever the app does. */
function withoutSteps({ elements, runStatus }: ExchangeTestCase): Finding[] {
  if (elements.length > 0 || runStatus === 'OFF') return [];
  return [
    {
      path: ['elements'],
      message: 'elements: there is no step, so this test case passes whatever the app does',
    },
  ];
}

function missingSelectors(element: ExchangeTestCase['elements'][number], index: number): Finding[] {
  const step = element.interaction?.action ?? element.assertion?.expectation ?? '';
  const needed =
    element.interaction == null ? step !== 'RESPONSE_OK' : needElement.has(element.interaction.action);
  if (!needed || element.selectors.length > 0) return [];
  return [{ path: ['elements', index], message: `selectors: ${step} needs at least one selector` }];
}

/** Keys of which nothing was read. A key without a value reads as nothing, so the schema is asked whether it is one. */
function misspeltKeys(input: Record<string, unknown>, read: unknown, defaults: object): Finding[] {
  const unread = unreadKeys(input, read);
  const isNull = (path: Path) => valueAt(input, path) === null;
  if (!unread.some(isNull)) return toldKeys(unread);
  // A value that no field may have: every key that the schema knows is refused with it.
  const issues = exchangeTestCase.safeParse({ ...defaults, ...replaceNulls(input, Symbol('no value')) }).error
    ?.issues;
  const known = new Set(issues?.map(({ path }) => JSON.stringify(path)));
  const isKnown = (path: Path) =>
    path.some((_, index) => known.has(JSON.stringify(path.slice(0, index + 1))));
  return toldKeys(unread.filter((each) => !isNull(each) || !isKnown(each)));
}

function unreadKeys(input: unknown, read: unknown, path: Path = []): Path[] {
  if (Array.isArray(input) && Array.isArray(read)) {
    return input.flatMap((each, index) => unreadKeys(each, read[index], [...path, index]));
  }
  if (!isRecord(input) || !isRecord(read)) return [];
  return Object.entries(input).flatMap(([key, each]) => {
    if (foreignKeys.has(key)) return [];
    if (Object.hasOwn(read, key)) return unreadKeys(each, read[key], [...path, key]);
    return [[...path, key]];
  });
}

/** So many keys of a case are told: a file of nothing else must not fill the log. */
const keysTold = 20;

function toldKeys(unread: readonly Path[]): Finding[] {
  const told = unread.slice(0, keysTold).map((path) => {
    const key = String(path.at(-1));
    return { path, message: `${key}: nothing reads this key. ${hintFor(key)}` };
  });
  const next = unread[keysTold];
  if (next === undefined) return told;
  const message = `and ${unread.length - keysTold} more keys that nothing reads, from here on`;
  return [...told, { path: next, message }];
}

/**
 * A copy in which `replacement` stands for the missing value of fields, at every depth; `undefined` leaves them out.
 * An item of a list is no field: it stays.
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
