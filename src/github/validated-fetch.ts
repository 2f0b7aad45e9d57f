import { type fetch, type RequestInit, Response } from 'undici';
import { z } from 'zod';
import { messageOf } from '../common/errors.ts';
import { tryParseJson } from '../common/json.ts';
import { readBody } from '../common/read-body.ts';
import { attemptLimitMs, timeLeftMs } from './deadline.ts';
import { rateLimitHeaders } from './rate-limit.ts';
import { GitHubRequestError } from './request-error.ts';

export type Fetch = (url: string, init: RequestInit) => ReturnType<typeof fetch>;

/** A response with its body read to the end. */
interface ReadResponse {
  readonly status: number;
  readonly headers: Response['headers'];
  readonly text: string;
}

/** More than a hundred comments of the maximum length, decoded. */
const maxBytes = 32 * 1024 * 1024;
const maxRedirects = 3;
const maxQuotedCharacters = 100;
const maxMessageCharacters = 300;

/**
 * Makes the fetch of one request to GitHub, which octokit calls for each attempt. octokit itself would take a body that is
 * cut off or no JSON for another value, and follow redirects to anywhere.
 * @param accept takes the parsed JSON of a success; false: GitHub would never answer that.
 * @returns a function that rejects with a GitHubRequestError. Its responses hold an error's message, and nothing else.
 */
export function validatedFetch(
  fetchOnce: Fetch,
  deadline: AbortSignal,
  accept: (json: unknown) => boolean,
): Fetch {
  return async (url, init) => {
    const method = init.method ?? 'GET';
    const response = await fetchInTime(fetchOnce, url, init, deadline);
    const { status, headers, text } = response;
    if (status >= 400) return refusal(response, deadline);
    if (status > 299 || !accept(tryParseJson(text))) {
      const what = `answered ${status} with an unexpected body: ${quote(text)}`;
      throw new GitHubRequestError(method, url, what, true);
    }
    const link = headers.get('link');
    return new Response(null, { status: 204, headers: link === null ? {} : { link } });
  };
}

/** Sends a request, within the time for one attempt and before the deadline. */
async function fetchInTime(
  fetchOnce: Fetch,
  url: string,
  init: RequestInit,
  deadline: AbortSignal,
): Promise<ReadResponse> {
  const method = init.method ?? 'GET';
  if (deadline.aborted) throw deadlineError(method, url, deadline);
  const limitMs = attemptLimitMs(deadline);
  const tooLong = AbortSignal.timeout(limitMs);
  try {
    return await followRedirects(fetchOnce, url, { ...init, signal: AbortSignal.any([tooLong, deadline]) });
  } catch (error) {
    if (error instanceof GitHubRequestError) throw error;
    if (deadline.aborted) throw deadlineError(method, url, deadline);
    if (tooLong.aborted) {
      const what = `got no response within ${limitMs / 1000} s`;
      throw new GitHubRequestError(method, url, what, true, error);
    }
    const what = `got no complete response (${errorCode(error)})`;
    throw new GitHubRequestError(method, url, what, true, error);
  }
}

/** The error of a request that its deadline has ended. */
export function deadlineError(method: string, url: string, deadline: AbortSignal): GitHubRequestError {
  const { reason } = deadline;
  const why = messageOf(reason);
  return new GitHubRequestError(method, url, `got no response: ${why}`, false, reason);
}

/** Follows redirects of a GET within its origin: the token must not leave it. */
async function followRedirects(fetchOnce: Fetch, url: string, init: RequestInit): Promise<ReadResponse> {
  const method = init.method ?? 'GET';
  let current = url;
  for (let redirects = 0; ; redirects += 1) {
    const response = await fetchOnce(current, { ...init, redirect: 'manual' });
    const { status, headers } = response;
    const location = status > 299 && status < 400 ? headers.get('location') : null;
    if (location === null) return { status, headers, text: await readText(response, method, url) };
    await response.body?.cancel();
    const next = URL.parse(location, current);
    const inside = next?.origin === new URL(current).origin && next.username === '' && next.password === '';
    if (redirects === maxRedirects || next === null || !inside || method !== 'GET') {
      const where = redirects === maxRedirects ? 'in a loop' : `to ${next?.origin ?? 'an invalid URL'}`;
      const what = `answered ${status} with a redirect ${where}, which is not followed. Has the repository been renamed, or is GITHUB_API_URL wrong?`;
      throw new GitHubRequestError(method, url, what, false);
    }
    current = next.href;
  }
}

async function readText({ body }: Response, method: string, url: string): Promise<string> {
  const bytes = await readBody(body, maxBytes);
  if (bytes === undefined) {
    const what = `answered with more than ${maxBytes / 1024 / 1024} MiB`;
    throw new GitHubRequestError(method, url, what, true);
  }
  return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
}

const errorBody = z.object({
  message: z.string(),
  errors: z.array(z.union([z.string(), z.object({ message: z.string() })])).optional(),
});

/** A refusal with GitHub's message alone: octokit would show the whole body. */
function refusal({ status, headers, text }: ReadResponse, deadline: AbortSignal): Response {
  const body = errorBody.safeParse(tryParseJson(text)).data;
  const errors = (body?.errors ?? []).map((each) => (typeof each === 'string' ? each : each.message));
  const message =
    body === undefined
      ? `GitHub answered ${status}: ${quote(text)}`
      : shorten([body.message, ...errors].join(': '), maxMessageCharacters);
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
