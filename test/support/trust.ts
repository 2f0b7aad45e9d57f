import { getCACertificates, setDefaultCACertificates } from 'node:tls';

/** Trusts a certificate, as NODE_EXTRA_CA_CERTS would, until it is disposed of. */
export function trust(cert: string): Disposable {
  const before = getCACertificates('default');
  setDefaultCACertificates([...before, cert]);
  return { [Symbol.dispose]: () => setDefaultCACertificates(before) };
}
