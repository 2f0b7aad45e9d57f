import { causesOf, innermostReason } from '../common/errors.ts';
import { type Call, NoAnswer } from './errors.ts';

/** No byte of the request was sent: the service cannot have acted on it. */
export class NeverSent extends Error {
  constructor(cause: unknown) {
    super('the request was never sent', { cause });
  }
}

/** An attempt that has timed out. */
export function timedOut(call: Call, timeoutMs: number, cause: unknown): NoAnswer {
  return new NoAnswer(call, `gave no answer within ${timeoutMs / 1000} s`, 'Is the service overloaded?', {
    transient: true,
    mayHaveActed: !(cause instanceof NeverSent),
    cause,
  });
}

/** An attempt that has failed for another reason, which `code` names. */
export function networkFailure(call: Call, code: string, cause: unknown): NoAnswer {
  const sent = !(cause instanceof NeverSent);
  // A request that is refused locally, such as one to a port that fetch forbids, is never sent.
  const sendable = sent || isSystemCode(code) || isProxyRefusal(code);
  const nextStep = isRefusedElsewhere(cause, call.url)
    ? 'The proxy does not answer. Check HTTPS_PROXY and HTTP_PROXY, and NO_PROXY for hosts that need no proxy.'
    : nextStepFor(code);
  return new NoAnswer(call, `failed (${code})`, nextStep, {
    transient: sendable && isTransient(code),
    mayHaveActed: sent,
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
function isRefusedElsewhere(error: unknown, url: string): boolean {
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

function nextStepFor(code: string): string {
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
  if (isTls(code)) return 'Is https in `service-url` right, or does the service speak plain http there?';
  return 'The connection was lost: try again.';
}
