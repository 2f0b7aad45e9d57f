import { SourceMap, stripTypeScriptTypes } from 'node:module';
import { z } from 'zod';
import { errorCode } from './errors.ts';

export interface JavaScriptBody {
  readonly code: string;
  /** The line of the author's code for a position in this code. Lines and columns count from 1. */
  lineOf(line: number, column: number): number;
}

/** Code with a syntax error. The message has the line and the reason. */
export class CodeSyntaxError extends Error {
  constructor(line: number | undefined, reason: string) {
    const location = line === undefined ? '' : ` in line ${line}`;
    super(`The code has a syntax error${location}: ${reason}. Correct the step's code.`);
  }
}

/** `return` and `await` are valid only inside a function. It starts on the first line, so that lines keep their numbers. */
const head = 'async function body() {';

/**
 * Strips the types from the body of an async function. JavaScript stays unchanged.
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
    return { code: inner(withoutWarnings(() => stripTypeScriptTypes(wrapped))), lineOf: (line) => line };
  } catch (error) {
    if (errorCode(error) === 'ERR_UNSUPPORTED_TYPESCRIPT_SYNTAX') return transformed(wrapped);
    throw error;
  }
}

/** Enums and similar syntax are transformed to JavaScript, which changes line numbers. */
function transformed(wrapped: string): JavaScriptBody {
  const output = withoutWarnings(() => stripTypeScriptTypes(wrapped, { mode: 'transform', sourceMap: true }));
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

/** Suppresses Node's warning that the function is experimental. */
export function withoutWarnings<T>(work: () => T): T {
  const { emitWarning } = process;
  process.emitWarning = () => {};
  try {
    return work();
  } finally {
    process.emitWarning = emitWarning;
  }
}

/** The line of a syntax error in TypeScript: Node reports the position only in the first line of the stack. */
export function syntaxErrorLine({ stack = '' }: Error): number | undefined {
  return Number(/^[^\n]*:(\d+)\n/.exec(stack)?.[1]) || undefined;
}

function syntaxError(error: unknown, typeScript: string): CodeSyntaxError {
  // Node's parser crashes on some code that is no TypeScript.
  if (!(error instanceof Error) || errorCode(error)?.includes('TYPESCRIPT_SYNTAX') !== true)
    return new CodeSyntaxError(undefined, 'Node.js cannot parse it');
  const line = syntaxErrorLine(error);
  // An error at the end may be reported after the last line.
  const last = typeScript.split('\n').length;
  return new CodeSyntaxError(line && Math.min(line, last), error.message);
}
