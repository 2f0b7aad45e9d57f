import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { isIPv4 } from 'node:net';
import { getRequestListener, RequestError } from '@hono/node-server';

/** A service on a port. Disposing of it stops listening and waits for the answers to open requests. */
export interface HttpServer extends AsyncDisposable {
  readonly url: string;
}

export interface ListenOptions {
  readonly host: string;
  /** 0 picks a free one. */
  readonly port: number;
}

/** Time for the answers to open requests when the server stops. */
const stopMs = 5000;

/**
 * Serves `answer` over HTTP.
 * @throws the system's error if the server cannot listen on the port or the host.
 */
export async function listen(
  answer: (request: Request) => Promise<Response>,
  { host, port }: ListenOptions,
): Promise<HttpServer> {
  const respond = getRequestListener(
    async (request) => {
      const response = await answer(request);
      // An idle connection would keep a server that stops from closing.
      if (!server.listening) response.headers.set('connection', 'close');
      return response;
    },
    { overrideGlobalObjects: false, errorHandler: failure },
  );
  const server = createServer((incoming, outgoing) => {
    const { headers, socket } = incoming;
    const caller = { host: headers.host, origin: headers.origin, localAddress: socket.localAddress };
    const refusal = refusalOf(caller, host);
    if (refusal === undefined) return void respond(incoming, outgoing);
    const body = JSON.stringify({ message: refusal });
    const length = Buffer.byteLength(body);
    outgoing.writeHead(403, { 'content-type': 'application/json', 'content-length': length }).end(body);
  });
  server.listen(port, host);
  await once(server, 'listening');
  const address = server.address();
  const boundPort = address !== null && typeof address === 'object' ? address.port : port;
  return {
    url: `http://${host.includes(':') ? `[${host}]` : host}:${boundPort}`,
    [Symbol.asyncDispose]: () => close(server),
  };
}

function failure(error: unknown): Response {
  return error instanceof RequestError
    ? Response.json({ message: 'the request target is not a valid path' }, { status: 400 })
    : Response.json({ message: 'internal error' }, { status: 500 });
}

async function close(server: Server): Promise<void> {
  const closed = once(server, 'close');
  server.close();
  const timeout = setTimeout(() => server.closeAllConnections(), stopMs);
  await closed;
  clearTimeout(timeout);
}

/** The parts of a request that decide whether it is answered. */
export interface Caller {
  readonly host: string | undefined;
  readonly origin: string | undefined;
  /** The address of this machine to which the caller has connected. */
  readonly localAddress: string | undefined;
}

/**
 * Keeps web pages away, including the pages under test: a browser adds `Origin` to cross-origin requests, and with DNS
 * rebinding `Host` holds the page's own name.
 * @param listenHost the host that the server listens on.
 * @returns why the request is refused; undefined if it is allowed.
 */
export function refusalOf({ host, origin, localAddress }: Caller, listenHost: string): string | undefined {
  if (origin !== undefined) return 'requests from web pages are not allowed';
  const name = hostname(host);
  const allowed = [listenHost.toLowerCase(), addressOf(localAddress)];
  if (name !== undefined && (isLoopback(name) || allowed.includes(name))) return undefined;
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
