import { getOctokit } from '@actions/github';
import type { Octokit } from '@octokit/core';
import { retry } from '@octokit/plugin-retry';
import { throttling } from '@octokit/plugin-throttling';
import Bottleneck from 'bottleneck/light.js';
import { EnvHttpProxyAgent, fetch } from 'undici';
import type { z } from 'zod';
import { timeLeftMs } from './deadline.ts';
import { GitHubRequestError } from './request-error.ts';
import { deadlineError, type Fetch, validatedFetch } from './validated-fetch.ts';

/** A request is repeated this often. */
const maxRetries = 3;
/** The pause before the first repetition, in ms; the plugin multiplies it by 4 and 9 before the next ones. */
const backoffMs = 150;

/** A repository on GitHub. */
export interface Repository {
  readonly owner: string;
  readonly repo: string;
}

export interface RequestOptions {
  /** Whether the request may be repeated without doing something twice. By default, all but POST may. */
  readonly repeatable?: boolean;
  /** Replaces the fetch of one attempt. */
  readonly fetchOnce?: Fetch;
}

/** What a request was answered with. */
export interface GitHubResponse<Data> {
  readonly data: Data;
  /** The header field that names the next page. */
  readonly link: string | undefined;
}

/** octokit, which waits for rate limits and repeats what failed on the way, as far as the deadline of a request allows. */
export interface GitHubClient {
  /**
   * @param route such as `GET /repos/{owner}/{repo}/pulls`, with `parameters` for its path, query or body.
   * @param schema what of the response is used.
   * @throws an error with GitHub's `status` and message, or GitHubRequestError.
   */
  request<Schema extends z.ZodType>(
    route: string,
    parameters: Readonly<Record<string, unknown>>,
    schema: Schema,
    deadline: AbortSignal,
    options?: RequestOptions,
  ): Promise<GitHubResponse<z.output<Schema>>>;
  /** Sends one request through the machine's proxy, without the token. */
  readonly fetchOnce: Fetch;
}

/** Connects to GitHub's API; nothing is requested yet. @param apiUrl root of the API. */
export function openOctokit(token: string, apiUrl: string): GitHubClient {
  const dispatcher = new EnvHttpProxyAgent();
  const proxied: Fetch = (url, init) => fetch(url, { ...init, dispatcher });
  const options = {
    baseUrl: apiUrl,
    retry: { retries: maxRetries, retryAfterBaseValue: backoffMs, doNotRetry: notRetried },
    throttle: {
      onRateLimit: isWorthWaiting,
      onSecondaryRateLimit: isWorthWaiting,
      // By default it puts 1 s between two writes and 3 s between two comments: a job has only a few.
      write: new Bottleneck.Group({ maxConcurrent: 1 }),
      notifications: new Bottleneck.Group({ maxConcurrent: 1 }),
    },
  };
  const octokit = getOctokit(token, options, limitRetries, retry, throttling);
  return {
    fetchOnce: proxied,
    async request(route, parameters, schema, deadline, { repeatable, fetchOnce = proxied } = {}) {
      const { method, url } = octokit.request.endpoint(route, parameters);
      if (deadline.aborted) throw deadlineError(method, url, deadline);
      const received: { data?: z.output<typeof schema> } = {};
      const attempt = validatedFetch(fetchOnce, deadline, (json) => {
        const parsed = schema.safeParse(json);
        if (parsed.success) received.data = parsed.data;
        return parsed.success;
      });
      const request = {
        ...{ fetch: attempt, deadline },
        // A number of its own would make the plugin repeat refusals as well.
        ...((repeatable ?? method !== 'POST') ? {} : { retries: 0 }),
      };
      const sent = octokit.request(route, { ...parameters, request });
      const { headers } = await untilDeadline(sent, method, url, deadline).catch(throwCause);
      if (!('data' in received)) throw new Error(`${route} was never sent`);
      return { data: received.data, link: headers.link };
    },
  };
}

const perPage = 100;
const maxPages = 100;

/**
 * Reads a list page by page, each item once: what is added in the meantime moves others to the next page.
 * @param schema what it takes of a page: the items.
 */
export async function* listPages<Item extends { readonly id: number }>(
  client: GitHubClient,
  route: string,
  parameters: Readonly<Record<string, unknown>>,
  schema: z.ZodType<readonly Item[]>,
  deadline: AbortSignal,
): AsyncGenerator<readonly Item[]> {
  const seen = new Set<number>();
  // Counted here: the address of the next page could lead anywhere, or back.
  for (let page = 1; page <= maxPages; page += 1) {
    const { data, link } = await client.request(
      route,
      { ...parameters, page, per_page: perPage },
      schema,
      deadline,
    );
    const fresh = data.filter(({ id }) => !seen.has(id));
    for (const { id } of fresh) seen.add(id);
    yield fresh;
    if (fresh.length === 0 || !/rel="?next"?/.test(link ?? '')) return;
  }
  throw new Error(`${route} lists more than ${perPage * maxPages} items`);
}

/** Statuses that the same request gets again. A rate limit (429) is the other plugin's. */
const notRetried = [400, 401, 403, 404, 405, 406, 410, 412, 413, 415, 422, 429, 451];

/** What octokit's hooks say of a request; its options are of any type. */
interface SentOptions {
  readonly request: { [option: string]: unknown };
}

/** A plugin before octokit's own one for retries: it keeps that from repeating what cannot help any more. */
function limitRetries(octokit: Octokit): object {
  octokit.hook.error('request', (error: unknown, { request }: SentOptions) => {
    const failure = error instanceof Error ? error.cause : undefined;
    if (failure instanceof GitHubRequestError && !failure.transient) request.retries = 0;
    const repeated = typeof request.retryCount === 'number' ? request.retryCount : 0;
    if ((repeated + 1) ** 2 * backoffMs >= leftMs(request.deadline)) request.retries = 0;
    throw error;
  });
  return {};
}

/** Whether to wait as long as GitHub says: only if there is time for that. */
function isWorthWaiting(seconds: number, { request }: SentOptions, _: unknown, retryCount: number): boolean {
  return retryCount < maxRetries && seconds * 1000 < leftMs(request.deadline);
}

function leftMs(deadline: unknown): number {
  return deadline instanceof AbortSignal ? timeLeftMs(deadline) : 0;
}

/** Ends a wait of octokit's, which knows no signal there. */
async function untilDeadline<T>(
  sent: Promise<T>,
  method: string,
  url: string,
  deadline: AbortSignal,
): Promise<T> {
  const { promise, reject } = Promise.withResolvers<never>();
  const end = () => reject(deadlineError(method, url, deadline));
  deadline.addEventListener('abort', end, { once: true });
  try {
    return await Promise.race([sent, promise]);
  } finally {
    deadline.removeEventListener('abort', end);
  }
}

/** octokit gives errors of its fetch the status 500. */
function throwCause(error: unknown): never {
  throw error instanceof Error && error.cause instanceof GitHubRequestError ? error.cause : error;
}
