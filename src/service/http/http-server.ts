import { once } from 'node:events';
import {
  createServer,
  type IncomingMessage,
  type Server,
  type ServerResponse,
  STATUS_CODES,
} from 'node:http';
import { isIPv4 } from 'node:net';
import type { Duplex } from 'node:stream';
import { getRequestListener, RequestError } from '@hono/node-server';
import { HttpProblem } from './http-problem.ts';

interface ListenOptions {
  readonly host: string;
  /** 0 picks a free one. */
  readonly port: number;
}

/** Time for the answers to open requests when the server stops. */
const stopMs = 5000;

/**
 * Serves `answer` over HTTP. Disposing of the server stops listening and waits for the answers to open requests.
 * @throws the system's error if the server cannot listen on the port or the host.
 */
export async function listen(answer: (request: Request) => Promise<Response>, { host, port }: ListenOptions) {
  const respond = getRequestListener(
    async (request) => {
      const response = await answer(request);
      // An idle connection would keep a server that stops from closing.
      if (!server.listening) response.headers.set('connection', 'close');
      return response;
    },
    { overrideGlobalObjects: false, errorHandler: failure },
  );
  // A missing Host is refused below: Node's own answer has no body.
  const server = createServer({ requireHostHeader: false }, (incoming, outgoing) => {
    const problem = problemOf(incoming, host);
    if (problem === undefined) return void respond(incoming, outgoing);
    sendProblem(outgoing, problem);
  });
  answerParserErrors(server);
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
  if (!(error instanceof RequestError)) return Response.json({ message: 'internal error' }, { status: 500 });
  const { status, body } = HttpProblem.invalid([], 'the request target is not a valid path');
  return Response.json(body, { status });
}

/** Why a request is refused before it is read; undefined if it is not. */
function problemOf({ headers, httpVersion, socket }: IncomingMessage, host: string): HttpProblem | undefined {
  if (headers.host === undefined && httpVersion === '1.1') {
    return HttpProblem.invalid(['headers', 'host'], 'is missing (RFC 9112, section 3.2)');
  }
  const caller = { host: headers.host, origin: headers.origin, localAddress: socket.localAddress };
  const message = refusalOf(caller, host);
  return message === undefined ? undefined : new HttpProblem(403, { message });
}

function sendProblem(outgoing: ServerResponse, { status, body }: HttpProblem): void {
  const text = JSON.stringify(body);
  const headers = { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) };
  outgoing.writeHead(status, headers).end(text);
}

/** Answers what Node refuses by itself with a body, as every other refusal. */
function answerParserErrors(server: Server): void {
  const answers = new WeakMap<Duplex, ServerResponse>();
  server.on('request', ({ socket }, outgoing) => answers.set(socket, outgoing));
  server.on('checkExpectation', (_: IncomingMessage, outgoing: ServerResponse) => {
    outgoing.setHeader('connection', 'close');
    sendProblem(
      outgoing,
      new HttpProblem(417, { message: 'the only Expect that is supported is 100-continue' }),
    );
  });
  server.on('clientError', (error: Error, socket: Duplex) => {
    const answer = answers.get(socket);
    const isAnswering = answer?.headersSent === true && !answer.writableFinished;
    if (!socket.writable || isAnswering) return void socket.destroy();
    const { status, body } = parserProblem('code' in error ? error.code : undefined);
    const text = JSON.stringify(body);
    const head = [
      `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
      'Content-Type: application/json',
      `Content-Length: ${Buffer.byteLength(text)}`,
      'Connection: close',
    ];
    socket.end(`${head.join('\r\n')}\r\n\r\n${text}`, () => socket.destroy());
  });
}

/** @param code that of Node's error. */
function parserProblem(code: unknown): HttpProblem {
  switch (code) {
    case 'HPE_HEADER_OVERFLOW':
      return new HttpProblem(431, { message: 'the header fields are too large' });
    case 'HPE_CHUNK_EXTENSIONS_OVERFLOW':
      return new HttpProblem(413, { message: 'the chunk extensions of the body are too large' });
    case 'ERR_HTTP_REQUEST_TIMEOUT':
      return new HttpProblem(408, { message: 'the request did not arrive completely in time' });
    default:
      return HttpProblem.invalid([], 'the request is not valid HTTP/1.1');
  }
}

async function close(server: Server): Promise<void> {
  const closed = once(server, 'close');
  server.close();
  const timeout = setTimeout(() => server.closeAllConnections(), stopMs);
  await closed;
  clearTimeout(timeout);
}

/** The parts of a request that decide whether it is answered. */
interface Caller {
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
  if (name !== undefined && (isLoopbackName(name) || allowed.includes(name))) return undefined;
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

function isLoopbackName(name: string): boolean {
  return name === 'localhost' || name === '::1' || (isIPv4(name) && name.startsWith('127.'));
}
