import type { Context, Hono } from 'hono';
import { z } from 'zod';
import type { Endpoint } from '../contract/endpoint.ts';
import { HttpProblem } from './http-problem.ts';

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

/** Serves one operation of the contract: checks the request strictly, strips unknown keys, calls the handler. */
export function route<P extends z.ZodType, Q extends z.ZodType, B extends z.ZodType, A extends z.ZodType>(
  app: Hono,
  endpoint: Endpoint<P, Q, B, A>,
  handler: Handler<P, Q, B, A>,
): void {
  app.on(endpoint.method, endpoint.path.replace(/\{(\w+)\}/g, ':$1'), async (context) => {
    const answerHeaders = new Headers({ 'content-type': 'application/json' });
    const answer = await handler({
      params: check(endpoint.params, context.req.param(), 'params'),
      query: check(endpoint.query, context.req.query(), 'query'),
      body: check(endpoint.body, await readBody(context, endpoint.body)),
      request: context.req.raw,
      answerHeaders,
    });
    return new Response(JSON.stringify(answer), { status: endpoint.status, headers: answerHeaders });
  });
}

function check<S extends z.ZodType>(schema: S, value: unknown, ...prefix: string[]): z.output<S> {
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  throw HttpProblem.fromZod(parsed.error, prefix);
}

async function readBody(context: Context, schema: z.ZodType): Promise<unknown> {
  if (schema instanceof z.ZodUndefined) return undefined;
  try {
    return JSON.parse(await context.req.text());
  } catch {
    throw HttpProblem.invalid([], 'the body is no JSON');
  }
}
