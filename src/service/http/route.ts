import type { Context, Hono } from 'hono';
import { z } from 'zod';
import type { Endpoint } from '../../contract/endpoint.ts';
import { idempotencyReplayedHeader } from '../../contract/endpoint.ts';
import { type EndpointOf, endpoints } from '../../contract/endpoints.ts';
import type { Operation } from '../../contract/routes.ts';
import type { Dependencies } from '../dependencies.ts';
import { transaction } from '../store/database.ts';
import { type Answer, answerOnce, keyedRequest, readIdempotencyKey } from './answer-once.ts';
import { HttpProblem } from './http-problem.ts';
import { readJson } from './read-json.ts';
import { listBody, StreamedList } from './streamed-list.ts';

/** The operations that change nothing. */
export type ReadName = {
  [N in Operation]: EndpointOf<N>['method'] extends 'GET' ? N : never;
}[Operation];
export type ChangeName = Exclude<Operation, ReadName>;

/** A request that has been checked by the schemas of its operation. */
export interface Call<N extends Operation> {
  readonly params: z.output<EndpointOf<N>['params']>;
  readonly query: z.output<EndpointOf<N>['query']>;
  readonly body: z.output<EndpointOf<N>['body']>;
  readonly request: Request;
  /** Headers to answer with. */
  readonly answerHeaders: Headers;
}

/** A request for a change. */
export interface ChangeCall<N extends Operation> extends Call<N> {
  /** Runs `start` after the transaction has been committed, and never if it fails. */
  readonly afterCommit: (start: () => void) => void;
}

type AnswerOf<N extends Operation> = z.input<EndpointOf<N>['answer']>;

/** A long list may be answered as a stream. */
type ReadAnswerOf<N extends ReadName> =
  | AnswerOf<N>
  | Promise<AnswerOf<N>>
  | (AnswerOf<N> extends readonly (infer T)[] ? StreamedList<T> : never);

/** Handlers of the operations that change nothing. */
type ReadHandlers = {
  readonly [N in ReadName]: (deps: Dependencies, call: Call<N>) => ReadAnswerOf<N>;
};

/** Handlers of the operations that change something. Each runs in one transaction, so it cannot be asynchronous. */
type ChangeHandlers = {
  readonly [N in ChangeName]: (deps: Dependencies, call: ChangeCall<N>) => AnswerOf<N>;
};

/** A handler for each operation of the endpoint table. */
export type Handlers = ReadHandlers & ChangeHandlers;

/** Serves an operation that changes nothing. */
export function addReadRoute<N extends ReadName>(
  app: Hono,
  deps: Dependencies,
  name: N,
  handlers: ReadHandlers,
): void {
  const endpoint: Endpoint = endpoints[name];
  app.on(endpoint.method, pathPattern(endpoint), async (context) => {
    const { call } = await readCall(name, context);
    const answer = await handlers[name](deps, call);
    return answer instanceof StreamedList
      ? new Response(listBody(answer), { headers: { 'content-type': 'application/json' } })
      : toResponse(toAnswer(endpoint, answer, call.answerHeaders));
  });
}

/** Serves an operation that changes something: completely or not at all, and a POST once for each idempotency key. */
export function addChangeRoute<N extends ChangeName>(
  app: Hono,
  deps: Dependencies,
  name: N,
  handlers: ChangeHandlers,
): void {
  const endpoint: Endpoint = endpoints[name];
  app.on(endpoint.method, pathPattern(endpoint), async (context) => {
    const { raw } = context.req;
    const key = endpoint.method === 'POST' ? readIdempotencyKey(raw.headers) : undefined;
    const { call, bytes } = await readCall(name, context);
    const starts: (() => void)[] = [];
    const work = () => {
      const answer = handlers[name](deps, { ...call, afterCommit: (start) => void starts.push(start) });
      return toAnswer(endpoint, answer, call.answerHeaders);
    };
    const { answer, isReplay } = transaction(deps.database, () =>
      key === undefined
        ? { answer: work(), isReplay: false }
        : answerOnce(deps.idempotencyKeys, keyedRequest(key, raw, bytes), deps.now(), work),
    );
    for (const start of starts) start();
    return toResponse(answer, isReplay ? { [idempotencyReplayedHeader]: 'true' } : {});
  });
}

function pathPattern({ path }: Endpoint): string {
  return path.replace(/\{(\w+)\}/g, ':$1');
}

/** The endpoint table, typed so that the schemas of an operation produce the parts of its call. */
const checkedEndpoints: {
  readonly [N in Operation]: Endpoint & {
    readonly params: z.ZodType<Call<N>['params']>;
    readonly query: z.ZodType<Call<N>['query']>;
    readonly body: z.ZodType<Call<N>['body']>;
  };
} = endpoints;

/** Checks a request strictly and strips unknown keys. Path and query are checked before the body is read. */
async function readCall<N extends Operation>(
  name: N,
  { req }: Context,
): Promise<{ call: Call<N>; bytes: Uint8Array }> {
  const endpoint = checkedEndpoints[name];
  const params = check(endpoint.params, req.param(), 'params');
  const query = check(endpoint.query, queryOf(req.url), 'query');
  const { bytes, value } = takesBody(endpoint)
    ? await readJson(req.raw)
    : { bytes: new Uint8Array(), value: undefined };
  const body = check(endpoint.body, value);
  return { call: { params, query, body, request: req.raw, answerHeaders: new Headers() }, bytes };
}

function toAnswer({ mediaType, status }: Endpoint, answer: unknown, headers: Headers): Answer {
  if (status === 204) return { status, headers: {}, body: new Uint8Array() };
  const type = { 'content-type': mediaType ?? 'application/json' };
  return {
    status,
    headers: { ...type, ...Object.fromEntries(headers) },
    body: answerBytes(mediaType, answer),
  };
}

function answerBytes(mediaType: Endpoint['mediaType'], answer: unknown): Uint8Array<ArrayBuffer> {
  if (mediaType === 'application/zip') return z.instanceof(Uint8Array<ArrayBuffer>).parse(answer);
  const text = mediaType === 'text/plain' ? z.string().parse(answer) : JSON.stringify(answer ?? {});
  return new TextEncoder().encode(text);
}

function toResponse(
  { status, headers, body }: Answer,
  more: Readonly<Record<string, string>> = {},
): Response {
  return new Response(status === 204 ? null : body, { status, headers: { ...headers, ...more } });
}

function check<T>(schema: z.ZodType<T>, value: unknown, ...prefix: string[]): T {
  const parsed = schema.safeParse(value, { reportInput: true });
  if (parsed.success) return parsed.data;
  throw HttpProblem.fromZod(parsed.error, prefix);
}

/** A parameter that occurs more than once becomes an array: schemas that know its name refuse it. */
function queryOf(url: string): Record<string, string | string[]> {
  const { searchParams } = new URL(url);
  const names = [...new Set(searchParams.keys())];
  return Object.fromEntries(
    names.map((name) => {
      const [first = '', ...others] = searchParams.getAll(name);
      return [name, others.length === 0 ? first : [first, ...others]];
    }),
  );
}

function takesBody({ body }: Endpoint): boolean {
  return !(body instanceof z.ZodUndefined);
}
