import {
  type Document,
  isAlias,
  isMap,
  isNode,
  isScalar,
  isSeq,
  LineCounter,
  type Node,
  parseAllDocuments,
} from 'yaml';

/** A path into a parsed value, as zod reports it. */
export type Path = readonly PropertyKey[];

export interface LineColumn {
  readonly line: number;
  readonly column: number;
}

/** A file's text as a value that remembers where each part of it stands. */
export interface ParsedText {
  readonly value: unknown;
  /** Where the value at `path` stands; where there is none, the nearest value around it. */
  positionOf(path: Path): LineColumn;
}

export interface ParseProblem extends LineColumn {
  readonly message: string;
}

/** Aliases beyond this make a small file a large value. */
const maxAliases = 100;

/**
 * Reads YAML 1.2 or JSON, with positions. Refused: several documents, duplicate keys, custom tags, alias bombs.
 * @returns the value, or every problem found.
 */
export function parseText(text: string, format: 'yaml' | 'json'): ParsedText | readonly ParseProblem[] {
  if (format === 'json') {
    const problem = jsonProblem(text);
    if (problem !== undefined) return [problem];
  }
  const lines = new LineCounter();
  try {
    const documents = parseAllDocuments(text, { lineCounter: lines, prettyErrors: false });
    const [document, second] = documents;
    if (document === undefined) return [{ line: 1, column: 1, message: 'the file is empty' }];
    const problems = [...document.errors, ...document.warnings].map((error) => ({
      ...toLineColumn(lines, error.pos[0]),
      message: `no valid ${format === 'json' ? 'JSON' : 'YAML'}: ${error.message}`,
    }));
    if (second !== undefined) {
      problems.push({
        ...toLineColumn(lines, second.range[0]),
        message: 'a second document: a file holds one test case, or one list of them',
      });
    }
    if (problems.length > 0) return problems;
    return {
      value: document.toJS({ maxAliasCount: maxAliases }),
      positionOf: (path) => positionOf(document, lines, path),
    };
  } catch (error) {
    return [{ line: 1, column: 1, message: parserFailure(error) }];
  }
}

/** The parser recurses and limits aliases: too deep or too many of them end as exceptions. */
function parserFailure(error: unknown): string {
  if (error instanceof RangeError) return 'nested too deeply';
  if (error instanceof ReferenceError)
    return `too many aliases (${maxAliases} are the limit): ${error.message}`;
  return `no valid YAML: ${error instanceof Error ? error.message : String(error)}`;
}

/** YAML forgives what JSON does not (a trailing comma, say), so a .json file is held to JSON first. */
function jsonProblem(text: string): ParseProblem | undefined {
  try {
    JSON.parse(text);
    return undefined;
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    const offset = Number(/at position (\d+)/.exec(message)?.[1] ?? text.length);
    const before = text.slice(0, offset).split('\n');
    return {
      line: before.length,
      column: (before.at(-1)?.length ?? 0) + 1,
      message: `no valid JSON: ${message.replace(/ (in JSON )?at position.*$/s, '')}`,
    };
  }
}

function positionOf(document: Document, lines: LineCounter, path: Path): LineColumn {
  let node: Node | null = document.contents;
  let offset = startOf(node) ?? 0;
  for (const key of path) {
    const next = child(document, node, key);
    if (next === undefined) break;
    node = next.node;
    offset = startOf(node) ?? next.keyStart ?? offset;
  }
  return toLineColumn(lines, offset);
}

function child(
  document: Document,
  parent: Node | null,
  key: PropertyKey,
): { node: Node | null; keyStart?: number | undefined } | undefined {
  const node = isAlias(parent) ? (parent.resolve(document) ?? null) : parent;
  if (isSeq(node) && typeof key === 'number') {
    const item = node.items[key];
    return isNode(item) ? { node: item } : undefined;
  }
  if (!isMap(node)) return undefined;
  const pair = node.items.find((each) => isScalar(each.key) && String(each.key.value) === String(key));
  if (pair === undefined) return undefined;
  const keyStart = isNode(pair.key) ? startOf(pair.key) : undefined;
  return { node: isNode(pair.value) && startOf(pair.value) !== undefined ? pair.value : null, keyStart };
}

function startOf(node: Node | null): number | undefined {
  return node?.range?.[0];
}

function toLineColumn(lines: LineCounter, offset: number): LineColumn {
  const { line, col } = lines.linePos(offset);
  return { line: Math.max(line, 1), column: Math.max(col, 1) };
}
