import type { Context, Hono } from 'hono';
import { z } from 'zod';
import type { Endpoint } from '../../contract/endpoint.ts';
import { idempotencyReplayedHeader } from '../../contract/idempotency.ts';
import type { Dependencies } from '../dependencies.ts';
import { transaction } from '../store/database.ts';
import { HttpProblem } from './http-problem.ts';
import { type Answer, answerOnce, keyedRequest, readIdempotencyKey } from './idempotency.ts';
import { readJson } from './read-json.ts';

/** What a handler gets: the request's parts, checked by the contract. */
export interface Call<P, Q, B> {
  readonly params: P;
  readonly query: Q;
  readonly body: B;
  readonly request: Request;
  /** Headers to answer with. */
  readonly answerHeaders: Headers;
}

/** What a handler gets that changes something. */
export interface ChangeCall<P, Q, B> extends Call<P, Q, B> {
  /** Has work started once everything is stored, and never where it is not. */
  readonly onceStored: (start: () => void) => void;
}

type Handler<P extends z.ZodType, Q extends z.ZodType, B extends z.ZodType, A extends z.ZodType> = (
  call: Call<z.output<P>, z.output<Q>, z.output<B>>,
) => z.input<A> | Promise<z.input<A>>;

/** It is one transaction, so it can't wait for anything. */
type ChangeHandler<P extends z.ZodType, Q extends z.ZodType, B extends z.ZodType, A extends z.ZodType> = (
  call: ChangeCall<z.output<P>, z.output<Q>, z.output<B>>,
) => z.input<A>;

/** Serves one operation of the contract that changes nothing. */
export function route<P extends z.ZodType, Q extends z.ZodType, B extends z.ZodType, A extends z.ZodType>(
  app: Hono,
  endpoint: Endpoint<P, Q, B, A>,
  handler: Handler<P, Q, B, A>,
): void {
  app.on(endpoint.method, pathPattern(endpoint), async (context) => {
    const { call } = await readCall(endpoint, context);
    return toResponse(toAnswer(endpoint, await handler(call), call.answerHeaders));
  });
}

/** Serves one operation of the contract that changes something: as a whole or not at all, a POST once for each key. */
export function routeChange<
  P extends z.ZodType,
  Q extends z.ZodType,
  B extends z.ZodType,
  A extends z.ZodType,
>(
  app: Hono,
  { database, idempotencyKeys, now }: Dependencies,
  endpoint: Endpoint<P, Q, B, A>,
  handler: ChangeHandler<P, Q, B, A>,
): void {
  app.on(endpoint.method, pathPattern(endpoint), async (context) => {
    const { raw } = context.req;
    const key = endpoint.method === 'POST' ? readIdempotencyKey(raw.headers) : undefined;
    const { call, bytes } = await readCall(endpoint, context);
    const starts: (() => void)[] = [];
    const work = () => {
      const answer = handler({ ...call, onceStored: (start) => void starts.push(start) });
      return toAnswer(endpoint, answer, call.answerHeaders);
    };
    const { answer, isReplay } = transaction(database, () =>
      key === undefined
        ? { answer: work(), isReplay: false }
        : answerOnce(idempotencyKeys, keyedRequest(key, raw, bytes), now(), work),
    );
    for (const start of starts) start();
    return toResponse(answer, isReplay ? { [idempotencyReplayedHeader]: 'true' } : {});
  });
}

function pathPattern({ path }: Endpoint): string {
  return path.replace(/\{(\w+)\}/g, ':$1');
}

/**
 * Checks a request strictly, and strips unknown keys. What is wrong with path and query is told before the body is
 * read.
 */
async function readCall<P extends z.ZodType, Q extends z.ZodType, B extends z.ZodType, A extends z.ZodType>(
  endpoint: Endpoint<P, Q, B, A>,
  { req }: Context,
): Promise<{ call: Call<z.output<P>, z.output<Q>, z.output<B>>; bytes: Uint8Array }> {
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

/** JSON, unless the contract says that the answer is a file or a text. */
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

function check<S extends z.ZodType>(schema: S, value: unknown, ...prefix: string[]): z.output<S> {
  const parsed = schema.safeParse(value, { reportInput: true });
  if (parsed.success) return parsed.data;
  throw HttpProblem.fromZod(parsed.error, prefix);
}

/** A parameter that is given more than once is an array: the schemas refuse it where they know its name. */
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
