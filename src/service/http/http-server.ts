import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { finished } from 'node:stream/promises';
import { refusalOf } from './allowed-caller.ts';
import { toRequest } from './http-request.ts';

/** A service on a port. Disposing of it stops listening, and waits until the open requests are answered. */
export interface HttpServer extends AsyncDisposable {
  readonly url: string;
}

export interface ListenOptions {
  readonly host: string;
  /** 0 picks a free one. */
  readonly port: number;
}

type Answer = (request: Request) => Promise<Response>;

/** How long open requests have to be answered when the server stops. */
const stopMs = 5000;

/** How long the rest of a body that nobody reads is thrown away, so that the caller can read its answer. */
const discardMs = 1000;

/**
 * Serves `answer` over HTTP.
 * @throws the system's error where the port or the host is not to be had.
 */
export async function listen(answer: Answer, { host, port }: ListenOptions): Promise<HttpServer> {
  const server = createServer((incoming, outgoing) => {
    handle(answer, host, incoming, outgoing)
      .then((response) => send(server, response, incoming, outgoing))
      // The caller is gone, or there is no answer to send: nothing but the connection is left.
      .catch(() => outgoing.destroy());
  });
  server.listen(port, host);
  await once(server, 'listening');
  const address = server.address();
  const taken = address !== null && typeof address === 'object' ? address.port : port;
  return {
    url: `http://${host.includes(':') ? `[${host}]` : host}:${taken}`,
    [Symbol.asyncDispose]: () => close(server),
  };
}

async function handle(
  answer: Answer,
  host: string,
  incoming: IncomingMessage,
  outgoing: ServerResponse,
): Promise<Response> {
  const { headers, socket, method = 'GET' } = incoming;
  const caller = { host: headers.host, origin: headers.origin, localAddress: socket.localAddress };
  const refusal = refusalOf(caller, host);
  if (refusal !== undefined) return Response.json({ message: refusal }, { status: 403 });
  const isTrace = method === 'TRACE';
  const request = toRequest(incoming, outgoing, isTrace ? 'OPTIONS' : method);
  if (request === undefined) return Response.json({ message: 'no such target' }, { status: 501 });
  return isTrace ? refuseTrace(await answer(request)) : answer(request);
}

/** A standard request can't have this method, so the path was asked for the methods that it has. */
function refuseTrace(options: Response): Response {
  const allow = options.headers.get('allow');
  if (allow === null) return options;
  const message = `TRACE is not answered: the path has only ${allow}`;
  return Response.json({ message }, { status: 405, headers: { allow } });
}

/** A request whose body was not read to its end is the last of its connection. */
async function send(
  server: Server,
  response: Response,
  incoming: IncomingMessage,
  outgoing: ServerResponse,
): Promise<void> {
  const bytes = Buffer.from(await response.arrayBuffer());
  const hasLength = response.status !== 204 && incoming.method !== 'HEAD';
  outgoing.writeHead(response.status, {
    ...Object.fromEntries(response.headers),
    ...(hasLength ? { 'content-length': bytes.length } : {}),
    ...(incoming.complete && server.listening ? {} : { connection: 'close' }),
  });
  if (incoming.complete) {
    outgoing.end(bytes);
    return;
  }
  // A connection that is closed while the caller still sends is reset, and the answer may be lost with it.
  outgoing.flushHeaders();
  outgoing.write(bytes);
  incoming.resume();
  await finished(incoming, { signal: AbortSignal.timeout(discardMs) }).catch(() => {});
  outgoing.end();
}

async function close(server: Server): Promise<void> {
  const closed = once(server, 'close');
  server.close();
  const late = setTimeout(() => server.closeAllConnections(), stopMs);
  await closed;
  clearTimeout(late);
}
