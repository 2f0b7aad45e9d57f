import { Composer, type Document, Lexer, Parser } from 'yaml';

/** Deeper than any test case, and far from where the recursion of parser and checks would end. */
const maxDepth = 100;
/** What a file of the largest size holds of the smallest test cases; with more, the parser would take seconds. */
const maxTokens = 600_000;
/** The parser looks through all anchors for each alias. */
const maxAliases = 1000;

/** A limit that ends the reading: what stands behind it is not looked at. */
export class LimitReached extends Error {
  readonly offset: number;

  constructor(message: string, offset: number) {
    super(message);
    this.offset = offset;
  }
}

const collections = new Set(['block-map', 'block-seq', 'flow-collection']);

export interface ReadDocuments {
  /** Missing where the text is empty. */
  readonly document?: Document.Parsed;
  readonly second?: Document.Parsed;
}

/**
 * Reads the first document of a YAML text, and the second to know that there is one.
 * @throws LimitReached before the parser's time or stack runs out.
 */
export function readDocuments(text: string): ReadDocuments {
  // Duplicate keys are looked for later: the parser compares each key with each other.
  const composer = new Composer({ prettyErrors: false, uniqueKeys: false });
  const { stackTraceLimit } = Error;
  // A broken file can have a problem at every character: their stacks would take most of the time.
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
    if (tokens > maxTokens) throw new LimitReached('too many parts in one file: split it', parser.offset);
    if (!isScalarText && lexeme.startsWith('*')) aliases += 1;
    // The lexer puts this mark before the text of a scalar.
    isScalarText = lexeme === '\u001f' && !isScalarText;
    if (aliases > maxAliases)
      throw new LimitReached(`too many aliases: ${maxAliases} are the limit`, parser.offset);
    yield* parser.next(lexeme);
    // Below them on the stack is the document.
    if (parser.stack.length > maxDepth + 1 && collections.has(parser.stack.at(-1)?.type ?? '')) {
      throw new LimitReached(`nested too deeply: ${maxDepth} levels are the limit`, parser.offset);
    }
  }
  yield* parser.end();
}
