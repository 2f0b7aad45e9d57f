import { setImmediate } from 'node:timers/promises';
import type { Context, Hono } from 'hono';
import { z } from 'zod';
import { type EndpointOf, endpoints } from '../../contract/endpoints.ts';
import {
  type Endpoint,
  idempotencyReplayedHeader,
  type Operation,
  operations,
} from '../../contract/routes.ts';
import { type Dependencies, requireTarget } from '../dependencies.ts';
import type { Steps } from '../store/batches.ts';
import { transaction } from '../store/database.ts';
import { type Answer, answerOnce, keyedRequest, readIdempotencyKey } from './answer-once.ts';
import { HttpProblem } from './http-problem.ts';
import { jsonPieces, readJson, type Streamable, streamedBody } from './json-body.ts';

/** The operations that change nothing. */
type ReadName = {
  [N in Operation]: EndpointOf<N>['method'] extends 'GET' ? N : never;
}[Operation];
const longOperations = ['execute', 'push', 'draftPush', 'exportCode'] as const;
type LongName = (typeof longOperations)[number];
type ChangeName = Exclude<Operation, ReadName | LongName>;

/** A request that has been checked by the schemas of its operation. */
export interface Call<N extends Operation> {
  readonly params: z.output<EndpointOf<N>['params']>;
  readonly query: z.output<EndpointOf<N>['query']>;
  readonly body: z.output<EndpointOf<N>['body']>;
  readonly request: Request;
  readonly answerHeaders: Headers;
}

export interface ChangeCall<N extends Operation> extends Call<N> {
  /** Runs `start` after the transaction has been committed, and never if it fails. */
  readonly afterCommit: (start: () => void) => void;
}

type AnswerOf<N extends Operation> = Streamable<z.input<EndpointOf<N>['answer']>>;

/** Handlers of the operations that change nothing. */
type ReadHandlers = {
  readonly [N in ReadName]: (deps: Dependencies, call: Call<N>) => AnswerOf<N> | Promise<AnswerOf<N>>;
};

/** Handlers of the operations that change something. Each runs in one transaction, so it cannot be asynchronous. */
type ChangeHandlers = {
  readonly [N in ChangeName]: (deps: Dependencies, call: ChangeCall<N>) => AnswerOf<N>;
};

/**
 * Handlers of the operations that may take long. What they do in steps must change nothing that anyone sees; what they
 * return runs in one transaction.
 */
type LongHandlers = {
  readonly [N in LongName]: (deps: Dependencies, call: ChangeCall<N>) => Steps<() => AnswerOf<N>>;
};

/** A handler for each operation of the endpoint table. If its path names a test target, the target exists. */
export type Handlers = ReadHandlers & ChangeHandlers & LongHandlers;

/** Adds the operations of the interface to an app. */
export class Routes {
  readonly #app: Hono;
  readonly #deps: Dependencies;

  constructor(app: Hono, deps: Dependencies) {
    this.#app = app;
    this.#deps = deps;
  }

  /** Serves all operations of the endpoint table. */
  add(handlers: Handlers): void {
    for (const name of operations) {
      if (isRead(name)) this.#addRead(name, handlers);
      else if (isLong(name)) this.#addLong(name, handlers);
      else this.#addChange(name, handlers);
    }
  }

  #addRead<N extends ReadName>(name: N, handlers: ReadHandlers): void {
    const endpoint: Endpoint = endpoints[name];
    this.#app.on(endpoint.method, pathPattern(endpoint), async (context) => {
      const { call } = await readCall(name, context);
      this.#requireTarget(call);
      return toResponse(endpoint, await handlers[name](this.#deps, call), call.answerHeaders);
    });
  }

  #addChange<N extends ChangeName>(name: N, handlers: ChangeHandlers): void {
    this.#addWork(name, async (call) => () => {
      this.#requireTarget(call);
      return handlers[name](this.#deps, call);
    });
  }

  #addLong<N extends LongName>(name: N, handlers: LongHandlers): void {
    this.#addWork(name, async (call) => {
      this.#requireTarget(call);
      return inTurns(handlers[name](this.#deps, call));
    });
  }

  /** @throws HttpProblem 404 if the path of a request names a test target that does not exist. */
  #requireTarget({ params }: { readonly params: unknown }): void {
    const named = ofTarget.safeParse(params);
    if (named.success) requireTarget(this.#deps, named.data.testTargetId);
  }

  /**
   * Serves an operation that changes something: completely or not at all, and a POST once for each idempotency key.
   * @param prepare returns what is done in one transaction.
   */
  #addWork<N extends Operation>(name: N, prepare: (call: ChangeCall<N>) => Promise<() => unknown>): void {
    const endpoint: Endpoint = endpoints[name];
    const { database, idempotencyKeys, now } = this.#deps;
    this.#app.on(endpoint.method, pathPattern(endpoint), async (context) => {
      const { raw } = context.req;
      const key = endpoint.method === 'POST' ? readIdempotencyKey(raw.headers) : undefined;
      const { call, bytes } = await readCall(name, context);
      const { answerHeaders } = call;
      const starts: (() => void)[] = [];
      const start = () => {
        for (const each of starts) each();
      };
      const prepared = () => prepare({ ...call, afterCommit: (each) => void starts.push(each) });
      if (key === undefined) {
        const answer = transaction(database, await prepared());
        start();
        return toResponse(endpoint, answer, answerHeaders);
      }
      const isKnown = idempotencyKeys.find(key, now()) !== undefined;
      const work = isKnown ? () => undefined : await prepared();
      const { answer, isReplay } = transaction(database, () =>
        answerOnce(idempotencyKeys, keyedRequest(key, raw, bytes), now(), () =>
          toAnswer(endpoint, work(), answerHeaders),
        ),
      );
      start();
      const replayed = isReplay ? { [idempotencyReplayedHeader]: 'true' } : {};
      const { status, body, headers } = answer;
      return new Response(status === 204 ? null : body, { status, headers: { ...headers, ...replayed } });
    });
  }
}

const ofTarget = z.object({ testTargetId: z.string() });

function isRead(name: Operation): name is ReadName {
  return endpoints[name].method === 'GET';
}

function isLong(name: Operation): name is LongName {
  return longOperations.some((each) => each === name);
}

/** Does the steps of some work; other requests have their turn between them. */
async function inTurns<T>(steps: Steps<T>): Promise<T> {
  for (;;) {
    const { done, value } = steps.next();
    if (done === true) return value;
    await setImmediate();
  }
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

/** An answer that is stored: it is not streamed. */
function toAnswer(endpoint: Endpoint, answer: unknown, headers: Headers): Answer {
  const { status } = endpoint;
  if (status === 204) return { status, headers: {}, body: new Uint8Array() };
  const content = contentOf(endpoint, answer);
  const body = content instanceof Uint8Array ? content : new TextEncoder().encode([...content].join(''));
  return { status, headers: headersOf(endpoint, headers), body };
}

/** A long answer is streamed. */
function toResponse(endpoint: Endpoint, answer: unknown, headers: Headers): Response {
  const { status } = endpoint;
  if (status === 204) return new Response(null, { status });
  const content = contentOf(endpoint, answer);
  const init = { status, headers: headersOf(endpoint, headers) };
  if (content instanceof Uint8Array) return new Response(content, init);
  const first = content.next().value ?? '';
  const second = content.next();
  return second.done === true
    ? new Response(first, init)
    : new Response(streamedBody(first + second.value, content), init);
}

function headersOf({ mediaType }: Endpoint, headers: Headers): Record<string, string> {
  return { 'content-type': mediaType ?? 'application/json', ...Object.fromEntries(headers) };
}

/** Bytes, or a text in pieces. */
function contentOf({ mediaType }: Endpoint, answer: unknown): Uint8Array<ArrayBuffer> | Generator<string> {
  if (mediaType === 'application/zip') return z.instanceof(Uint8Array<ArrayBuffer>).parse(answer);
  if (mediaType === 'text/plain') return new TextEncoder().encode(z.string().parse(answer));
  return jsonPieces(answer ?? {});
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
