/** How undici says that a proxy refused: as the way to the service, or in the service's place. */
const proxyRefusal = /Proxy response \((\d{3})\)|Proxy Authentication Required \((407)\)/;

/** The system's code (ECONNREFUSED, ENOTFOUND, …) or, where there is none, the words of the innermost cause. */
export function networkCode(error: unknown): string {
  let told = error instanceof Error ? error.message : String(error);
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    const refusal = proxyRefusal.exec(cause.message);
    if (refusal !== null) return `the proxy answered ${refusal[1] ?? refusal[2]}`;
    told = 'code' in cause && typeof cause.code === 'string' ? cause.code : cause.message || told;
  }
  return told;
}

/** Whether a connection was refused at another port than that of the URL: it was to be one to a proxy. */
export function isRefusedElsewhere(error: unknown, url: string): boolean {
  const { port, protocol } = new URL(url);
  const wanted = Number(port || (protocol === 'https:' ? 443 : 80));
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    if ('port' in cause && networkCode(cause) === 'ECONNREFUSED') return cause.port !== wanted;
  }
  return false;
}

/** What OpenSSL and Node call the reasons not to trust a certificate; what is left of ERR_SSL is no TLS at all. */
const distrust = /CERT|SELF_SIGNED|ISSUER|UNABLE_TO_VERIFY|ERR_TLS/;

/** True where the other side is there, but its certificate is not trusted. */
export function isDistrust(code: string): boolean {
  return distrust.test(code);
}

/** True where TLS is at fault: it will be so the next time. */
export function isTls(code: string): boolean {
  return isDistrust(code) || code.startsWith('ERR_SSL');
}

/** True where a proxy, and not the service, said no. */
export function isProxyRefusal(code: string): boolean {
  return code.startsWith('the proxy answered ');
}

/** True where the next attempt may come through. */
export function isTransient(code: string): boolean {
  return isProxyRefusal(code) ? /(5\d\d|429)$/.test(code) : !isTls(code);
}

/** True of what the system says, and not of the words with which a request is refused before it is sent. */
export function isSystemCode(code: string): boolean {
  return /^[A-Z][A-Z0-9_]+$/.test(code);
}
