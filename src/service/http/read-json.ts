import { HttpProblem } from './http-problem.ts';
import { deeperThan } from './nesting.ts';

/** A push of ten thousand long test cases fits in. */
const maxBodyBytes = 16 * 1024 * 1024;

/** More than any test case needs, and few enough for code that walks through a value by recursion. */
const maxDepth = 100;

/** A JSON body: what came, and what it says. */
export interface JsonBody {
  readonly bytes: Uint8Array;
  readonly value: unknown;
}

/**
 * Reads the JSON body of a request.
 * @throws HttpProblem 415 where it is said to be something else than JSON, 413 where it is too long (it is not read on
 * then), 400 where it is no UTF-8, no JSON, nested too deep or cut off.
 */
export async function readJson(request: Request): Promise<JsonBody> {
  requireJson(request.headers);
  const bytes = await readBytes(request);
  const text = decode(bytes);
  if (deeperThan(text, maxDepth)) {
    throw HttpProblem.invalid([], `the body is nested deeper than ${maxDepth} levels`);
  }
  try {
    return { bytes, value: JSON.parse(text) };
  } catch {
    throw HttpProblem.invalid([], 'the body is no JSON');
  }
}

/** Who names no content type is believed. */
function requireJson(headers: Headers): void {
  const type = headers.get('content-type');
  if (type !== null && !/^application\/(?:[\w.-]+\+)?json\s*(?:;|$)/i.test(type.trim())) {
    throw new HttpProblem(415, { message: 'the body must be application/json' });
  }
  const coding = headers.get('content-encoding') ?? 'identity';
  if (coding.toLowerCase() !== 'identity') {
    throw new HttpProblem(415, { message: 'the body must not have a content coding' });
  }
}

async function readBytes(request: Request): Promise<Uint8Array> {
  // A length that is told spares reading; it may be a lie, so what comes is counted as well.
  if (Number(request.headers.get('content-length')) > maxBodyBytes) throw tooLong();
  const reader = request.body?.getReader();
  const chunks: Uint8Array[] = [];
  let length = 0;
  while (reader !== undefined) {
    const { done, value } = await reader.read().catch(() => {
      throw HttpProblem.invalid([], 'the body was cut off');
    });
    if (done) break;
    length += value.byteLength;
    if (length > maxBodyBytes) {
      await reader.cancel();
      throw tooLong();
    }
    chunks.push(value);
  }
  return Buffer.concat(chunks);
}

function tooLong(): HttpProblem {
  return new HttpProblem(413, { message: `the body is longer than ${maxBodyBytes} bytes` });
}

function decode(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw HttpProblem.invalid([], 'the body is no UTF-8');
  }
}
