import { readBody } from '../common/async.ts';
import { cut } from '../common/text.ts';
import {
  type Call,
  ContractBroken,
  hideKey,
  networkCode,
  networkFailure,
  timedOut,
} from './client-errors.ts';

export interface HttpAnswer {
  readonly status: number;
  readonly headers: { get(name: string): string | null };
  readonly body: AsyncIterable<Uint8Array> | null;
}

export interface HttpRequest {
  readonly method: string;
  readonly headers: Record<string, string>;
  readonly body?: string;
  readonly signal: AbortSignal;
  /** Called when the request is on its way. */
  readonly onSent?: () => void;
}

/** Sends one request without following redirects. Rejects if no answer came; with NeverSent if no byte was sent. */
export type Fetch = (url: string, request: HttpRequest) => Promise<HttpAnswer>;

/** An answer whose body has been read. */
export interface ReadAnswer {
  readonly status: number;
  readonly contentType: string;
  readonly bytes: Uint8Array;
  /** When the service answered, by its clock. */
  readonly serviceTime: Date | undefined;
  /** The pause that the service requests (`Retry-After`), in ms. */
  readonly retryAfterMs: number | undefined;
}

interface Limits {
  /** Timeout in ms, including the body. */
  readonly attemptMs: number;
  /** Maximum size of the decoded body. */
  readonly bodyBytes: number;
  readonly signal: AbortSignal | undefined;
  /** Ms since the epoch, in place of the service's clock if an answer has no `Date`. */
  readonly now: () => number;
}

const maxRedirects = 3;

/**
 * Sends a request once, follows at most three redirects of a GET within its origin, and reads the body.
 * @throws NoAnswer, ContractBroken (a redirect to another origin, a body over the limit), or the reason of `signal`.
 */
export async function send(
  fetch: Fetch,
  url: string,
  request: Omit<HttpRequest, 'signal'>,
  { attemptMs, bodyBytes, signal, now }: Limits,
): Promise<ReadAnswer> {
  const timeout = AbortSignal.timeout(attemptMs);
  const done = new AbortController();
  const any = AbortSignal.any([timeout, done.signal, ...(signal === undefined ? [] : [signal])]);
  const call = { method: request.method, url };
  try {
    const answer = await followRedirects(fetch, url, { ...request, signal: any });
    const serviceTime = parseDate(answer.headers.get('date'));
    return {
      status: answer.status,
      contentType: answer.headers.get('content-type') ?? '',
      bytes: await readAnswerBody(answer, bodyBytes, call),
      serviceTime,
      retryAfterMs: readRetryAfter(answer.headers.get('retry-after'), serviceTime ?? new Date(now())),
    };
  } catch (error) {
    if (error instanceof ContractBroken) throw error;
    if (signal?.aborted) throw signal.reason;
    if (timeout.aborted) throw timedOut(call, attemptMs, error);
    // A key that is not valid in a header is quoted in the network's own message.
    throw networkFailure(call, hideKey(networkCode(error), request.headers['x-api-key'] ?? ''), error);
  } finally {
    // Closes the connection if the body was not read to its end.
    done.abort();
  }
}

async function followRedirects(fetch: Fetch, url: string, request: HttpRequest): Promise<HttpAnswer> {
  let current = url;
  for (let redirects = 0; ; redirects += 1) {
    const answer = await fetch(current, request);
    const location = answer.headers.get('location');
    if (answer.status < 300 || answer.status > 399 || location === null) return answer;
    const call = { method: request.method, url: current };
    const next = URL.parse(location, current);
    if (next === null || !isWithin(url, next) || request.method !== 'GET') {
      const why =
        request.method === 'GET' ? 'the API key stays with its origin' : `a ${request.method} is sent once`;
      throw new ContractBroken(
        call,
        `answered ${answer.status} with a redirect to ${next === null ? 'no valid URL' : cut(next.origin + next.pathname, 200)}, which is not followed: ${why}. If the service is there, set \`service-url\` to its URL`,
        // 307 and 308 ask for the same request elsewhere; the others may follow a request that was processed.
        { transient: false, mayHaveTakenEffect: answer.status !== 307 && answer.status !== 308 },
      );
    }
    if (redirects === maxRedirects) {
      throw new ContractBroken(call, `answered with more than ${maxRedirects} redirects`, {
        transient: false,
        mayHaveTakenEffect: true,
      });
    }
    await discard(answer);
    current = next.href;
  }
}

/** Whether the API key may be sent there. A user name in the URL would be sent, too. */
function isWithin(url: string, next: URL): boolean {
  return next.origin === new URL(url).origin && next.username === '' && next.password === '';
}

async function readAnswerBody(answer: HttpAnswer, maxBytes: number, call: Call): Promise<Uint8Array> {
  const bytes = await readBody(answer.body, maxBytes);
  if (bytes !== undefined) return bytes;
  throw new ContractBroken(call, `answered with more than ${maxBytes / 1024 / 1024} MiB`, {
    transient: false,
    mayHaveTakenEffect: true,
  });
}

async function discard(answer: HttpAnswer): Promise<void> {
  if (answer.body === null) return;
  for await (const _ of answer.body) break;
}

function parseDate(header: string | null): Date | undefined {
  const date = new Date(header ?? '');
  return Number.isNaN(date.getTime()) ? undefined : date;
}

const seconds = /^\d+(\.\d+)?$/;
/** RFC 9110 allows more forms, which no service sends; `Date` accepts too much. */
const httpDate = /^\w{3,9}, .+ GMT$/;

/**
 * Reads a `Retry-After` header, in seconds or as a date.
 * @param sentAt when the answer was sent, by the same clock as a date in the header.
 * @returns the requested pause in ms, never negative; undefined if the header is missing or not valid.
 */
export function readRetryAfter(header: string | null, sentAt: Date): number | undefined {
  const text = header?.trim() ?? '';
  if (seconds.test(text)) return Number(text) * 1000;
  const until = httpDate.test(text) ? Date.parse(text) : Number.NaN;
  return Number.isNaN(until) ? undefined : Math.max(0, until - sentAt.getTime());
}
