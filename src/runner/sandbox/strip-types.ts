import { SourceMap, stripTypeScriptTypes } from 'node:module';
import { z } from 'zod';

/** The body of a function, in JavaScript. */
export interface JavaScriptBody {
  readonly code: string;
  /** The line of the author's code that a place in this code comes from. Lines and columns count from 1. */
  lineOf(line: number, column: number): number;
}

/** Code that can't be read. The message says in which line, and why. */
export class CodeSyntaxError extends Error {
  constructor(line: number | undefined, reason: string) {
    const place = line === undefined ? '' : ` in line ${line}`;
    super(`The code has a syntax error${place}: ${reason}. Correct the step's code.`);
    this.name = 'CodeSyntaxError';
  }
}

/** Only inside a function may code say `return` and `await`. On the first line, so that lines keep their numbers. */
const head = 'async function body() {';

/**
 * Takes the types out of the body of an async function. JavaScript stays as it is, to the character.
 * @throws CodeSyntaxError
 */
export function javaScriptBody(typeScript: string): JavaScriptBody {
  const wrapped = `${head}${typeScript}\n}`;
  try {
    return stripped(wrapped);
  } catch (error) {
    throw syntaxError(error, typeScript);
  }
}

function stripped(wrapped: string): JavaScriptBody {
  try {
    return { code: inner(quietly(() => stripTypeScriptTypes(wrapped))), lineOf: (line) => line };
  } catch (error) {
    if (codeOf(error) === 'ERR_UNSUPPORTED_TYPESCRIPT_SYNTAX') return transformed(wrapped);
    throw error;
  }
}

/** Enums and the like are more than types: what they stand for is written anew, and lines move. */
function transformed(wrapped: string): JavaScriptBody {
  const output = quietly(() => stripTypeScriptTypes(wrapped, { mode: 'transform', sourceMap: true }));
  const map = sourceMapOf(output);
  return {
    code: inner(output.replace(mapComment, '')),
    lineOf(line, column) {
      const entry = map.findEntry(line - 1, column - 1);
      return 'originalLine' in entry ? entry.originalLine + 1 : line;
    },
  };
}

const mapComment = /\n\/\/# sourceMappingURL=data:application\/json;base64,(\S+)\s*$/;

const payload = z.object({
  file: z.string().default(''),
  version: z.number(),
  sources: z.array(z.string()),
  sourcesContent: z.array(z.string()).default([]),
  names: z.array(z.string()),
  mappings: z.string(),
  sourceRoot: z.string().default(''),
});

function sourceMapOf(output: string): SourceMap {
  const [, encoded = ''] = mapComment.exec(output) ?? [];
  return new SourceMap(payload.parse(JSON.parse(Buffer.from(encoded, 'base64').toString())));
}

function inner(output: string): string {
  return output.slice(head.length, output.lastIndexOf('}')).replace(/\n$/, '');
}

/** Node says on stderr that it may still change this function: that is no news for whoever runs tests. */
function quietly<T>(work: () => T): T {
  const { emitWarning } = process;
  process.emitWarning = () => {};
  try {
    return work();
  } finally {
    process.emitWarning = emitWarning;
  }
}

/** Node tells the place in the stack's first line, and nowhere else. */
function syntaxError(error: unknown, typeScript: string): unknown {
  if (!(error instanceof Error) || codeOf(error)?.includes('TYPESCRIPT_SYNTAX') !== true) return error;
  const line = Number(/^[^\n]*:(\d+)\n/.exec(error.stack ?? '')?.[1]);
  // What is missing at the end is missed after the last line.
  const last = typeScript.split('\n').length;
  return new CodeSyntaxError(line > 0 ? Math.min(line, last) : undefined, error.message);
}

function codeOf(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error ? String(error.code) : undefined;
}
