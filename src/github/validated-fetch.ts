import { type fetch, type RequestInit, Response } from 'undici';
import { z } from 'zod';
import { messageOf } from '../common/errors.ts';
import { tryParseJson } from '../common/json.ts';
import { readBody } from '../common/read-body.ts';
import { attemptLimitMs, timeLeftMs } from './deadline.ts';
import { rateLimitHeaders } from './rate-limit.ts';
import { GitHubRequestError } from './request-error.ts';

export type Fetch = (url: string, init: RequestInit) => ReturnType<typeof fetch>;

/** What a request expects of its response. */
export interface Expected {
  /** Limit of the body, in bytes. */
  readonly maxBytes: number;
  /** Whether GitHub redirects to another host: its signed address gets no token, and appears in no message. */
  readonly isElsewhere: boolean;
  /** Takes the body of a success; false: GitHub would never answer that. */
  accept(body: Buffer): boolean;
}

/** A response with its body read to the end. */
interface ReadResponse {
  readonly status: number;
  readonly headers: Response['headers'];
  readonly body: Buffer;
}

/** Makes the error of a request, see GitHubRequestError. */
type Fail = (what: string, transient: boolean, cause?: unknown) => GitHubRequestError;

const maxRedirects = 3;
const maxQuotedCharacters = 100;
const maxMessageCharacters = 300;

/**
 * Makes the fetch of one request to GitHub, which octokit calls for each attempt. octokit itself would take a body that is
 * cut off or no JSON for another value, and follow redirects to anywhere.
 * @returns a function that rejects with a GitHubRequestError. Its responses hold an error's message, and nothing else.
 */
export function validatedFetch(proxied: Fetch, deadline: AbortSignal, expected: Expected): Fetch {
  return async (url, init) => {
    const fail: Fail = (what, transient, cause) =>
      new GitHubRequestError(init.method ?? 'GET', url, what, transient, cause);
    const response = await fetchInTime(proxied, url, init, deadline, expected, fail);
    const { status, headers, body } = response;
    if (status >= 400) return refusal(response, deadline);
    if (status > 299 || !expected.accept(body)) {
      throw fail(`answered ${status} with an unexpected body: ${quote(body.toString())}`, true);
    }
    const link = headers.get('link');
    return new Response(null, { status: 204, headers: link === null ? {} : { link } });
  };
}

/** Sends a request, within the time for one attempt and before the deadline. */
async function fetchInTime(
  proxied: Fetch,
  url: string,
  init: RequestInit,
  deadline: AbortSignal,
  expected: Expected,
  fail: Fail,
): Promise<ReadResponse> {
  const limitMs = attemptLimitMs(deadline);
  const tooLong = AbortSignal.timeout(limitMs);
  const signal = AbortSignal.any([tooLong, deadline]);
  try {
    return await followRedirects(proxied, url, { ...init, signal }, expected, fail);
  } catch (error) {
    if (error instanceof GitHubRequestError) throw error;
    if (deadline.aborted) throw fail(describeDeadline(deadline), false, error);
    if (tooLong.aborted) throw fail(`got no response within ${limitMs / 1000} s`, true, error);
    throw fail(`got no complete response (${errorCode(error)})`, true, error);
  }
}

/** What became of a request that its deadline has ended. */
export function describeDeadline({ reason }: AbortSignal): string {
  return `got no response: ${messageOf(reason)}`;
}

/** Follows redirects of a GET within its origin, which the token must not leave; and one without it, if that is expected. */
async function followRedirects(
  proxied: Fetch,
  url: string,
  init: RequestInit,
  { maxBytes, isElsewhere }: Expected,
  fail: Fail,
): Promise<ReadResponse> {
  let current = new URL(url);
  let options: RequestInit = { ...init, redirect: 'manual' };
  let host = '';
  for (let redirects = 0; ; redirects += 1) {
    const response = await proxied(current.href, options);
    const { status, headers } = response;
    const location = status > 299 && status < 400 ? headers.get('location') : null;
    if (location === null) return readResponse(response, host, maxBytes, fail);
    await response.body?.cancel();
    const next = URL.parse(location, current);
    const isInside = next?.origin === current.origin && next.username === '' && next.password === '';
    const leaves = isElsewhere && host === '' && ['https:', current.protocol].includes(next?.protocol ?? '');
    const isFollowed = (options.method ?? 'GET') === 'GET' && (isInside || leaves);
    if (redirects === maxRedirects || next === null || !isFollowed) {
      const where = redirects === maxRedirects ? 'in a loop' : `to ${next?.origin ?? 'an invalid URL'}`;
      const what = `answered ${status} with a redirect ${where}, which is not followed. Has the repository been renamed, or is GITHUB_API_URL wrong?`;
      throw fail(what, false);
    }
    if (!isInside) {
      options = { redirect: 'manual', signal: init.signal ?? null };
      host = next.host;
    }
    current = next;
  }
}

/** @param host that GitHub has redirected to: what it refuses, GitHub does not. */
async function readResponse(
  { status, headers, body }: Response,
  host: string,
  maxBytes: number,
  fail: Fail,
): Promise<ReadResponse> {
  if (host !== '' && status !== 200) {
    await body?.cancel();
    const transient = status === 408 || status === 429 || status >= 500;
    throw fail(`redirects to ${host}, which answered ${status}`, transient);
  }
  const bytes = await readBody(body, maxBytes);
  if (bytes === undefined) throw fail(`answered with more than ${maxBytes} bytes`, host === '');
  return { status, headers, body: bytes };
}

const errorBody = z.object({
  message: z.string(),
  errors: z.array(z.union([z.string(), z.object({ message: z.string() })])).optional(),
});

/** A refusal with GitHub's message alone: octokit would show the whole body. */
function refusal({ status, headers, body }: ReadResponse, deadline: AbortSignal): Response {
  const text = body.toString();
  const parsed = errorBody.safeParse(tryParseJson(text)).data;
  const errors = (parsed?.errors ?? []).map((each) => (typeof each === 'string' ? each : each.message));
  const message =
    parsed === undefined
      ? `GitHub answered ${status}: ${quote(text)}`
      : shorten([parsed.message, ...errors].join(': '), maxMessageCharacters);
  // GitHub asks for a minute if it names no time, which is all the time that there ever is.
  const limit = rateLimitHeaders(status, headers, text, timeLeftMs(deadline) / 4000);
  // Response allows no greater status.
  return Response.json({ message }, { status: Math.min(status, 599), headers: limit });
}

function quote(text: string): string {
  return shorten(text.slice(0, 1000), maxQuotedCharacters) || 'an empty body';
}

function shorten(text: string, characters: number): string {
  const line = text.replace(/\s+/g, ' ').trim();
  return line.length > characters ? `${line.slice(0, characters)}…` : line;
}

/** The system's code of an error, such as ECONNREFUSED; otherwise the message of its innermost cause. */
function errorCode(error: unknown): string {
  let code = String(error);
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    code = 'code' in cause && typeof cause.code === 'string' ? cause.code : cause.message || code;
  }
  return code;
}
