import { fetch, type Headers, type Response } from 'undici';
import { basicAuthorization } from '../requests/basic-authorization.ts';
import { follow } from '../requests/follow.ts';
import { fileName } from './file-name.ts';

/** A file as the driver takes it. */
export interface FetchedFile {
  readonly name: string;
  readonly mimeType: string;
  readonly buffer: Buffer;
}

/** The biggest file, in bytes. */
const sizeLimit = 50 * 1024 * 1024;
const redirectLimit = 5;

/**
 * Fetches a file.
 * @param address an http or https URL.
 * @param headersFor what a URL is sent: asked again for each redirect, so that no other origin gets what one may know.
 * @param timeoutMs for all of it.
 * @throws Error with the URL, without its credentials and query, and what is wrong.
 */
export async function fetchFile(
  address: string,
  headersFor: (url: URL) => Promise<Headers>,
  timeoutMs: number,
): Promise<FetchedFile> {
  try {
    const { url, response } = await answerTo(new URL(address), headersFor, AbortSignal.timeout(timeoutMs));
    return {
      name: fileName(url, response.headers.get('content-disposition')),
      mimeType: response.headers.get('content-type')?.split(';')[0]?.trim() || 'application/octet-stream',
      buffer: await readAll(response),
    };
  } catch (error) {
    throw new Error(
      `The file ${shown(new URL(address))} can't be uploaded: ${reason(error, timeoutMs)}. Check the URL of the step.`,
    );
  }
}

async function answerTo(
  start: URL,
  headersFor: (url: URL) => Promise<Headers>,
  signal: AbortSignal,
): Promise<{ readonly url: URL; readonly response: Response }> {
  let before = start;
  const last = await follow(start, redirectLimit, async (url) => {
    if (url.protocol !== 'http:' && url.protocol !== 'https:') {
      throw new Refused(`${shown(before)} redirects to what is no http or https URL`);
    }
    before = url;
    const headers = await headersFor(url);
    const response = await fetch(withoutCredentials(url, headers), { headers, redirect: 'manual', signal });
    const location = response.headers.get('location');
    return { response, status: response.status, location, discard: async () => response.body?.cancel() };
  });
  if (last === undefined) throw new Refused(`it redirects more than ${redirectLimit} times`);
  if (last.response.ok) return last;
  await last.response.body?.cancel();
  throw new Refused(`${shown(last.url)} answered ${last.response.status}`);
}

/** A request's URL may carry no credentials: they go into a header field, as browsers do it. */
function withoutCredentials(url: URL, headers: Headers): URL {
  if (url.username === '' && url.password === '') return url;
  const [username, password] = [decodeURIComponent(url.username), decodeURIComponent(url.password)];
  headers.set('authorization', basicAuthorization(username, password));
  const bare = new URL(url);
  bare.username = '';
  bare.password = '';
  return bare;
}

/** Counts what comes out of a compressed body, too. */
async function readAll(response: Response): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of response.body ?? []) {
    if (!(chunk instanceof Uint8Array)) throw new TypeError('a body is made of bytes');
    size += chunk.byteLength;
    if (size > sizeLimit) throw new Refused('it has more than 50 MiB, which is too much to upload');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

/** Why a file is not taken. */
class Refused extends Error {}

function reason(error: unknown, timeoutMs: number): string {
  if (error instanceof Refused) return error.message;
  if (error instanceof Error && error.name === 'TimeoutError')
    return `it did not come within ${timeoutMs} ms`;
  let innermost = error;
  while (innermost instanceof Error && innermost.cause !== undefined) innermost = innermost.cause;
  if (!(innermost instanceof Error)) return String(innermost);
  return 'code' in innermost && typeof innermost.code === 'string' ? innermost.code : innermost.message;
}

/** A URL without what may be secret in it. */
function shown({ origin, pathname }: URL): string {
  return `${origin}${pathname}`;
}
