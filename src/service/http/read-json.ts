import { readBody } from '../../common/read-body.ts';
import { decodeUtf8 } from '../../common/text.ts';
import { HttpProblem } from './http-problem.ts';

/** Enough for a push of ten thousand long test cases. */
const maxBodyBytes = 16 * 1024 * 1024;

/** More than any test case needs, and safe for recursive code. */
const maxDepth = 100;

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
  if (isDeeperThan(text, maxDepth)) {
    throw HttpProblem.invalid([], `the body is nested deeper than ${maxDepth} levels`);
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
