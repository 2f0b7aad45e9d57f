import type { Headers, Response } from 'undici';
import { fetchFrom, networkReason, RedirectedAway, readUpTo } from '../requests/fetch-from.ts';
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
  const last = await fetchFrom(start, { redirects: redirectLimit, headersFor, signal });
  if (last === undefined) throw new Refused(`it redirects more than ${redirectLimit} times`);
  if (last.response.ok) return last;
  await last.response.body?.cancel();
  throw new Refused(`${shown(last.url)} answered ${last.response.status}`);
}

async function readAll(response: Response): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  if (await readUpTo(sizeLimit, response, (chunk) => chunks.push(chunk))) return Buffer.concat(chunks);
  throw new Refused('it has more than 50 MiB, which is too much to upload');
}

/** Why a file is not taken. */
class Refused extends Error {}

function reason(error: unknown, timeoutMs: number): string {
  if (error instanceof Refused) return error.message;
  if (error instanceof RedirectedAway)
    return `${shown(error.from)} redirects to what is no http or https URL`;
  if (error instanceof Error && error.name === 'TimeoutError')
    return `it did not come within ${timeoutMs} ms`;
  return networkReason(error);
}

/** A URL without what may be secret in it. */
function shown({ origin, pathname }: URL): string {
  return `${origin}${pathname}`;
}
