import {
  type Alias,
  Composer,
  type Document,
  isAlias,
  isCollection,
  isMap,
  isNode,
  isPair,
  isScalar,
  Lexer,
  type Node,
  Parser,
  type Scalar,
  type YAMLMap,
} from 'yaml';

/** Deeper than any test case, and far below what would overflow the stack in the parser and the checks. */
const maxDepth = 100;
/** Enough for a file of the maximum size full of small test cases; with more, the parser would take seconds. */
const maxTokens = 600_000;
/** The parser searches all anchors for each alias. */
const maxAliases = 1000;

/** A file exceeds a limit, and is not read any further. */
export class LimitReached extends Error {
  readonly offset: number;

  constructor(message: string, offset: number) {
    super(message);
    this.offset = offset;
  }
}

const collections = new Set(['block-map', 'block-seq', 'flow-collection']);

interface ReadDocuments {
  /** Missing if the text is empty. */
  readonly document?: Document.Parsed;
  readonly second?: Document.Parsed;
}

/**
 * Reads the first document of a YAML text, and the second one to detect it.
 * @throws LimitReached before the parser becomes slow or overflows the stack.
 */
export function readDocuments(text: string): ReadDocuments {
  // `checkDocument` finds duplicate keys: the parser would compare every key with every other.
  const composer = new Composer({ prettyErrors: false, uniqueKeys: false });
  const { stackTraceLimit } = Error;
  // A broken file can have an error at every character, and their stack traces would take most of the time.
  Error.stackTraceLimit = 0;
  try {
    const documents = composer.compose(limitedTokens(text));
    const document = documents.next().value;
    if (document === undefined) return {};
    const second = documents.next().value;
    return second === undefined ? { document } : { document, second };
  } finally {
    Error.stackTraceLimit = stackTraceLimit;
  }
}

function* limitedTokens(text: string) {
  const parser = new Parser();
  let tokens = 0;
  let aliases = 0;
  let isScalarText = false;
  for (const lexeme of new Lexer().lex(text)) {
    tokens += 1;
    if (tokens > maxTokens) throw new LimitReached('too many values in one file: split it', parser.offset);
    if (!isScalarText && lexeme.startsWith('*')) aliases += 1;
    // The lexer emits this marker before the text of a scalar.
    isScalarText = lexeme === '\u001f' && !isScalarText;
    if (aliases > maxAliases)
      throw new LimitReached(`too many aliases: the limit is ${maxAliases}`, parser.offset);
    yield* parser.next(lexeme);
    // The document is at the bottom of the stack.
    if (parser.stack.length > maxDepth + 1 && collections.has(parser.stack.at(-1)?.type ?? '')) {
      throw new LimitReached(`nested too deeply: the limit is ${maxDepth} levels`, parser.offset);
    }
  }
  yield* parser.end();
}

export interface OffsetProblem {
  readonly offset: number;
  readonly message: string;
}

export interface CheckedDocument {
  readonly problems: readonly OffsetProblem[];
  readonly targets: ReadonlyMap<Alias, Node>;
}

/** The number of values that the aliases of a file may repeat: aliases can expand a small file to a huge value. */
const maxRepeated = 50_000;

/**
 * Finds what a parsed document must not contain: duplicate keys, keys that are not plain text, aliases without an
 * anchor or inside their own anchor, and aliases that repeat too much.
 */
export function checkDocument(document: Document): CheckedDocument {
  const problems: OffsetProblem[] = [];
  const targets = new Map<Alias, Node>();
  /** The size is missing while the value of the anchor is being read. */
  const anchors = new Map<string, { node: Node; size?: number }>();
  let repeated = 0;

  /** @returns the number of values in it, including those that aliases repeat. */
  const read = (value: unknown): number => {
    if (isPair(value)) return read(value.key) + read(value.value);
    if (isAlias(value)) return repeat(value);
    if (!isCollection(value) && !isScalar(value)) return 0;
    const anchor: { node: Node; size?: number } = { node: value };
    if (value.anchor !== undefined) anchors.set(value.anchor, anchor);
    let size = 1;
    if (isMap(value)) for (const problem of keyProblems(value)) problems.push(problem);
    if (isCollection(value)) for (const item of value.items) size += read(item);
    anchor.size = size;
    return size;
  };

  const repeat = (alias: Alias): number => {
    const target = anchors.get(alias.source);
    const before = repeated;
    repeated += target?.size ?? 0;
    const isTooMuch = before <= maxRepeated && repeated > maxRepeated;
    const message = isTooMuch ? repeatsTooMuch : aliasProblem(alias, target);
    if (message !== undefined) problems.push({ offset: startOf(alias), message });
    if (target?.size !== undefined) targets.set(alias, target.node);
    return target?.size ?? 0;
  };

  read(document.contents);
  return { problems, targets };
}

const repeatsTooMuch = `the aliases up to here repeat more than ${maxRepeated} values. Use fewer`;

function aliasProblem({ source }: Alias, anchor: { readonly size?: number } | undefined): string | undefined {
  if (anchor === undefined)
    return `*${source} has no anchor &${source} before it. Put a text that starts with * in quotes`;
  return anchor.size === undefined ? `*${source} is inside its own anchor &${source}` : undefined;
}

function* keyProblems(map: YAMLMap<unknown, unknown>): Generator<OffsetProblem> {
  const seen = new Set<string>();
  for (const { key } of map.items) {
    // The parser turns an object, such as a !!binary, into a text with a warning of Node.
    if (!isScalar(key) || (typeof key.value === 'object' && key.value !== null)) {
      yield { offset: startOf(key, startOf(map)), message: 'a key must be a plain text' };
      continue;
    }
    const name = keyName(key);
    if (key.type === 'PLAIN' && name === '<<') {
      yield { offset: startOf(key), message: 'YAML 1.2 has no merge key <<: write out the keys' };
    }
    if (seen.has(name)) {
      yield { offset: startOf(key), message: `duplicate key ${JSON.stringify(name)}` };
    }
    seen.add(name);
  }
}

/** A key as a property name: 1 and "1" are the same. */
export function keyName(key: Scalar): string {
  return String(key.value ?? '');
}

function startOf(node: unknown, fallback = 0): number {
  return (isNode(node) ? node.range?.[0] : undefined) ?? fallback;
}
