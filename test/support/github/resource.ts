import type { SeenRequest } from '../http-server.ts';

/** A request that has been found to be one of GitHub's operations. */
export interface Call {
  /** What stands in the path, by the names of GitHub's description. */
  readonly params: Readonly<Record<string, string>>;
  readonly query: URLSearchParams;
  /** The parsed body; `undefined` where there is none. */
  readonly body: unknown;
  readonly request: SeenRequest;
  /** The address that the request came to, without path. */
  readonly origin: string;
}

/** What a call is answered with. */
export interface Reply {
  readonly status: number;
  /** What the stand-in knows of the answer; what else GitHub's description requires is filled in. */
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Answers one operation; `lost`: it has been done, and the connection ends without an answer. */
export type Handler = (call: Call) => Reply | 'lost';

/** The handlers of a resource by operation id of GitHub's description. */
export type Handlers = Readonly<Record<string, Handler>>;

export const notFound: Reply = { status: 404, body: { message: 'Not Found' } };
export const refused: Reply = { status: 403, body: { message: 'Resource not accessible by integration' } };

/** A refusal of what is well-formed but can't be done, in GitHub's form. */
export function unprocessable(message: string): Reply {
  return { status: 422, body: { message: 'Validation Failed', errors: [{ message }] } };
}

/** One page of a list, with the header that names the next one. */
export function page<T>(call: Call, all: readonly T[]): { items: T[]; headers: Record<string, string> } {
  const size = Math.min(100, Number(call.query.get('per_page') ?? 30));
  const number = Number(call.query.get('page') ?? 1);
  const items = all.slice(size * (number - 1), size * number);
  if (all.length <= size * number) return { items, headers: {} };
  const next = new URL(call.request.url, call.origin);
  next.searchParams.set('per_page', String(size));
  next.searchParams.set('page', String(number + 1));
  return { items, headers: { link: `<${next}>; rel="next"` } };
}
