import type { Hono } from 'hono';
import { z } from 'zod';
import type { Endpoint } from '../../contract/endpoint.ts';
import { HttpProblem } from './http-problem.ts';
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

export type Handler<P extends z.ZodType, Q extends z.ZodType, B extends z.ZodType, A extends z.ZodType> = (
  call: Call<z.output<P>, z.output<Q>, z.output<B>>,
) => z.input<A> | Promise<z.input<A>>;

/**
 * Serves one operation of the contract: checks the request strictly, strips unknown keys, calls the handler. What is
 * wrong with path and query is told before the body is read.
 */
export function route<P extends z.ZodType, Q extends z.ZodType, B extends z.ZodType, A extends z.ZodType>(
  app: Hono,
  endpoint: Endpoint<P, Q, B, A>,
  handler: Handler<P, Q, B, A>,
): void {
  app.on(endpoint.method, endpoint.path.replace(/\{(\w+)\}/g, ':$1'), async (context) => {
    const answerHeaders = new Headers(
      endpoint.status === 204 ? {} : { 'content-type': endpoint.mediaType ?? 'application/json' },
    );
    const answer = await handler({
      params: check(endpoint.params, context.req.param(), 'params'),
      query: check(endpoint.query, queryOf(context.req.url), 'query'),
      body: check(endpoint.body, takesBody(endpoint) ? await readJson(context.req.raw) : undefined),
      request: context.req.raw,
      answerHeaders,
    });
    return new Response(answerBody(endpoint, answer), { status: endpoint.status, headers: answerHeaders });
  });
}

/** JSON, unless the contract says that the answer is a file, a text, or nothing. */
function answerBody({ mediaType, status }: Endpoint, answer: unknown): BodyInit | null {
  if (status === 204) return null;
  if (mediaType === 'application/zip') return new Blob([z.instanceof(Uint8Array<ArrayBuffer>).parse(answer)]);
  if (mediaType === 'text/plain') return z.string().parse(answer);
  return JSON.stringify(answer ?? {});
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
