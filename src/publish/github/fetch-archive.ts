import type { Response } from 'undici';
import { type Archive, inMemory } from './archive.ts';
import { GitHubFailure } from './github-failure.ts';
import type { Patience } from './patience.ts';
import type { Fetch } from './whole-answer.ts';

/** A piece is asked for so often at most. */
const attempts = 3;
/** The pause before the second attempt, in ms; it doubles. */
const pauseMs = 500;

/** What an archive is fetched with. */
interface Fetching {
  /** Asks GitHub where it is. */
  readonly locate: () => Promise<string>;
  readonly fetchOnce: Fetch;
  readonly patience: Patience;
}

/** An archive whose address may be known. */
interface Located extends Fetching {
  location?: string | undefined;
}

/**
 * Opens an archive where GitHub keeps it: it is fetched whole where it has no more than `wholeBytes`, else in the pieces
 * that are read. Its address is a secret of its own, which ends after a minute: it is asked for anew where it fails, and no
 * message shows it. Nothing else is sent along, the token least of all.
 * @throws GitHubFailure, or what `locate` rejects with.
 */
export async function openArchive(fetching: Fetching, wholeBytes: number): Promise<Archive> {
  const located: Located = { ...fetching };
  const opened = await fetchRange(located, [0, wholeBytes], async (response) => {
    // A host that does not know of ranges sends all; of an empty archive there is no range.
    if (response.status === 200) return { whole: await bytesOf(response, wholeBytes) };
    if (response.status === 416) return { whole: Buffer.alloc(0) };
    const total = checkedTotal(response, 0, wholeBytes);
    return total <= wholeBytes ? { whole: await exactly(response, total) } : { total };
  });
  if (opened.whole !== undefined) return inMemory(opened.whole);
  return {
    bytes: opened.total,
    read: (start, end) =>
      fetchRange(located, [start, end], async (response) => {
        checkedTotal(response, start, end);
        return exactly(response, end - start);
      }),
  };
}

/** Asks for a range until it is there, or can't be had. @param take reads an answer that is no refusal. */
async function fetchRange<T>(
  located: Located,
  [start, end]: readonly [start: number, end: number],
  take: (response: Response) => Promise<T>,
): Promise<T> {
  const { locate, fetchOnce, patience } = located;
  for (let attempt = 1; ; attempt += 1) {
    located.location ??= await locate();
    const { location } = located;
    const init = { headers: { range: `bytes=${start}-${end - 1}` }, redirect: 'manual' as const };
    try {
      const response = await fetchOnce(location, { ...init, signal: patience.signal });
      const isRefusal = ![200, 206, 416].includes(response.status);
      try {
        if (isRefusal) throw new OddAnswer(`answered ${response.status}`, passes(response.status));
        return await take(response);
      } finally {
        // What was not read to its end is not wanted.
        if (!response.bodyUsed) await response.body?.cancel();
      }
    } catch (error) {
      located.location = undefined;
      const failure = failureOf(error, location, patience);
      if (!failure.transient || attempt === attempts) throw failure;
      if (!(await patience.pause(pauseMs * 2 ** (attempt - 1)))) throw failure;
    }
  }
}

/** An answer that is none to what was asked. */
class OddAnswer extends Error {
  readonly transient: boolean;

  constructor(message: string, transient = false) {
    super(message);
    this.transient = transient;
  }
}

function passes(status: number): boolean {
  return status === 408 || status === 429 || status >= 500;
}

/** The address without what is secret in it, and what has happened there. */
function failureOf(error: unknown, location: string, patience: Patience): GitHubFailure {
  const over = patience.signal.aborted;
  const what = error instanceof OddAnswer ? error.message : `gave no whole archive${over ? ' in time' : ''}`;
  const transient = error instanceof OddAnswer ? error.transient : !over;
  const facts = { transient, cause: error };
  return new GitHubFailure('GET', location, `at ${new URL(location).host} ${what}`, facts);
}

/** @returns how many bytes the archive has. */
function checkedTotal({ status, headers }: Response, start: number, end: number): number {
  const told = /^bytes (\d+)-(\d+)\/(\d+)$/.exec(headers.get('content-range') ?? '');
  const [from, to, total = 0] = (told ?? []).slice(1).map(Number);
  if (status === 206 && from === start && to === Math.min(end, total) - 1) return total;
  throw new OddAnswer('did not answer with the bytes that were asked for');
}

async function exactly(response: Response, bytes: number): Promise<Buffer> {
  const content = await bytesOf(response, bytes);
  if (content.length === bytes) return content;
  throw new OddAnswer('answered with fewer bytes than it said', true);
}

async function bytesOf({ body }: Response, maxBytes: number): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of body ?? []) {
    size += chunk.byteLength;
    if (size > maxBytes) throw new OddAnswer(`answered with more than ${maxBytes} bytes`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}
