import { type Dispatcher, fetch as undiciFetch } from 'undici';
import { type Call, ContractBroken, NoAnswer } from './errors.ts';
import { hideKey } from './hide-key.ts';
import { isDistrust, networkCode } from './network-code.ts';

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

/** Sends one request and follows no redirect. Rejects when no answer came. */
export type Fetch = (url: string, request: HttpRequest) => Promise<HttpAnswer>;

/** The network: undici, with redirects left to the caller, so that the API key never leaves its origin. */
export function networkFetch(dispatcher?: Dispatcher): Fetch {
  return (url, request) =>
    undiciFetch(url, { ...request, redirect: 'manual', ...(dispatcher === undefined ? {} : { dispatcher }) });
}

/** An answer with its body read to the end. */
export interface ReadAnswer {
  readonly status: number;
  readonly contentType: string;
  readonly bytes: Uint8Array;
  /** The moment at which the service answered, by its own clock. */
  readonly serviceTime: Date | undefined;
}

const maxRedirects = 3;

/**
 * Sends a request, follows at most three redirects of a GET within its origin, and reads the body.
 * @param limits `attemptMs`: time for one attempt, body included; `bodyBytes`: cap on the decoded body.
 * @throws NoAnswer, ContractBroken (a redirect elsewhere, a body over the cap), or the reason of `signal`.
 */
export async function send(
  fetch: Fetch,
  url: string,
  request: Omit<HttpRequest, 'signal'>,
  limits: { readonly attemptMs: number; readonly bodyBytes: number },
  signal: AbortSignal | undefined,
): Promise<ReadAnswer> {
  const attempt = AbortSignal.timeout(limits.attemptMs);
  const both = signal === undefined ? attempt : AbortSignal.any([signal, attempt]);
  const call = { method: request.method, url };
  try {
    const answer = await followRedirects(fetch, url, { ...request, signal: both });
    return {
      status: answer.status,
      contentType: answer.headers.get('content-type') ?? '',
      bytes: await readBody(answer, limits.bodyBytes, call),
      serviceTime: parseDate(answer.headers.get('date')),
    };
  } catch (error) {
    if (error instanceof ContractBroken) throw error;
    if (signal?.aborted) throw signal.reason;
    if (attempt.aborted) throw outOfTime(call, limits.attemptMs, error);
    // A key that no header can hold is quoted in the network's own message.
    throw noAnswer(call, hideKey(networkCode(error), request.headers['x-api-key'] ?? ''), error);
  }
}

async function followRedirects(fetch: Fetch, url: string, request: HttpRequest): Promise<HttpAnswer> {
  let current = url;
  for (let redirects = 0; ; redirects += 1) {
    const answer = await fetch(current, request);
    const location = answer.headers.get('location');
    if (answer.status < 300 || answer.status > 399 || location === null) return answer;
    const call = { method: request.method, url: current };
    const next = URL.canParse(location, current) ? new URL(location, current) : undefined;
    if (next === undefined || next.origin !== new URL(url).origin || request.method !== 'GET') {
      throw new ContractBroken(
        call,
        `answered ${answer.status} with a redirect to ${next?.origin ?? 'no valid URL'}, which is not followed: the API key stays with its origin`,
      );
    }
    if (redirects === maxRedirects) {
      throw new ContractBroken(call, `answered with more than ${maxRedirects} redirects`);
    }
    await discard(answer);
    current = next.href;
  }
}

async function readBody(answer: HttpAnswer, maxBytes: number, call: Call) {
  if (answer.body === null) return new Uint8Array();
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of answer.body) {
    size += chunk.byteLength;
    if (size > maxBytes) {
      throw new ContractBroken(call, `answered with more than ${maxBytes / 1024 / 1024} MiB`);
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
  return new NoAnswer(
    call,
    `gave no answer within ${timeoutMs / 1000} s`,
    'Is the service overloaded?',
    true,
    cause,
  );
}

function noAnswer(call: Call, code: string, cause: unknown): NoAnswer {
  return new NoAnswer(call, `failed (${code})`, nextStepFor(code), !isTls(code), cause);
}

function isTls(code: string): boolean {
  return isDistrust(code) || code.startsWith('ERR_SSL');
}

function nextStepFor(code: string): string {
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN') return 'Check the host name in `service-url`.';
  if (code === 'ECONNREFUSED') return 'Is the service running, and is the port in `service-url` right?';
  if (isDistrust(code)) {
    return 'The certificate is not trusted: name your own authority with NODE_EXTRA_CA_CERTS.';
  }
  if (isTls(code)) return 'Is https in `service-url` right, or does the service speak plain http there?';
  return 'The connection was lost: try again.';
}
