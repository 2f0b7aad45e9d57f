import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import type { Endpoint } from '../contract/endpoint.ts';
import { endpoints } from '../contract/endpoints.ts';
import { hideKey } from './hide-key.ts';
import { openNetwork } from './network.ts';
import { readAnswer } from './read-answer.ts';
import { reportPages } from './report-pages.ts';
import { Retries, type RetryOptions } from './retries.ts';
import { type Fetch, send } from './transport.ts';

export interface ClientOptions extends RetryOptions {
  /** Base URL of the service; a path in it is kept. */
  readonly baseUrl: string;
  /** Sent as `X-API-Key` (section 5), to this origin only. */
  readonly apiKey: string;
  /** How requests are sent: a network of its own by default, or a service in this process. */
  readonly fetch?: Fetch;
  /** Time for one attempt, body included, in ms. Default 30,000. */
  readonly attemptMs?: number;
}

export interface CallOptions {
  readonly signal?: AbortSignal;
  /** Asks the service to hold its answer back for up to so many seconds (RFC 7240, `Prefer: wait`). */
  readonly waitSeconds?: number;
  /** Told each time the service has answered, also before a retry. `serviceTime` is the service's own clock, to the second. */
  readonly onAnswer?: (timing: { serviceTime: Date | undefined; elapsedMs: number }) => void;
  /** Switches retries off, for a caller that asks again in a rhythm of its own. */
  readonly retry?: false;
  /** Sent with a POST as `Idempotency-Key`: to send one again that may have been lost. A new UUID where it is left out. */
  readonly idempotencyKey?: string;
}

/** What a call takes: an operation without parameters takes no `params`, and so on. */
interface CallInput<Params, Query, Body> {
  readonly params: Params;
  readonly query: Query;
  readonly body: Body;
}

/** A body larger than this is no answer of this interface. */
const maxBodyBytes = 32 * 1024 * 1024;
const none = {};

/** The typed client of the service interface. */
export type Client = ReturnType<typeof createClient>;

/**
 * Makes a client: one method for each operation of the contract. Answers are read leniently: unknown fields and
 * unknown values of enumerations are kept. What fails for a moment is tried again, unless it may have been done.
 * @throws TypeError where no header can hold the API key.
 * @throws (each method) ServiceRefused, ContractBroken or NoAnswer; or the reason of an aborted signal.
 */
export function createClient(options: ClientOptions) {
  checkKey(options.apiKey);
  const base = options.baseUrl.replace(/\/+$/, '');
  const { fetch = openNetwork().fetch, attemptMs = 30_000, now = Date.now } = options;
  const retries = new Retries(options);

  async function call<P extends z.ZodType, Q extends z.ZodType, B extends z.ZodType, A extends z.ZodType>(
    endpoint: Endpoint<P, Q, B, A>,
    input: CallInput<z.input<P>, z.input<Q>, z.input<B>>,
    more: CallOptions = {},
  ): Promise<z.output<A>> {
    const { signal, waitSeconds, onAnswer } = more;
    const { method, mediaType } = endpoint;
    const url = base + fillPath(endpoint.path, input.params) + queryText(input.query);
    const body = input.body === undefined ? undefined : JSON.stringify(input.body);
    const request = {
      method,
      headers: headersOf(endpoint, body, more),
      ...(body === undefined ? {} : { body }),
    };
    const limits = { attemptMs: attemptMs + (waitSeconds ?? 0) * 1000, bodyBytes: maxBodyBytes };
    const attempt = async () => {
      const startedAt = performance.now();
      const answer = await send(fetch, url, request, limits, now, signal);
      onAnswer?.({ serviceTime: answer.serviceTime, elapsedMs: performance.now() - startedAt });
      return readAnswer({ method, url }, endpoint.answer, mediaType, answer, (text) =>
        hideKey(text, options.apiKey),
      );
    };
    return more.retry === false ? attempt() : retries.run(attempt, signal);
  }

  /** The same for all attempts of a call: its idempotency key, too. */
  function headersOf({ method, mediaType }: Endpoint, body: string | undefined, more: CallOptions) {
    const { waitSeconds, idempotencyKey = randomUUID() } = more;
    return {
      accept: mediaType ?? 'application/json',
      'x-api-key': options.apiKey,
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...(waitSeconds === undefined ? {} : { prefer: `wait=${waitSeconds}` }),
      ...(method === 'POST' ? { 'idempotency-key': idempotencyKey } : {}),
    };
  }

  type Input<K extends keyof typeof endpoints> = {
    params: z.input<(typeof endpoints)[K]['params']>;
    query: z.input<(typeof endpoints)[K]['query']>;
    body: z.input<(typeof endpoints)[K]['body']>;
  };

  const operations = {
    /** GET v3/test-targets (section 4.1). */
    listTestTargets: (more?: CallOptions) =>
      call(endpoints.listTestTargets, { params: none, query: none, body: undefined }, more),
    /** POST v3/test-targets (section 4.1). */
    createTestTarget: (body: Input<'createTestTarget'>['body'], more?: CallOptions) =>
      call(endpoints.createTestTarget, { params: none, query: none, body }, more),
    /** GET the test target (section 4.1). */
    getTestTarget: (params: Input<'getTestTarget'>['params'], more?: CallOptions) =>
      call(endpoints.getTestTarget, { params, query: none, body: undefined }, more),
    /** PATCH the test target (section 4.1). */
    updateTestTarget: (
      params: Input<'updateTestTarget'>['params'],
      body: Input<'updateTestTarget'>['body'],
      more?: CallOptions,
    ) => call(endpoints.updateTestTarget, { params, query: none, body }, more),
    /** DELETE the test target (extension). */
    deleteTestTarget: (params: Input<'deleteTestTarget'>['params'], more?: CallOptions) =>
      call(endpoints.deleteTestTarget, { params, query: none, body: undefined }, more),
    /** GET environments (section 4.2). */
    listEnvironments: (params: Input<'listEnvironments'>['params'], more?: CallOptions) =>
      call(endpoints.listEnvironments, { params, query: none, body: undefined }, more),
    /** POST environments (section 4.2). */
    createEnvironment: (
      params: Input<'createEnvironment'>['params'],
      body: Input<'createEnvironment'>['body'],
      more?: CallOptions,
    ) => call(endpoints.createEnvironment, { params, query: none, body }, more),
    /** PATCH environments/{environmentId} (extension). */
    updateEnvironment: (
      params: Input<'updateEnvironment'>['params'],
      body: Input<'updateEnvironment'>['body'],
      more?: CallOptions,
    ) => call(endpoints.updateEnvironment, { params, query: none, body }, more),
    /** DELETE environments/{environmentId} (extension). */
    deleteEnvironment: (params: Input<'deleteEnvironment'>['params'], more?: CallOptions) =>
      call(endpoints.deleteEnvironment, { params, query: none, body: undefined }, more),
    /** GET test-cases (section 4.3). */
    listTestCases: (
      params: Input<'listTestCases'>['params'],
      query: Input<'listTestCases'>['query'],
      more?: CallOptions,
    ) => call(endpoints.listTestCases, { params, query, body: undefined }, more),
    /** GET test-cases/{testCaseId} (section 4.3). */
    getTestCase: (params: Input<'getTestCase'>['params'], more?: CallOptions) =>
      call(endpoints.getTestCase, { params, query: none, body: undefined }, more),
    /** PATCH test-cases/{testCaseId} (section 4.3). */
    updateTestCase: (
      params: Input<'updateTestCase'>['params'],
      body: Input<'updateTestCase'>['body'],
      more?: CallOptions,
    ) => call(endpoints.updateTestCase, { params, query: none, body }, more),
    /** DELETE test-cases/{testCaseId} (extension). */
    deleteTestCase: (params: Input<'deleteTestCase'>['params'], more?: CallOptions) =>
      call(endpoints.deleteTestCase, { params, query: none, body: undefined }, more),
    /** PATCH test-cases/{testCaseId}/elements/{elementId} (section 4.3). */
    updateTestCaseElement: (
      params: Input<'updateTestCaseElement'>['params'],
      body: Input<'updateTestCaseElement'>['body'],
      more?: CallOptions,
    ) => call(endpoints.updateTestCaseElement, { params, query: none, body }, more),
    /** GET test-cases/{testCaseId}/code (extension). */
    getTestCaseCode: (
      params: Input<'getTestCaseCode'>['params'],
      query: Input<'getTestCaseCode'>['query'],
      more?: CallOptions,
    ) => call(endpoints.getTestCaseCode, { params, query, body: undefined }, more),
    /** GET test-reports (section 4.4). */
    listTestReports: (
      params: Input<'listTestReports'>['params'],
      query: Input<'listTestReports'>['query'],
      more?: CallOptions,
    ) => call(endpoints.listTestReports, { params, query, body: undefined }, more),
    /** GET test-reports/{testReportId} (section 4.4). */
    getTestReport: (params: Input<'getTestReport'>['params'], more?: CallOptions) =>
      call(endpoints.getTestReport, { params, query: none, body: undefined }, more),
    /** POST v3/execute (extension). */
    execute: (body: Input<'execute'>['body'], more?: CallOptions) =>
      call(endpoints.execute, { params: none, query: none, body }, more),
    /** POST batch-generations (section 4.5). */
    createBatchGeneration: (
      params: Input<'createBatchGeneration'>['params'],
      body: Input<'createBatchGeneration'>['body'],
      more?: CallOptions,
    ) => call(endpoints.createBatchGeneration, { params, query: none, body }, more),
    /** POST discoveries (section 4.5). */
    createDiscovery: (
      params: Input<'createDiscovery'>['params'],
      body: Input<'createDiscovery'>['body'],
      more?: CallOptions,
    ) => call(endpoints.createDiscovery, { params, query: none, body }, more),
    /** POST discoveries (extension). */
    createDiscoveryV3: (
      params: Input<'createDiscoveryV3'>['params'],
      body: Input<'createDiscoveryV3'>['body'],
      more?: CallOptions,
    ) => call(endpoints.createDiscoveryV3, { params, query: none, body }, more),
    /** GET pull (section 4.6). */
    pull: (params: Input<'pull'>['params'], query: Input<'pull'>['query'], more?: CallOptions) =>
      call(endpoints.pull, { params, query, body: undefined }, more),
    /** POST push (section 4.6). */
    push: (params: Input<'push'>['params'], body: Input<'push'>['body'], more?: CallOptions) =>
      call(endpoints.push, { params, query: none, body }, more),
    /** POST draft/push (section 4.6). */
    draftPush: (params: Input<'draftPush'>['params'], body: Input<'draftPush'>['body'], more?: CallOptions) =>
      call(endpoints.draftPush, { params, query: none, body }, more),
    /** POST code (section 4.6). */
    exportCode: (
      params: Input<'exportCode'>['params'],
      body: Input<'exportCode'>['body'],
      more?: CallOptions,
    ) => call(endpoints.exportCode, { params, query: none, body }, more),
    /** GET test-cases/{testCaseId}/versions/{versionId} (section 4.6). */
    getTestCaseVersion: (params: Input<'getTestCaseVersion'>['params'], more?: CallOptions) =>
      call(endpoints.getTestCaseVersion, { params, query: none, body: undefined }, more),
    /** GET test-plans/{id} (section 4.7). */
    getTestPlan: (params: Input<'getTestPlan'>['params'], more?: CallOptions) =>
      call(endpoints.getTestPlan, { params, query: none, body: undefined }, more),
    /** GET config (extension). */
    getConfig: (
      params: Input<'getConfig'>['params'],
      query: Input<'getConfig'>['query'],
      more?: CallOptions,
    ) => call(endpoints.getConfig, { params, query, body: undefined }, more),
  };
  return {
    ...operations,
    /** The history page by page, newest first (section 4.4). */
    testReportPages: (params: Input<'listTestReports'>['params'], more?: CallOptions) =>
      reportPages((query) => operations.listTestReports(params, query, more)),
  };
}

/** A key with a line break in it would be quoted in the network's own message. */
function checkKey(apiKey: string): void {
  if (/^[\x21-\x7e]+$/.test(apiKey)) return;
  throw new TypeError(
    'The API key (`api-key`) is empty, or has a line break, a blank or another character in it that no key has. Store the secret again, without it.',
  );
}

function fillPath(template: string, params: unknown): string {
  const values = new Map(Object.entries(z.record(z.string(), z.string()).parse(params)));
  return template.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(values.get(name) ?? ''));
}

function queryText(query: unknown): string {
  const given = Object.entries(z.record(z.string(), z.string().optional()).parse(query)).flatMap(
    ([name, value]) => (value === undefined ? [] : [[name, value]]),
  );
  return given.length === 0 ? '' : `?${new URLSearchParams(given)}`;
}
