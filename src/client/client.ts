import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { repeatedKey } from '../common/json.ts';
import type { Redact } from '../common/text.ts';
import type { EndpointOf } from '../contract/endpoints.ts';
import { type Endpoint, type Operation, operations, type Route, routes } from '../contract/routes.ts';
import type { ReportHistory } from '../contract/test-report.ts';
import { type Call, ContractBroken, hideKey, ServiceRefused } from './client-errors.ts';
import { openNetwork } from './network.ts';
import { messagesOf, notJson, quote, refusalDetail, textOf, webPage } from './quote-body.ts';
import { Retries, type RetryOptions } from './retries.ts';
import { type Fetch, type ReadAnswer, send } from './transport.ts';

export interface ClientOptions extends RetryOptions {
  /** Base URL of the service; a path in it is kept. */
  readonly baseUrl: string;
  /** Sent as `X-API-Key` (section 5), to this origin only. */
  readonly apiKey: string;
  /** Sends the requests. Default: over the network, with connections of this client only. */
  readonly fetch?: Fetch;
  /** Called with each request when it is on its way. */
  readonly onSent?: () => void;
  /** Time for one attempt, body included, in ms. Default 30,000. */
  readonly attemptMs?: number;
}

export interface CallOptions {
  readonly signal?: AbortSignal;
  /** Asks the service to delay its answer until the run has ended, up to this many seconds (RFC 7240, `Prefer: wait`). */
  readonly waitSeconds?: number;
  /** Called each time the service has answered, also before a retry. `serviceTime` is the service's clock, to the second. */
  readonly onAnswer?: (timing: { serviceTime: Date | undefined }) => void;
  /** Switches retries off, for a caller that polls. */
  readonly retry?: false;
  /** Sent with a POST as `Idempotency-Key`, to repeat a request whose answer was lost. Default: a new UUID. */
  readonly idempotencyKey?: string;
}

/** An argument for each of path parameters, query and body that the operation has. */
type ArgumentFor<S extends z.ZodType> =
  z.input<S> extends Record<string, never> | undefined ? [] : [input: z.input<S>];

/** The client's method for an operation: `(params?, query?, body?, options?)`, each only if the operation has it. */
type Method<E extends Endpoint> = (
  ...given: [
    ...ArgumentFor<E['params']>,
    ...ArgumentFor<E['query']>,
    ...ArgumentFor<E['body']>,
    options?: CallOptions,
  ]
) => Promise<z.output<E['answer']>>;

type Methods = { readonly [N in Operation]: Method<EndpointOf<N>> };

/** The typed client of the service interface: a method for each operation of the endpoint table, and paging. */
export interface Client extends Methods {
  /** Reads the history page by page, newest first (section 4.4). It ends after 20 pages. */
  testReportPages(params: PageParams, options?: CallOptions): AsyncGenerator<ReportHistory>;
}

type PageParams = z.input<EndpointOf<'listTestReports'>['params']>;

/** What one call sends; checked by the types of `Methods`. */
interface CallInput {
  readonly params?: object | undefined;
  readonly query?: object | undefined;
  readonly body?: object | undefined;
}

/** Larger bodies are refused. */
const maxBodyBytes = 32 * 1024 * 1024;

/** The history has no end that the client knows of. */
const maxHistoryPages = 20;

/**
 * Makes a client from the table of routes. Answers are read leniently: unknown fields and unknown values of enumerations
 * are kept. Temporary failures are retried, unless the service may have acted on the request.
 * @throws TypeError if the API key cannot be sent in a header.
 * @throws (each method) ServiceRefused, ContractBroken or NoAnswer; or the reason of an aborted signal.
 */
export function createClient(options: ClientOptions): Client {
  checkKey(options.apiKey);
  const base = options.baseUrl.replace(/\/+$/, '');
  const { fetch = openNetwork().fetch, onSent, attemptMs = 30_000, now = Date.now } = options;
  const retries = new Retries(options);

  async function call(name: Operation, input: CallInput, more: CallOptions): Promise<unknown> {
    const { signal, waitSeconds, onAnswer } = more;
    const route: Route = routes[name];
    const { method } = route;
    const url = base + fillPath(route.path, input.params) + queryText(input.query);
    const body = input.body === undefined ? undefined : JSON.stringify(input.body);
    const json = { 'content-type': 'application/json' };
    const headers = { ...requestHeaders(route, options.apiKey, more), ...(body === undefined ? {} : json) };
    const request = { method, headers, ...(body === undefined ? {} : { body }) };
    const limits = {
      attemptMs: attemptMs + (waitSeconds ?? 0) * 1000,
      bodyBytes: maxBodyBytes,
      signal,
      now,
    };
    const attempt = async () => {
      const { answer, loading } = await sendAndLoad(onSent, (started) =>
        send(fetch, url, { ...request, onSent: started }, limits),
      );
      onAnswer?.({ serviceTime: answer.serviceTime });
      const { endpoints } = await loading;
      const redact = (text: string) => hideKey(text, options.apiKey);
      return readAnswer({ method, url }, endpoints[name], answer, redact);
    };
    return more.retry === false ? attempt() : retries.run(attempt, signal);
  }

  const methods = methodsFromTable(call);
  return {
    ...methods,
    testReportPages: (params, more) => reportPages((query) => methods.listTestReports(params, query, more)),
  };
}

/**
 * Sends a request, and loads the schemas of answers while it is on its way: they take longer to make than a request takes to
 * be sent.
 */
async function sendAndLoad(
  onSent: (() => void) | undefined,
  request: (onSent: () => void) => Promise<ReadAnswer>,
) {
  const sent = Promise.withResolvers<void>();
  const loading = sent.promise.then(() => import('../contract/endpoints.ts'));
  const answer = await request(() => {
    onSent?.();
    sent.resolve();
  });
  sent.resolve();
  return { answer, loading };
}

/** A method for each route of the table, which sorts its arguments by what the route has. */
function methodsFromTable(
  call: (name: Operation, input: CallInput, options: CallOptions) => Promise<unknown>,
): Methods {
  const methodOf =
    (name: Operation) =>
    (...given: (object | undefined)[]) => {
      const { path, method, hasQuery }: Route = routes[name];
      const take = (isTaken = false) => (isTaken ? given.shift() : undefined);
      const params = take(path.includes('{'));
      const query = take(hasQuery);
      const body = take(method === 'POST' || method === 'PATCH');
      return call(name, { params, query, body }, given[0] ?? {});
    };
  // TypeScript cannot follow a mapped type through its construction. What comes over the wire is parsed by `call`.
  return Object.fromEntries(operations.map((name) => [name, methodOf(name)])) as Methods;
}

/** All attempts of a call have the same headers, the idempotency key included. */
function requestHeaders(
  { method, mediaType }: Route,
  apiKey: string,
  { waitSeconds, idempotencyKey = randomUUID() }: CallOptions,
): Record<string, string> {
  return {
    accept: mediaType ?? 'application/json',
    'x-api-key': apiKey,
    ...(waitSeconds === undefined ? {} : { prefer: `wait=${waitSeconds}` }),
    ...(method === 'POST' ? { 'idempotency-key': idempotencyKey } : {}),
  };
}

/** Requests page after page of the history, each from the key of the one before. */
async function* reportPages(
  request: (query: { key?: string }) => Promise<ReportHistory>,
): AsyncGenerator<ReportHistory> {
  let before: string | undefined;
  for (let page = 0; page < maxHistoryPages; page += 1) {
    const history = await request(before === undefined ? {} : { key: JSON.stringify({ createdAt: before }) });
    yield history;
    const { key, hasNextPage } = history;
    // The same key again: a service that ignores it would return its first page forever.
    if (!hasNextPage || key?.createdAt == null || key.createdAt === before) return;
    before = key.createdAt;
  }
}

/** A key with a line break in it would be quoted in the network's own message. */
function checkKey(apiKey: string): void {
  if (/^[\x21-\x7e]+$/.test(apiKey)) return;
  throw new TypeError(
    'The API key (`api-key`) is empty, or contains a line break, a space or a non-ASCII character. Store the secret again without it.',
  );
}

const givenParams = z.record(z.string(), z.string());
const givenQuery = z.record(z.string(), z.string().optional());

function fillPath(template: string, params: object = {}): string {
  const values = new Map(Object.entries(givenParams.parse(params)));
  return template.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(values.get(name) ?? ''));
}

function queryText(query: object = {}): string {
  const given = Object.entries(givenQuery.parse(query)).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, value]],
  );
  // Some services leave a + as it is. One that belongs to a value is %2B here.
  return given.length === 0 ? '' : `?${String(new URLSearchParams(given)).replaceAll('+', '%20')}`;
}

/** The service may have acted on the request even if its answer cannot be read. */
const unreadable = { transient: true, mayHaveTakenEffect: true };

type ExpectedAnswer = Pick<Endpoint, 'answer' | 'mediaType'>;

/**
 * Reads an answer through the schema of its operation.
 * @param redact is applied to every part of the answer that a message quotes.
 * @throws ServiceRefused or ContractBroken.
 */
export function readAnswer(
  call: Call,
  expected: ExpectedAnswer,
  answer: ReadAnswer,
  redact: Redact,
): unknown {
  if (answer.status < 200 || answer.status > 299) {
    throw new ServiceRefused(call, answer.status, refusalDetail(answer, redact), answer.retryAfterMs);
  }
  if (answer.status === 206) {
    throw new ContractBroken(
      call,
      'answered 206 with a part of the body, which was not requested',
      unreadable,
    );
  }
  const body = content(call, expected, answer, redact);
  const parsed = expected.answer.safeParse(body);
  if (parsed.success) return parsed.data;
  const issue = parsed.error.issues[0];
  const where = issue === undefined || issue.path.length === 0 ? 'the answer' : issue.path.join('.');
  // Some services answer 200 with their error.
  const messages = Array.isArray(body) ? undefined : messagesOf(body, redact);
  const says = messages === undefined ? '' : `. The service says: ${messages}`;
  throw new ContractBroken(
    call,
    `sent an answer that does not match the interface: ${where}: ${issue?.message}${says}`,
    unreadable,
  );
}

/** Some operations answer with an empty body, such as a 204. */
function mayBeEmpty(schema: z.ZodType): boolean {
  return schema.safeParse(undefined).success;
}

function content(
  call: Call,
  { answer: schema, mediaType }: ExpectedAnswer,
  answer: ReadAnswer,
  redact: Redact,
): unknown {
  if (mediaType !== undefined) {
    const isArchive = mediaType === 'application/zip';
    requireFile(call, answer, isArchive ? 'a zip archive' : 'text', redact);
    return isArchive ? answer.bytes : textOf(answer);
  }
  if (answer.bytes.length === 0 && mayBeEmpty(schema)) return undefined;
  return parseJson(call, answer, redact);
}

/** A web page or JSON would be stored as the file that was requested. */
function requireFile(call: Call, answer: ReadAnswer, expected: string, redact: Redact): void {
  const json = /json/i.test(answer.contentType) ? `JSON (${quote(redact(textOf(answer)))})` : undefined;
  const found = webPage(answer, redact) ?? json;
  if (found === undefined) return;
  throw new ContractBroken(
    call,
    `answered ${answer.status} with ${found} in place of ${expected}`,
    unreadable,
  );
}

function parseJson(call: Call, answer: ReadAnswer, redact: Redact): unknown {
  const text = textOf(answer);
  const broken = (problem: string) =>
    new ContractBroken(call, `answered ${answer.status} with ${problem}`, unreadable);
  let parsed: unknown;
  try {
    parsed = JSON.parse(text);
  } catch {
    throw broken(notJson(answer, redact));
  }
  const key = repeatedKey(text);
  if (key === undefined) return parsed;
  throw broken(
    `a body that contradicts itself: ${quote(redact(JSON.stringify(key)))} occurs twice in one object`,
  );
}
