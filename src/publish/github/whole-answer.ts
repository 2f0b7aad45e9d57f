import type { fetch, Headers, RequestInit, Response } from 'undici';
import { GitHubFailure } from './github-failure.ts';

export type Fetch = (url: string, init: RequestInit) => ReturnType<typeof fetch>;

/** An answer with its body read to the end. */
export interface WholeAnswer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
}

/** More than a hundred comments of the greatest length, decoded. */
const maxBytes = 32 * 1024 * 1024;

const maxRedirects = 3;

/** With these nothing has left this machine. */
const neverSent = new Set(['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'UND_ERR_CONNECT_TIMEOUT']);

/**
 * Sends a request once, follows redirects of a GET within its origin, and reads the body.
 * @throws GitHubFailure, or the reason of the request's signal.
 */
export async function askOnce(fetchOnce: Fetch, url: string, init: RequestInit): Promise<WholeAnswer> {
  const method = init.method ?? 'GET';
  try {
    let current = url;
    for (let redirects = 0; ; redirects += 1) {
      const response = await fetchOnce(current, { ...init, redirect: 'manual' });
      const { status, headers } = response;
      const location = status > 299 && status < 400 ? headers.get('location') : null;
      if (location === null) return { status, headers, text: await textOf(response, method, url) };
      await response.body?.cancel();
      if (redirects === maxRedirects) throw redirected(method, url, 'in a loop', status);
      current = nextUrl(location, current, method, status);
    }
  } catch (error) {
    if (error instanceof GitHubFailure) throw error;
    if (init.signal?.aborted) throw init.signal.reason;
    const code = codeOf(error);
    throw new GitHubFailure(method, url, `got no whole answer (${code})`, {
      transient: true,
      neverSent: neverSent.has(code),
      cause: error,
    });
  }
}

/** The token stays with its origin, and only what asks is sent on. */
function nextUrl(location: string, current: string, method: string, status: number): string {
  const next = URL.parse(location, current);
  const within =
    next !== null && next.origin === new URL(current).origin && next.username === '' && next.password === '';
  if (within && method === 'GET') return next.href;
  throw redirected(method, current, `to ${next?.origin ?? 'no valid URL'}`, status);
}

function redirected(method: string, url: string, where: string, status: number): GitHubFailure {
  const what = `answered ${status} with a redirect ${where}, which is not followed. Has the repository been renamed, or is GITHUB_API_URL wrong?`;
  return new GitHubFailure(method, url, what, { transient: false });
}

async function textOf({ body }: Response, method: string, url: string): Promise<string> {
  // Other bytes than UTF-8 are no text of GitHub's.
  const decoder = new TextDecoder('utf-8', { fatal: true });
  if (body === null) return '';
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of body) {
    size += chunk.byteLength;
    if (size > maxBytes) {
      const what = `answered with more than ${maxBytes / 1024 / 1024} MiB`;
      throw new GitHubFailure(method, url, what, { transient: true });
    }
    chunks.push(chunk);
  }
  return decoder.decode(Buffer.concat(chunks));
}

/** The system's code, such as ECONNREFUSED; where there is none, the words of the innermost cause. */
function codeOf(error: unknown): string {
  let told = String(error);
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    told = 'code' in cause && typeof cause.code === 'string' ? cause.code : cause.message || told;
  }
  return told;
}
