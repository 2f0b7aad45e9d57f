import { causesOf, innermostReason } from '../common/errors.ts';

/** The request that an error is about. */
export interface Call {
  readonly method: string;
  readonly url: string;
}

interface Details {
  /** Whether the same call may succeed when it is repeated. */
  readonly transient: boolean;
  /** Whether the service may have acted on the request. */
  readonly mayHaveTakenEffect: boolean;
  readonly retryAfterMs?: number | undefined;
  readonly cause?: unknown;
}

/**
 * A call without a usable answer. There are three subclasses because they call for different reactions: retry, change
 * the request, or contact the service's operator.
 */
export abstract class ClientError extends Error {
  readonly transient: boolean;
  /**
   * Whether the service may have acted on the request all the same: check before repeating it. Never true of a GET,
   * which changes nothing.
   */
  readonly ambiguous: boolean;
  /** The pause that the service requests (`Retry-After`), in ms. */
  readonly retryAfterMs: number | undefined;

  constructor(call: Call, what: string, nextStep: string, details: Details) {
    // What a service says may end with a full stop.
    super(`${call.method} ${call.url} ${what.replace(/\.$/, '')}. ${nextStep}`, { cause: details.cause });
    this.name = new.target.name;
    this.transient = details.transient;
    this.ambiguous = details.mayHaveTakenEffect && call.method !== 'GET';
    this.retryAfterMs = details.retryAfterMs;
  }
}

export class ServiceRefused extends ClientError {
  readonly status: number;

  constructor(call: Call, status: number, detail: string, retryAfterMs?: number) {
    super(
      call,
      `answered ${status}${detail === '' ? '' : `: ${detail}`}`,
      adviceForStatus(status, call.url),
      {
        transient: status === 408 || status === 429 || (status >= 500 && status !== 501),
        mayHaveTakenEffect: mayHaveTakenEffectAt(status, retryAfterMs !== undefined),
        retryAfterMs,
      },
    );
    this.status = status;
  }
}

/** A 502 or 504 of a gateway says nothing about the service behind it. A 503 with `Retry-After` has done nothing. */
function mayHaveTakenEffectAt(status: number, hasRetryAfter: boolean): boolean {
  return status === 408 || (status >= 500 && status !== 501 && !(status === 503 && hasRetryAfter));
}

/** Whether the service lacks the operation: not every service has the extensions. */
export function lacksOperation(error: unknown): boolean {
  return error instanceof ServiceRefused && [404, 405, 501].includes(error.status);
}

/**
 * The service's answer does not follow the interface. A proxy's error page in place of JSON is temporary; other answers are
 * not, but a retry costs little.
 */
export class ContractBroken extends ClientError {
  constructor(call: Call, what: string, details: Details) {
    super(
      call,
      what,
      'Check that `service-url` is the URL of the service itself and that no proxy answers in its place. If so, report this to the operator of the service.',
      details,
    );
  }
}

/** No answer arrived: host not found, connection refused or lost, or timeout. */
export class NoAnswer extends ClientError {}

function adviceForStatus(status: number, url: string): string {
  if (status === 400 || status === 422) return 'Correct what the service says is wrong.';
  if (status === 401 || status === 403) {
    return 'Check that `api-key` is a valid key for this service and has access to this test target.';
  }
  if (status === 404 && url.includes('/api/api/')) {
    return 'Remove `/api` from the end of `service-url`: it is added automatically.';
  }
  if (status === 404) return 'Check `service-url` and `test-target-id`.';
  if (status === 405) return 'The service does not support this operation: check `service-url`.';
  if (status === 409)
    return 'The request conflicts with something else, such as another run: try again later.';
  if (status === 413) return 'The request is too large: push fewer test cases at once.';
  if (status === 429) return 'Too many requests: try again later.';
  if (status >= 500) return 'The service failed: try again, or contact its operator.';
  return 'Check what the service says, your account there, and `service-url`.';
}

/** A shorter key would redact parts of ordinary words. */
const minKeyLength = 4;

/** Redacts the API key in a text from elsewhere: a service may repeat what it was sent. */
export function hideKey(text: string, apiKey: string): string {
  // HTTP drops white space around a header's value, so the service knows the key without it.
  const key = apiKey.trim();
  return key.length < minKeyLength ? text : text.replaceAll(key, '***');
}

/** No byte of the request was sent: the service cannot have acted on it. */
export class NeverSent extends Error {
  constructor(cause: unknown) {
    super('the request was never sent', { cause });
  }
}

export function timedOut(call: Call, timeoutMs: number, cause: unknown): NoAnswer {
  return new NoAnswer(call, `gave no answer within ${timeoutMs / 1000} s`, 'Is the service overloaded?', {
    transient: true,
    mayHaveTakenEffect: !(cause instanceof NeverSent),
    cause,
  });
}

/** An attempt that has failed for another reason, which `code` names. */
export function networkFailure(call: Call, code: string, cause: unknown): NoAnswer {
  const sent = !(cause instanceof NeverSent);
  // A request that is refused locally, such as one to a port that fetch forbids, is never sent.
  const sendable = sent || isSystemCode(code) || isProxyRefusal(code);
  const nextStep = isRefusedByProxy(cause, call.url)
    ? 'The proxy does not answer. Check HTTPS_PROXY and HTTP_PROXY, and NO_PROXY for hosts that need no proxy.'
    : adviceForCode(code);
  return new NoAnswer(call, `failed (${code})`, nextStep, {
    transient: sendable && isTransient(code),
    mayHaveTakenEffect: sent,
    cause,
  });
}

/** How undici reports a proxy's refusal: of the tunnel to the service, or of the request itself. */
const proxyRefusal = /Proxy response \((\d{3})\)|Proxy Authentication Required \((407)\)/;

/** The system's code (ECONNREFUSED, ENOTFOUND, …); without one, the message of the innermost cause. */
export function networkCode(error: unknown): string {
  const refusals = causesOf(error).map(({ message }) => proxyRefusal.exec(message));
  const refusal = refusals.find((each) => each !== null);
  return refusal ? `the proxy answered ${refusal[1] ?? refusal[2]}` : innermostReason(error);
}

/** Whether the connection was refused at another port than that of the URL: then it was one to a proxy. */
function isRefusedByProxy(error: unknown, url: string): boolean {
  const { port, protocol } = new URL(url);
  const wanted = Number(port || (protocol === 'https:' ? 443 : 80));
  const refused = causesOf(error).find((cause) => 'port' in cause && networkCode(cause) === 'ECONNREFUSED');
  return refused !== undefined && 'port' in refused && refused.port !== wanted;
}

/** How OpenSSL and Node name an untrusted certificate. The other ERR_SSL codes mean that the peer speaks no TLS. */
const distrust = /CERT|SELF_SIGNED|ISSUER|UNABLE_TO_VERIFY|ERR_TLS/;

/** Whether the peer answers, but its certificate is not trusted. */
export function isDistrust(code: string): boolean {
  return distrust.test(code);
}

/** TLS errors persist. */
function isTls(code: string): boolean {
  return isDistrust(code) || code.startsWith('ERR_SSL');
}

function isProxyRefusal(code: string): boolean {
  return code.startsWith('the proxy answered ');
}

function isTransient(code: string): boolean {
  return isProxyRefusal(code) ? /(5\d\d|429)$/.test(code) : !isTls(code);
}

/** A code of the system, not the message with which a request is refused locally. */
function isSystemCode(code: string): boolean {
  return /^[A-Z][A-Z0-9_]+$/.test(code);
}

const unreachable = new Set(['UND_ERR_CONNECT_TIMEOUT', 'ETIMEDOUT', 'EHOSTUNREACH', 'ENETUNREACH']);

/** How zlib and undici name an answer that they cannot read. */
const damaged = /^Z_|^UND_ERR_RES_|HTTP\/1\.1 protocol/;

function adviceForCode(code: string): string {
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN') return 'Check the host name in `service-url`.';
  if (code === 'ECONNREFUSED') return 'Is the service running, and is the port in `service-url` right?';
  if (unreachable.has(code)) {
    return 'Can this machine reach the host in `service-url`, or does it need a proxy (HTTPS_PROXY)?';
  }
  if (isProxyRefusal(code) || code.startsWith('UND_ERR_PRX')) {
    return 'Check HTTPS_PROXY, HTTP_PROXY and NO_PROXY: address, user name and password of the proxy.';
  }
  if (code === 'CERT_HAS_EXPIRED')
    return 'The certificate has expired. The operator of the service must renew it.';
  if (code === 'ERR_TLS_CERT_ALTNAME_INVALID') {
    return 'The certificate is for another host. Check the host name in `service-url`.';
  }
  if (isDistrust(code)) {
    return 'The certificate is not trusted. If it comes from your own certificate authority, set NODE_EXTRA_CA_CERTS.';
  }
  if (code.endsWith('NO_APPLICATION_PROTOCOL')) {
    return 'The service accepts HTTP/2 only. Let it, or a proxy in front of it, accept HTTP/1.1.';
  }
  if (damaged.test(code)) {
    return 'The answer is damaged, or is not HTTP/1.1. Check `service-url`, and any proxy on the way to the service.';
  }
  if (isTls(code)) return 'Is https in `service-url` right, or does the service speak plain http there?';
  return 'The connection was lost: try again.';
}
