import { isIPv4 } from 'node:net';

/** What is looked at of a request that came in over a port. */
export interface Caller {
  readonly host: string | undefined;
  readonly origin: string | undefined;
  /** The address of this machine that the connection came to. */
  readonly localAddress: string | undefined;
}

/**
 * Keeps web pages away, the pages under test among them: a browser adds `Origin` to what a page sends elsewhere, and
 * where a page's own name was made to lead to this machine (DNS rebinding), `Host` has that name.
 * @param listenHost the host that the service was asked to listen on.
 * @returns why the request is refused; undefined where it is not.
 */
export function refusalOf({ host, origin, localAddress }: Caller, listenHost: string): string | undefined {
  if (origin !== undefined) return 'requests of web pages are not answered';
  const name = hostname(host);
  const own = [listenHost.toLowerCase(), addressOf(localAddress)];
  if (name !== undefined && (isLoopback(name) || own.includes(name))) return undefined;
  return 'the Host header does not name this service';
}

/** The name in a Host header, without port and brackets. */
function hostname(host: string | undefined): string | undefined {
  const [, bracketed, plain] = /^(?:\[([\da-f:.]+)\]|([^\s:/@]+))(?::\d*)?$/i.exec(host ?? '') ?? [];
  return (bracketed ?? plain)?.toLowerCase();
}

/** An IPv4 connection to a socket of both families has an address such as `::ffff:10.0.0.1`. */
function addressOf(localAddress = ''): string {
  return localAddress.replace(/^::ffff:(?=\d+\.)/, '').toLowerCase();
}

function isLoopback(name: string): boolean {
  return name === 'localhost' || name === '::1' || (isIPv4(name) && name.startsWith('127.'));
}
