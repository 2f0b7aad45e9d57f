import { v5 as uuidV5 } from 'uuid';
import type { z } from 'zod';
import { type ExchangeTestCase, exchangeTestCase } from '../contract/exchange/exchange-test-case.ts';
import { checkEntryPoint } from './check-argument.ts';
import { checkStep } from './check-step.ts';
import { describeIssue, hasKeyLike, hintFor } from './describe-issue.ts';
import type { ParsedText } from './parse-text.ts';
import { type Finding, isRecord, type Path, valueAt } from './problem.ts';

/** Namespace of the ids that are derived from paths. Never change it: it would change every derived id. */
const derivedIds = 'b3d2a5a0-4f0e-5d0c-9c57-6d4a0b1f7e21';

interface ReadTestCase {
  /** Missing if the case does not have the form of one. */
  readonly testCase?: ExchangeTestCase;
  readonly problems: readonly Finding[];
  readonly unknownKeys: readonly Finding[];
  /** Unknown keys of the test case itself, which services add. */
  readonly warnings: readonly Finding[];
}

/**
 * Reads one test case as people write it: `version`, `runStatus` and `prompt` are optional, and so is `id`, which is
 * then derived from `origin`. An optional field may be null. Where a text belongs, a number, `true` or `false` is the text
 * that is written in the file.
 * @param origin identifies the case and is the same in every run: its path, with its index in a list.
 * @param sourceOf the text in the file of a number, `true` or `false`, by its path.
 */
export function readTestCase(
  value: unknown,
  origin: string,
  sourceOf: ParsedText['sourceOf'] = () => undefined,
): ReadTestCase {
  if (!isRecord(value) || !isMeantAsTestCase(value)) {
    const message =
      'not a test case, which is a mapping with description and elements. Exclude other files with a pattern such as `!browser-tests/data`';
    return { problems: [{ path: [], message }], unknownKeys: [], warnings: [] };
  }
  const defaults = { version: '1', runStatus: 'ON', prompt: '', id: uuidV5(origin, derivedIds) };
  const complete = { ...defaults, ...normalize(value, undefined) };
  const parsed = parseWithTexts(complete, sourceOf);
  if (!parsed.success) {
    const { issues } = parsed.error;
    const faults = issues.map((issue): Fault => ({ issue, finding: describeIssue(issue, complete, value) }));
    const rest = readBeside(faults, value, (repaired) => readTestCase(repaired, origin, sourceOf));
    return { ...rest, problems: [...faults.map(({ finding }) => finding), ...rest.problems] };
  }
  const accepts = (replacement: symbol) =>
    exchangeTestCase.safeParse({ ...defaults, ...normalize(value, replacement) }).error?.issues ?? [];
  const unknown = findUnknownKeys(value, parsed.data, accepts);
  return {
    testCase: parsed.data,
    problems: [...checkEntryPoint(parsed.data), ...parsed.data.elements.flatMap(checkStep)],
    unknownKeys: unknown.filter(({ path }) => path.length > 1),
    warnings: unknown.filter(({ path }) => path.length === 1),
  };
}

/** Whether a mapping has one of the keys that every test case has, or misspells both of them. */
function isMeantAsTestCase(value: Record<string, unknown>): boolean {
  if (value.description !== undefined || value.elements !== undefined) return true;
  return hasKeyLike('description', value) && hasKeyLike('elements', value);
}

/** @param testCase is changed: texts replace the numbers and booleans where the schema has a text. */
function parseWithTexts(testCase: Record<string, unknown>, sourceOf: ParsedText['sourceOf']) {
  const parsed = exchangeTestCase.safeParse(testCase);
  if (parsed.success) return parsed;
  const paths = textPaths(parsed.error.issues);
  const replaced = paths.filter((path) => replaceByText(testCase, path, sourceOf));
  return replaced.length === 0 ? parsed : exchangeTestCase.safeParse(testCase);
}

/** Where the schema has a text instead of what was given, also as one of several possibilities. */
function textPaths(issues: readonly z.core.$ZodIssue[]): Path[] {
  return issues.flatMap((issue) => {
    if (issue.code === 'invalid_union') {
      return issue.errors.flatMap(textPaths).map((path) => [...issue.path, ...path]);
    }
    return issue.code === 'invalid_type' && issue.expected === 'string' ? [issue.path] : [];
  });
}

function replaceByText(testCase: unknown, path: Path, sourceOf: ParsedText['sourceOf']): boolean {
  const given = valueAt(testCase, path);
  const parent = valueAt(testCase, path.slice(0, -1));
  const key = path.at(-1);
  if ((typeof given !== 'number' && typeof given !== 'boolean') || key === undefined) return false;
  if (typeof parent !== 'object' || parent === null) return false;
  return Reflect.set(parent, key, sourceOf(path) ?? String(given));
}

/** A deep copy with `replacement` for every field that is null; `undefined` removes the field. Items of lists stay. */
function normalize(
  record: Record<string, unknown>,
  replacement: symbol | undefined,
): Record<string, unknown> {
  const copy = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(copy);
    return isRecord(value) ? normalize(value, replacement) : value;
  };
  return Object.fromEntries(
    Object.entries(record).flatMap(([key, each]) => {
      if (each === null) return replacement === undefined ? [] : [[key, replacement]];
      return [[key, copy(each)]];
    }),
  );
}

/** Keys of a test case that other tools write into files and that are ignored here. */
const ignoredKeys = new Set(['filePath', '$schema', 'versionId']);
/** Keys of a test case that only hold what YAML anchors name. */
const anchorPrefix = 'x-';
/** Per test case: a file full of unknown keys must not fill the log. */
const maxUnknownKeys = 20;

/**
 * Finds the keys that the schema does not have.
 * @param read what the schema has read of `input`.
 * @param issuesWith the issues of the schema if every null in `input` is replaced by a value that no field accepts: a
 * null was left out before reading, so that its key must be checked separately.
 */
function findUnknownKeys(
  input: Record<string, unknown>,
  read: unknown,
  issuesWith: (value: symbol) => readonly z.core.$ZodIssue[],
): Finding[] {
  const unread = unreadKeys(input, read, []);
  const isNull = (path: Path) => valueAt(input, path) === null;
  if (!unread.some(isNull)) return describeKeys(unread, isNull);
  const known = new Set(issuesWith(Symbol('no value')).map(({ path }) => JSON.stringify(path)));
  const isKnown = (path: Path) =>
    path.some((_, index) => known.has(JSON.stringify(path.slice(0, index + 1))));
  return describeKeys(
    unread.filter((each) => !isNull(each) || !isKnown(each)),
    isNull,
  );
}

function unreadKeys(input: unknown, read: unknown, path: Path): Path[] {
  if (Array.isArray(input) && Array.isArray(read)) {
    return input.flatMap((each, index) => unreadKeys(each, read[index], [...path, index]));
  }
  if (!isRecord(input) || !isRecord(read)) return [];
  return Object.entries(input).flatMap(([key, each]) => {
    if (path.length === 0 && (ignoredKeys.has(key) || key.startsWith(anchorPrefix))) return [];
    if (Object.hasOwn(read, key)) return unreadKeys(each, read[key], [...path, key]);
    return [[...path, key]];
  });
}

function describeKeys(unread: readonly Path[], isNull: (path: Path) => boolean): Finding[] {
  const findings = unread.slice(0, maxUnknownKeys).map((path) => {
    const key = String(path.at(-1));
    // In braces, `{selector: a, b}` is a key b without a value.
    const quotes = isNull(path) && path.length > 1 ? ' If it is part of a text, put the text in quotes.' : '';
    return { path, message: `${key}: unknown key. ${hintFor(path)}${quotes}` };
  });
  const next = unread[maxUnknownKeys];
  if (next === undefined) return findings;
  const message = `and ${unread.length - maxUnknownKeys} more unknown keys from here on`;
  return [...findings, { path: next, message }];
}

/** What is wrong with a part of a test case: as the schema says it, and for people. */
interface Fault {
  readonly issue: z.core.$ZodIssue;
  readonly finding: Finding;
}

/** Something valid in place of a fault. */
interface Repair {
  readonly path: Path;
  readonly replace: (given: unknown) => unknown;
  /** What is found here in the repaired test case may only be wrong because of the repair. */
  readonly scope?: Path;
  /** The path of a key: as it is written, and in the repaired test case. */
  readonly renamed?: { readonly from: Path; readonly to: Path };
}

interface Findings {
  readonly problems: readonly Finding[];
  readonly unknownKeys: readonly Finding[];
  readonly warnings: readonly Finding[];
}

/** Whoever has more has enough to correct. */
const maxFaults = 100;

/**
 * Finds what else is wrong with a test case: reads it with something valid in place of each fault.
 * @param read reads the repaired test case, and calls this function for the faults that it still has.
 */
function readBeside(
  faults: readonly Fault[],
  testCase: Record<string, unknown>,
  read: (repaired: Record<string, unknown>) => Findings,
): Findings {
  const repairs = faults.length > maxFaults ? [] : faults.map(repairOf);
  const repaired = repairs.reduce<unknown>(
    (value, { path, replace }) => replaceAt(value, path, replace),
    testCase,
  );
  // If nothing has changed, reading it again would never end.
  if (!isRecord(repaired) || JSON.stringify(repaired) === JSON.stringify(testCase)) {
    return { problems: [], unknownKeys: [], warnings: [] };
  }
  const { problems, unknownKeys, warnings } = read(repaired);
  const isNamed = ({ path }: Finding) =>
    faults.some(({ finding: { named } }) => named !== undefined && isSame(named, path));
  const asWritten = (finding: Finding) => repairs.reduce(withWrittenKey, finding);
  const unnamed = (found: readonly Finding[]) => found.filter((each) => !isNamed(each)).map(asWritten);
  return {
    problems: unnamed(problems.filter(({ path }) => !repairs.some((each) => isOf(each, path)))),
    unknownKeys: unnamed(unknownKeys),
    warnings: unnamed(warnings),
  };
}

/** Whether a problem at a path may come from a repair. */
function isOf({ path, scope = path, renamed }: Repair, found: Path): boolean {
  if (renamed !== undefined) return false;
  // What a step does decides about its selectors, and the other way round.
  const isStep = scope.length <= 3 && scope[2] !== 'ignoreFailure' && scope[0] === 'elements';
  return startsWith(found, scope) || (isStep && isSame(found, scope.slice(0, 2)));
}

function withWrittenKey(finding: Finding, { renamed }: Repair): Finding {
  if (renamed === undefined || !startsWith(finding.path, renamed.to)) return finding;
  return { ...finding, path: [...renamed.from, ...finding.path.slice(renamed.to.length)] };
}

/** A value of each type that zod expects. */
const samples: Readonly<Record<string, unknown>> = {
  string: 'x',
  number: 1,
  int: 1,
  boolean: false,
  array: [],
  object: {},
};

function repairOf({ issue, finding }: Fault): Repair {
  const { path } = issue;
  if (finding.meant !== undefined && finding.named !== undefined) return rename(finding.named, finding.meant);
  if (issue.code === 'invalid_type' && issue.expected in samples) {
    return { path, replace: () => samples[issue.expected] };
  }
  if (issue.code === 'invalid_value') {
    const scope = path.at(-1) === 'selectorType' ? path.slice(0, -1) : path;
    return { path, replace: () => issue.values[0], scope };
  }
  // The number is a valid text for each type of selector.
  if (path.at(-1) === 'selector') return { path, replace: () => '0' };
  if (path[0] !== 'elements') return { path: path.slice(0, 1), replace: () => null };
  const replaceBy = (sound: object) => (given: unknown) => ({ ...(isRecord(given) ? given : {}), ...sound });
  const part = { path: path.slice(0, 3), scope: path.slice(0, 3) };
  if (path[2] === 'interaction')
    return { ...part, replace: replaceBy({ action: 'HOVER', calledWith: null }) };
  if (path[2] === 'assertion') {
    return { ...part, replace: replaceBy({ expectation: 'VISIBLE', calledWith: null }) };
  }
  const step = { interaction: { action: 'HOVER' }, assertion: null };
  return { path: path.slice(0, 2), replace: replaceBy(step) };
}

function rename(key: Path, meant: string): Repair {
  const mapping = key.slice(0, -1);
  const replace = (given: unknown) => {
    if (!isRecord(given)) return given;
    const { [String(key.at(-1))]: value, ...rest } = given;
    return { ...rest, [meant]: value };
  };
  return { path: mapping, replace, renamed: { from: key, to: [...mapping, meant] } };
}

/** A copy with another value at a path. What is not on the path is shared. */
function replaceAt(value: unknown, path: Path, replace: (given: unknown) => unknown): unknown {
  const [key, ...rest] = path;
  if (key === undefined) return replace(value);
  if (Array.isArray(value)) {
    return value.map((each, index) => (index === key ? replaceAt(each, rest, replace) : each));
  }
  if (!isRecord(value) || typeof key !== 'string') return value;
  return { ...value, [key]: replaceAt(value[key], rest, replace) };
}

function startsWith(path: Path, start: Path): boolean {
  return start.every((each, index) => path[index] === each);
}

function isSame(one: Path, other: Path): boolean {
  return one.length === other.length && startsWith(one, other);
}
