const loopback = /^(?:(?:.+\.)?localhost|127\.[\d.]+|\[::1\])$/;

/** Whether a URL's host is this machine. Browsers connect to it directly, whatever proxies are configured. */
export function isLoopback({ hostname }: URL): boolean {
  return loopback.test(hostname);
}

/** Whether a key that is sent to this URL can be read on the network. */
export function isUnencrypted(url: URL): boolean {
  return url.protocol === 'http:' && !isLoopback(url);
}
