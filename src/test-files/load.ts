import { realpath } from 'node:fs/promises';
import { messageOf } from '../common/errors.ts';
import { type FileProblem, readInside } from '../common/files.ts';
import { decodeUtf8 } from '../common/text.ts';
import { findFiles } from './find-files.ts';
import { likelyMistakes } from './likely-mistakes.ts';
import { type ParsedText, parseText } from './parse-text.ts';
import {
  type Finding,
  formatPosition,
  type LineColumn,
  type LoadedCase,
  type ParseProblem,
  type Path,
  type Problem,
  type SourcePosition,
} from './problem.ts';
import { readTestCase } from './read-test-case.ts';

export interface LoadedCases {
  readonly cases: readonly LoadedCase[];
  readonly files: readonly string[];
  /** If there are any, nothing may be triggered. */
  readonly problems: readonly Problem[];
  readonly warnings: readonly Problem[];
}

interface LoadOptions {
  /** Whether dependencies and teardowns are also read from files that the patterns do not match. They are switched off. */
  readonly withReferenced?: boolean;
  /** Whether unknown dependencies and teardowns, and loops of them, are problems. Default: `true`. */
  readonly checksReferences?: boolean;
  /** What to do if a pattern matches no file. */
  readonly advice?: string;
}

/**
 * Reads every test case that the patterns match, and checks the references between them. Nothing is skipped: a file that
 * can't be read is a problem.
 */
export async function loadTestCases(
  workspace: string,
  patterns: readonly string[],
  { withReferenced = false, checksReferences = true, advice }: LoadOptions = {},
): Promise<LoadedCases> {
  const root = await realpath(workspace);
  const found = await findFiles(root, patterns, advice);
  const matched = found.files.map((file) => loadFile(root, file));
  const matchedCases = matched.flatMap((each) => each.cases);
  const referenced = withReferenced ? await loadReferenced(root, patterns, found.files, matchedCases) : [];
  const loaded = [...matched, ...referenced];
  const cases = loaded.flatMap((each) => each.cases);
  return {
    cases,
    files: [...new Set([...found.files, ...cases.map(({ position }) => position.file)])],
    problems: [
      ...found.problems,
      ...loaded.flatMap((each) => each.problems),
      ...duplicateIds(cases),
      ...(checksReferences ? referenceProblems(cases, loaded) : []),
    ],
    warnings: [...(found.warnings ?? []), ...loaded.flatMap((each) => each.warnings)],
  };
}

/**
 * Reads the test cases that others refer to, directly or not, from files that the patterns do not match, such as the login
 * of a single file that is to be run. They are in the same folder of the workspace, or below it, and are not excluded.
 * @returns these test cases, and the problems of files that seem to have them and cannot be read.
 */
async function loadReferenced(
  root: string,
  patterns: readonly string[],
  files: readonly string[],
  cases: readonly LoadedCase[],
): Promise<LoadedFile[]> {
  const ids = new Set(cases.map(({ testCase }) => testCase.id));
  const missing = ({ testCase }: LoadedCase) =>
    references.flatMap((each) => testCase[each] ?? []).filter((id) => !ids.has(id));
  const open = cases.filter((each) => missing(each).length > 0);
  if (open.length === 0) return [];
  const others = (await filesBeside(open, root, patterns))
    .filter((file) => !files.includes(file))
    .map((file) => loadFile(root, file));
  const byId = new Map(others.flatMap((each) => each.cases).map((each) => [each.testCase.id, each]));
  const found = new Map<string, LoadedCase>();
  const unknown = new Set<string>();
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    for (const id of missing(next)) {
      const other = byId.get(id);
      if (other === undefined) unknown.add(id);
      if (other === undefined || found.has(id)) continue;
      found.set(id, { ...other, testCase: { ...other.testCase, runStatus: 'OFF' } });
      open.push(other);
    }
  }
  const unread = others.filter(({ unread = '' }) => idsIn(unread).some((id) => unknown.has(id)));
  return [
    { ...failed([]), cases: [...found.values()] },
    ...unread.map((each) => ({ ...each, cases: [], warnings: [] })),
  ];
}

/** The files in the same folder of the workspace as test cases, or below it, which the patterns do not exclude. */
async function filesBeside(
  cases: readonly LoadedCase[],
  root: string,
  patterns: readonly string[],
): Promise<readonly string[]> {
  const folders = cases.map(({ position: { file } }) =>
    file.includes('/') ? `./${file.split('/')[0]}` : '*',
  );
  const excluded = patterns.filter((pattern) => pattern.startsWith('!'));
  return (await findFiles(root, [...new Set(folders), ...excluded])).files;
}

/** The ids that a text seems to give to test cases, although it cannot be read as a test file. */
function idsIn(text: string): string[] {
  const found = text.matchAll(/\bid["']?\s*:\s*["']?([\da-f-]{36})/gi);
  return [...found].map(([, id = '']) => id.toLowerCase());
}

interface LoadedFile extends Pick<LoadedCases, 'cases' | 'problems' | 'warnings'> {
  /** The text of the file, if it has a test case that cannot be read. */
  readonly unread?: string;
}

function loadFile(root: string, file: string): LoadedFile {
  const text = readText(root, file);
  if (typeof text !== 'string') return failed([toProblem(file, text)]);
  const parsed = parseText(text, file.toLowerCase().endsWith('.json') ? 'json' : 'yaml');
  if ('positionOf' in parsed) {
    const { warnings, ...read } = readCases(parsed, file, text);
    const cut = parsed.cutTexts.map((each) => toProblem(file, each));
    return { ...read, warnings: [...warnings, ...cut].toSorted(byPosition) };
  }
  return { ...failed(parsed.map((problem) => toProblem(file, problem))), unread: text };
}

function toProblem(file: string, { line, column, message }: ParseProblem): Problem {
  return { message, position: { file, line, column } };
}

/** A file contains one test case or a list of them. */
function readCases(parsed: ParsedText, file: string, text: string): LoadedFile {
  if (!Array.isArray(parsed.value)) return readCase({ parsed, file, text }, parsed.value, [], file);
  if (parsed.value.length === 0) {
    const message = 'an empty list: the file has no test cases';
    return { ...failed([]), warnings: [toProblem(file, { ...parsed.positionOf([]), message })] };
  }
  const read = parsed.value.map((value, index) =>
    readCase({ parsed, file, text }, value, [index], `${file}#${index}`),
  );
  return {
    cases: read.flatMap((each) => each.cases),
    problems: read.flatMap((each) => each.problems),
    warnings: read.flatMap((each) => each.warnings),
    ...(read.some(({ unread }) => unread !== undefined) ? { unread: text } : {}),
  };
}

interface ReadFile {
  readonly parsed: ParsedText;
  readonly file: string;
  readonly text: string;
}

function readCase({ parsed, file, text }: ReadFile, value: unknown, at: Path, origin: string): LoadedFile {
  const positionOf = (path: Path): SourcePosition => {
    const { line, column } = parsed.positionOf([...at, ...path]);
    return { file, line, column };
  };
  const atPart = ({ path, message, part }: Finding): Problem => ({
    message,
    position: { file, ...parsed.positionOf([...at, ...path], part) },
  });
  const atKey = (finding: Finding) => atPart({ ...finding, part: 'key' });
  const { testCase, problems, unknownKeys, warnings } = readTestCase(value, origin, (path) =>
    parsed.sourceOf([...at, ...path]),
  );
  return {
    cases:
      testCase === undefined
        ? []
        : [{ testCase, position: positionOf([]), text, inList: at.length > 0, positionOf }],
    problems: [...problems.map(atPart), ...unknownKeys.map(atKey)].toSorted(byPosition),
    warnings: [
      ...warnings.map(atKey),
      ...(testCase === undefined ? [] : likelyMistakes(testCase).map(atPart)),
    ],
    ...(testCase === undefined ? { unread: text } : {}),
  };
}

function byPosition({ position: a }: Problem, { position: b }: Problem): number {
  return (a?.line ?? 0) - (b?.line ?? 0) || (a?.column ?? 0) - (b?.column ?? 0);
}

function failed(problems: readonly Problem[]): LoadedFile {
  return { cases: [], problems, warnings: [] };
}

const maxFileBytes = 1024 * 1024;

const notAFile = 'is not a file. Remove it, or replace it with a file.';

const fileProblems: Readonly<Record<FileProblem, string>> = {
  folder: notAFile,
  'not a file': notAFile,
  outside:
    'a link that points outside the workspace, or changes while it is read, is not followed. Replace it with the file itself.',
};

/**
 * Reads a test file.
 * @param root the workspace, without links in its path.
 * @param file path relative to the workspace.
 * @returns the text, or the problem of the file.
 */
export function readText(root: string, file: string): string | ParseProblem {
  const start = { line: 1, column: 1 };
  try {
    const found = readInside(root, file, maxFileBytes);
    if (typeof found === 'string') return { ...start, message: fileProblems[found] };
    const { size, bytes } = found;
    if (size > maxFileBytes) {
      return { ...start, message: `the file has ${size} bytes; the limit is ${maxFileBytes}. Split it.` };
    }
    const text = decodeText(bytes);
    return typeof text === 'string' ? text : { ...text, message: 'not UTF-8: save the file as UTF-8' };
  } catch (error) {
    return { ...start, message: `can't be read: ${messageOf(error)}` };
  }
}

/** @returns the text without its byte order mark, or the position of the first byte that is not UTF-8. */
export function decodeText(bytes: Uint8Array): string | LineColumn {
  const text = decodeUtf8(bytes);
  if (text !== undefined) return text;
  // Replacement characters differ from the bytes that they replace.
  const replaced = Buffer.from(new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes));
  const wrong = replaced.findIndex((byte, index) => byte !== bytes[index]);
  // As a stream: an incomplete character at the end is part of the wrong one.
  const before = new TextDecoder().decode(bytes.subarray(0, wrong), { stream: true }).split('\n');
  return { line: before.length, column: (before.at(-1)?.length ?? 0) + 1 };
}

type Reference = 'dependencyId' | 'teardownId';
const references: readonly Reference[] = ['dependencyId', 'teardownId'];

/** The first test case of each id. */
function casesById(cases: readonly LoadedCase[]): ReadonlyMap<string, LoadedCase> {
  return new Map(cases.map((each) => [each.testCase.id, each] as const).reverse());
}

function duplicateIds(cases: readonly LoadedCase[]): Problem[] {
  const byId = casesById(cases);
  return cases.flatMap((each) => {
    const first = byId.get(each.testCase.id);
    if (first === undefined || first === each) return [];
    return [
      {
        position: each.positionOf(['id']),
        message: `id: ${each.testCase.id} is already the id of ${formatPosition(first.position)}. Give each test case its own.`,
      },
    ];
  });
}

/** Finds dependencies and teardowns that no file contains, and loops of either. */
function referenceProblems(cases: readonly LoadedCase[], loaded: readonly LoadedFile[]): Problem[] {
  const byId = casesById(cases);
  // Test cases that cannot be read may have the ids that others name.
  const unread = new Set(loaded.flatMap((each) => idsIn(each.unread ?? '')));
  return references.flatMap((reference) => [
    ...unknownReferences(cases, (id) => byId.has(id) || unread.has(id), reference),
    ...loops(cases, byId, reference),
  ]);
}

function unknownReferences(
  cases: readonly LoadedCase[],
  isKnown: (id: string) => boolean,
  reference: Reference,
): Problem[] {
  return cases.flatMap((each) => {
    const id = each.testCase[reference];
    if (id === undefined || isKnown(id)) return [];
    return [
      {
        position: each.positionOf([reference]),
        message: `${reference}: no test case has the id ${id}. Include its file, or correct the id.`,
      },
    ];
  });
}

function loops(
  cases: readonly LoadedCase[],
  byId: ReadonlyMap<string, LoadedCase>,
  reference: Reference,
): Problem[] {
  const done = new Set<LoadedCase>();
  const problems: Problem[] = [];
  for (const start of cases) {
    const path = new Set<LoadedCase>();
    let next: LoadedCase | undefined = start;
    while (next !== undefined && !done.has(next) && !path.has(next)) {
      path.add(next);
      const id: string | undefined = next.testCase[reference];
      next = id === undefined ? undefined : byId.get(id);
    }
    if (next !== undefined && path.has(next)) {
      const steps = [...path];
      problems.push(loopProblem(steps.slice(steps.indexOf(next)), reference));
    }
    for (const each of path) done.add(each);
  }
  return problems;
}

function loopProblem(loop: readonly LoadedCase[], reference: Reference): Problem {
  const [first] = loop;
  const names = [...loop, ...loop.slice(0, 1)].map((each) => `"${each.testCase.description}"`).join(' → ');
  return {
    ...(first === undefined ? {} : { position: first.positionOf([reference]) }),
    message: `${reference}: these test cases depend on each other: ${names}. Remove one of the references.`,
  };
}
