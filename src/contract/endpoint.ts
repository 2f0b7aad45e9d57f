import type { z } from 'zod';

/**
 * One operation of the interface. The client reads answers through `answer`; the service checks requests through
 * `params`, `query` and `body`, and answers with `status`.
 */
export interface Endpoint<
  Params extends z.ZodType = z.ZodType,
  Query extends z.ZodType = z.ZodType,
  Body extends z.ZodType = z.ZodType,
  Answer extends z.ZodType = z.ZodType,
> {
  /** Section of the specification, or `extension` for what public clients call beyond it. */
  readonly section: `4.${number}` | 'extension';
  /** A POST takes an idempotency key (idempotency.ts). */
  readonly method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  /** Path template below the base URL: `{name}` stands for a path parameter. */
  readonly path: `/api/${string}`;
  readonly params: Params;
  readonly query: Query;
  /** `z.undefined()` where the operation takes no body. */
  readonly body: Body;
  readonly answer: Answer;
  /** What the answer is, where it is not JSON: then `answer` is its bytes (zip) or its text. */
  readonly mediaType?: 'application/zip' | 'text/plain';
  /** The status of a success. */
  readonly status: 200 | 201 | 204;
}

/** Keeps the schemas' types while the table is written. */
export function endpoint<
  Params extends z.ZodType,
  Query extends z.ZodType,
  Body extends z.ZodType,
  Answer extends z.ZodType,
>(definition: Endpoint<Params, Query, Body, Answer>): Endpoint<Params, Query, Body, Answer> {
  return definition;
}
