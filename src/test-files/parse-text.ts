import {
  type Document,
  isAlias,
  isMap,
  isNode,
  isScalar,
  isSeq,
  LineCounter,
  type Node,
  type Pair,
  visit,
  type YAMLMap,
} from 'yaml';
import { messageOf } from '../common/errors.ts';
import type { LineColumn, ParseProblem, Path } from './problem.ts';
import {
  type CheckedDocument,
  checkDocument,
  keyName,
  LimitReached,
  type OffsetProblem,
  readDocuments,
} from './yaml-document.ts';

/** The value of a file's text, with the position of each part of it. */
export interface ParsedText {
  readonly value: unknown;
  /** Texts that most likely go on where a comment begins, such as `Item #5`. */
  readonly cutTexts: readonly ParseProblem[];
  /** The position of the value at `path` or of its key; if there is none, of the nearest value around it. */
  positionOf(path: Path, part?: 'key' | 'value'): LineColumn;
  /** The number, or `true` or `false`, at `path` as it is written, such as `1.10`; undefined if there is no scalar. */
  sourceOf(path: Path): string | undefined;
}

/** Further problems of a broken file are mostly consequences of the first ones. */
const maxProblems = 20;

/**
 * Parses YAML 1.2 or JSON, with positions. Several documents, duplicate keys, custom tags and alias bombs are problems.
 * @returns the value, or the problems.
 */
export function parseText(text: string, format: 'yaml' | 'json'): ParsedText | readonly ParseProblem[] {
  // The YAML parser accepts what JSON does not, such as a trailing comma.
  const problem = format === 'json' ? jsonProblem(text) : undefined;
  if (problem !== undefined) return [problem];
  const lines = countLines(text);
  const control = controlCharacter(text);
  if (control !== undefined) return firstProblems([control], lines);
  try {
    const { document, second } = readDocuments(text);
    if (document === undefined) return [{ line: 1, column: 1, message: 'the file is empty' }];
    const problems = [
      ...syntaxProblems(document, format),
      ...(second === undefined ? [] : [{ offset: second.range[0], message: secondDocument }]),
    ];
    if (problems.length > 0) return firstProblems(problems, lines);
    const found = checkDocument(document);
    if (found.problems.length > 0) return firstProblems(found.problems, lines);
    return parsedText(text, document);
  } catch (error) {
    return [parserFailure(error, lines)];
  }
}

/**
 * The value of a document. The document itself is not kept, since those of many files would fill the memory. Apart from
 * where the file and its items begin, positions are rarely needed: the text is then parsed again.
 */
function parsedText(text: string, document: Document): ParsedText {
  const root = document.contents;
  const lines = countLines(text);
  const top = (node: unknown) => toLineColumn(lines, (isNode(node) && startOf(node)) || 0);
  const start = top(root);
  const items = isSeq(root) ? root.items.map(top) : [];
  let again: Pick<ParsedText, 'positionOf' | 'sourceOf'> | undefined;
  const parts = () => {
    again ??= partsOf(text);
    return again;
  };
  return {
    value: document.toJS({ maxAliasCount: -1 }),
    cutTexts: cutTexts(text, document, lines),
    positionOf(path, part) {
      const known = path.length === 0 ? start : path.length === 1 ? items[Number(path[0])] : undefined;
      return known ?? parts().positionOf(path, part);
    },
    sourceOf: (path) => parts().sourceOf(path),
  };
}

/** Keys whose values are texts for people. */
const textKeys =
  /^(?:calledWith|description|hasNotText|hasText|messageContaining|name|promptText|selector|text)$/;

/** Comments mostly begin with a space: `Item #5` is more likely one text. */
function cutTexts(text: string, document: Document, lines: LineCounter): ParseProblem[] {
  const found: ParseProblem[] = [];
  if (!/[ \t]#\S/.test(text)) return found;
  visit(document, {
    Pair: (_, { key, value }) => {
      if (!isScalar(key) || !textKeys.test(keyName(key)) || !isScalar(value) || value.type !== 'PLAIN')
        return;
      const [start = 0, end = 0] = value.range ?? [];
      const [, comment] = /^[ \t]+(#[\p{L}\p{N}][^\n]{0,30})/u.exec(text.slice(end, end + 100)) ?? [];
      if (comment === undefined) return;
      const message = `${keyName(key)}: the text ends before "${comment.trim()}", because # begins a comment. Put the text in quotes, or write a space after #`;
      found.push({ ...toLineColumn(lines, start), message });
    },
  });
  return found;
}

function partsOf(text: string): Pick<ParsedText, 'positionOf' | 'sourceOf'> {
  const { document } = readDocuments(text);
  const { contents } = document ?? { contents: null };
  const { targets } = document === undefined ? { targets: new Map() } : checkDocument(document);
  const child = createChild(targets);
  return {
    positionOf: createPositionOf(contents, countLines(text), child),
    sourceOf: createSourceOf(contents, child, targets),
  };
}

/** YAML forbids them, and terminals interpret some; the parser accepts them. */
function controlCharacter(text: string): OffsetProblem | undefined {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: this finds control characters.
  const found = /[\u0000-\u0008\u000B\u000C\u000E-\u001F]/.exec(text);
  if (found === null) return undefined;
  const name = `\\u${found[0].charCodeAt(0).toString(16).padStart(4, '0')}`;
  const message = `the control character ${name} is not allowed here. Remove it, or write it as ${name} in double quotes; save a UTF-16 file as UTF-8`;
  return { offset: found.index, message };
}

const secondDocument = 'a second document: a file contains one test case or one list of them';

/** How the parser reports each token behind the place where it has lost the document. */
const followUp = /^Unexpected \S+ (?:token in YAML stream|at node end)/;

function syntaxProblems(document: Document.Parsed, format: 'yaml' | 'json'): OffsetProblem[] {
  const reported = [...document.errors, ...document.warnings];
  const all = reported.filter(({ message }, index) => index === 0 || !followUp.test(message));
  // The other problems come from them.
  const tabs = all.filter(({ message }) => message.startsWith('Tabs are not allowed'));
  const problems = (tabs.length > 0 ? tabs : all).map(({ pos, message }) => ({
    offset: pos[0],
    message:
      format === 'json' ? `invalid JSON: ${message}` : `invalid YAML: ${message}${hintOnSyntax(message)}`,
  }));
  const unclosed = unclosedText(document);
  return unclosed === undefined
    ? problems
    : [...problems.filter(({ offset }) => offset < unclosed.offset), unclosed];
}

/** A text whose closing quote is missing. It takes in the rest of the file, so its beginning says more than its end. */
function unclosedText(document: Document.Parsed): OffsetProblem | undefined {
  const end = document.errors.find(({ message }) => message.startsWith('Missing closing'))?.pos[0];
  if (end === undefined) return undefined;
  let offset: number | undefined;
  visit(document, {
    Scalar: (_, { range }) => {
      if (range?.[1] === end) offset = range[0];
    },
  });
  const message = 'invalid YAML: the closing quote of this text is missing';
  return offset === undefined ? undefined : { offset, message };
}

/** What the parser says, and a sentence about what to do. */
const hints: readonly (readonly [RegExp, string])[] = [
  [/^(?:Nested mappings|Block collections) are not allowed/, 'Put a text with ": " in quotes'],
  [
    /^Plain value cannot start with|^Alias cannot be|^Unresolved tag|^Not a YAML token/,
    'Put the text in quotes',
  ],
  [/^Unexpected flow-(?:map|seq)-start at/, 'Put a text with { or [ in quotes'],
  [
    /^Unexpected scalar at/,
    "Put the whole text in quotes. If it has a quote of the same kind, write '' in '…' and \\\" in \"…\"",
  ],
  [
    /^Sequence item without - indicator|^All mapping items must start at the same column|^A block sequence may not/,
    'Give the line as many spaces as the keys that it belongs to',
  ],
  [/^Implicit keys need to be on a single line/, 'Write a space after the colon of a key'],
  [/^Invalid escape sequence/, 'Put the text in single quotes, or write \\\\ for a backslash'],
  [/^Tabs are not allowed as indentation/, 'Use spaces'],
  [
    /^Flow (?:map|sequence) in block collection/,
    'Close the bracket. Put a text with # in quotes: it starts a comment',
  ],
];

function hintOnSyntax(message: string): string {
  const hint = hints.find(([pattern]) => pattern.test(message))?.[1];
  return hint === undefined ? '' : `. ${hint}`;
}

function firstProblems(problems: readonly OffsetProblem[], lines: LineCounter): ParseProblem[] {
  const first = problems
    .slice(0, maxProblems)
    .map(({ offset, message }) => ({ ...toLineColumn(lines, offset), message }));
  const next = problems[maxProblems];
  if (next === undefined) return first;
  const message = `and ${problems.length - maxProblems} more problems from here on`;
  return [...first, { ...toLineColumn(lines, next.offset), message }];
}

function parserFailure(error: unknown, lines: LineCounter): ParseProblem {
  if (error instanceof LimitReached) return { ...toLineColumn(lines, error.offset), message: error.message };
  const start = { line: 1, column: 1 };
  return { ...start, message: `invalid YAML: ${messageOf(error)}` };
}

function createPositionOf(
  root: Node | null,
  lines: LineCounter,
  child: ReturnType<typeof createChild>,
): ParsedText['positionOf'] {
  return (path, part = 'value') => {
    let node: Node | null = root;
    let offset = startOf(node) ?? 0;
    let keyStart: number | undefined;
    for (const key of path) {
      const next = child(node, key);
      if (next === undefined) break;
      node = next.node;
      keyStart = next.keyStart;
      offset = startOf(node) ?? keyStart ?? offset;
    }
    return toLineColumn(lines, part === 'key' ? (keyStart ?? offset) : offset);
  };
}

function createSourceOf(
  root: Node | null,
  child: ReturnType<typeof createChild>,
  targets: CheckedDocument['targets'],
): ParsedText['sourceOf'] {
  return (path) => {
    let node: Node | null | undefined = root;
    for (const key of path) node = node == null ? node : child(node, key)?.node;
    const target = isAlias(node) ? targets.get(node) : node;
    return isScalar(target) ? target.source : undefined;
  };
}

interface Child {
  readonly node: Node | null;
  readonly keyStart?: number | undefined;
}

/** Finds children by an index of each map, because a file can have as many problems as keys. */
function createChild(
  targets: CheckedDocument['targets'],
): (parent: Node | null, key: PropertyKey) => Child | undefined {
  const pairs = new WeakMap<YAMLMap, ReadonlyMap<string, Pair>>();
  const pairsOf = (map: YAMLMap) => {
    const known = pairs.get(map);
    if (known !== undefined) return known;
    const byName = new Map(
      map.items.flatMap((pair) => (isScalar(pair.key) ? [[keyName(pair.key), pair] as const] : [])),
    );
    pairs.set(map, byName);
    return byName;
  };
  return (parent, key) => {
    const node = isAlias(parent) ? (targets.get(parent) ?? null) : parent;
    if (isSeq(node) && typeof key === 'number') {
      const item = node.items[key];
      return isNode(item) ? { node: item } : undefined;
    }
    const pair = isMap(node) ? pairsOf(node).get(String(key)) : undefined;
    if (pair === undefined) return undefined;
    return {
      node: isNode(pair.value) ? pair.value : null,
      keyStart: isNode(pair.key) ? startOf(pair.key) : undefined,
    };
  };
}

function startOf(node: Node | null): number | undefined {
  return node?.range?.[0];
}

/** The parser's own counter is wrong for texts that it rejects. */
function countLines(text: string): LineCounter {
  const lines = new LineCounter();
  for (let start = 0; start !== -1; start = text.indexOf('\n', start) + 1 || -1) lines.addNewLine(start);
  return lines;
}

function toLineColumn(lines: LineCounter, offset: number): LineColumn {
  const { line, col } = lines.linePos(offset);
  return { line: Math.max(line, 1), column: Math.max(col, 1) };
}

/** @returns the first syntax error of a JSON text; undefined if it is valid. */
function jsonProblem(text: string): ParseProblem | undefined {
  const reason = syntaxError(text);
  if (reason === undefined) return undefined;
  if (text.trim() === '') return { line: 1, column: 1, message: 'the file is empty' };
  const offset = offsetOf(reason, text);
  const comma = /,\s*$/.exec(text.slice(0, offset));
  if (comma !== null && (text[offset] === '}' || text[offset] === ']')) {
    return { ...lineColumn(text, comma.index), message: `invalid JSON: a comma before ${text[offset]}` };
  }
  return { ...lineColumn(text, offset), message: `invalid JSON: ${withoutPosition(reason)}` };
}

function syntaxError(text: string): string | undefined {
  try {
    JSON.parse(text);
    return undefined;
  } catch (error) {
    return messageOf(error);
  }
}

/** V8 reports the position of most errors, but not that of an unexpected token. */
function offsetOf(reason: string, text: string): number {
  if (!isUnexpectedToken(reason)) return Number(/at position (\d+)/.exec(reason)?.[1] ?? text.length);
  // The shortest prefix with this error ends with the token.
  let valid = 0;
  let invalid = text.length;
  while (invalid - valid > 1) {
    const middle = Math.floor((valid + invalid) / 2);
    if (isUnexpectedToken(syntaxError(text.slice(0, middle)) ?? '')) invalid = middle;
    else valid = middle;
  }
  return valid;
}

function isUnexpectedToken(reason: string): boolean {
  return reason.startsWith('Unexpected token');
}

/** The rest of V8's message repeats the position, or quotes the file. */
function withoutPosition(reason: string): string {
  return isUnexpectedToken(reason)
    ? reason.replace(/^(Unexpected token '.+?'),.*$/su, '$1')
    : reason.replace(/ (in JSON )?at position.*$/s, '');
}

function lineColumn(text: string, offset: number): { line: number; column: number } {
  const before = text.slice(0, offset);
  return { line: before.split('\n').length, column: offset - before.lastIndexOf('\n') };
}
