import { type fetch, type RequestInit, Response } from 'undici';
import { z } from 'zod';
import { messageOf } from '../common/errors.ts';
import { tryParseJson } from '../common/json.ts';
import { readBody } from '../common/read-body.ts';
import { cut, foldLines } from '../common/text.ts';
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

const maxRedirects = 3;
const maxQuotedCharacters = 100;
const maxMessageCharacters = 300;

/**
 * Sends one request to GitHub, attempt by attempt, as octokit asks for it. octokit itself would take a body that is cut off
 * or no JSON for another value, and follow redirects to anywhere.
 */
export class ValidatedFetch {
  readonly #proxied: Fetch;
  readonly #deadline: AbortSignal;
  readonly #expected: Expected;

  constructor(proxied: Fetch, deadline: AbortSignal, expected: Expected) {
    this.#proxied = proxied;
    this.#deadline = deadline;
    this.#expected = expected;
  }

  /** One attempt. Rejects with a GitHubRequestError. The response holds an error's message, and nothing else. */
  readonly fetch: Fetch = async (url, init) => {
    const fail = failureOf(init.method ?? 'GET', url);
    const response = await this.#fetchInTime(url, init, fail);
    const { status, headers, body } = response;
    if (status >= 400) return refusal(response, this.#deadline);
    if (status > 299 || !this.#expected.accept(body)) {
      throw fail(`answered ${status} with an unexpected body: ${quote(body.toString())}`, true);
    }
    const link = headers.get('link');
    return new Response(null, { status: 204, headers: link === null ? {} : { link } });
  };

  /** Sends a request, within the time for one attempt and before the deadline. */
  async #fetchInTime(url: string, init: RequestInit, fail: Fail): Promise<ReadResponse> {
    const deadline = this.#deadline;
    const limitMs = attemptLimitMs(deadline);
    const tooLong = AbortSignal.timeout(limitMs);
    const signal = AbortSignal.any([tooLong, deadline]);
    try {
      return await this.#followRedirects(url, { ...init, signal, redirect: 'manual' }, fail);
    } catch (error) {
      if (error instanceof GitHubRequestError) throw error;
      if (deadline.aborted) throw fail(describeDeadline(deadline), false, error);
      if (tooLong.aborted) throw fail(`got no response within ${limitMs / 1000} s`, true, error);
      throw fail(`got no complete response (${errorCode(error)})`, true, error);
    }
  }

  /** Follows redirects of a GET within its origin, which the token must not leave; and one without it, if that is expected. */
  async #followRedirects(url: string, init: RequestInit, fail: Fail): Promise<ReadResponse> {
    let current = new URL(url);
    let options = init;
    let host = '';
    for (let redirects = 0; ; redirects += 1) {
      const response = await this.#proxied(current.href, options);
      const { status, headers } = response;
      const location = status > 299 && status < 400 ? headers.get('location') : null;
      if (location === null) return this.#read(response, host, fail);
      await response.body?.cancel();
      const next = URL.parse(location, current);
      const isInside = next?.origin === current.origin && next.username === '' && next.password === '';
      const isWeb = ['https:', current.protocol].includes(next?.protocol ?? '');
      const mayLeave = this.#expected.isElsewhere && host === '' && isWeb;
      const isFollowed = (init.method ?? 'GET') === 'GET' && (isInside || mayLeave);
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
  async #read({ status, headers, body }: Response, host: string, fail: Fail): Promise<ReadResponse> {
    if (host !== '' && status !== 200) {
      await body?.cancel();
      const transient = status === 408 || status === 429 || status >= 500;
      throw fail(`redirects to ${host}, which answered ${status}`, transient);
    }
    const { maxBytes } = this.#expected;
    const bytes = await readBody(body, maxBytes);
    if (bytes === undefined) throw fail(`answered with more than ${maxBytes} bytes`, host === '');
    return { status, headers, body: bytes };
  }
}

type Fail = ReturnType<typeof failureOf>;

function failureOf(method: string, url: string) {
  return (what: string, transient: boolean, cause?: unknown) =>
    new GitHubRequestError(method, url, what, transient, cause);
}

/** What became of a request that its deadline has ended. */
export function describeDeadline({ reason }: AbortSignal): string {
  return `got no response: ${messageOf(reason)}`;
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
      : cut(foldLines([parsed.message, ...errors].join(': ')), maxMessageCharacters);
  // GitHub asks for a minute if it names no time, which is all the time that there ever is.
  const limit = rateLimitHeaders(status, headers, text, timeLeftMs(deadline) / 4000);
  // Response allows no greater status.
  return Response.json({ message }, { status: Math.min(status, 599), headers: limit });
}

function quote(text: string): string {
  return cut(foldLines(text.slice(0, 1000)), maxQuotedCharacters) || 'an empty body';
}

/** The system's code of an error, such as ECONNREFUSED; otherwise the message of its innermost cause. */
function errorCode(error: unknown): string {
  let code = String(error);
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    code = 'code' in cause && typeof cause.code === 'string' ? cause.code : cause.message || code;
  }
  return code;
}
