import { z } from 'zod';
import { uuid } from './values.ts';

/** How an operation of the interface is requested. */
export interface Route {
  /** Section of the specification, or `extension` for what public clients call beyond it. */
  readonly section: `4.${number}` | 'extension';
  /** A POST accepts an idempotency key. */
  readonly method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  /** Path template below the base URL: `{name}` stands for a path parameter. */
  readonly path: `/api/${string}`;
  readonly hasQuery?: true;
  /** What the answer is, if it is not JSON. */
  readonly mediaType?: 'application/zip' | 'text/plain';
  /** The status of a success. */
  readonly status: 200 | 201 | 204;
}

/**
 * One operation with its schemas. The client reads answers through `answer`; the service checks requests through
 * `params`, `query` and `body`.
 */
export interface Endpoint extends Route {
  readonly params: z.ZodType;
  readonly query: z.ZodType;
  /** `z.undefined()` where the operation takes no body. */
  readonly body: z.ZodType;
  /** With a `mediaType`, the answer is bytes (zip) or text. */
  readonly answer: z.ZodType;
}

/** Request header of a POST: identifies the request, and is the same for every retry. */
export const idempotencyKeyHeader = 'Idempotency-Key';

export const idempotencyKey = z.string().regex(/^[!-~]{1,255}$/, 'must be 1 to 255 visible ASCII characters');

/** Answer header: `true` if the answer repeats that of an earlier request with the same key. */
export const idempotencyReplayedHeader = 'Idempotency-Replayed';

/**
 * Body of a 400 or 422: what is wrong with the request, and where. `path` begins with `params`, `query` or `headers`
 * outside the body.
 */
export const issues = z.array(
  z.looseObject({
    code: z.string(),
    expected: z.string().optional(),
    received: z.string().optional(),
    path: z.array(z.union([z.string(), z.int()])),
    message: z.string(),
  }),
);

/** Body of every other error answer. */
export const problem = z.looseObject({ message: z.string() });

/** Body of the 400 of DELETE test case if other cases depend on it (extension). */
export const dependenciesLeft = z.looseObject({
  status: z.literal('has dependencies'),
  dependencyIds: z.array(uuid),
});
