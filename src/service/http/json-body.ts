import { setImmediate } from 'node:timers/promises';
import { readBody } from '../../common/async.ts';
import { decodeUtf8 } from '../../common/text.ts';
import { Batches } from '../store/batches.ts';
import { HttpProblem } from './http-problem.ts';

/** Enough for a push of ten thousand long test cases. */
const maxBodyBytes = 16 * 1024 * 1024;

/** More than any test case needs, and safe for recursive code. */
const maxNesting = 100;

interface JsonBody {
  readonly bytes: Uint8Array;
  readonly value: unknown;
}

/**
 * Reads the JSON body of a request.
 * @throws HttpProblem 415 if its content type is not JSON, 413 if it is too long (the rest is not read), 400 if it is
 * empty, not UTF-8, not JSON, nested too deep or incomplete.
 */
export async function readJson(request: Request): Promise<JsonBody> {
  requireJson(request.headers);
  const bytes = await readBytes(request);
  if (bytes.length === 0) throw HttpProblem.invalid([], 'the body is empty: send a JSON object, such as {}');
  const text = decodeUtf8(bytes);
  if (text === undefined) throw HttpProblem.invalid([], 'the body is not UTF-8');
  if (isDeeperThan(text, maxNesting)) {
    throw HttpProblem.invalid([], `the body is nested deeper than ${maxNesting} levels`);
  }
  try {
    return { bytes, value: JSON.parse(text) };
  } catch {
    throw HttpProblem.invalid([], 'the body is not JSON');
  }
}

/** A body without a content type is accepted. */
function requireJson(headers: Headers): void {
  const type = headers.get('content-type');
  if (type !== null && !/^application\/(?:[\w.-]+\+)?json\s*(?:;|$)/i.test(type.trim())) {
    throw new HttpProblem(415, { message: 'the body must be application/json' });
  }
  const coding = headers.get('content-encoding') ?? 'identity';
  if (coding.toLowerCase() !== 'identity') {
    throw new HttpProblem(415, { message: 'the body must not be compressed (Content-Encoding)' });
  }
}

async function readBytes(request: Request): Promise<Uint8Array> {
  const tooLong = new HttpProblem(413, { message: `the body is longer than ${maxBodyBytes} bytes` });
  // Refuses an honest caller before the body is read. The header may be wrong, so what arrives is counted as well.
  if (Number(request.headers.get('content-length')) > maxBodyBytes) throw tooLong;
  const bytes = await readBody(request.body, maxBodyBytes).catch(() => {
    throw HttpProblem.invalid([], 'the body is incomplete');
  });
  if (bytes === undefined) throw tooLong;
  return bytes;
}

const quote = '"'.charCodeAt(0);
const backslash = '\\'.charCodeAt(0);
const openers: ReadonlySet<number> = new Set([...'[{'].map((each) => each.charCodeAt(0)));
const closers: ReadonlySet<number> = new Set([...']}'].map((each) => each.charCodeAt(0)));

/**
 * Whether a JSON text nests arrays and objects deeper than `levels`. The text is checked before it is parsed: recursive
 * code, `JSON.stringify` included, would overflow the stack on a deep value.
 */
export function isDeeperThan(json: string, levels: number): boolean {
  let depth = 0;
  let inString = false;
  for (let at = 0; at < json.length; at += 1) {
    const character = json.charCodeAt(at);
    if (inString && character === backslash) at += 1;
    else if (character === quote) inString = !inString;
    else if (inString) continue;
    else if (openers.has(character)) depth += 1;
    else if (closers.has(character)) depth -= 1;
    if (depth > levels) return true;
  }
  return false;
}

/** An answer in which long lists may be batches. */
export type Streamable<T> = T extends readonly (infer Item)[]
  ? readonly Streamable<Item>[] | Batches<Item>
  : T extends Uint8Array
    ? T
    : T extends object
      ? { [Key in keyof T]: Streamable<T[Key]> }
      : T;

/** Batches are at most the results of the reports in a list. */
const maxDepth = 3;

/** The JSON of a value, batch by batch. */
export function* jsonPieces(value: unknown): Generator<string> {
  if (value instanceof Batches) yield* piecesOfBatches(value);
  else if (!hasBatches(value)) yield JSON.stringify(value);
  else if (Array.isArray(value)) {
    for (const [index, item] of value.entries()) {
      yield index === 0 ? '[' : ',';
      yield* jsonPieces(item);
    }
    yield ']';
  } else if (typeof value === 'object' && value !== null) {
    let separator = '{';
    for (const [key, item] of Object.entries(value)) {
      if (item === undefined) continue;
      yield `${separator}${JSON.stringify(key)}:`;
      yield* jsonPieces(item);
      separator = ',';
    }
    yield '}';
  }
}

function hasBatches(value: unknown, levels = maxDepth): boolean {
  if (value instanceof Batches) return true;
  if (levels === 0 || typeof value !== 'object' || value === null) return false;
  return Object.values(value).some((item) => hasBatches(item, levels - 1));
}

function* piecesOfBatches(batches: Batches<unknown>): Generator<string> {
  let start = '[';
  for (const batch of batches) {
    if (batch.length > 0) yield start + batch.map((item) => JSON.stringify(item)).join(',');
    else yield '';
    if (batch.length > 0) start = ',';
  }
  yield start === '[' ? '[]' : ']';
}

/** So many characters are sent at once. */
const minCharacters = 1000;

/** A text as a body. Its pieces are read as the client takes them; an error in one breaks the connection. */
export function streamedBody(
  start: string,
  pieces: Iterator<string>,
): ReadableStream<Uint8Array<ArrayBuffer>> {
  const encoder = new TextEncoder();
  let text = start;
  return new ReadableStream(
    {
      async pull(controller) {
        while (text.length < minCharacters) {
          const { done, value } = pieces.next();
          if (done === true) break;
          text += value;
          // Other requests have their turn between two batches.
          if (text.length >= minCharacters || value === '') await setImmediate();
        }
        if (text === '') controller.close();
        else controller.enqueue(encoder.encode(text));
        text = '';
      },
    },
    { highWaterMark: 0 },
  );
}
