import type { LookupFunction } from 'node:net';

const loopback = /^(?:(?:.+\.)?localhost|127\.[\d.]+|\[::1\])$/;

/** Whether a URL's host is this machine. Browsers connect to it directly, whatever proxies are configured. */
export function isLoopback({ hostname }: URL): boolean {
  return loopback.test(hostname);
}

/** Whether a key that is sent to this URL can be read on the network. */
export function isUnencrypted(url: URL): boolean {
  return url.protocol === 'http:' && !isLoopback(url);
}

/** Resolves a name of this machine as browsers do, which know every name that ends with `localhost`, and try IPv4 and IPv6. */
export const lookupLoopback: LookupFunction = (_, { all }, callback) => {
  const [first, other] = [
    { address: '127.0.0.1', family: 4 },
    { address: '::1', family: 6 },
  ] as const;
  if (all === true) callback(null, [first, other]);
  else callback(null, first.address, first.family);
};
