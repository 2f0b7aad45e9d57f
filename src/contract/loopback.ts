const loopback = /^(?:(?:.+\.)?localhost|127\.[\d.]+|\[::1\])$/;

/** Whether a host is this machine: a browser asks it by itself, whatever the proxies of the machine are. */
export function isLoopback({ hostname }: URL): boolean {
  return loopback.test(hostname);
}
