import { type Call, ContractBroken, NoAnswer } from './errors.ts';
import { hideKey } from './hide-key.ts';
import {
  isDistrust,
  isProxyRefusal,
  isRefusedElsewhere,
  isSystemCode,
  isTls,
  isTransient,
  networkCode,
} from './network-code.ts';
import { readRetryAfter } from './retry-after.ts';

/** The parts of an HTTP answer that the client reads. */
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
}

/** Sends one request and follows no redirect. Rejects when no answer came; with NeverSent where no byte was sent. */
export type Fetch = (url: string, request: HttpRequest) => Promise<HttpAnswer>;

/** No byte of the request was sent: the service knows nothing of it. */
export class NeverSent extends Error {
  constructor(cause: unknown) {
    super('the request was never sent', { cause });
  }
}

/** An answer with its body read to the end. */
export interface ReadAnswer {
  readonly status: number;
  readonly contentType: string;
  readonly bytes: Uint8Array;
  /** The moment at which the service answered, by its own clock. */
  readonly serviceTime: Date | undefined;
  /** How long the service wants to be left alone, in ms; undefined where it did not say. */
  readonly retryAfterMs: number | undefined;
}

/** Limits of one attempt. */
export interface Limits {
  /** Time for it, body included, in ms. */
  readonly attemptMs: number;
  /** Cap on the decoded body. */
  readonly bodyBytes: number;
}

const maxRedirects = 3;

/**
 * Sends a request once, follows at most three redirects of a GET within its origin, and reads the body.
 * @param now stands in for the service's clock where an answer has no `Date`; in ms since the epoch.
 * @throws NoAnswer, ContractBroken (a redirect elsewhere, a body over the cap), or the reason of `signal`.
 */
export async function send(
  fetch: Fetch,
  url: string,
  request: Omit<HttpRequest, 'signal'>,
  limits: Limits,
  now: () => number,
  signal: AbortSignal | undefined,
): Promise<ReadAnswer> {
  const timeout = AbortSignal.timeout(limits.attemptMs);
  const over = new AbortController();
  const any = AbortSignal.any([timeout, over.signal, ...(signal === undefined ? [] : [signal])]);
  const call = { method: request.method, url };
  try {
    const answer = await followRedirects(fetch, url, { ...request, signal: any });
    const serviceTime = parseDate(answer.headers.get('date'));
    return {
      status: answer.status,
      contentType: answer.headers.get('content-type') ?? '',
      bytes: await readBody(answer, limits.bodyBytes, call),
      serviceTime,
      retryAfterMs: readRetryAfter(answer.headers.get('retry-after'), serviceTime ?? new Date(now())),
    };
  } catch (error) {
    if (error instanceof ContractBroken) throw error;
    if (signal?.aborted) throw signal.reason;
    if (timeout.aborted) throw outOfTime(call, limits.attemptMs, error);
    // A key that no header can hold is quoted in the network's own message.
    throw noAnswer(call, hideKey(networkCode(error), request.headers['x-api-key'] ?? ''), error);
  } finally {
    // Closes what was left unread.
    over.abort();
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
      throw new ContractBroken(
        call,
        `answered ${answer.status} with a redirect to ${next?.origin ?? 'no valid URL'}, which is not followed: the API key stays with its origin`,
        // 307 and 308 ask for the same request elsewhere; the others may stand for one that was done.
        { transient: false, maybeDone: answer.status !== 307 && answer.status !== 308 },
      );
    }
    if (redirects === maxRedirects) {
      throw new ContractBroken(call, `answered with more than ${maxRedirects} redirects`, {
        transient: false,
        maybeDone: true,
      });
    }
    await discard(answer);
    current = next.href;
  }
}

/** Whether the API key may go there. A user name in the URL would go there, too. */
function isWithin(url: string, next: URL): boolean {
  return next.origin === new URL(url).origin && next.username === '' && next.password === '';
}

async function readBody(answer: HttpAnswer, maxBytes: number, call: Call) {
  if (answer.body === null) return new Uint8Array();
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of answer.body) {
    size += chunk.byteLength;
    if (size > maxBytes) {
      throw new ContractBroken(call, `answered with more than ${maxBytes / 1024 / 1024} MiB`, {
        transient: false,
        maybeDone: true,
      });
    }
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

async function discard(answer: HttpAnswer): Promise<void> {
  if (answer.body === null) return;
  for await (const _ of answer.body) break;
}

function parseDate(header: string | null): Date | undefined {
  const date = new Date(header ?? '');
  return Number.isNaN(date.getTime()) ? undefined : date;
}

function outOfTime(call: Call, timeoutMs: number, cause: unknown): NoAnswer {
  return new NoAnswer(call, `gave no answer within ${timeoutMs / 1000} s`, 'Is the service overloaded?', {
    transient: true,
    maybeDone: !(cause instanceof NeverSent),
    cause,
  });
}

function noAnswer(call: Call, code: string, cause: unknown): NoAnswer {
  const sent = !(cause instanceof NeverSent);
  // A request that is refused here, such as one for a port that fetch forbids, never will be sent.
  const sendable = sent || isSystemCode(code) || isProxyRefusal(code);
  const nextStep = isRefusedElsewhere(cause, call.url)
    ? 'The proxy does not answer. Check HTTPS_PROXY and HTTP_PROXY, and NO_PROXY for what needs none.'
    : nextStepFor(code);
  return new NoAnswer(call, `failed (${code})`, nextStep, {
    transient: sendable && isTransient(code),
    maybeDone: sent,
    cause,
  });
}

function nextStepFor(code: string): string {
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN') return 'Check the host name in `service-url`.';
  if (code === 'ECONNREFUSED') return 'Is the service running, and is the port in `service-url` right?';
  if (unreachable.has(code)) {
    return 'Can this machine reach the host in `service-url`, or does it need a proxy (HTTPS_PROXY)?';
  }
  if (isProxyRefusal(code) || code.startsWith('UND_ERR_PRX')) {
    return 'Check HTTPS_PROXY, HTTP_PROXY and NO_PROXY: address, user name and password of the proxy.';
  }
  if (code === 'CERT_HAS_EXPIRED') return 'The certificate has expired: its operator must renew it.';
  if (code === 'ERR_TLS_CERT_ALTNAME_INVALID') {
    return 'The certificate is for another host: check the host name in `service-url`.';
  }
  if (isDistrust(code)) {
    return 'The certificate is not trusted: name your own authority with NODE_EXTRA_CA_CERTS.';
  }
  if (isTls(code)) return 'Is https in `service-url` right, or does the service speak plain http there?';
  return 'The connection was lost: try again.';
}

const unreachable = new Set(['UND_ERR_CONNECT_TIMEOUT', 'ETIMEDOUT', 'EHOSTUNREACH', 'ENETUNREACH']);
