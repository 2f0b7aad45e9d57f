/** The system's code (ECONNREFUSED, ENOTFOUND, …) or, where there is none, the words of the innermost cause. */
export function networkCode(error: unknown): string {
  let told = error instanceof Error ? error.message : String(error);
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    told = 'code' in cause && typeof cause.code === 'string' ? cause.code : cause.message || told;
  }
  return told;
}

/** What OpenSSL and Node call the reasons not to trust a certificate; what is left of ERR_SSL is no TLS at all. */
const distrust = /CERT|SELF_SIGNED|ISSUER|UNABLE_TO_VERIFY|ERR_TLS/;

/** True where the other side is there, but its certificate is not trusted. */
export function isDistrust(code: string): boolean {
  return distrust.test(code);
}
