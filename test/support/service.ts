import { type Client, createClient } from '../../src/client/client.ts';
import type { ExchangeTestCase } from '../../src/contract/exchange/exchange-test-case.ts';
import type { Runner } from '../../src/runner/runner.ts';
import { type EmbeddedService, openEmbeddedService } from '../../src/service/embedded-service.ts';
import type { Generate } from '../../src/service/generation-jobs.ts';
import { createStubRunner, type StubRunner } from './stub-runner.ts';

/** The embedded service with a stub runner, and the real client that talks to it in process. */
export interface ServiceUnderTest extends AsyncDisposable {
  readonly service: EmbeddedService;
  readonly client: Client;
  readonly runner: StubRunner;
  readonly testTargetId: string;
  /** Pushes cases. @returns their version ids. */
  push(...testCases: ExchangeTestCase[]): Promise<string[]>;
  /** Starts a run of versions. @returns its report. */
  execute(testCaseVersionIds: string[], more?: Partial<ExecuteInput>): ReturnType<Client['execute']>;
  /** Asks with nothing in between, to see the answer as it is. */
  ask(method: string, path: string, options?: RawRequest): Promise<RawAnswer>;
}

export type ExecuteInput = Parameters<Client['execute']>[0];

export interface RawRequest {
  readonly body?: unknown;
  /** Overrides; an `x-api-key` or `content-type` of '' sends none. */
  readonly headers?: Record<string, string>;
  readonly signal?: AbortSignal;
}

export interface RawAnswer {
  readonly status: number;
  readonly headers: Headers;
  readonly body: unknown;
}

/**
 * Opens a service with one test target in it. `now` is the service's clock; `ownRunner` runs in place of the stub;
 * `generate` makes test cases from prompts.
 */
export async function openService(
  now?: () => Date,
  ownRunner?: Runner,
  generate?: Generate,
): Promise<ServiceUnderTest> {
  const runner = createStubRunner();
  const service = openEmbeddedService({
    runner: ownRunner ?? runner,
    hasRepository: true,
    ...(now === undefined ? {} : { now }),
    ...(generate === undefined ? {} : { generate }),
  });
  const baseUrl = 'http://embedded.invalid';
  const client = createClient({
    baseUrl,
    apiKey: service.apiKey,
    fetch: (url, request) => service.fetch(new Request(url, request)),
  });
  const { id: testTargetId } = await client.createTestTarget({ testTarget: { app: 'shop' } });
  return {
    service,
    client,
    runner,
    testTargetId,
    push: async (...testCases) => (await client.draftPush({ testTargetId }, { testCases })).versionIds,
    execute: (testCaseVersionIds, more = {}) =>
      client.execute({
        testTargetId,
        url: 'http://app.test',
        context: { source: 'github' },
        environmentName: 'default',
        browser: 'CHROMIUM',
        breakpoint: 'DESKTOP',
        tags: [],
        variablesToOverwrite: {},
        testCaseVersionIds,
        ...more,
      }),
    async ask(method, path, { body, headers = {}, signal } = {}) {
      const type = body === undefined ? {} : { 'content-type': 'application/json' };
      const all = new Headers({ 'x-api-key': service.apiKey, ...type, ...headers });
      for (const name of ['x-api-key', 'content-type']) if (all.get(name) === '') all.delete(name);
      const text = typeof body === 'string' ? body : JSON.stringify(body);
      const response = await service.fetch(
        new Request(baseUrl + path, {
          method,
          headers: all,
          ...(body === undefined ? {} : { body: text }),
          ...(signal === undefined ? {} : { signal }),
        }),
      );
      return { status: response.status, headers: response.headers, body: await readBody(response) };
    },
    [Symbol.asyncDispose]: () => service[Symbol.asyncDispose](),
  };
}

/** JSON as what it says, a text as text, a file as its bytes; undefined where there is nothing. */
async function readBody(response: Response): Promise<unknown> {
  const type = response.headers.get('content-type') ?? '';
  if (type.includes('zip')) return new Uint8Array(await response.arrayBuffer());
  const text = await response.text();
  if (text === '') return undefined;
  return type.includes('json') ? JSON.parse(text) : text;
}
