import { addAbortListener } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { getOctokit } from '@actions/github';
import type { Octokit } from '@octokit/core';
import { retry } from '@octokit/plugin-retry';
import { throttling } from '@octokit/plugin-throttling';
import Bottleneck from 'bottleneck/light.js';
import { EnvHttpProxyAgent } from 'undici';
import type { z } from 'zod';
import { messageOf } from '../common/errors.ts';
import { tryParseJson } from '../common/json.ts';
import { decodeUtf8 } from '../common/text.ts';
import { timeLeftMs } from './deadline.ts';
import { GitHubRequestError, mayBeDone } from './request-error.ts';
import { type Expected, validatedFetch } from './validated-fetch.ts';

/** A request is repeated this often. */
const maxRetries = 3;
/** The pause before the first repetition, in ms; the plugin multiplies it by 4 and 9 before the next ones. */
const backoffMs = 150;
/** More than a hundred comments of the maximum length, in bytes. */
const maxJsonBytes = 32 * 1024 * 1024;

/** A repository on GitHub. */
export interface Repository {
  readonly owner: string;
  readonly repo: string;
}

type Parameters = Readonly<Record<string, unknown>>;

/** How the body of a success is read. */
interface Reader<Data> extends Omit<Expected, 'accept'> {
  /** Fails with a body that GitHub would never send. */
  read(body: Buffer): { readonly success: true; readonly data: Data } | { readonly success: false };
}

/** octokit, which waits for rate limits and repeats what failed on the way, as far as the deadline of a request allows. */
export type GitHubClient = ReturnType<typeof openOctokit>;

/** Connects to GitHub's API; nothing is requested yet. @param apiUrl root of the API. */
export function openOctokit(token: string, apiUrl: string, repository: Repository) {
  const dispatcher = new EnvHttpProxyAgent();
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

  /** @returns the body as it was read, and the header field that names the next page. */
  async function send<Data>(
    route: string,
    given: Parameters,
    deadline: AbortSignal,
    isRepeatable: boolean,
    { read, ...limits }: Reader<Data>,
  ): Promise<{ readonly data: Data; readonly link: string | undefined }> {
    const parameters = route.includes('{owner}') ? { ...repository, ...given } : given;
    const { method, url } = octokit.request.endpoint(route, parameters);
    const received: { readonly data: Data }[] = [];
    const accept = (body: Buffer) => {
      const parsed = read(body);
      if (parsed.success) received.push(parsed);
      return parsed.success;
    };
    const fetch = validatedFetch(dispatcher, deadline, { ...limits, accept });
    // A number of its own would make the plugin repeat refusals as well.
    const request = { fetch, deadline, ...(isRepeatable ? {} : { retries: 0 }) };
    // octokit's waits know no signal.
    const { promise: over, reject } = Promise.withResolvers<never>();
    using _ = addAbortListener(deadline, () => {
      const { reason } = deadline;
      reject(new GitHubRequestError(method, url, `got no response: ${messageOf(reason)}`, false, reason));
    });
    const sent = octokit.request(route, { ...parameters, request });
    const { headers } = await Promise.race([over, sent]).catch(throwCause);
    const [body] = received;
    if (body === undefined) throw new Error(`${route} was never sent`);
    return { data: body.data, link: headers.link };
  }

  return {
    /**
     * @param route such as `GET /repos/{owner}/{repo}/pulls`, with `parameters` for its path, query or body.
     * @param schema what of the response is used.
     * @param isRepeatable whether the request may be repeated without doing something twice.
     * @throws an error with GitHub's `status` and message, or GitHubRequestError.
     */
    request<Schema extends z.ZodType>(
      route: string,
      parameters: Parameters,
      schema: Schema,
      deadline: AbortSignal,
      isRepeatable = !route.startsWith('POST '),
    ) {
      const read = (body: Buffer) => schema.safeParse(tryParseJson(decodeUtf8(body) ?? ''));
      return send(route, parameters, deadline, isRepeatable, {
        maxBytes: maxJsonBytes,
        isElsewhere: false,
        read,
      });
    },

    /** Downloads a file that GitHub redirects to. @throws also if it has more than `maxBytes`. */
    async download(
      route: string,
      parameters: Parameters,
      maxBytes: number,
      deadline: AbortSignal,
    ): Promise<Buffer> {
      const read = (data: Buffer) => ({ success: true, data }) as const;
      const reader = { maxBytes, isElsewhere: true, read };
      return (await send(route, parameters, deadline, true, reader)).data;
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
  parameters: Parameters,
  schema: z.ZodType<readonly Item[]>,
  deadline: AbortSignal,
): AsyncGenerator<readonly Item[]> {
  const seen = new Set<number>();
  // Counted here: the address of the next page could lead anywhere, or back.
  for (let page = 1; page <= maxPages; page += 1) {
    const ofPage = { ...parameters, page, per_page: perPage };
    const { data, link } = await client.request(route, ofPage, schema, deadline);
    const fresh = data.filter(({ id }) => !seen.has(id));
    for (const { id } of fresh) seen.add(id);
    yield fresh;
    if (fresh.length === 0 || !/rel="?next"?/.test(link ?? '')) return;
  }
  throw new Error(`${route} lists more than ${perPage * maxPages} items`);
}

/** GitHub may show what it has stored only some seconds after it answered with an error, in ms. */
const lookAgainMs = 3000;

/**
 * Sends a request that must not be carried out twice. If GitHub may have carried it out in spite of an error, the outcome is
 * looked for at once and some seconds later, before the request is sent again.
 * @param find the outcome of the request; undefined if there is none.
 */
export async function sendOnce<Outcome>(
  send: () => Promise<Outcome>,
  find: () => Promise<Outcome | undefined>,
  deadline: AbortSignal,
): Promise<Outcome> {
  try {
    return await send();
  } catch (error) {
    if (!mayBeDone(error)) throw error;
    const found = await find();
    if (found !== undefined) return found;
    const pauseMs = Math.min(lookAgainMs, timeLeftMs(deadline) / 4);
    await sleep(pauseMs, undefined, { signal: deadline }).catch(() => {
      throw error;
    });
    return (await find()) ?? send();
  }
}

/** Statuses that the same request gets again. A rate limit (429) is the other plugin's. */
const notRetried = [400, 401, 403, 404, 405, 406, 410, 412, 413, 415, 422, 429, 451];

/** What octokit's hooks say of a request; its options are of any type. */
interface SentOptions {
  readonly request: { [option: string]: unknown };
}

/** A plugin before octokit's own one for retries: it keeps that from repeating what cannot help. */
function limitRetries(octokit: Octokit): object {
  octokit.hook.error('request', (error: unknown, { request }: SentOptions) => {
    const failure = error instanceof Error ? error.cause : undefined;
    if (failure instanceof GitHubRequestError && !failure.transient) request.retries = 0;
    throw error;
  });
  return {};
}

/** Whether to wait as long as GitHub says: only if there is time for that. */
function isWorthWaiting(seconds: number, { request }: SentOptions, _: unknown, retryCount: number): boolean {
  const { deadline } = request;
  const isInTime = deadline instanceof AbortSignal && seconds * 1000 < timeLeftMs(deadline);
  return isInTime && retryCount < maxRetries;
}

/** octokit gives errors of its fetch the status 500. */
function throwCause(error: unknown): never {
  throw error instanceof Error && error.cause instanceof GitHubRequestError ? error.cause : error;
}
