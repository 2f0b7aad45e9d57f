import { getOctokit } from '@actions/github';
import type { Octokit } from '@octokit/core';
import { retry } from '@octokit/plugin-retry';
import { throttling } from '@octokit/plugin-throttling';
import Bottleneck from 'bottleneck/light.js';
import { EnvHttpProxyAgent } from 'undici';
import type { z } from 'zod';
import { orAborted } from '../common/async.ts';
import { messageOf } from '../common/errors.ts';
import { tryParseJson } from '../common/json.ts';
import { decodeUtf8 } from '../common/text.ts';
import { timeLeftMs } from './deadline.ts';
import { GitHubRequestError } from './refusal.ts';
import { type Expected, validatedFetch } from './validated-fetch.ts';

/** A request is repeated this often. */
const maxRetries = 3;
/** The pause before the first repetition, in ms; the plugin multiplies it by 4 and 9 before the next ones. */
const backoffMs = 150;
/** More than a hundred comments of the maximum length, in bytes. */
const maxJsonBytes = 32 * 1024 * 1024;

export interface Repository {
  readonly owner: string;
  readonly repo: string;
}

export interface ApiRequest {
  /** Such as `GET /repos/{owner}/{repo}/pulls`. */
  readonly route: string;
  /** For its path, query or body, without owner and repository. */
  readonly parameters?: Readonly<Record<string, unknown>>;
  /** Whether it may be repeated without doing something twice. Default: unless it is a POST. */
  readonly isRepeatable?: boolean;
}

interface Reader<Data> extends Omit<Expected, 'accept'> {
  /** Fails with a body that GitHub would never send. */
  read(body: Buffer): { readonly success: true; readonly data: Data } | { readonly success: false };
}

const perPage = 100;
const maxPages = 100;

/**
 * GitHub's API by octokit, which waits for rate limits and repeats what failed on the way, as far as the deadline of a
 * request allows. Requests throw an error with GitHub's `status` and message, or GitHubRequestError.
 */
export class GitHubClient {
  readonly #dispatcher = new EnvHttpProxyAgent();
  readonly #octokit: Octokit;
  readonly #repository: Repository;

  /** Nothing is requested yet. */
  constructor(token: string, apiUrl: string, repository: Repository) {
    this.#octokit = getOctokit(
      token,
      { baseUrl: apiUrl, ...pluginOptions() },
      limitRetries,
      retry,
      throttling,
    );
    this.#repository = repository;
  }

  async request<Schema extends z.ZodType>(
    request: ApiRequest,
    schema: Schema,
    deadline: AbortSignal,
  ): Promise<z.output<Schema>> {
    return (await this.#send(request, jsonReader(schema), deadline)).data;
  }

  /** Reads a list page by page, each item once: what is added in the meantime moves others to the next page. */
  async *pages<Item extends { readonly id: number }>(
    { route, parameters }: ApiRequest,
    schema: z.ZodType<readonly Item[]>,
    deadline: AbortSignal,
  ): AsyncGenerator<readonly Item[]> {
    const seen = new Set<number>();
    // Counted here: the address of the next page could lead anywhere, or back.
    for (let page = 1; page <= maxPages; page += 1) {
      const ofPage = { route, parameters: { ...parameters, page, per_page: perPage } };
      const { data, link } = await this.#send(ofPage, jsonReader(schema), deadline);
      const fresh = data.filter(({ id }) => !seen.has(id));
      for (const { id } of fresh) seen.add(id);
      yield fresh;
      if (fresh.length === 0 || !/rel="?next"?/.test(link ?? '')) return;
    }
    throw new Error(`${route} lists more than ${perPage * maxPages} items`);
  }

  /** Downloads a file that GitHub redirects to. @throws also if it has more than `maxBytes`. */
  async download(request: ApiRequest, maxBytes: number, deadline: AbortSignal): Promise<Buffer> {
    const read = (data: Buffer) => ({ success: true, data }) as const;
    return (await this.#send(request, { maxBytes, isRedirected: true, read }, deadline)).data;
  }

  /** @returns the body as it was read, and the header field that names the next page. */
  async #send<Data>(
    { route, parameters: given = {}, isRepeatable = !route.startsWith('POST ') }: ApiRequest,
    { read, ...limits }: Reader<Data>,
    deadline: AbortSignal,
  ): Promise<{ readonly data: Data; readonly link: string | undefined }> {
    const parameters = route.includes('{owner}') ? { ...this.#repository, ...given } : given;
    const received: { readonly data: Data }[] = [];
    const accept = (body: Buffer) => {
      const parsed = read(body);
      if (parsed.success) received.push(parsed);
      return parsed.success;
    };
    const fetch = validatedFetch(this.#dispatcher, deadline, { ...limits, accept });
    // A number of its own would make the plugin repeat refusals as well.
    const request = { fetch, deadline, ...(isRepeatable ? {} : { retries: 0 }) };
    // octokit's waits know no signal.
    const sent = orAborted(this.#octokit.request(route, { ...parameters, request }), deadline);
    const { headers } = await sent.catch((error: unknown) => {
      // octokit gives errors of its fetch the status 500.
      if (error instanceof Error && error.cause instanceof GitHubRequestError) throw error.cause;
      if (error !== deadline.reason) throw error;
      const endpoint = this.#octokit.request.endpoint(route, parameters);
      const what = `got no response: ${messageOf(error)}`;
      throw new GitHubRequestError(endpoint, what, { transient: false, cause: error });
    });
    const [body] = received;
    if (body === undefined) throw new Error(`${route} was never sent`);
    return { data: body.data, link: headers.link };
  }
}

function jsonReader<Schema extends z.ZodType>(schema: Schema): Reader<z.output<Schema>> {
  const read = (body: Buffer) => schema.safeParse(tryParseJson(decodeUtf8(body) ?? ''));
  return { maxBytes: maxJsonBytes, isRedirected: false, read };
}

function pluginOptions() {
  return {
    retry: { retries: maxRetries, retryAfterBaseValue: backoffMs, doNotRetry: notRetried },
    throttle: {
      onRateLimit: hasTimeToWait,
      onSecondaryRateLimit: hasTimeToWait,
      // By default it puts 1 s between two writes and 3 s between two comments: a job has only a few.
      write: new Bottleneck.Group({ maxConcurrent: 1 }),
      notifications: new Bottleneck.Group({ maxConcurrent: 1 }),
    },
  };
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
function hasTimeToWait(seconds: number, { request }: SentOptions, _: unknown, retryCount: number): boolean {
  const { deadline } = request;
  const isInTime = deadline instanceof AbortSignal && seconds * 1000 < timeLeftMs(deadline);
  return isInTime && retryCount < maxRetries;
}
