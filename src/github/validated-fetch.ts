import { type Dispatcher, fetch, type RequestInit, Response } from 'undici';
import { z } from 'zod';
import { readBody } from '../common/async.ts';
import { innermostReason } from '../common/errors.ts';
import { tryParseJson } from '../common/json.ts';
import { cut, foldLines } from '../common/text.ts';
import { attemptLimitMs, timeLeftMs } from './deadline.ts';
import { GitHubRequestError } from './refusal.ts';

/** What a request expects of its response. */
export interface Expected {
  /** Limit of the body, in bytes. */
  readonly maxBytes: number;
  /** Whether GitHub redirects to another host, whose signed addresses appear in no message. */
  readonly isRedirected: boolean;
  /** Takes the body of a success; false: GitHub would never answer that. */
  accept(body: Buffer): boolean;
}

const maxQuotedCharacters = 100;
const maxMessageCharacters = 300;

/**
 * A fetch for octokit, which calls it once for each attempt. octokit itself would take a body that is cut off or no JSON for
 * another value. A GET is redirected as the fetch standard says: another origin gets no token.
 * @returns a fetch that rejects with a GitHubRequestError. Its response has an error's message or `link`, and nothing else.
 */
export function validatedFetch(dispatcher: Dispatcher, deadline: AbortSignal, expected: Expected) {
  return async (url: string, init: RequestInit): Promise<Response> => {
    const { method = 'GET' } = init;
    const request = { method, url };
    const redirect = method === 'GET' ? 'follow' : 'manual';
    const { response, body } = await fetchBody(
      request,
      { ...init, dispatcher, redirect },
      deadline,
      expected,
    );
    const { status, headers } = response;
    const isOtherHost = refuseRedirect(request, response, expected);
    if (body === undefined) {
      const what = `answered with more than ${expected.maxBytes} bytes`;
      throw new GitHubRequestError(request, what, { transient: !isOtherHost });
    }
    if (status >= 400) return refusal(response, body.toString(), deadline);
    if (!expected.accept(body)) {
      const what = `answered ${status} with an unexpected body: ${quote(body.toString())}`;
      throw new GitHubRequestError(request, what, { transient: true });
    }
    const link = headers.get('link');
    return new Response(null, { status: 204, headers: link === null ? {} : { link } });
  };
}

interface SentRequest {
  readonly method: string;
  readonly url: string;
}

/** @returns no body if it has more than `maxBytes`. @throws GitHubRequestError if there is no complete response in time. */
async function fetchBody(
  request: SentRequest,
  init: RequestInit,
  deadline: AbortSignal,
  { maxBytes }: Expected,
): Promise<{ readonly response: Response; readonly body: Buffer | undefined }> {
  const limitMs = attemptLimitMs(deadline);
  const tooLong = AbortSignal.timeout(limitMs);
  try {
    const response = await fetch(request.url, { ...init, signal: AbortSignal.any([tooLong, deadline]) });
    return { response, body: await readBody(response.body, maxBytes) };
  } catch (cause) {
    const what = tooLong.aborted
      ? `got no response within ${limitMs / 1000} s`
      : `got no complete response (${innermostReason(cause)})`;
    throw new GitHubRequestError(request, what, { transient: true, cause });
  }
}

/** @returns whether the response is another host's, as expected. @throws GitHubRequestError for any other redirect. */
function refuseRedirect(request: SentRequest, response: Response, expected: Expected): boolean {
  const { status, headers } = response;
  const isRedirect = status >= 300 && status < 400;
  const target = URL.parse(isRedirect ? (headers.get('location') ?? '') : response.url, request.url);
  const origin = target?.origin ?? 'an invalid URL';
  const isOtherHost = origin !== new URL(request.url).origin;
  if (isRedirect || (isOtherHost && !expected.isRedirected)) {
    const what = `redirects to ${origin}, which is not followed`;
    throw new GitHubRequestError(request, what, { transient: false });
  }
  // What another host refuses, GitHub does not.
  if (isOtherHost && !response.ok) {
    const transient = status === 408 || status === 429 || status >= 500;
    throw new GitHubRequestError(request, `redirects to ${origin}, which answered ${status}`, { transient });
  }
  return isOtherHost;
}

const errorBody = z.object({
  message: z.string(),
  errors: z.array(z.union([z.string(), z.object({ message: z.string() })])).optional(),
});

/** A refusal with GitHub's message alone: octokit would show the whole body. */
function refusal({ status, headers }: Response, text: string, deadline: AbortSignal): Response {
  const parsed = errorBody.safeParse(tryParseJson(text)).data;
  const errors = (parsed?.errors ?? []).map((each) => (typeof each === 'string' ? each : each.message));
  const message =
    parsed === undefined
      ? `GitHub answered ${status}: ${quote(text)}`
      : cut(foldLines([parsed.message, ...errors].join(': ')), maxMessageCharacters);
  // Without a named time, GitHub's documentation says a minute, which is the longest deadline.
  const limit = rateLimitHeaders(status, headers, text, timeLeftMs(deadline) / 4000);
  // Response allows no greater status.
  return Response.json({ message }, { status: Math.min(status, 599), headers: limit });
}

function quote(text: string): string {
  return cut(foldLines(text.slice(0, 1000)), maxQuotedCharacters) || 'an empty body';
}

/** octokit's throttling plugin reads moments with 32 bits, and nobody waits for so long. In s. */
const maxRateLimitSeconds = 86_400;

/**
 * The header fields by which octokit's throttling plugin recognizes a rate limit and how long to wait. GitHub says it in
 * several ways (seconds, a date or a moment of its own clock, words alone), and the plugin does not know all of them.
 * @param fallbackSeconds the wait if GitHub names none.
 * @returns no fields if the response is not about a limit.
 */
function rateLimitHeaders(
  status: number,
  headers: Pick<Headers, 'get'>,
  body: string,
  fallbackSeconds: number,
): Readonly<Record<string, string>> {
  if (status !== 429 && status !== 403) return {};
  // This machine's clock may be wrong.
  const now = (Date.parse(headers.get('date') ?? '') || Date.now()) / 1000;
  const retryAfter = headers.get('retry-after') ?? '';
  const isUsedUp = headers.get('x-ratelimit-remaining') === '0';
  const named = [
    retryAfter === '' ? Number.NaN : Number(retryAfter),
    Date.parse(retryAfter) / 1000 - now,
    // A second more: both clocks are cut to whole ones.
    isUsedUp ? Number(headers.get('x-ratelimit-reset') ?? Number.NaN) - now + 1 : Number.NaN,
  ].find((seconds) => !Number.isNaN(seconds));
  if (named === undefined && !isUsedUp && status !== 429 && !/secondary rate limit/i.test(body)) return {};
  const seconds = Math.min(maxRateLimitSeconds, Math.max(1, Math.ceil(named ?? fallbackSeconds)));
  return {
    'retry-after': String(seconds),
    'x-ratelimit-remaining': '0',
    // The plugin adds a second.
    'x-ratelimit-reset': String(Math.floor(Date.now() / 1000) + seconds - 1),
  };
}
