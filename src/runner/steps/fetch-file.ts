import type { Headers, Response } from 'undici';
import { innermostReason } from '../../common/errors.ts';
import { readBody } from '../../common/read-body.ts';
import { decodePercent } from '../../common/text.ts';
import { maxUploadBytes } from '../../common/upload-file.ts';
import { fetchFrom, RedirectedAway } from '../requests/fetch-from.ts';
import { isTimeout } from '../wait.ts';

/** A file in the form that the driver accepts. */
export interface FetchedFile {
  readonly name: string;
  readonly mimeType: string;
  readonly buffer: Buffer;
}

const redirectLimit = 5;

/**
 * Fetches a file.
 * @param address an http or https URL.
 * @param headersFor the header fields for a URL. It is called for each redirect, so that secrets stay with their origin.
 * @param timeoutMs for the whole download.
 * @throws Error with the reason and the URL, which is shown without its credentials and query.
 */
export async function fetchFile(
  address: string,
  headersFor: (url: URL) => Promise<Headers>,
  timeoutMs: number,
): Promise<FetchedFile> {
  try {
    const { url, response } = await responseOf(new URL(address), headersFor, AbortSignal.timeout(timeoutMs));
    return {
      name: fileName(url, response.headers.get('content-disposition')),
      mimeType: response.headers.get('content-type')?.split(';')[0]?.trim() || 'application/octet-stream',
      buffer: await readAll(response),
    };
  } catch (error) {
    const hint =
      error instanceof NotFound ? ' To upload a file of the repository, write it as {file: path}.' : '';
    throw new Error(
      `The file ${shown(new URL(address))} cannot be uploaded: ${reason(error, timeoutMs)}. Check the URL of the step.${hint}`,
    );
  }
}

async function responseOf(
  start: URL,
  headersFor: (url: URL) => Promise<Headers>,
  signal: AbortSignal,
): Promise<{ readonly url: URL; readonly response: Response }> {
  const last = await fetchFrom(start, { redirects: redirectLimit, headersFor, signal });
  if (last === undefined) throw new Refused(`it redirects more than ${redirectLimit} times`);
  if (last.response.ok) return last;
  await last.response.body?.cancel();
  const { status } = last.response;
  const message = `${shown(last.url)} responded with status ${status}`;
  throw status === 404 ? new NotFound(message) : new Refused(message);
}

async function readAll({ body }: Response): Promise<Buffer> {
  const content = await readBody(body, maxUploadBytes);
  if (content !== undefined) return content;
  throw new Refused('it is larger than 50 MiB');
}

class Refused extends Error {}

class NotFound extends Refused {}

function reason(error: unknown, timeoutMs: number): string {
  if (error instanceof Refused) return error.message;
  if (error instanceof RedirectedAway)
    return `${shown(error.from)} redirects to an address that is not an http or https URL`;
  if (isTimeout(error)) return `the download did not finish within ${timeoutMs} ms`;
  return innermostReason(error);
}

/** A URL without the parts that may be secret. */
function shown({ origin, pathname }: URL): string {
  return `${origin}${pathname}`;
}

/**
 * The name of a fetched file: from the response if it has one, otherwise the last segment of the URL's path.
 * @param disposition the header field `content-disposition`.
 */
function fileName(url: URL, disposition: string | null): string {
  const given = disposition === null ? undefined : givenName(disposition);
  return lastPart(given ?? '') || lastPart(decodePercent(url.pathname)) || 'file';
}

/** `filename*` takes precedence over `filename`: it can contain any character. */
function givenName(disposition: string): string | undefined {
  const encoded = /;\s*filename\*\s*=\s*utf-8'[^']*'([^;\s]+)/i.exec(disposition)?.[1];
  if (encoded !== undefined) return decodePercent(encoded);
  const [, quoted, bare] = /;\s*filename\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^;\s]+))/i.exec(disposition) ?? [];
  return quoted?.replace(/\\(.)/g, '$1') ?? bare;
}

/** The last segment of a path, if it can name a file on disk. */
function lastPart(path: string): string {
  const name = path.replaceAll('\0', '').split(/[/\\]/).at(-1) ?? '';
  return name === '.' || name === '..' ? '' : name;
}
